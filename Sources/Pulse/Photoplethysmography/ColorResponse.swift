import Glibc
import VideoFrames

/// How the three colours change with the beats of a candidate, as shares of their levels.
///
/// Blood absorbs each colour differently, so a pulse is of another height in each (de Haan and van
/// Leest 2014). A lamp, a shadow, an automatic exposure and a finger that moves on the lens change
/// all colours by the same share, because a sensor is linear. Mean beats are compared, in which
/// everything of another rhythm averages out.
struct ColorResponse: Sendable {
  /// The change of red, green and blue with the beats, relative to the candidate's own colour: 1 for
  /// that one; 0 for a colour that cannot change.
  let parts: SIMD3<Double>

  /// The correlation of each colour's mean beat with that of the candidate's colour.
  let correlations: SIMD3<Double>

  /// The mean beat of red, green and blue; `nil` for a colour that cannot change with the light.
  let meanBeats: [MeanBeat?]

  /// The colours whose level can change with the light.
  let usable: [Int]

  /// The mean levels of red, green and blue.
  private let level: SIMD3<Double>

  /// - Parameters:
  ///   - candidate: A pulse found in one of the colours.
  ///   - levels: The mean levels.
  init?(of candidate: PulseCandidate, in filters: PulseFilters, levels: RGB) {
    let beats = candidate.beats.map(\.sample)
    guard let own = candidate.channel.component?.rawValue, beats.count >= 2 else { return nil }
    let level = [levels.red, levels.green, levels.blue]
    let usable = (0..<3).filter { WindowConditions.usableLevels.contains(level[$0]) }
    meanBeats = ColorChannel.colors.enumerated().map { index, channel in
      usable.contains(index) || index == own
        ? MeanBeat(ofLevels: filters.resampled(channel), beats: beats) : nil
    }
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

  /// Whether all colours change with the beats by the same share of their levels, or all three by the
  /// same number of levels, so that they are light and not blood. A sensor does the first to light; a
  /// program that changes only a picture's brightness does the second.
  ///
  /// The parts of fingertips with references differed by 0.14 and more in 998 of 1,000 windows.
  var isLight: Bool {
    let isEven =
      if usable.count == 3 {
        (spread ?? 1) < Self.lightSpread
          || level.max() < Self.mostTint * level.min()
            && (spread(of: parts * level) ?? 1) < Self.brightnessSpread
      } else {
        (spread ?? 1) < Self.lightSpreadOfTwo
      }
    if isEven, usable.allSatisfy({ correlations[$0] > Self.leastCorrelation }) { return true }
    return usable.count == 3 && isLightInNoise
  }

  /// Whether two colours, seen well, change by the same share of their levels, and the third does as far
  /// as three standard errors let see.
  ///
  /// A finger is dark in green and blue, so one of these may drown in noise where light is as plain in
  /// the others. No right answer of 2,097 windows of fingertips with references was such.
  private var isLightInNoise: Bool {
    let errors = standardErrors
    let differences = usable.map { (abs(parts[$0] - 1), errors[$0]) }
    // The candidate's own colour is one of them.
    return differences.count { $0 < Self.sameChange && $1 < Self.greatestErrorOfSeen } >= 2
      && differences.allSatisfy { $0 < Self.sameChange + 3 * $1 }
  }

  /// The standard error of each part: what the candidate's mean beat does not explain of a colour's own
  /// is noise, spread over all phases of the beat.
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

  /// The greatest difference of two parts that are the same, and the greatest standard error of one that
  /// is seen well.
  private static let sameChange = 0.08
  private static let greatestErrorOfSeen = 0.1

  /// The least difference of the parts that blood makes, as a share of their mean.
  private static let lightSpread = 0.14

  /// The least difference of the changes in levels that blood makes in a grey picture.
  private static let brightnessSpread = 0.11

  /// The ratio of the highest level to the lowest below which a picture is grey rather than a finger's red.
  private static let mostTint = 2.0

  /// The least difference of two parts, where only two colours follow the light. Two parts differ by half as much from their
  /// mean as three do, and without green blood changes the other two by nearly the same share.
  private static let lightSpreadOfTwo = 0.055

  /// The least correlation of a colour whose noise hides most of its beat, and that of one that changes
  /// against the others.
  private static let leastCorrelation = 0.4
  private static let opposedCorrelation = 0.5

  /// Whether red and blue change against each other while green stays, as an automatic white balance
  /// changes them, or green and blue do, as an encoder changes them. Blood changes green most, and blue
  /// as it changes green; only red may go another way.
  var isWhiteBalance: Bool {
    guard usable.count == 3 else { return false }
    let (red, green, blue) = (parts[0], parts[1], parts[2])
    let greatest = max(abs(red), abs(blue))
    if red * blue < 0, min(abs(red), abs(blue)) > 0.2 * greatest, abs(green) < 0.5 * greatest,
      min(correlations[0], correlations[2]) < -Self.opposedCorrelation
    {
      return true
    }
    return correlations[1] * correlations[2] < 0
      && min(abs(correlations[1]), abs(correlations[2])) > Self.leastCorrelation
      && abs(blue) > 0.25 * max(greatest, abs(green))
  }

  /// The greatest difference of a usable colour's part from the mean part, over the mean; `nil` if
  /// fewer than two colours are usable or their beats differ.
  var spread: Double? { spread(of: parts) }

  private func spread(of parts: SIMD3<Double>) -> Double? {
    guard usable.count >= 2 else { return nil }
    let mean = usable.reduce(0) { $0 + parts[$1] } / Double(usable.count)
    guard mean > 0 else { return .infinity }
    return usable.reduce(0) { max($0, abs(parts[$1] / mean - 1)) }
  }
}
