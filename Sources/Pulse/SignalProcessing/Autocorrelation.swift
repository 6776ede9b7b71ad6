/// The autocorrelation of a signal: for each lag, the correlation coefficient of the overlapping
/// parts, from -1 to 1. The signal's mean is not removed first.
///
/// The divisor is the energy of only the overlapping parts. So long lags compare with short ones,
/// and overtones do not outweigh a slow rhythm.
public struct Autocorrelation: Sendable {
  /// The coefficients from lag 0 on; `coefficients[k]` belongs to lag `k`.
  public private(set) var coefficients: [Double] = []

  /// `energies[i]` is the sum of the squares of the first `i` samples.
  private var energies: [Double] = []

  /// Creates an autocorrelation without coefficients. `measure` calculates them, and reuses the
  /// memory.
  public init() {}

  /// Creates the autocorrelation of a signal at all lags up to a maximum.
  /// - Parameter maximumLag: In samples. The coefficient of a lag is 0 if fewer than two samples
  ///   overlap.
  public init(_ signal: [Double], maximumLag: Int) {
    signal.withUnsafeBufferPointer { measure($0, lags: 0...maximumLag) }
  }

  /// Replaces the coefficients with those of another signal.
  /// - Parameter lags: In samples. The coefficient of any other lag is 0, and so is that of a lag
  ///   for which fewer than two samples overlap.
  public mutating func measure(_ signal: UnsafeBufferPointer<Double>, lags: ClosedRange<Int>) {
    let count = signal.count
    if coefficients.count != lags.upperBound + 1 {
      coefficients = [Double](repeating: 0, count: lags.upperBound + 1)
    }
    if energies.count != count + 1 { energies = [Double](repeating: 0, count: count + 1) }
    energies.withUnsafeMutableBufferPointer { energies in
      for i in 0..<count { energies[i + 1] = energies[i] + signal[i] * signal[i] }
      coefficients.withUnsafeMutableBufferPointer { coefficients in
        for lag in 0..<lags.lowerBound { coefficients[lag] = 0 }
        var lag = lags.lowerBound
        while lag <= lags.upperBound {
          let block = min(4, lags.upperBound - lag + 1)
          let sums =
            block == 4 && lag + 4 <= count
            ? Self.products(signal, lag: lag)
            : SIMD4((0..<4).map { $0 < block ? Self.product(signal, lag: lag + $0) : 0 })
          for offset in 0..<block {
            let lag = lag + offset
            guard lag + 2 <= count else {
              coefficients[lag] = 0
              continue
            }
            let energy = energies[count - lag] * (energies[count] - energies[lag])
            coefficients[lag] = energy > 0 ? sums[offset] / energy.squareRoot() : 0
          }
          lag += block
        }
      }
    }
  }

  /// Returns the sum of the products of samples `lag` apart; 0 without any.
  private static func product(_ x: UnsafeBufferPointer<Double>, lag: Int) -> Double {
    guard lag < x.count else { return 0 }
    return finish(x, lag: lag, .zero, from: 0)
  }

  /// Returns the products' sums for four lags from `lag` on. The four share their input: the same
  /// bits, in less time.
  private static func products(_ x: UnsafeBufferPointer<Double>, lag: Int) -> SIMD4<Double> {
    // Four running sums for each lag: the compiler may not reorder a sum, and more do not fit into
    // registers.
    var (s0, s1, s2, s3) = (
      SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero, SIMD4<Double>.zero
    )
    let base = UnsafeRawPointer(x.baseAddress!)
    let end = (x.count - lag - 3) & ~3
    for i in stride(from: 0, to: end, by: 4) {
      let a = (base + 8 * i).loadUnaligned(as: SIMD4<Double>.self)
      let b = base + 8 * (i + lag)
      s0 += a * b.loadUnaligned(fromByteOffset: 0, as: SIMD4<Double>.self)
      s1 += a * b.loadUnaligned(fromByteOffset: 8, as: SIMD4<Double>.self)
      s2 += a * b.loadUnaligned(fromByteOffset: 16, as: SIMD4<Double>.self)
      s3 += a * b.loadUnaligned(fromByteOffset: 24, as: SIMD4<Double>.self)
    }
    return SIMD4(
      finish(x, lag: lag, s0, from: end), finish(x, lag: lag + 1, s1, from: end),
      finish(x, lag: lag + 2, s2, from: end), finish(x, lag: lag + 3, s3, from: end))
  }

  /// Adds the remaining products from a sample on, four at a time and then one by one.
  private static func finish(
    _ x: UnsafeBufferPointer<Double>, lag: Int, _ begun: SIMD4<Double>, from start: Int
  ) -> Double {
    var sums = begun
    let base = UnsafeRawPointer(x.baseAddress!)
    var i = start
    while i + 4 <= x.count - lag {
      sums +=
        (base + 8 * i).loadUnaligned(as: SIMD4<Double>.self)
        * (base + 8 * (i + lag)).loadUnaligned(as: SIMD4<Double>.self)
      i += 4
    }
    var sum = sums.sum()
    while i < x.count - lag {
      sum += x[i] * x[i + lag]
      i += 1
    }
    return sum
  }
}
