import Glibc
import Testing

@testable import Measurement
@testable import Photoplethysmography

/// Readings beside the rates of another device.
struct ReferenceRatesTests {
  private func readings(_ rates: [Double?]) -> [HeartRateReading] {
    rates.enumerated().map { index, rate in
      HeartRateReading(
        start: Double(index) * 10, end: Double(index) * 10 + 10,
        outcome: rate.map { .rate(.init(beatsPerMinute: $0, low: $0 - 1, high: $0 + 1)) }
          ?? .refused(.motion), quality: 0.9, channel: .red, beats: [], pulse: [])
    }
  }

  @Test func `beats are counted with fractions, and not across a gap`() {
    // At 0.8 s, and from 20 s on at 0.5 s.
    let first = stride(from: 0.3, to: 20, by: 0.8).map { $0 }
    let second = stride(from: 24.0, through: 40, by: 0.5).map { $0 }
    let reference = ReferenceRates(rates: [], stretches: [second, first, [50]])
    #expect(abs((reference.rate(from: 1, to: 11) ?? 0) - 75) < 1e-9)
    #expect(abs((reference.rate(from: 25, to: 39.9) ?? 0) - 120) < 1e-9)
    #expect(reference.rate(from: 15, to: 25) == nil && reference.rate(from: 0, to: 10) == nil)
    #expect(reference.range == 0.3...40)
  }

  @Test func `rates count until the next one and for half of the time at least`() {
    let seconds = (0..<30).map { (time: Double($0), rate: $0 < 10 ? 60.0 : 90) }
    let reference = ReferenceRates(rates: seconds.reversed())
    #expect(reference.rate(from: 0, to: 10) == 60 && reference.rate(from: 5, to: 15) == 75)
    #expect(reference.rate(from: 25, to: 35) == 90 && reference.rate(from: 26, to: 36) == nil)
    // A watch measures every five seconds, another every minute.
    let watch = ReferenceRates(rates: [(0, 60), (5, 70), (65, 80), (125, 90)])
    let expected = 720.0 / 11  // 5 s of 60 and 6 s of 70
    #expect(watch.rate(from: 0, to: 10) == expected)
    #expect(watch.rate(from: 30, to: 40) == nil && watch.rate(from: 60, to: 70) == 80)
    #expect(ReferenceRates(rates: []).range == nil)
  }

  @Test func `bias, limits and errors are those of Bland and Altman`() {
    let rates: [Double?] = [61, 70, nil, 80, 92]
    let reference = ReferenceRates(
      rates: zip([0, 10, 20, 30, 40], [60, 72, 75, 80, 89]).flatMap { start, rate in
        (0..<10).map { (time: Double(start + $0), rate: Double(rate)) }
      })
    let agreement = Agreement(reference.pairs(with: readings(rates), shift: 0).map(\.pair))
    // Differences of 1, -2, 0 and 3.
    #expect(agreement.pairs.count == 4 && agreement.bias == 0.5)
    #expect(agreement.meanAbsoluteError == 1.5 && agreement.coverage == 0.5)
    #expect(abs((agreement.rootMeanSquareError ?? 0) - 3.5.squareRoot()) < 1e-12)
    let deviation = 1.96 * (13.0 / 3).squareRoot()
    #expect(abs((agreement.limits?.low ?? 0) - (0.5 - deviation)) < 1e-12)
    #expect(abs((agreement.limits?.high ?? 0) - (0.5 + deviation)) < 1e-12)
    #expect(Agreement().bias == nil && Agreement().text.isEmpty)
  }

  @Test(arguments: [-412.0, 0, 37.5]) func `a clock that differs is found where rates change`(
    shift: Double
  ) throws {
    func rate(_ time: Double) -> Double { 80 + 15 * sin(time / 40) + 4 * sin(time / 13) }
    let own = readings((0..<30).map { $0 == 7 ? nil : rate(10 * Double($0) + 5) })
    let reference = ReferenceRates(
      rates: (-300..<900).map { (time: Double($0) - shift, rate: rate(Double($0)).rounded()) })
    let found = try #require(reference.shift(for: own))
    #expect(abs(found.seconds - shift) <= 1 && found.chance > 0.9, "\(found)")
  }

  @Test func `nothing is sure where no rate changes, or too little is there`() throws {
    let even = ReferenceRates(rates: (0..<600).map { (time: Double($0), rate: 70) })
    let found = try #require(even.shift(for: readings([Double](repeating: 70.2, count: 12))))
    #expect(found.chance < 0.1)
    #expect(even.shift(for: readings([70, 71, 72, 73, 74])) == nil)
    #expect(ReferenceRates(rates: []).shift(for: readings([70, 71, 72, 73, 74, 75])) == nil)
  }
}
