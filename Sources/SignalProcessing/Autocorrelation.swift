/// How alike a signal is to itself some samples later: at each lag the correlation coefficient of
/// the overlapping parts, from -1 to 1, without removing means again.
///
/// Dividing by the energy of just the overlapping parts keeps long lags comparable with short ones,
/// so that a slow rhythm is not outweighed by its overtones.
public struct Autocorrelation: Sendable {
  /// `coefficients[k]` belongs to lag `k`.
  public private(set) var coefficients: [Double] = []

  /// `energies[i]` is the sum of the squares of the first `i` samples.
  private var energies: [Double] = []

  /// Nothing yet; `measure` fills it, and reuses its memory.
  public init() {}

  /// - Parameter maximumLag: In samples; lags for which fewer than two samples overlap are 0.
  public init(_ signal: [Double], maximumLag: Int) {
    signal.withUnsafeBufferPointer { measure($0, lags: 0...maximumLag) }
  }

  /// Replaces the coefficients by those of another signal.
  /// - Parameter lags: In samples; the coefficients of other lags, and of those for which fewer than
  ///   two samples overlap, are 0.
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
        for lag in lags {
          guard lag + 2 <= count else {
            coefficients[lag] = 0
            continue
          }
          let overlap = count - lag
          let energy = energies[overlap] * (energies[count] - energies[lag])
          let sum = Self.product(signal, lag: lag, overlap: overlap)
          coefficients[lag] = energy > 0 ? sum / energy.squareRoot() : 0
        }
      }
    }
  }

  /// The sum of the products of samples `lag` apart.
  private static func product(
    _ x: UnsafeBufferPointer<Double>, lag: Int, overlap: Int
  ) -> Double {
    // Eight running sums: the compiler may not reorder one.
    var sums = SIMD8<Double>.zero
    var i = 0
    while i + 8 <= overlap {
      let a = UnsafeRawPointer(x.baseAddress! + i).loadUnaligned(as: SIMD8<Double>.self)
      let b = UnsafeRawPointer(x.baseAddress! + i + lag).loadUnaligned(as: SIMD8<Double>.self)
      sums += a * b
      i += 8
    }
    var sum = sums.sum()
    while i < overlap {
      sum += x[i] * x[i + lag]
      i += 1
    }
    return sum
  }

  /// The highest local maximum between two lags, refined below a sample; `nil` where there is none.
  public func peak(from shortest: Int, to longest: Int) -> (lag: Double, height: Double)? {
    var best: (lag: Double, height: Double)?
    for k in max(shortest, 1)...max(shortest, 1, min(longest, coefficients.count - 2)) {
      guard k + 1 < coefficients.count else { break }
      let (a, b, c) = (coefficients[k - 1], coefficients[k], coefficients[k + 1])
      if b > a, b >= c, b > best?.height ?? -1 {
        best = (Double(k) + vertexOffset(a, b, c), vertexValue(a, b, c))
      }
    }
    return best
  }
}
