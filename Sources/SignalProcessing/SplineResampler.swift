/// Puts a signal with real, uneven timestamps onto an even grid.
///
/// Samples closer than three quarters of a grid step are averaged first, in time and value: that
/// is the anti-alias filter for sources faster than the grid, and it keeps two frames a millisecond
/// apart from bending the curve. A natural cubic spline runs through what is left: it follows a pulse
/// sampled four times a beat where straight lines would not.
public struct SplineResampler<Value: SignalValue>: Sendable {
  /// Samples a second of the grid.
  public let sampleRate: Double

  private var times: [Double] = []
  private var values: [Value] = []
  private var curvatures: [Value] = []
  private var pivots: [Double] = []

  public init(sampleRate: Double) {
    precondition(sampleRate > 0)
    self.sampleRate = sampleRate
  }

  /// Samples of the grid `start`, `start + 1 / sampleRate`, ...; before the first and after the last
  /// timestamp the outermost value is held.
  /// - Parameters:
  ///   - times: Seconds, never falling.
  ///   - values: One for each of `times`, which has at least one.
  ///   - result: Receives `count` values; its storage is reused.
  public mutating func resample(
    times rawTimes: ArraySlice<Double>, values rawValues: ArraySlice<Value>, from start: Double,
    count: Int, into result: inout [Value]
  ) {
    precondition(rawTimes.count == rawValues.count && !rawTimes.isEmpty)
    gatherKnots(rawTimes, rawValues)
    bend()
    result.removeAll(keepingCapacity: true)
    result.reserveCapacity(count)
    var knot = 0
    let last = times.count - 1
    for index in 0..<count {
      let time = start + Double(index) / sampleRate
      if time <= times[0] {
        result.append(values[0])
        continue
      }
      if time >= times[last] {
        result.append(values[last])
        continue
      }
      while times[knot + 1] < time { knot += 1 }
      let step = times[knot + 1] - times[knot]
      let b = (time - times[knot]) / step
      let a = 1 - b
      let sixth = step * step / 6
      let chord: Value = values[knot] * a + values[knot + 1] * b
      let left: Value = curvatures[knot] * ((a * a * a - a) * sixth)
      let right: Value = curvatures[knot + 1] * ((b * b * b - b) * sixth)
      result.append(chord + left + right)
    }
  }

  /// Averages samples that lie within three quarters of a grid step of the first of them.
  private mutating func gatherKnots(_ rawTimes: ArraySlice<Double>, _ rawValues: ArraySlice<Value>)
  {
    times.removeAll(keepingCapacity: true)
    values.removeAll(keepingCapacity: true)
    let reach = 0.75 / sampleRate
    var index = rawTimes.startIndex
    let offset = rawValues.startIndex - rawTimes.startIndex
    while index < rawTimes.endIndex {
      let first = rawTimes[index]
      var time = 0.0
      var value = Value.zero
      var count = 0.0
      while index < rawTimes.endIndex, rawTimes[index] - first < reach {
        time += rawTimes[index] - first
        value = value + rawValues[index + offset]
        count += 1
        index += 1
      }
      times.append(first + time / count)
      values.append(value * (1 / count))
    }
  }

  /// Solves for the second derivatives at the knots (natural ends), by elimination from the left.
  private mutating func bend() {
    let count = times.count
    curvatures.removeAll(keepingCapacity: true)
    curvatures.append(contentsOf: repeatElement(.zero, count: count))
    pivots.removeAll(keepingCapacity: true)
    pivots.append(contentsOf: repeatElement(0, count: count))
    guard count >= 3 else { return }
    for i in 1..<(count - 1) {
      let left = times[i] - times[i - 1]
      let right = times[i + 1] - times[i]
      let fraction = left / (left + right)
      let pivot = 1 / (fraction * pivots[i - 1] + 2)
      pivots[i] = (fraction - 1) * pivot
      let rise: Value = (values[i + 1] - values[i]) * (1 / right)
      let fall: Value = (values[i] - values[i - 1]) * (1 / left)
      let bending: Value = (rise - fall) * (6 / (left + right))
      curvatures[i] = (bending - curvatures[i - 1] * fraction) * pivot
    }
    for i in stride(from: count - 2, through: 1, by: -1) {
      curvatures[i] = curvatures[i + 1] * pivots[i] + curvatures[i]
    }
  }
}
