import SignalProcessing
import Testing

/// Butterworth designs and filtered signals, compared with SciPy's.
struct FilterReferenceTests {
  private struct File: Decodable {
    let noise: [Double]
    let cases: [Case]
  }

  private struct Case: Decodable {
    let kind: String
    let order: Int
    let low, high, sample_rate: Double
    let frequencies, gains, impulse_response, filtered, zero_phase: [Double]

    var sections: SecondOrderSections {
      kind == "bandpass"
        ? .butterworthBandPass(order: order, low: low, high: high, sampleRate: sample_rate)
        : .butterworthLowPass(order: order, cutoff: low, sampleRate: sample_rate)
    }
  }

  private let file: File

  init() throws {
    file = try ReferenceFile.read("filters", as: File.self)
    try #require(file.cases.count >= 5)
  }

  @Test func `gains are those of butter`() {
    for test in file.cases {
      let gains = test.frequencies.map {
        test.sections.gain(at: $0, sampleRate: test.sample_rate)
      }
      #expect(relativeDifference(gains, test.gains) < 1e-9, "\(test.kind) \(test.order)")
    }
  }

  @Test func `a unit impulse gives the result of sosfilt`() {
    for test in file.cases {
      var filter = CausalFilter<Double>(test.sections)
      let response = (0..<test.impulse_response.count).map { filter.filter($0 == 0 ? 1 : 0) }
      #expect(
        relativeDifference(response, test.impulse_response) < 1e-9, "\(test.kind) \(test.order)")
    }
  }

  @Test func `noise gives the result of sosfilt`() {
    for test in file.cases {
      var filter = CausalFilter<Double>(test.sections)
      let filtered = file.noise.map { filter.filter($0) }
      #expect(relativeDifference(filtered, test.filtered) < 1e-9, "\(test.kind) \(test.order)")
    }
  }

  @Test func `noise gives the result of sosfiltfilt, including the ends`() {
    for test in file.cases {
      var signal = file.noise
      test.sections.filterZeroPhase(&signal)
      #expect(relativeDifference(signal, test.zero_phase) < 1e-9, "\(test.kind) \(test.order)")
    }
  }

  @Test func `a design has as many poles as SciPy's`() {
    for test in file.cases {
      let poles = test.sections.sections.reduce(0) { $0 + ($1.a2 != 0 ? 2 : 1) }
      #expect(poles == (test.kind == "bandpass" ? 2 : 1) * test.order)
    }
  }
}
