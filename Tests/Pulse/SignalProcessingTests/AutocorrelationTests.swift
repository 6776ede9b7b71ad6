import SignalProcessing
import Testing

struct AutocorrelationTests {
  /// The highest local maximum between two lags.
  private static func highestPeak(
    of correlation: Autocorrelation, from shortest: Int, to longest: Int
  ) -> Peak? {
    Peak.localMaxima(of: correlation.coefficients)
      .filter { shortest...longest ~= $0.index }
      .max { $0.height < $1.height }
  }

  @Test func `coefficients are those of the definition`() {
    let x = TestSignal.noise(101)
    let found = Autocorrelation(x, maximumLag: 105).coefficients
    #expect(found.count == 106)
    for lag in 0...105 {
      guard lag + 2 <= x.count else {
        #expect(found[lag] == 0)
        continue
      }
      let (a, b) = (x.dropLast(lag), x.dropFirst(lag))
      let product = zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
      let energies = a.reduce(0) { $0 + $1 * $1 } * b.reduce(0) { $0 + $1 * $1 }
      #expect(abs(found[lag] - product / energies.squareRoot()) < 1e-12)
    }
  }

  @Test func `a signal that repeats has a correlation of one after a period`() throws {
    let shape = TestSignal.noise(25)
    let signal = (0..<300).map { shape[$0 % 25] }
    let correlation = Autocorrelation(signal, maximumLag: 60)
    #expect(abs(correlation.coefficients[25] - 1) < 1e-12)
    #expect(abs(correlation.coefficients[50] - 1) < 1e-12)
    let peak = try #require(Self.highestPeak(of: correlation, from: 10, to: 40))
    #expect(abs(peak.position - 25) < 0.5)
  }

  @Test func `a period between two samples is found to a hundredth of one`() throws {
    for period in [20.3, 24.5, 31.7] {
      let signal = TestSignal.sinusoid(600, frequency: 30 / period, sampleRate: 30)
      let correlation = Autocorrelation(signal, maximumLag: 40)
      let peak = try #require(Self.highestPeak(of: correlation, from: 15, to: 38))
      #expect(abs(peak.position - period) < 0.02)
      #expect(peak.height > 0.995)
    }
  }

  @Test func `a gain changes nothing`() {
    let signal = TestSignal.noise(200)
    #expect(
      Autocorrelation(signal.map { $0 * 1024 }, maximumLag: 50).coefficients
        == Autocorrelation(signal, maximumLag: 50).coefficients)
  }

  @Test func `coefficients lie between -1 and 1`() {
    for seed in 1...20 {
      let found = Autocorrelation(TestSignal.noise(40, seed: UInt64(seed)), maximumLag: 39)
      #expect(found.coefficients.count == 40)
      for value in found.coefficients { #expect(abs(value) <= 1 + 1e-12) }
    }
  }

  @Test func `silent and empty signals have coefficients of zero`() {
    #expect(Autocorrelation([], maximumLag: 3).coefficients == [0, 0, 0, 0])
    #expect(Autocorrelation([0, 0, 0, 0], maximumLag: 2).coefficients == [0, 0, 0])
  }
}
