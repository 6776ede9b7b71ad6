import Testing

@testable import Photoplethysmography

/// The average of a session's readings.
struct AveragingCollectorTests {
  private func reading(
    _ start: Double, _ end: Double, _ rate: Double?, halfWidth: Double = 1, quality: Double = 0.8
  ) -> HeartRateReading {
    HeartRateReading(
      start: start, end: end,
      outcome: rate.map {
        .rate(.init(beatsPerMinute: $0, low: $0 - halfWidth, high: $0 + halfWidth))
      } ?? .refused(.noPulse), quality: quality, channel: .red, beats: [], pulse: [])
  }

  private func collected(_ readings: [HeartRateReading]) -> AveragingCollector {
    var collector = AveragingCollector()
    for reading in readings { collector.append(reading) }
    return collector
  }

  @Test func `without readings there is no average`() {
    let collector = AveragingCollector()
    #expect(collector.count == 0)
    #expect(collector.average == nil && collector.rate == nil && collector.quality == nil)
    #expect(collector.start == nil && collector.end == nil)
  }

  @Test func `one reading is its own average`() throws {
    let collector = collected([reading(10, 20, 72, halfWidth: 2, quality: 0.5)])
    let rate = try #require(collector.rate)
    #expect(abs(rate.beatsPerMinute - 72) < 1e-12)
    #expect(abs(rate.low - 70) < 1e-12 && abs(rate.high - 74) < 1e-12)
    #expect(abs((collector.quality ?? 0) - 0.5) < 1e-12)
    #expect(collector.start == 10 && collector.end == 20 && collector.count == 1)
  }

  @Test func `a reading counts by its time alone`() {
    let byTime = collected([reading(0, 10, 60), reading(10, 40, 80)])
    #expect(abs((byTime.average ?? 0) - 75) < 1e-12)
    // A fast part of a ramp is less sure, and no less part of it.
    let ramp = collected([reading(0, 10, 60, quality: 0.9), reading(10, 20, 80, quality: 0.3)])
    #expect(abs((ramp.average ?? 0) - 70) < 1e-12)
    #expect((0.6...0.75).contains(ramp.quality ?? 0))
  }

  @Test func `readings without a rate change nothing but the seconds that are missing`() throws {
    let answered = [reading(10, 20, 70), reading(30, 40, 74)]
    var collector = collected([reading(0, 10, nil)])
    #expect(collector.rate == nil && collector.start == nil && collector.quality == nil)
    for next in answered { collector.append(next) }
    collector.append(reading(40, 90, nil))
    #expect(collector.count == 2 && collector.start == 10 && collector.end == 40)
    #expect(collector.duration == 20 && collector.refusedDuration == 60)
    let whole = collected(answered)
    #expect(collector.rate == whole.rate && collector.quality == whole.quality)
  }

  @Test func `an average in doubt has a wider interval and is as likely right as its best reading`()
    throws
  {
    for quality in [0.5, 0.7, 0.9] {
      let collector = collected(
        (0..<4).map { reading(Double($0) * 10, Double($0) * 10 + 10, 70, quality: quality) })
      let (rate, chance) = (try #require(collector.rate), try #require(collector.quality))
      #expect(chance == quality)
      #expect((rate.high - rate.low) / 2 > 7.7 * (1 - chance))
    }
  }

  @Test func `no average is surer than the surest reading can be`() {
    let sure = (0..<20).map { reading(Double($0) * 10, Double($0) * 10 + 10, 70, quality: 0.994) }
    #expect(collected(sure).quality == 0.994)
  }

  @Test func `an average is surer than the mean of its readings, and no surer than the best`()
    throws
  {
    let readings = [0.8, 0.95, 0.8].enumerated().map { index, quality in
      reading(Double(index) * 10, Double(index) * 10 + 10, 70, quality: quality)
    }
    #expect((0.86...0.95).contains(try #require(collected(readings).quality)))
  }

  @Test func `an average over a rate and its double is in doubt, unless there was time to rise`()
    throws
  {
    func quality(after gap: Double) throws -> Double {
      let end = 10 + gap
      return try #require(
        collected([
          reading(0, 10, 140, quality: 0.94), reading(end, end + 10, 70, quality: 0.9),
        ]).quality)
    }
    #expect(try quality(after: 0) == 0.5 && quality(after: 10) == 0.5)
    #expect(try quality(after: 60) > 0.9)
  }

  @Test func `the order of readings does not matter`() throws {
    let readings = [
      reading(0, 10, 60, halfWidth: 3, quality: 0.9), reading(10, 20, 66, quality: 0.2),
      reading(20, 25, 71, halfWidth: 0.5),
    ]
    let ahead = try #require(collected(readings).rate)
    let back = try #require(collected(readings.reversed()).rate)
    #expect(abs(ahead.beatsPerMinute - back.beatsPerMinute) < 1e-12)
    #expect(abs(ahead.low - back.low) < 1e-12)
    #expect(collected(readings.reversed()).start == 0)
  }

  @Test func `the average is between its readings, and four halve the uncertainty`() throws {
    let four = try #require(
      collected(
        (0..<4).map {
          reading(Double($0) * 10, Double($0) * 10 + 10, 70, halfWidth: 2, quality: 0.994)
        }
      ).rate)
    #expect(abs(four.high - four.low - 2) < 0.01)
    let mixed = try #require(collected([reading(0, 10, 60), reading(10, 20, 90)]).average)
    #expect((60...90).contains(mixed))
  }

  @Test func `a reading of no quality still counts`() {
    #expect(collected([reading(0, 10, 70, quality: 0)]).average == 70)
  }

  @Test func `removing all readings leaves no average`() {
    var collector = collected([reading(0, 10, 60), reading(10, 20, 80)])
    collector.removeAll()
    #expect(collector == AveragingCollector())
    collector.append(reading(20, 30, 90))
    #expect(collector.average == 90 && collector.start == 20)
  }
}
