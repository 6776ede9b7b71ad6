import VideoFrames

/// Decides whether a candidate of a window is a pulse.
///
/// The objections are independent of each other; the first in the order of the checks counts.
struct PulseAcceptance: Sendable {
  /// A reason against a candidate.
  enum Objection: Sendable, Equatable {
    /// A codec's key frames made the beats, not a heart.
    case keyFrameComb

    /// The channel changes by far more than blood can change it.
    case movement

    /// Light or a white balance changes the colours with the beats.
    case light

    /// The beats are harmonics of a slow movement.
    case slowMovement

    /// More steep rises than beats: some are beats that were not counted.
    case hiddenBeats

    /// Fewer steep rises than beats: some of the beats are not there.
    case inventedBeats

    /// The signal is no higher than the rounding of its levels.
    case quantizationNoise

    /// Noise can be as clear in so short a time.
    case weakEvidence

    /// What surrounds the beats makes it unlikely that their rate is right.
    case unlikely

    /// The window has beats, but the interval to be measured has none.
    case absentFromInterval

    /// The colours do not change as blood changes skin.
    case notBlood

    /// The camera sends too few frames for so fast a pulse.
    case tooFewFrames

    /// The rate is above those that are reported.
    case tooFast

    /// Whether the objection concerns the beats themselves, whichever colour they are found in.
    var isOfWindow: Bool {
      switch self {
      case .keyFrameComb, .light, .slowMovement, .hiddenBeats, .inventedBeats: true
      default: false
      }
    }
  }

  /// The subject's rules.
  let subject: PulseSubject

  /// The channels that candidates come from.
  let channels: ChannelSelection

  /// The chance from which on a rate is reported; a lower one is enough where beats are alike.
  var leastChance = PulseEvidence.leastChance

  /// Returns the first objection to a candidate; `nil` if it is a pulse.
  /// - Parameters:
  ///   - frames: The window's frames with their original times.
  ///   - filters: The same window, filtered.
  ///   - part: The interval to be measured, in samples of the filters' grid.
  ///   - duration: The length of the window in seconds.
  func objection(
    to candidate: PulseCandidate, frames: WindowFrames, filters: PulseFilters,
    part: Range<Double>, duration: Double
  ) -> Objection? {
    let values = frames.values(of: candidate.channel)
    let signal = filters[candidate.channel].lowPassed
    let beats = candidate.beats.map { filters.time(at: $0.sample) }
    if KeyFrameComb.isComb(times: frames.times, levels: values, beats: beats) {
      return .keyFrameComb
    }
    // A combination of colours has no quantization steps.
    if let component = candidate.channel.component,
      QuantizationNoise.explains(signal, from: values, level: frames.levels[component])
    {
      return .quantizationNoise
    }
    if !isClear(candidate.evidence, inWindow: duration) { return .weakEvidence }
    if candidate.meanRate > Self.fastestRate { return .tooFast }
    if candidate.meanRate < Self.slowestRate { return .slowMovement }
    if subject.isOnLens, let objection = objectionToCircumstances(of: candidate) {
      return objection
    }
    if subject.isOnLens, isUnlikely(candidate.evidence) { return .unlikely }
    if !candidate.isPresent(in: part, of: signal) { return .absentFromInterval }
    if let bounds = subject.colorSignature,
      !signature(of: candidate, filters).isBlood(within: bounds, by: channels.combination)
    {
      return .notBlood
    }
    return nil
  }

  /// The highest rate that is reported, in beats a minute.
  private static let fastestRate = 220.0

  /// The lowest rate that is reported, in beats a minute: what is slower breathes.
  private static let slowestRate = 28.5

  /// Returns the first objection that comes from what surrounds a candidate's beats.
  private func objectionToCircumstances(of candidate: PulseCandidate) -> Objection? {
    let circumstances = candidate.evidence.circumstances
    if circumstances.combScore > KeyFrameComb.leastScore || circumstances.isLockedToKeyFrames {
      return .keyFrameComb
    }
    if frameRate(of: circumstances, candidate) < Self.lowFrameRate,
      circumstances.framesPerBeat < Self.fewestFramesPerBeat
    {
      return .tooFewFrames
    }
    if circumstances.relativeRMS > Self.mostMovement { return .movement }
    if circumstances.relativeRMS > Self.mostMovementOfAllColors,
      circumstances.colorSpread ?? 1 < Self.likeColors
    {
      return .movement
    }
    if circumstances.isLight { return .light }
    if circumstances.slowExcess > Self.mostSlowExcess { return .slowMovement }
    if hidesBeats(candidate, circumstances) { return .hiddenBeats }
    return Self.seenRates ~= candidate.meanRate && circumstances.risesPerBeat < Self.fewestRises
      ? .inventedBeats : nil
  }

