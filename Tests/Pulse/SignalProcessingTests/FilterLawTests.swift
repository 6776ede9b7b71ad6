import SignalProcessing
import Testing

/// Laws that hold for filters of any coefficients.
struct FilterLawTests {
  private let bandPass = SecondOrderSections.butterworthBandPass(
    order: 2, low: 0.5, high: 4, sampleRate: 30)
  private let lowPass = SecondOrderSections.butterworthLowPass(
    order: 3, cutoff: 5, sampleRate: 30)

  @Test func `the edges of a design are its half-power points`() {
    let half = 0.5.squareRoot()
    for (edge, filter) in [(0.5, bandPass), (4.0, bandPass), (5.0, lowPass)] {
      #expect(abs(filter.gain(at: edge, sampleRate: 30) - half) < 1e-9)
    }
    #expect(abs(lowPass.gain(at: 0, sampleRate: 30) - 1) < 1e-12)
    #expect(bandPass.gain(at: 0, sampleRate: 30) < 1e-12)
    #expect(bandPass.gain(at: 15, sampleRate: 30) < 1e-12)
  }

  @Test(arguments: 1...8)
  func `every section of a design is stable`(order: Int) {
    let designs = [
      SecondOrderSections.butterworthBandPass(order: order, low: 0.05, high: 14.9, sampleRate: 30),
      .butterworthBandPass(order: order, low: 0.5, high: 0.6, sampleRate: 240),
      .butterworthLowPass(order: order, cutoff: 0.01, sampleRate: 240),
      .butterworthLowPass(order: order, cutoff: 14.9, sampleRate: 30),
    ]
    for section in designs.flatMap(\.sections) {
      #expect(abs(section.a2) < 1 && abs(section.a1) < 1 + section.a2)
    }
  }

  @Test func `the causal filter changes a sinusoid by the gain at its frequency`() {
    for frequency in [0.3, 1.0, 2.5, 6.0] {
      var filter = CausalFilter<Double>(bandPass)
      let signal = TestSignal.sinusoid(3000, frequency: frequency, sampleRate: 30)
      let settled = signal.map { filter.filter($0) }.suffix(600)
      let amplitude = (2 * settled.reduce(0) { $0 + $1 * $1 } / 600).squareRoot()
      #expect(abs(amplitude - bandPass.gain(at: frequency, sampleRate: 30)) < 1e-6)
    }
  }

  @Test func `filtering both ways squares the gain and moves nothing`() {
    let signal = TestSignal.sinusoid(1200, frequency: 1, sampleRate: 30)
    var filtered = signal
    lowPass.filterZeroPhase(&filtered)
    let gain = lowPass.gain(at: 1, sampleRate: 30)
    for i in 300..<900 { #expect(abs(filtered[i] - gain * gain * signal[i]) < 1e-9) }
  }

  @Test func `a signal reversed in time gives the reversed result, away from the ends`() {
    let signal =
      [Double](repeating: 0, count: 400) + TestSignal.noise(200) + Array(repeating: 0, count: 400)
    for filter in [bandPass, lowPass] {
      var ahead = signal
      var back = Array(signal.reversed())
      filter.filterZeroPhase(&ahead)
      filter.filterZeroPhase(&back)
      #expect(relativeDifference(back.reversed(), ahead) < 1e-9)
    }
  }

  @Test func `a signal filtered in pieces gives the whole to the bit`() {
    let signal = TestSignal.noise(1000)
    var whole = CausalFilter<Double>(bandPass)
    let expected = signal.map { whole.filter($0) }
    for piece in [1, 7, 64, 999] {
      var filter = CausalFilter<Double>(bandPass)
      var result: [Double] = []
      for start in stride(from: 0, to: signal.count, by: piece) {
        // A copy continues as the original would: the state is a value.
        var next = filter
        for value in signal[start..<min(start + piece, signal.count)] {
          result.append(next.filter(value))
        }
        filter = next
      }
      #expect(result == expected)
    }
  }

  @Test func `four signals side by side give the bits of each alone`() {
    let (together, apart) = TestSignal.lanes(300)
    var filter = CausalFilter<SIMD4<Double>>(bandPass)
    let causal = together.map { filter.filter($0) }
    var zeroPhase = together
    bandPass.filterZeroPhase(&zeroPhase)
    for lane in 0..<4 {
      var alone = CausalFilter<Double>(bandPass)
      #expect(apart[lane].map { alone.filter($0) } == causal.map { $0[lane] })
      var signal = apart[lane]
      bandPass.filterZeroPhase(&signal)
      #expect(signal == zeroPhase.map { $0[lane] })
    }
  }

  @Test func `a filter that has settled at a value passes it on without a transient`() {
    for value in [1.0, -250] {
      var low = CausalFilter<Double>(lowPass, settledAt: value)
      var band = CausalFilter<Double>(bandPass, settledAt: value)
      for _ in 0..<200 {
        #expect(abs(low.filter(value) - value) < 1e-9 * abs(value))
        #expect(abs(band.filter(value)) < 1e-9 * abs(value))
      }
    }
  }

  @Test(arguments: 0...4)
  func `a signal shorter than the padding is filtered too`(count: Int) {
    var signal = [Double](repeating: 5, count: count)
    lowPass.filterZeroPhase(&signal)
    #expect(signal.count == count)
    for value in signal { #expect(abs(value - 5) < 1e-9) }
  }
}
