import CivilTime
import TestSupport
import Testing

@testable import Charts

/// Domains, scales and round values.
@Suite struct ScaleTests {
  private static func collected(_ values: [Double]) -> AxisCollector {
    var axis = AxisCollector(calendar: ChartCalendar(zone: .utc))
    for value in values {
      let position = axis.position(of: .init(PlottableValue.value("x", value)))
      if position.isPlaced { axis.extend(by: position) }
    }
    return axis
  }

  private static func scale(
    _ values: [Double], _ settings: ScaleSettings = ScaleSettings(), count: Int = 4
  ) -> Scale {
    DomainInference(
      axis: collected(values), settings: AxisSettings(scale: settings), tickCount: count
    ).scale()
  }

  @Test func `a domain includes 0 and is extended to round values`() {
    let scale = Self.scale([12, 40, 85])
    #expect(scale.low == 0 && scale.high == 100)
  }

  @Test func `without 0, a domain is extended on both sides`() {
    let settings = ScaleSettings(domain: .automatic(includesZero: false, reversed: false))
    let scale = Self.scale([20.5, 40, 85], settings)
    #expect(scale.low == 20 && scale.high == 100)
  }

  @Test func `any data lie in their domain, and the domain is never empty`() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<3000 {
      let size = pow(10, generator.uniform() * 600 - 300)
      let values = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        (generator.uniform() - generator.uniform()) * size
      }
      for includesZero in [true, false] {
        let settings = ScaleSettings(
          domain: .automatic(includesZero: includesZero, reversed: false))
        let scale = Self.scale(values, settings, count: Int.random(in: 1...8, using: &generator))
        #expect(scale.low < scale.high)
        let slack = (scale.high / 2 - scale.low / 2) * 1e-8
        #expect(values.allSatisfy { $0 >= scale.low - slack && $0 <= scale.high + slack })
        let ticks = NumberTicks.values(low: scale.low, high: scale.high, count: 4)
        #expect(ticks.count >= 2)
      }
    }
  }

  @Test(arguments: [
    ScaleType.Kind.linear, .log, .squareRoot, .symmetricLog(slope: 1), .symmetricLog(slope: 50),
  ])
  func `a place gives back its value, and places keep the values' order`(type: ScaleType.Kind) {
    let scale = Scale(kind: .number, type: type, low: 0.5, high: 4000, start: 12, end: 580)
    var last = -Double.infinity
    for index in 0...1000 {
      let value = 0.5 + 3999.5 * Double(index) / 1000
      let place = scale.position(value)
      #expect(place > last)
      #expect(abs(scale.value(at: place) - value) < 1e-6 * value)
      last = place
    }
    #expect(abs(scale.position(0.5) - 12) < 1e-9 && abs(scale.position(4000) - 580) < 1e-9)
  }

  @Test func `round values are even multiples of 1, 2 or 5 in their domain`() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<3000 {
      let size = pow(10, generator.uniform() * 20 - 10)
      let low = (generator.uniform() - 0.5) * size
      let high = low + generator.uniform() * size + size * 1e-3
      let ticks = NumberTicks.values(low: low, high: high, count: 5)
      #expect(ticks.count >= 2 && ticks.count <= 40)
      let slack = (high - low) * 1e-6
      #expect(ticks.allSatisfy { $0 >= low - slack && $0 <= high + slack })
      let steps = zip(ticks.dropFirst(), ticks).map { $0 - $1 }
      #expect(steps.allSatisfy { abs($0 - steps[0]) < abs(steps[0]) * 1e-6 + slack * 1e-6 })
      let power = pow(10, log10(steps[0] * 1.0001).rounded(.down))
      #expect([1, 2, 5].contains { abs(steps[0] / power - $0) < 1e-3 })
    }
  }

  @Test func `labels of numbers have the decimals that they need`() {
    func texts(_ values: [Double]) -> [String] {
      let labels = NumberLabels(values: values)
      return values.map(labels.text)
    }
    #expect(texts([0, 0.1, 0.2, 0.3]) == ["0.0", "0.1", "0.2", "0.3"])
    #expect(texts([-20, 0, 20]) == ["−20", "0", "20"])
    #expect(texts([0, 5000, 10_000]) == ["0", "5,000", "10,000"])
    #expect(texts([0, 2000, 4000]) == ["0", "2000", "4000"])
    #expect(texts([0, 2e8, 4e8]) == ["0", "2e8", "4e8"])
    #expect(texts([0, 1e-7, 2e-7]) == ["0", "1e−7", "2e−7"])
    #expect(texts([0.25, 0.5]) == ["0.25", "0.50"])
  }

  @Test func `categories keep the order of their data, or of the domain`() {
    let order = CategoryOrder(["b", "c", "a"], domain: [.category("a"), .category("x")])
    #expect(order.names == ["a", "x", "b", "c"])
    #expect(order.indices == [2, 3, 0])
  }

  /// Public charts of ranks and depths turn their axis by `.chartYScale(domain: [20, 1])`.
  @Test func `two ends with the greater first turn the axis`() {
    let cases: [([Double], Bool)] = [([20, 1], true), ([1, 20], false), ([20, 1, 5], false)]
    for (ends, isTurned) in cases {
      let settings = ScaleSettings(domain: .values(ends.map { .number($0) }))
      let scale = Self.scale([3, 7], settings)
      #expect(scale.low == 1 && scale.high == 20)
      #expect((scale.start > scale.end) == isTurned, "\(ends)")
    }
  }

  /// charts/scaledomain/automatic(includeszero:reversed:datatype:modifyinferreddomain:) - The closure changes the domain
  /// that was inferred; then it is turned, and extended to the values of marks.
  @Test func `a closure changes the domain that was inferred`() {
    func scale(_ reversed: Bool, _ change: @escaping (inout [Double]) -> Void) -> Scale {
      let domain: AutomaticScaleDomain = .automatic(
        reversed: reversed, dataType: Double.self, modifyInferredDomain: change)
      return Self.scale([12, 85], ScaleSettings(domain: domain._requested.domain))
    }
    let wider = scale(false) { $0.append(140) }
    #expect(wider.low == 0 && wider.high == 150 && wider.start < wider.end)
    let same = scale(true) { _ in }
    #expect(same.low == 0 && same.high == 100 && same.start > same.end)
  }
}

extension SeededGenerator {
  /// A number from 0 up to 1.
  mutating func uniform() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}
