import Glibc
import SignalProcessing
import Testing

/// Detrending by the banded solver, compared with NumPy's dense one and with laws.
struct SmoothnessPriorsTests {
  private struct File: Decodable {
    struct Case: Decodable {
      let lambda: Double
      let signal, trend: [Double]
    }
    let cases: [Case]
  }

  @Test func `trends are those of a dense solver`() throws {
    let file = try ReferenceFile.read("trends", as: File.self)
    #expect(file.cases.count >= 3)
    for test in file.cases {
      var trend = test.signal
      SmoothnessPriors(count: trend.count, lambda: test.lambda).smooth(&trend)
      #expect(
        relativeDifference(trend, test.trend) < 1e-9, "\(test.signal.count), λ \(test.lambda)")
    }
  }

  @Test(arguments: [1, 2, 3, 4, 17, 900])
  func `a straight line leaves nothing`(count: Int) {
    let priors = SmoothnessPriors(count: count, lambda: 100)
    var line = (0..<count).map { 100 + 0.25 * Double($0) }
    priors.detrend(&line)
    // The factor λ² = 10⁴ costs the solver as much of double precision.
    #expect((line.map(abs).max() ?? 0) < 1e-7)
  }

  @Test func `an added straight line does not change the detrended signal`() {
    let noise = TestSignal.noise(300)
    let priors = SmoothnessPriors(count: 300, lambda: 30)
    var plain = noise
    var tilted = noise.enumerated().map { $1 + 180 - 0.3 * Double($0) }
    priors.detrend(&plain)
    priors.detrend(&tilted)
    #expect(plain.count == 300 && tilted.count == 300)
    for (a, b) in zip(plain, tilted) { #expect(abs(a - b) < 1e-8) }
  }

  @Test func `the trend and the detrended signal add up to the signal`() {
    let noise = TestSignal.noise(300)
    let priors = SmoothnessPriors(count: 300, lambda: 30)
    var (trend, rest) = (noise, noise)
    priors.smooth(&trend)
    priors.detrend(&rest)
    for i in noise.indices { #expect(abs(trend[i] + rest[i] - noise[i]) < 1e-14) }
  }

  @Test func `a signal reversed in time gives the reversed result`() {
    let noise = TestSignal.noise(300)
    let priors = SmoothnessPriors(count: 300, lambda: 30)
    var ahead = noise
    var back = Array(noise.reversed())
    priors.detrend(&ahead)
    priors.detrend(&back)
    #expect(relativeDifference(back.reversed(), ahead) < 1e-10)
  }

  @Test func `half of a sinusoid is left at the half-amplitude frequency`() {
    // At λ^(-1/2) radians a sample, half of the amplitude belongs to the trend.
    let lambda = 100.0
    let signal = (0..<2000).map { sin(Double($0) / lambda.squareRoot()) }
    var rest = signal
    SmoothnessPriors(count: 2000, lambda: lambda).detrend(&rest)
    for i in 500..<1500 { #expect(abs(rest[i] - 0.5 * signal[i]) < 0.001) }
  }

  @Test func `four signals side by side give the bits of each alone`() {
    let (together, apart) = TestSignal.lanes(200)
    let priors = SmoothnessPriors(count: 200, lambda: 100)
    var rest = together
    priors.detrend(&rest)
    for lane in 0..<4 {
      var alone = apart[lane]
      priors.detrend(&alone)
      #expect(alone == rest.map { $0[lane] })
    }
  }

  @Test func `without a weight on smoothness the trend is the signal`() {
    var signal = TestSignal.noise(50)
    SmoothnessPriors(count: 50, lambda: 0).detrend(&signal)
    #expect(signal.allSatisfy { $0 == 0 })
  }

  @Test func `two trends removed at once are those removed one by one`() {
    var trends: ([Double], [Double]) = ([], [])
    var other: [Double] = []
    for count in [300, 5, 2, 0, 301] {
      let (gentle, hard) = (
        SmoothnessPriors(count: count, lambda: 100), SmoothnessPriors(count: count, lambda: 30)
      )
      var (both, first, second) = (
        TestSignal.noise(count), TestSignal.noise(count), TestSignal.noise(count)
      )
      gentle.detrend(&both, by: hard, into: &other, trends: &trends)
      gentle.detrend(&first)
      hard.detrend(&second)
      #expect(both == first)
      #expect(other == second)
    }
  }
}
