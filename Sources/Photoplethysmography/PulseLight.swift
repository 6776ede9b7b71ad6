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
    let course = LevelCourse(
      times: times, levels: levels, width: steps.sorted()[steps.count / 2])
    let cuts = steps.indices.map { index -> [Double]? in
      let step = steps[index] / Double(Self.places)
      let cut = (0..<Self.places).compactMap {
        course.deviation(at: beats[index] + Double($0) * step)
      }
      return cut.count == Self.places ? cut : nil
    }
    let seen = cuts.compactMap { $0 }
    var mean = (0..<Self.places).map { place in
      seen.reduce(0) { $0 + $1[place] } / Double(max(seen.count, 1))
    }
    let middle = mean.reduce(0, +) / Double(Self.places)
    for place in mean.indices { mean[place] -= middle }
    let energy = mean.reduce(0) { $0 + $1 * $1 }
    let swing = Self.swing(of: mean)
    var (sum, count) = (0.0, 0)
    var found: [BeatLight?] = []
    for index in wanted {
      guard index < cuts.count, let cut = cuts[index], energy > 0,
        let level = course.mean(at: beats[index] + steps[index] / 2), level >= Self.lowestLevel
      else {
        found.append(nil)
        continue
      }
      // How much of the mean beat is in this one, by least squares: noise hardly moves that.
      let share = zip(cut, mean).reduce(0) { $0 + $1.0 * $1.1 } / energy
      found.append(BeatLight(level: level, swing: share * swing / level))
      sum += level
      count += 1
    }
    self.beats = found
    perfusionIndex = seen.count >= 3 && count > 0 ? 100 * swing * Double(count) / sum : nil
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

/// A level over time and its mean over one beat around each moment, which holds no pulse.
private struct LevelCourse {
  private let times: [Double]
  private let levels: [Double]

  /// The integral of the level up to each time.
  private let integral: [Double]
  private let width: Double

  init(times: ArraySlice<Double>, levels: [Double], width: Double) {
    self.times = Array(times)
    self.levels = levels
    self.width = width
    var integral = [0.0]
    integral.reserveCapacity(levels.count)
    for i in self.times.indices.dropFirst() {
      let step = self.times[i] - self.times[i - 1]
      integral.append(integral[i - 1] + step * (levels[i] + levels[i - 1]) / 2)
    }
    self.integral = integral
  }

  /// The level less its mean; `nil` too near an end.
  func deviation(at time: Double) -> Double? {
    guard let mean = mean(at: time) else { return nil }
    return levelAndIntegral(at: time).level - mean
  }

  func mean(at time: Double) -> Double? {
    guard let first = times.first, let last = times.last, width > 0,
      time - width / 2 >= first, time + width / 2 <= last
    else { return nil }
    let (start, end) = (time - width / 2, time + width / 2)
    return (levelAndIntegral(at: end).integral - levelAndIntegral(at: start).integral) / width
  }

  /// - Parameter time: Not outside of the times.
  private func levelAndIntegral(at time: Double) -> (level: Double, integral: Double) {
    var (low, high) = (0, times.count - 1)
    while high - low > 1 {
      let middle = (low + high) / 2
      if times[middle] <= time { low = middle } else { high = middle }
    }
    let step = times[high] - times[low]
    let share = step > 0 ? (time - times[low]) / step : 0
    let level = levels[low] + share * (levels[high] - levels[low])
    return (level, integral[low] + (time - times[low]) * (levels[low] + level) / 2)
  }
}
