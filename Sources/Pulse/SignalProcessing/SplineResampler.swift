/// Resamples a signal with real, uneven timestamps to an even grid.
///
/// Samples closer than three quarters of a grid step are averaged first, in time and value. This is
/// the anti-alias filter for sources faster than the grid, and two frames a millisecond apart
/// cannot bend the curve. Then a natural cubic spline goes through the remaining points. It follows
/// a pulse that is sampled four times a beat; straight lines do not.
public struct SplineResampler<Value: SignalValue>: Sendable {
  /// The number of grid points per second.
  public let sampleRate: Double

  @usableFromInline var times: [Double] = []
  @usableFromInline var values: [Value] = []
  @usableFromInline var curvatures: [Value] = []
  @usableFromInline var pivots: [Double] = []

  /// Creates a resampler for a grid with this sample rate.
  @inlinable
  public init(sampleRate: Double) {
    precondition(sampleRate > 0)
    self.sampleRate = sampleRate
  }

  /// Resamples to the grid `start`, `start + 1 / sampleRate`, ... Before the first timestamp the
  /// first value is held, and after the last one the last.
  /// - Parameters:
  ///   - times: Timestamps in seconds, in ascending order; equal ones are allowed.
  ///   - values: One for each of `times`, which has at least one.
  ///   - result: Receives `count` values; its storage is reused.
  @inlinable
  public mutating func resample(
    times rawTimes: ArraySlice<Double>, values rawValues: ArraySlice<Value>, from start: Double,
    count: Int, into result: inout [Value]
  ) {
    precondition(rawTimes.count == rawValues.count && !rawTimes.isEmpty)
    if result.count != count { result = [Value](repeating: .zero, count: count) }
    reserve(rawTimes.count)
    let rate = sampleRate
    rawTimes.withUnsafeBufferPointer { rawTimes in
      rawValues.withUnsafeBufferPointer { rawValues in
        times.withUnsafeMutableBufferPointer { times in
          values.withUnsafeMutableBufferPointer { values in
            curvatures.withUnsafeMutableBufferPointer { curvatures in
              pivots.withUnsafeMutableBufferPointer { pivots in
                result.withUnsafeMutableBufferPointer { result in
                  let knots = Self.gatherKnots(
                    rawTimes, rawValues, times, values, reach: 0.75 / rate)
                  Self.bend(times, values, curvatures, pivots, count: knots)
                  Self.draw(
                    times, values, curvatures, knots: knots, from: start, sampleRate: rate,
                    into: result)
                }
              }
            }
          }
        }
      }
    }
  }

  @inlinable
  mutating func reserve(_ count: Int) {
    guard times.count < count else { return }
    times = [Double](repeating: 0, count: count)
    pivots = times
    values = [Value](repeating: .zero, count: count)
    curvatures = values
  }

  /// Evaluates the curve at the times of the grid.
  @inlinable
  static func draw(
    _ times: UnsafeMutableBufferPointer<Double>, _ values: UnsafeMutableBufferPointer<Value>,
    _ curvatures: UnsafeMutableBufferPointer<Value>, knots: Int, from start: Double,
    sampleRate: Double, into result: UnsafeMutableBufferPointer<Value>
  ) {
    var knot = 0
    let last = knots - 1
    let period = 1 / sampleRate
    var (step, inverse) = (0.0, 0.0)
    var stepKnot = -1
    for index in result.indices {
      let time = start + Double(index) * period
      if time <= times[0] {
        result[index] = values[0]
        continue
      }
      if time >= times[last] {
        result[index] = values[last]
        continue
      }
      while times[knot + 1] < time { knot += 1 }
      if knot != stepKnot {
        step = times[knot + 1] - times[knot]
        inverse = 1 / step
        stepKnot = knot
      }
      let b = (time - times[knot]) * inverse
      let a = 1 - b
      let sixth = step * step * (1.0 / 6)
      let chord: Value = values[knot] * a + values[knot + 1] * b
      let left: Value = curvatures[knot] * ((a * a * a - a) * sixth)
      let right: Value = curvatures[knot + 1] * ((b * b * b - b) * sixth)
      result[index] = chord + left + right
    }
  }

  /// Averages samples that lie within three quarters of a grid step of the first of them.
  /// - Returns: The number of points that remain.
  @inlinable
  static func gatherKnots(
    _ rawTimes: UnsafeBufferPointer<Double>, _ rawValues: UnsafeBufferPointer<Value>,
    _ times: UnsafeMutableBufferPointer<Double>, _ values: UnsafeMutableBufferPointer<Value>,
    reach: Double
  ) -> Int {
    var knots = 0
    var index = 0
    while index < rawTimes.count {
      let first = rawTimes[index]
      var time = 0.0
      var value = rawValues[index]
      var next = index + 1
      while next < rawTimes.count, rawTimes[next] - first < reach {
        time += rawTimes[next] - first
        value = value + rawValues[next]
        next += 1
      }
      let share = 1 / Double(next - index)
      times[knots] = first + time * share
      values[knots] = next == index + 1 ? value : value * share
      knots += 1
      index = next
    }
    return knots
  }

  /// Calculates the second derivatives at the knots, with natural ends, by elimination from the
  /// left.
  @inlinable
  static func bend(
    _ times: UnsafeMutableBufferPointer<Double>, _ values: UnsafeMutableBufferPointer<Value>,
    _ curvatures: UnsafeMutableBufferPointer<Value>, _ pivots: UnsafeMutableBufferPointer<Double>,
    count: Int
  ) {
    for i in [0, count - 1] {
      curvatures[i] = .zero
      pivots[i] = 0
    }
    guard count >= 3 else { return }
    var left = times[1] - times[0]
    var fall: Value = (values[1] - values[0]) * (1 / left)
    for i in 1..<(count - 1) {
      let right = times[i + 1] - times[i]
      let span = 1 / (left + right)
      let fraction = left * span
      let pivot = 1 / (fraction * pivots[i - 1] + 2)
      pivots[i] = (fraction - 1) * pivot
      let rise: Value = (values[i + 1] - values[i]) * (1 / right)
      let bending: Value = (rise - fall) * (6 * span)
      curvatures[i] = (bending - curvatures[i - 1] * fraction) * pivot
      (left, fall) = (right, rise)
    }
    for i in stride(from: count - 2, through: 1, by: -1) {
      curvatures[i] = curvatures[i + 1] * pivots[i] + curvatures[i]
    }
  }
}
