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
    let offset = times.startIndex
    var integral = [0.0]
    integral.reserveCapacity(levels.count)
    deviations.reserveCapacity(levels.count)
    means.reserveCapacity(levels.count)
    for i in 1..<levels.count {
      let step = times[offset + i] - times[offset + i - 1]
      integral.append(integral[i - 1] + step * (levels[i] + levels[i - 1]) / 2)
    }
    /// The integral up to a moment after the time with this index and not after the next one.
    func integralUpTo(_ time: Double, after i: Int) -> Double {
      let since = time - times[offset + i]
      let step = times[offset + i + 1] - times[offset + i]
      let slope = step > 0 ? (levels[i + 1] - levels[i]) / step : 0
      return integral[i] + since * (levels[i] + slope * since / 2)
    }
    let (first, last) = (times[offset], times[offset + levels.count - 1])
    var (left, right) = (0, 0)
    for i in levels.indices {
      let (start, end) = (times[offset + i] - width / 2, times[offset + i] + width / 2)
      guard width > 0, start >= first, end <= last else {
        deviations.append(.nan)
        means.append(.nan)
        continue
      }
      while left < levels.count - 2, times[offset + left + 1] < start { left += 1 }
      while right < levels.count - 2, times[offset + right + 1] < end { right += 1 }
      let mean = (integralUpTo(end, after: right) - integralUpTo(start, after: left)) / width
      means.append(mean)
      deviations.append(levels[i] - mean)
    }
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
