import SignalProcessing

/// How much light a pulse takes away, read from the levels as they were recorded: no filter that the
/// detection uses has touched them.
struct PulseLight: Sendable {
  /// Peak to trough of the mean beat over the mean level, in per cent; `nil` where fewer than three
  /// beats are seen whole or there is no level to compare with.
  let perfusionIndex: Double?

  /// One for each beat that was wanted; `nil` for one that is not seen whole.
  let beats: [BeatLight?]

  /// Places in a beat at which beats are averaged.
  private static let places = 24

  /// Levels below this are no reference: a sensor's black is not that exact.
  private static let lowestLevel = 1.0

  /// - Parameters:
  ///   - levels: The channel's, on an even grid.
  ///   - beats: All that were found in the window, in samples.
  ///   - wanted: Those of them whose light is wanted.
  init(levels: [Double], beats: [Double], of wanted: Range<Int>) {
    var steps = zip(beats, beats.dropFirst()).map { $1 - $0 }
    guard let usual = steps.selectMedian() else {
      (perfusionIndex, self.beats) = (nil, wanted.map { _ in nil })
      return
    }
    for index in steps.indices { steps[index] = beats[index + 1] - beats[index] }
    let course = LevelCourse(levels, width: usual)
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
      // Beats that something hid lie between two that are far apart.
      let isWhole = !sum.isNaN && steps[index] < 1.6 * usual
      baselines.append(isWhole ? baseline : .nan)
      guard isWhole else { continue }
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
