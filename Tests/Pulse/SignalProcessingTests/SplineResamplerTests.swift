import Glibc
import SignalProcessing
import Testing

/// Resampling uneven samples to an even grid.
struct SplineResamplerTests {
  private struct File: Decodable {
    let sample_rate, start: Double
    let times, values, resampled: [Double]
  }

  /// Returns uneven times, a thirtieth of a second apart on average, and the values of a slow wave
  /// at these times.
  private let times: [Double] = zip(0..., TestSignal.noise(120)).map {
    (Double($0) + 0.3 * $1) / 32
  }

  private func resampled(
    _ times: [Double], _ values: [Double], sampleRate: Double = 30, from start: Double? = nil,
    count: Int = 100
  ) -> [Double] {
    var resampler = SplineResampler<Double>(sampleRate: sampleRate)
    var result: [Double] = []
    resampler.resample(
      times: times[...], values: values[...], from: start ?? times[0], count: count, into: &result)
    return result
  }

  @Test func `values are those of SciPy's natural cubic spline`() throws {
    let file = try ReferenceFile.read("splines", as: File.self)
    let result = resampled(
      file.times, file.values, sampleRate: file.sample_rate, from: file.start,
      count: file.resampled.count)
    #expect(relativeDifference(result, file.resampled) < 1e-9)
  }

  @Test func `a later clock gives the same values`() {
    let values = times.map { sin(7 * $0) }
    let plain = resampled(times, values)
    // In double precision, a year's seconds are rounded to a few nanoseconds.
    let shifts: [Double] = [1024, -4096, 31_536_000]
    for shift in shifts {
      let moved = resampled(times.map { $0 + shift }, values)
      #expect(!plain.isEmpty && plain.count == moved.count)
      for (a, b) in zip(plain, moved) { #expect(abs(a - b) < 1e-6) }
    }
  }

  @Test func `a gain of a power of two scales the values to the bit`() {
    let values = times.map { sin(7 * $0) }
    #expect(resampled(times, values.map { $0 * 8 }) == resampled(times, values).map { $0 * 8 })
  }

  @Test func `an offset moves all values`() {
    let values = times.map { sin(7 * $0) }
    let (plain, raised) = (resampled(times, values), resampled(times, values.map { $0 + 200 }))
    #expect(!plain.isEmpty && plain.count == raised.count)
    for (a, b) in zip(plain, raised) {
      #expect(abs(b - a - 200) < 1e-11)
    }
  }

  @Test func `a straight line stays one, even with very uneven samples`() {
    let values = times.map { 3 + 2 * $0 }
    for (index, value) in resampled(times, values).enumerated() {
      #expect(abs(value - (3 + 2 * (times[0] + Double(index) / 30))) < 1e-12)
    }
  }

  @Test func `a wave sampled six times a period is followed to a hundredth`() {
    let uneven = zip(0..., TestSignal.noise(120)).map { (Double($0) + 0.1 * $1) / 15 }
    let result = resampled(uneven, uneven.map { sin(2 * .pi * 2.5 * $0) }, from: 1, count: 150)
    for (index, value) in result.enumerated() {
      #expect(abs(value - sin(2 * .pi * 2.5 * (1 + Double(index) / 30))) < 0.03)
    }
  }

  @Test func `the outermost values are held beyond the ends`() {
    let result = resampled([1, 2, 3], [5, 6, 4], sampleRate: 2, from: -1, count: 12)
    #expect(result.prefix(5) == [5, 5, 5, 5, 5])
    #expect(result.suffix(4) == [4, 4, 4, 4])
  }

  @Test func `a single sample and two samples give a constant and a line`() {
    #expect(resampled([4], [7], from: 0, count: 3) == [7, 7, 7])
    #expect(resampled([0, 2], [0, 2], sampleRate: 2, from: 0, count: 5) == [0, 0.5, 1, 1.5, 2])
  }

  @Test func `samples at the same time count as one with their mean`() {
    #expect(
      resampled([0, 0, 1, 1, 1, 2], [2, 4, 0, 3, 6, 3], sampleRate: 1, from: 0, count: 3)
        == [3, 3, 3])
  }

  @Test func `a faster source is averaged down to the grid`() {
    // Three samples are within three quarters of a step, and three are a period of this wave.
    // Without averaging it would be aliased to a slow wave.
    let fast = (0..<1000).map { Double($0) / 100 }
    let result = resampled(fast, fast.map { sin(2 * .pi * 100 / 3 * $0) }, from: 1, count: 200)
    #expect((result.map(abs).max() ?? 1) < 1e-9)
  }

  @Test func `slices give the values of whole arrays`() {
    let values = times.map { sin(7 * $0) }
    var resampler = SplineResampler<Double>(sampleRate: 30)
    var (whole, part) = ([Double](), [Double]())
    resampler.resample(
      times: Array(times[40..<90])[...], values: Array(values[40..<90])[...], from: times[40],
      count: 40, into: &whole)
    resampler.resample(
      times: times[40..<90], values: Array(values[30...])[10..<60], from: times[40], count: 40,
      into: &part)
    #expect(whole == part)
  }

  @Test func `four signals side by side give the bits of each alone`() {
    let (together, apart) = TestSignal.lanes(times.count)
    var resampler = SplineResampler<SIMD4<Double>>(sampleRate: 30)
    var result: [SIMD4<Double>] = []
    resampler.resample(
      times: times[...], values: together[...], from: times[0], count: 100, into: &result)
    for lane in 0..<4 { #expect(resampled(times, apart[lane]) == result.map { $0[lane] }) }
  }
}
