/// A level's deviation from its mean over one beat around each moment; that mean holds no pulse.
struct LevelCourse {
  private let times: ArraySlice<Double>

  /// At each time; not numbers too near an end.
  private var deviations: [Double] = []
  private var means: [Double] = []

  /// Where the last question fell: they come in order.
  private var index = 0

  /// - Parameter width: Of the mean, in seconds.
  init(times: ArraySlice<Double>, levels: [Double], width: Double) {
    self.times = times
    let count = levels.count
    deviations = [Double](repeating: .nan, count: count)
    means = deviations
    guard count >= 2, width > 0 else { return }
    let integral = Self.integral(times, levels)
    times.withUnsafeBufferPointer { times in
      levels.withUnsafeBufferPointer { levels in
        /// The integral up to a moment after the time with this index and not after the next one.
        func integralUpTo(_ time: Double, after i: Int) -> Double {
          let since = time - times[i]
          let step = times[i + 1] - times[i]
          let slope = step > 0 ? (levels[i + 1] - levels[i]) / step : 0
          return integral[i] + since * (levels[i] + slope * since / 2)
        }
        let (first, last) = (times[0], times[count - 1])
        var (left, right) = (0, 0)
        for i in 0..<count {
          let (start, end) = (times[i] - width / 2, times[i] + width / 2)
          if start < first { continue }
          if end > last { break }
          while left < count - 2, times[left + 1] < start { left += 1 }
          while right < count - 2, times[right + 1] < end { right += 1 }
          let mean = (integralUpTo(end, after: right) - integralUpTo(start, after: left)) / width
          means[i] = mean
          deviations[i] = levels[i] - mean
        }
      }
    }
  }

  /// The integral of the levels up to each time, by the trapezoidal rule.
  private static func integral(_ times: ArraySlice<Double>, _ levels: [Double]) -> [Double] {
    let offset = times.startIndex
    var integral = [Double](repeating: 0, count: levels.count)
    for i in 1..<levels.count {
      let step = times[offset + i] - times[offset + i - 1]
      integral[i] = integral[i - 1] + step * (levels[i] + levels[i - 1]) / 2
    }
    return integral
  }

  /// - Parameter time: Not before the one asked for last.
  mutating func light(at time: Double) -> (deviation: Double, mean: Double) {
    let offset = times.startIndex
    while index < means.count - 2, times[offset + index + 1] <= time { index += 1 }
    let step = times[offset + index + 1] - times[offset + index]
    let share = step > 0 ? (time - times[offset + index]) / step : 0
    guard (-0.001...1.001).contains(share) else { return (.nan, .nan) }
    return (
      deviations[index] + share * (deviations[index + 1] - deviations[index]),
      means[index] + share * (means[index + 1] - means[index])
    )
  }
}
