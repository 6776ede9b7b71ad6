import Charts
import Foundation
import HealthKit
import SampleStore
import TestSupport
import Testing

/// An app that draws what HealthKit keeps compiles, and its picture shows what the store holds.
@Suite struct WorkoutChartTests {
  @Test
  func `a workout's heart rate becomes twenty capsules from the store's minima to its maxima`()
    async throws
  {
    let store = try AppStore()
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    for minute in 0..<20 {
      let from = start + Double(minute) * 60
      for (second, rate) in [(5, 90 + minute * 2), (25, 101 + minute * 3), (45, 95 + minute * 2)] {
        try store.save(
          .heartRate, Double(rate), .countPerMinute, from: from + Double(second),
          to: from + Double(second) + 5)
      }
    }
    let bars = try await store.run {
      let health = HKHealthStore()
      try await health.requestAuthorization(toShare: [], read: [HKQuantityType(.heartRate)])
      let workout = HKWorkout(activityType: .running, start: start, end: start + 1200)
      return try await withCheckedThrowingContinuation { continuation in
        WorkoutPulse(store: health).load(workout) { continuation.resume(with: $0) }
      }
    }
    #expect(bars.count == 20)

    let svg = try ChartRenderer(WorkoutChart(ranges: bars), calendar: utc()).svg()
    #expect(svg.contains("height=\"174\""))
    let capsules = try Self.capsules(svg)
    try #require(capsules.count == 20)
    // From the axis' own lines: 50 to 190 beats per minute over the plot's height.
    let plot = try Self.plot(svg)
    func value(_ y: Double) -> Double { 190 - (y - plot.y) / plot.height * 140 }
    for (minute, capsule) in capsules.enumerated() {
      #expect(abs(value(capsule.top) - Double(101 + minute * 3)) < 0.05)
      #expect(abs(value(capsule.bottom) - Double(90 + minute * 2)) < 0.05)
      #expect(abs(capsule.width - 10) < 0.02)
    }
    let steps = zip(capsules.dropFirst(), capsules).map { $0.left - $1.left }
    #expect(steps.allSatisfy { abs($0 - steps[0]) < 0.03 })
    #expect(svg.contains(">6:15\u{202F}a</text>"))
  }

  private func utc() -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar
  }

  private struct Outline {
    var left: Double
    var width: Double
    var top: Double
    var bottom: Double
  }

  /// Returns the frames of an SVG's red outlines.
  private static func capsules(_ svg: String) throws -> [Outline] {
    try svg.split(separator: "\n").filter { $0.contains("fill=\"#ff3b30\"") }.map { line in
      // Attributes alternate with their names; the outline is the one that begins with a move.
      let outline = try #require(line.split(separator: "\"").first { $0.hasPrefix("M") })
      let numbers = outline.split { $0.isLetter || $0 == " " }.compactMap { Double($0) }
      let x = stride(from: 0, to: numbers.count, by: 2).map { numbers[$0] }
      let y = stride(from: 1, to: numbers.count, by: 2).map { numbers[$0] }
      let (left, right) = (try #require(x.min()), try #require(x.max()))
      return Outline(
        left: left, width: right - left, top: try #require(y.min()), bottom: try #require(y.max()))
    }
  }

  /// Returns where the plot begins and how high it is, from the labels of 100 and 150.
  private static func plot(_ svg: String) throws -> (y: Double, height: Double) {
    func middle(_ label: String) throws -> Double {
      let line = try #require(svg.split(separator: "\n").first { $0.hasSuffix(">\(label)</text>") })
      let y = try #require(line.components(separatedBy: " y=\"").last?.prefix { $0 != "\"" })
      return try #require(Double(y)) - baselineShift
    }
    let (upper, lower) = (try middle("150"), try middle("100"))
    let height = (lower - upper) / 50 * 140
    return (upper - 40 * height / 140, height)
  }

  /// The distance from a label's middle to its baseline: half of the typeface's ascent less its
  /// descent, at 11 points (DejaVu Sans: 1901 and 483 of 2048).
  private static let baselineShift = 11 * (1901.0 - 483) / 2048 / 2
}