  /// The greatest root mean square of fast changes over the level. That of fingertips with right
  /// answers reaches 0.08.
  private static let mostMovement = 0.1

  /// The same where the parts of the colours differ by less than `likeColors`. A pulse so strong is one
  /// of much blood, which takes away far more of green and blue than of red: where right answers of
  /// fingertips changed by 0.035 and more, the parts differed by 0.75 and more.
  private static let mostMovementOfAllColors = 0.04
  private static let likeColors = 0.3

  /// The greatest correlation of a level with itself at a period of slow movement, above that at the
  /// candidate's. Fingertips with right answers reached 0.43 in eleven recordings with a chest strap.
  private static let mostSlowExcess = 0.45

  /// The frames a second below which a beat needs six frames: with fewer, a camera sees another rate
  /// than the heart's as well.
  private static let lowFrameRate = 14.5
  private static let fewestFramesPerBeat = 6.0

  private func frameRate(
    of circumstances: PulseCircumstances, _ candidate: PulseCandidate
  ) -> Double { circumstances.framesPerBeat * candidate.meanRate / 60 }

  /// Returns whether some steep rises are beats that were not counted: half of the true rate was
  /// found, or early beats hide between the others.
  ///
  /// Below 45 beats a minute a dicrotic wave comes within 0.45 s of its beat, so every later rise is
  /// a beat. From there to 85, a strong dicrotic wave may come later, but not in nearly every beat: of
  /// fingertips with references a few had up to 1.7 rises a beat, the others 1.1 at most. Early beats
  /// that alternate have 2.
  private func hidesBeats(
    _ candidate: PulseCandidate, _ circumstances: PulseCircumstances
  ) -> Bool {
    candidate.meanRate < Self.slowRate
      ? circumstances.lateRisesPerBeat > Self.mostLateRises
        || circumstances.risesPerBeat > Self.mostRisesOfSlow
      : Self.halvedRates ~= candidate.meanRate && circumstances.risesPerBeat > Self.mostRises
  }

  private static let slowRate = 45.0
  private static let halvedRates = 45.0..<85
  private static let mostLateRises = 1.45
  private static let mostRises = 1.72
  private static let mostRisesOfSlow = 1.9

  /// The fewest steep rises for each beat, at rates whose beats are far enough apart to be counted one
  /// by one. Early beats that alternate fit a period of two thirds of their own, with a beat in each
  /// pause: they have 0.63 to 0.74 rises a beat; fingertips with references had 0.91 and more.
  private static let seenRates = 45.0..<125
  private static let fewestRises = 0.77

  /// Returns whether noise hardly ever has as much evidence.
  func isClear(_ evidence: PulseEvidence, inWindow duration: Double) -> Bool {
    evidence.logit
      >= PulseEvidence.threshold(forWindow: duration) + subject.evidenceMargin(for: channels)
  }

  private func isUnlikely(_ evidence: PulseEvidence) -> Bool {
    let least =
      evidence.hasAlikeBeats
      ? min(leastChance, PulseEvidence.leastChanceOfAlikeBeats) : leastChance
    return evidence.chance < least
  }

  private func signature(of candidate: PulseCandidate, _ filters: PulseFilters) -> SkinSignature {
    SkinSignature(
      colors: ColorChannel.colors.map { filters.resampled($0) },
      signal: filters.resampled(candidate.channel), beats: candidate.beats.map(\.sample))
  }
}

/// The effect of rounding on a signal: a slow change that is recorded in steps has beats, which are
/// more even than a heart's.
enum QuantizationNoise {
  /// Returns whether a signal is no higher than the steps in which its levels are recorded, or than
  /// rounding errors.
  /// - Parameters:
  ///   - signal: Filtered.
  ///   - values: The levels, frame by frame.
  ///   - level: Their mean.
  static func explains(_ signal: [Double], from values: [Double], level: Double) -> Bool {
    var step = Double.infinity
    for (before, value) in zip(values, values.dropFirst()) {
      let change = abs(value - before)
      if change > 0 { step = min(step, change) }
    }
    var power = 0.0
    for value in signal { power += value * value }
    // From peak to trough, as for a sinusoid.
    let amplitude = (8 * power / Double(signal.count)).squareRoot()
    return amplitude < 2 * step || amplitude < 1e-4 * level
  }
}
