/// The share of the light that a pulse absorbs: its AC amplitude over the DC level. It is measured
/// from the levels as they were recorded, without the filters of the detection.
struct PulseLight: Sendable {
  /// Peak to trough of the mean beat over the mean level, in percent; `nil` if fewer than three
  /// beats are seen whole or there is no level to compare with.
  let perfusionIndex: Double?

  /// The light around each beat that was asked for; `nil` for one that is not seen whole.
  let beats: [BeatLight?]

  /// The lowest level that can be a reference: a sensor's black is not exact.
  private static let lowestLevel = 1.0

  /// Measures the light around beats.
  /// - Parameters:
  ///   - levels: The channel's levels on an even grid.
  ///   - beats: All beats that were found in the window, in samples.
  ///   - wanted: The beats whose light is asked for.
  init(levels: [Double], beats: [Double], of wanted: Range<Int>) {
    self.init(MeanBeat(ofLevels: levels, beats: beats), of: wanted)
  }

  /// Measures the light around beats at which the levels were cut; `nil` if there were too few.
  init(_ cut: MeanBeat?, of wanted: Range<Int>) {
    guard let cut else {
      (perfusionIndex, beats) = (nil, wanted.map { _ in nil })
      return
    }
    let mean = cut.mean
    let energy = mean.reduce(0) { $0 + $1 * $1 }
    let amplitude = cut.height
    var (sum, count) = (0.0, 0)
    var found: [BeatLight?] = []
    for index in wanted {
      guard index < cut.baselines.count, energy > 0, let level = cut.baselines[index],
        level >= Self.lowestLevel
      else {
        found.append(nil)
        continue
      }
      // The share of the mean beat in this one, by least squares, which noise hardly changes.
      let share = zip(cut.values(ofBeat: index), mean).reduce(0) { $0 + $1.0 * $1.1 } / energy
      found.append(BeatLight(level: level, relativeAmplitude: share * amplitude / level))
      sum += level
      count += 1
    }
    self.beats = found
    perfusionIndex = cut.count >= 3 && count > 0 ? 100 * amplitude * Double(count) / sum : nil
  }
}

/// The light around one beat in the channel that the pulse was found in.
package struct BeatLight: Sendable, Equatable, Codable {
  /// The mean level over a beat's length, 0 to 255: without the pulse, but with the effect of
  /// breathing.
  package var level: Double

  /// The pulse's peak-to-trough amplitude over the level.
  package var relativeAmplitude: Double
}
