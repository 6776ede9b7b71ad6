import Testing

@testable import Photoplethysmography

/// Merging the estimates of an interval's parts into one reading, and rates into an average.
struct MergingTests {
  private func estimate(
    _ interval: Range<Double>, _ rate: Double, halfWidth: Double = 2, quality: Double = 0.8,
    channel: ColorChannel = .red
  ) -> PulseEstimate {
    var estimate = PulseEstimate(of: interval, refused: .noPulse)
    estimate.outcome = .rate(
      .init(beatsPerMinute: rate, low: rate - halfWidth, high: rate + halfWidth))
    (estimate.quality, estimate.channel) = (quality, channel)
    estimate.beats = [Beat(time: interval.lowerBound, interval: nil, quality: 1)]
    estimate.pulse = [1, -1]
    return estimate
  }

  @Test func `one estimate alone becomes a reading`() throws {
    let one = estimate(0..<10, 72)
    let (reported, merged) = (
      HeartRateReading(one), try #require(HeartRateReading(merging: [one]))
    )
    for reading in [reported, merged] {
      #expect(reading.start == 0 && reading.end == 10 && reading.channel == .red)
      #expect(abs((reading.rate?.beatsPerMinute ?? 0) - 72) < 1e-12)
      #expect(abs((reading.rate?.low ?? 0) - 70) < 1e-12)
      #expect(abs(reading.quality - 0.8) < 1e-12)
      #expect(reading.beats.count == 1 && reading.pulse == [1, -1])
    }
  }

  @Test func `parts count by their time`() throws {
    let reading = try #require(
      HeartRateReading(merging: [
        estimate(0..<10, 60, quality: 0.5), estimate(10..<40, 80, quality: 0.9, channel: .green),
      ]))
    #expect(abs((reading.rate?.beatsPerMinute ?? 0) - 75) < 1e-12)
    #expect(abs(reading.quality - 0.8) < 1e-12)
    #expect(reading.channel == .green && reading.beats.count == 2 && reading.pulse.count == 4)
    // Errors of parts are independent: 2 over a quarter and 2 over three quarters.
    let halfWidth = (0.25 * 0.25 * 4 + 0.75 * 0.75 * 4).squareRoot()
    #expect(abs((reading.rate?.high ?? 0) - 75 - halfWidth) < 1e-12)
  }

  @Test func `half of an interval must have a rate`() throws {
    let answered = estimate(0..<10, 60)
    let missing = PulseEstimate(of: 10..<20, refused: .noFinger)
    let half = try #require(HeartRateReading(merging: [answered, missing]))
    #expect(half.rate != nil && abs(half.quality - 0.4) < 1e-12)
    let less = try #require(
      HeartRateReading(merging: [
        answered, missing, PulseEstimate(of: 20..<30, refused: .motion),
        PulseEstimate(of: 30..<40, refused: .motion),
      ]))
    #expect(less.reason == .motion && less.beats.isEmpty && less.pulse.isEmpty)
    #expect(less.quality == 0 && less.channel == .red)
  }

  @Test func `without estimates there is no reading, and a rate over no time does not count`() {
    #expect(HeartRateReading(merging: []) == nil)
    #expect(HeartRateReading(merging: [estimate(5..<5, 70)])?.rate == nil)
  }

  @Test func `weights of an average are relative`() throws {
    let rates: [(Double, Double)] = [(60, 1), (70, 2), (90, 0.5)]
    func average(_ gain: Double) -> HeartRateReading.Rate? {
      var average = RateAverage()
      for (rate, weight) in rates {
        average.add(
          .init(beatsPerMinute: rate, low: rate - 3, high: rate + 3), duration: gain * weight)
      }
      return average.rate
    }
    let plain = try #require(average(1))
    #expect(average(1024) == plain)
    #expect(abs(plain.beatsPerMinute - 245 / 3.5) < 1e-12)
    #expect(RateAverage().rate == nil)
  }

  @Test func `the preceding pulse has the rate and the last beat of an estimate`() {
    let known = PrecedingPulse(estimate(0..<10, 72))
    #expect(known.beatsPerMinute == 72 && known.lastBeat == 0)
    let refused = PrecedingPulse(PulseEstimate(of: 0..<10, refused: .motion))
    #expect(refused == PrecedingPulse(nil) && refused == PrecedingPulse(beatsPerMinute: nil))
  }
}
