/// How alike a signal is to itself some samples later: at each lag the correlation coefficient of
/// the overlapping parts, from -1 to 1, without removing means again.
///
/// Dividing by the energy of just the overlapping parts keeps long lags comparable with short ones,
/// so that a slow rhythm is not outweighed by its overtones.
public struct Autocorrelation: Sendable {
  /// `coefficients[k]` belongs to lag `k`.
  public let coefficients: [Double]

  /// - Parameter maximumLag: In samples; lags for which fewer than two samples overlap are 0.
  public init(_ signal: [Double], maximumLag: Int) {
    let count = signal.count
    var coefficients = [Double](repeating: 0, count: maximumLag + 1)
    var energies = [Double](repeating: 0, count: count + 1)
    for i in 0..<count { energies[i + 1] = energies[i] + signal[i] * signal[i] }
    signal.withUnsafeBufferPointer { x in
      for lag in 0...maximumLag where lag + 2 <= count {
        let overlap = count - lag
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
        let energy = energies[overlap] * (energies[count] - energies[lag])
        if energy > 0 { coefficients[lag] = sum / energy.squareRoot() }
      }
    }
    self.coefficients = coefficients
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
