/// Removes a slow trend: the smooth curve nearest to the signal, with a penalty on its curvature.
///
/// The trend `t` of a signal `z` minimizes `|z - t|² + λ² |D₂ t|²`, so `t = (I + λ² D₂ᵀ D₂)⁻¹ z`
/// (Tarvainen, Ranta-aho, Karjalainen 2002, "An advanced detrending method with application to HRV
/// analysis", equation 17 with the second difference D₂ of equation 14). The result is that of a
/// zero-phase high-pass with its half-amplitude point at `λ^(-1/2)` radians a sample, without the
/// ringing and the losses at the ends of a recursive filter.
///
/// The matrix has five diagonals: it is factored once into L·D·Lᵀ, and each signal costs one sweep
/// down and one up, O(n).
public struct SmoothnessPriors: Sendable {
  /// The number of samples in the signals that it detrends.
  public let count: Int

  /// The stiffness of the trend, in samples squared.
  public let lambda: Double

  /// The multipliers of the rows one and two above, and the reciprocals of the pivots.
  @usableFromInline let first: [Double]
  @usableFromInline let second: [Double]
  @usableFromInline let inversePivot: [Double]

  /// Factors the matrix for signals of `count` samples; `lambda` is in samples squared and not
  /// negative.
  public init(count: Int, lambda: Double) {
    precondition(count >= 0 && lambda >= 0 && lambda.isFinite)
    self.count = count
    self.lambda = lambda
    var first = [Double](repeating: 0, count: count)
    var second = first
    var pivot = first
    var inversePivot = first
    let weight = lambda * lambda
    for row in 0..<count {
      var diagonal = 1.0
      var toFirst = 0.0
      var toSecond = 0.0
      if count >= 3 {
        diagonal += weight * Self.diagonal(row, count)
        if row >= 1 { toFirst = weight * Self.offDiagonal(row - 1, count) }
        if row >= 2 { toSecond = weight }
      }
      if row >= 2 {
        second[row] = toSecond * inversePivot[row - 2]
        toFirst -= second[row] * pivot[row - 2] * first[row - 1]
        diagonal -= second[row] * second[row] * pivot[row - 2]
      }
      if row >= 1 {
        first[row] = toFirst * inversePivot[row - 1]
        diagonal -= first[row] * first[row] * pivot[row - 1]
      }
      pivot[row] = diagonal
      inversePivot[row] = 1 / diagonal
    }
    self.first = first
    self.second = second
    self.inversePivot = inversePivot
  }

  /// Returns an entry of the diagonal of D₂ᵀ D₂: 1, 5, 6, ..., 6, 5, 1, or fewer if it is short.
  private static func diagonal(_ row: Int, _ count: Int) -> Double {
    // Each second difference (1, -2, 1) that touches the row adds its coefficient squared.
    var sum = 0.0
    for (offset, square) in [(0, 1.0), (1, 4.0), (2, 1.0)] {
      let difference = row - offset
      if difference >= 0, difference <= count - 3 { sum += square }
    }
    return sum
  }

  /// Returns the entry of D₂ᵀ D₂ between `row` and `row + 1`: -2, -4, ..., -4, -2.
  private static func offDiagonal(_ row: Int, _ count: Int) -> Double {
    var sum = 0.0
    for offset in 0...1 {
      let difference = row - offset
      if difference >= 0, difference <= count - 3 { sum -= 2 }
    }
    return sum
  }

  /// Replaces `signal` by its trend.
  /// - Precondition: `signal` has `count` samples.
  @inlinable
  public func smooth<Value: SignalValue>(_ signal: inout [Value]) {
    precondition(signal.count == count)
    signal.withUnsafeMutableBufferPointer { smooth($0) }
  }

  /// Subtracts the trend of `signal` from it.
  /// - Precondition: `signal` has `count` samples.
  @inlinable
  public func detrend<Value: SignalValue>(_ signal: inout [Value]) {
    var trend: [Value] = []
    detrend(&signal, trend: &trend)
  }

  /// Subtracts the trend of `signal` from it and puts the trend into `trend`, whose storage is
  /// reused.
  /// - Precondition: `signal` has `count` samples.
  @inlinable
  public func detrend<Value: SignalValue>(_ signal: inout [Value], trend: inout [Value]) {
    precondition(signal.count == count)
    if trend.count != count { trend = [Value](repeating: .zero, count: count) }
    trend.withUnsafeMutableBufferPointer { trend in
      signal.withUnsafeMutableBufferPointer { signal in
        for i in 0..<count { trend[i] = signal[i] }
        smooth(trend)
        for i in 0..<count { signal[i] = signal[i] - trend[i] }
      }
    }
  }

