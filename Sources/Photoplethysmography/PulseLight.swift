/// The light around one beat, as the chosen colour saw it.
package struct BeatLight: Sendable, Equatable {
  /// The mean level over a beat's length, 0 to 255: without the pulse, with what breathing does to it.
  package var level: Double

  /// The pulse's height over the level.
  package var swing: Double
}

/// How much light a pulse takes away, read from the levels as they were recorded: no filter that the
/// detection uses has touched them.
struct PulseLight: Sendable {
  /// Peak to trough of the mean beat over the mean level, in per cent; `nil` where fewer than three
  /// beats are seen whole or there is no level to compare with.
  let perfusionIndex: Double?

  /// One for each beat in the interval; `nil` for one that is not seen whole.
  let beats: [BeatLight?]

  /// Places in a beat at which beats are averaged.
  private static let places = 24

  /// Levels below this are no reference: a sensor's black is not that exact.
  private static let lowestLevel = 1.0

  /// - Parameters:
  ///   - times: Of the window's frames, in seconds.
  ///   - levels: The channel's at those times.
  ///   - beats: All that were found in the window, in seconds.
  ///   - interval: The seconds whose beats are wanted.
  init(times: ArraySlice<Double>, levels: [Double], beats: [Double], interval: Range<Double>) {
    let wanted = beats.indices.filter { interval.contains(beats[$0]) }
    let steps = zip(beats, beats.dropFirst()).map { $1 - $0 }
    guard !steps.isEmpty, times.count >= 2 else {
      (perfusionIndex, self.beats) = (nil, wanted.map { _ in nil })
      return
    }
    var course = LevelCourse(
      times: times, levels: levels, width: steps.sorted()[steps.count / 2])
    // The places of each beat in a row, not a number where one lies too near an end.
    var cuts: [Double] = []
    cuts.reserveCapacity(steps.count * Self.places)
    var baselines: [Double] = []
    var mean = [Double](repeating: 0, count: Self.places)
    var seen = 0
    for index in steps.indices {
      let step = steps[index] / Double(Self.places)
      var (baseline, sum) = (0.0, 0.0)
      for place in 0..<Self.places {
        let light = course.light(at: beats[index] + Double(place) * step)
        cuts.append(light.deviation)
        sum += light.deviation
        if place == Self.places / 2 { baseline = light.mean }
      }
      baselines.append(sum.isNaN ? .nan : baseline)
      guard !sum.isNaN else { continue }
      seen += 1
      for place in mean.indices { mean[place] += cuts[index * Self.places + place] }
    }
    for place in mean.indices { mean[place] /= Double(max(seen, 1)) }
    let middle = mean.reduce(0, +) / Double(Self.places)
    for place in mean.indices { mean[place] -= middle }
    let energy = mean.reduce(0) { $0 + $1 * $1 }
    let swing = Self.swing(of: mean)
    var (sum, count) = (0.0, 0)
    var found: [BeatLight?] = []
    for index in wanted {
      guard index < steps.count, energy > 0, baselines[index] >= Self.lowestLevel else {
        found.append(nil)
        continue
      }
      // How much of the mean beat is in this one, by least squares: noise hardly moves that.
      let first = index * Self.places
      let share = mean.indices.reduce(0) { $0 + cuts[first + $1] * mean[$1] } / energy
      let level = baselines[index]
      found.append(BeatLight(level: level, swing: share * swing / level))
      sum += level
      count += 1
    }
    self.beats = found
    perfusionIndex = seen >= 3 && count > 0 ? 100 * swing * Double(count) / sum : nil
  }

  /// Peak to trough, after a light smoothing that noise does not survive and a pulse hardly feels.
  private static func swing(of beat: [Double]) -> Double {
    let smooth = beat.indices.map { place in
      let before = beat[(place + beat.count - 1) % beat.count]
      let after = beat[(place + 1) % beat.count]
      return (before + 2 * beat[place] + after) / 4
    }
    return (smooth.max() ?? 0) - (smooth.min() ?? 0)
  }
}

/// A level's deviation from its mean over one beat around each moment; that mean holds no pulse.
private struct LevelCourse {
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
