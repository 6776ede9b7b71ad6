import Measurement
import Testing

@testable import Photoplethysmography

/// How the rate of a recording changed.
struct RateCourseTests {
  private func course(_ rates: [Double?]) -> String? {
    let readings = rates.enumerated().map { index, rate in
      HeartRateReading(
        start: Double(index) * 10, end: Double(index) * 10 + 10,
        outcome: rate.map { .rate(.init(beatsPerMinute: $0, low: $0 - 1, high: $0 + 1)) }
          ?? .refused(.motion), quality: 0.9, channel: .red, beats: [], pulse: [])
    }
    return RateCourse(of: readings).map { "\($0)" }
  }

  @Test func `a course is a rise, a fall or neither, and a heart at rest has none`() {
    #expect(course([126, nil, 140, 153]) == "rose from 126 to 153")
    #expect(course([150, 120, 119, 100]) == "fell from 150 to 100")
    #expect(course([80, 150, 82]) == "varied from 80 to 150")
    #expect(course([70, 75, 79.9]) == nil)
    #expect(course([nil, 80, nil]) == nil)
    #expect(course([]) == nil)
  }
}