  /// Removes two trends from one signal, each by its own priors, in the time of one. Each sample
  /// has to wait for those before it, and the two wait side by side.
  /// - Parameters:
  ///   - signal: The signal. Afterward it is without the trend of these priors.
  ///   - other: Receives the signal without the trend of `otherPriors`, which are for as many
  ///     samples.
  ///   - trends: Working memory.
  @inlinable
  public func detrend<Value: SignalValue>(
    _ signal: inout [Value], by otherPriors: SmoothnessPriors, into other: inout [Value],
    trends: inout ([Value], [Value])
  ) {
    precondition(signal.count == count && otherPriors.count == count)
    if trends.0.count != count {
      trends.0 = [Value](repeating: .zero, count: count)
      trends.1 = trends.0
    }
    if other.count != count { other = trends.0 }
    trends.0.withUnsafeMutableBufferPointer { t in
      trends.1.withUnsafeMutableBufferPointer { u in
        signal.withUnsafeMutableBufferPointer { signal in
          other.withUnsafeMutableBufferPointer { other in
            sweep(signal, t, otherPriors, u)
            for i in 0..<count {
              other[i] = signal[i] - u[i]
              signal[i] = signal[i] - t[i]
            }
          }
        }
      }
    }
  }

  /// Calculates both trends: the arithmetic of `smooth`, twice.
  @inlinable
  func sweep<Value: SignalValue>(
    _ signal: UnsafeMutableBufferPointer<Value>, _ t: UnsafeMutableBufferPointer<Value>,
    _ other: SmoothnessPriors, _ u: UnsafeMutableBufferPointer<Value>
  ) {
    first.withUnsafeBufferPointer { a1 in
      second.withUnsafeBufferPointer { a2 in
        inversePivot.withUnsafeBufferPointer { a0 in
          other.first.withUnsafeBufferPointer { b1 in
            other.second.withUnsafeBufferPointer { b2 in
              other.inversePivot.withUnsafeBufferPointer { b0 in
                var (t1, t2, u1, u2) = (Value.zero, Value.zero, Value.zero, Value.zero)
                for i in 0..<count {
                  let t0 = (signal[i] - t2 * a2[i]) - t1 * a1[i]
                  let u0 = (signal[i] - u2 * b2[i]) - u1 * b1[i]
                  t[i] = t0
                  u[i] = u0
                  (t2, t1, u2, u1) = (t1, t0, u1, u0)
                }
                (t1, t2, u1, u2) = (.zero, .zero, .zero, .zero)
                for i in stride(from: count - 1, through: 0, by: -1) {
                  // The rows below act on this one with their own multipliers.
                  let (ta, ua) = i + 1 < count ? (a1[i + 1], b1[i + 1]) : (0, 0)
                  let (tb, ub) = i + 2 < count ? (a2[i + 2], b2[i + 2]) : (0, 0)
                  let t0 = (t[i] * a0[i] - t2 * tb) - t1 * ta
                  let u0 = (u[i] * b0[i] - u2 * ub) - u1 * ua
                  t[i] = t0
                  u[i] = u0
                  (t2, t1, u2, u1) = (t1, t0, u1, u0)
                }
              }
            }
          }
        }
      }
    }
  }

  /// Replaces a signal, which the caller keeps, by its trend.
  /// - Precondition: It has `count` samples.
  @inlinable
  public func smooth<Value: SignalValue>(_ z: UnsafeMutableBufferPointer<Value>) {
    precondition(z.count == count)
    first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        inversePivot.withUnsafeBufferPointer { inversePivot in
          var previous = Value.zero
          var beforePrevious = Value.zero
          for i in 0..<count {
            let value = (z[i] - beforePrevious * second[i]) - previous * first[i]
            z[i] = value
            beforePrevious = previous
            previous = value
          }
          previous = .zero
          beforePrevious = .zero
          var multiplier = 0.0
          var secondMultiplier = 0.0
          var nextSecond = 0.0
          for i in stride(from: count - 1, through: 0, by: -1) {
            let value =
              (z[i] * inversePivot[i] - beforePrevious * secondMultiplier) - previous * multiplier
            z[i] = value
            beforePrevious = previous
            previous = value
            multiplier = first[i]
            // Row i + 1 acts on row i - 1, two rows up: the row after next in this sweep.
            secondMultiplier = nextSecond
            nextSecond = second[i]
          }
        }
      }
    }
  }
}
