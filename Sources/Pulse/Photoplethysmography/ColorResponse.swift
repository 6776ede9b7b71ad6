import Glibc
import VideoFrames

/// The changes of the three colors with the beats of a candidate, as shares of their levels.
///
/// Blood absorbs each color differently, so a pulse is of another height in each (de Haan and van
/// Leest 2014). Mean beats are compared, in which everything of another rhythm averages out.
struct ColorResponse: Sendable {
  /// The change of red, green and blue with the beats, relative to the candidate's own color: 1 for
  /// that one; 0 for a color that cannot change.
  let parts: SIMD3<Double>

  /// The correlation of each color's mean beat with that of the candidate's color.
  let correlations: SIMD3<Double>

  /// The mean beat of red, green and blue; `nil` for a color that cannot change with the light.
  let meanBeats: [MeanBeat?]

  /// The colors whose level can change with the light.
  let usable: [Int]

  /// The mean levels of red, green and blue.
  private let level: SIMD3<Double>

  /// - Parameters:
  ///   - candidate: A pulse found in one of the colors.
  ///   - levels: The mean levels.
  init?(of candidate: PulseCandidate, in filters: PulseFilters, levels: RGB) {
    let beats = candidate.beats.map(\.sample)
    guard let own = candidate.channel.component?.rawValue, beats.count >= 2 else { return nil }
    let level = [levels.red, levels.green, levels.blue]
    let usable = (0..<3).filter { WindowConditions.usableLevels.contains(level[$0]) }
    var meanBeats: [MeanBeat?] = []
    for (index, channel) in ColorChannel.colors.enumerated() {
      meanBeats.append(
        usable.contains(index) || index == own
          ? MeanBeat(ofLevels: filters.resampled(channel), beats: beats) : nil)
    }
    self.meanBeats = meanBeats
    let means = meanBeats.enumerated().map { index, cut -> [Double] in
      guard let cut else { return [] }
      let scale = 1 / (max(level[index], 1) * Double(max(cut.count, 1)))
      let middle = cut.sum.reduce(0, +) / Double(MeanBeat.phaseCount)
      return cut.sum.map { ($0 - middle) * scale }
    }
    let power = means[own].reduce(0) { $0 + $1 * $1 }
    guard power > 0 else { return nil }
    var (parts, correlations) = (SIMD3<Double>.zero, SIMD3<Double>.zero)
    for index in 0..<3 where !means[index].isEmpty {
      let product = zip(means[index], means[own]).reduce(0) { $0 + $1.0 * $1.1 }
      let energy = means[index].reduce(0) { $0 + $1 * $1 }
      parts[index] = product / power
      correlations[index] = energy > 0 ? product / (energy * power).squareRoot() : 0
    }
    (self.parts, self.correlations, self.usable) = (parts, correlations, usable)
    self.level = SIMD3(level[0], level[1], level[2])
  }

  /// The height of a color's mean beat, from trough to peak, over its level, in the color where it
  /// is largest; `nil` if no color is light enough.
  var depth: Double? {
    meanBeats.enumerated().compactMap { index, beat in
      guard let beat, beat.count >= 3, level[index] >= Self.leastExactLevel else { return nil }
      return beat.height / level[index]
    }.max()
  }

  /// The lowest level for which shares are meaningful: below it, a camera's black and gamma make them of any size.
  private static let leastExactLevel = 20.0

  /// The comparison of the colors' changes with those of light and of blood; `nil` if fewer than two can change.
  var balance: ColorBalance? {
    guard usable.count >= 2 else { return nil }
    return ColorBalance(parts: parts, errors: standardErrors, usable: usable, levels: level)
  }

  /// The standard error of each part: the part of a color that the candidate's mean beat does not
  /// explain is noise, spread over all phases of the beat.
  private var standardErrors: SIMD3<Double> {
    var errors = SIMD3<Double>.zero
    for index in 0..<3 {
      let explained = max(correlations[index] * correlations[index], 1e-3)
      errors[index] =
        abs(parts[index]) * (max(1 / explained - 1, 0) / Self.independentPhases).squareRoot()
    }
    return errors
  }

  /// The phases of a mean beat whose noise is independent: it is smooth.
  private static let independentPhases = 8.0
}
