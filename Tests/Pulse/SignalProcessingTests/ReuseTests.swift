import SignalProcessing
import Testing

/// Reused memory must not change a result.
struct ReuseTests {
  private let signals = [300, 40, 299, 5, 1, 300].enumerated().map {
    TestSignal.noise($1, seed: UInt64($0 + 1))
  }

  @Test func `a reused filter gives the bits of a new one`() {
    let design = SecondOrderSections.butterworthBandPass(
      order: 2, low: 0.5, high: 4, sampleRate: 30)
    var used = ZeroPhaseFilter<Double>(design)
    for signal in signals {
      var (again, fresh) = (signal, signal)
      used.filter(&again)
      design.filterZeroPhase(&fresh)
      #expect(again == fresh)
    }
  }

  @Test func `a reused autocorrelation gives the bits of a new one`() {
    var used = Autocorrelation()
    for signal in signals {
      signal.withUnsafeBufferPointer { used.measure($0, lags: 4...60) }
      let fresh = Autocorrelation(signal, maximumLag: 60).coefficients
      #expect(Array(used.coefficients[4...60]) == Array(fresh[4...60]))
      #expect(used.coefficients[0..<4].allSatisfy { $0 == 0 })
    }
  }

  @Test func `a reused resampler gives the bits of a new one`() {
    var used = SplineResampler<Double>(sampleRate: 30)
    for (seed, signal) in signals.enumerated() {
      var generator = TestSignal.noise(signal.count, seed: UInt64(seed + 50)).makeIterator()
      var time = 0.0
      let times = signal.map { _ in
        time += 0.03 + 0.005 * (generator.next() ?? 0)
        return time
      }
      var (again, fresh): ([Double], [Double]) = ([9, 9, 9], [])
      used.resample(
        times: times[...], values: signal[...], from: times[0], count: 200, into: &again)
      var new = SplineResampler<Double>(sampleRate: 30)
      new.resample(
        times: times[...], values: signal[...], from: times[0], count: 200, into: &fresh)
      #expect(again == fresh)
    }
  }

  @Test func `a trend is the same with separate memory`() {
    var trend: [Double] = [1, 2, 3]
    for signal in signals {
      let priors = SmoothnessPriors(count: signal.count, lambda: 30)
      var (again, fresh) = (signal, signal)
      priors.detrend(&again, trend: &trend)
      priors.detrend(&fresh)
      #expect(again == fresh)
      #expect(zip(again, trend).map(+).elementsEqual(signal) { abs($0 - $1) < 1e-12 })
    }
  }

  @Test func `priors that are kept are those of their length`() {
    var recent = RecentPriors(lambda: 30)
    for count in [100, 101, 100, 7, 8, 9, 10, 11, 12, 100, 101, 12] {
      let signal = (0..<count).map { Double($0 * $0 % 17) }
      var (again, fresh) = (signal, signal)
      recent.priors(count: count).detrend(&again)
      SmoothnessPriors(count: count, lambda: 30).detrend(&fresh)
      #expect(again == fresh)
    }
  }
}
