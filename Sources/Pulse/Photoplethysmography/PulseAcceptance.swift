import VideoFrames

/// The reasons that forbid that a candidate of a window is a pulse, whatever its chance: the limits
/// of light, a sensor and a heart.
struct PulseAcceptance: Sendable {
  /// A reason against a candidate.
  enum Objection: Sendable, Equatable {
    /// The signal is no higher than the rounding of its levels.
    case quantizationNoise

    /// Noise can be as clear in so short a time.
    case weakEvidence

    /// The rate is above those that are reported.
    case tooFast

    /// The rate is below those that are reported: slower rhythms are breathing.
    case tooSlow

    /// The camera sends too few frames for so fast a pulse.
    case tooFewFrames

    /// The window has beats, but the interval to be measured has none.
    case absentFromInterval

    /// The light changes by more with each beat than blood can absorb.
    case tooDeep

    /// The colors do not change as blood changes skin.
    case notBlood
  }

  /// The subject's rules.
  let subject: PulseSubject

  /// The channels that candidates come from.
  let channels: ChannelSelection

  /// Returns the first objection to a candidate; `nil` if none forbids a pulse.
  /// - Parameters:
  ///   - frames: The window's frames with their original times.
  ///   - filters: The same window, filtered.
  ///   - part: The interval to be measured, in samples of the filters' grid.
  ///   - duration: The length of the window in seconds.
  func objection(
    to candidate: PulseCandidate, frames: WindowFrames, filters: PulseFilters,
    part: Range<Double>, duration: Double
  ) -> Objection? {
    let signal = filters[candidate.channel].lowPassed
    // A combination of colors has no quantization steps.
    if let component = candidate.channel.component,
      QuantizationNoise.explains(
        signal, from: frames.recordedLevels(of: candidate.channel), level: frames.levels[component])
    {
      return .quantizationNoise
    }
    if !isClear(candidate.evidence, inWindow: duration) { return .weakEvidence }
    if candidate.meanRate > Self.fastestRate { return .tooFast }
    if candidate.meanRate < Self.slowestRate { return .tooSlow }
    if subject.isOnLens, hasTooFewFrames(candidate) { return .tooFewFrames }
    if !candidate.isPresent(in: part, of: signal) { return .absentFromInterval }
    if subject.isOnLens, candidate.evidence.circumstances.depth ?? 0 > Self.deepestPulse {
      return .tooDeep
    }
    if let bounds = subject.colorSignature,
      !signature(of: candidate, filters).isBlood(within: bounds, by: channels.combination)
    {
      return .notBlood
    }
    return nil
  }

  /// The rates that are reported, in beats per minute.
  private static let fastestRate = 220.0
  private static let slowestRate = 28.5

  /// The largest share of the light that a beat of a fingertip changes. In 705 readings of people it was 0.24 at most, and
  /// 0.17 of all but one person, in every color that is light enough; a lamp that blinks may change it by more.
  private static let deepestPulse = 0.35

  /// The frames per second below which a beat needs six frames: with fewer, a camera sees another rate
  /// than the heart's as well.
  private static let lowFrameRate = 14.5
  private static let fewestFramesPerBeat = 6.0

  private func hasTooFewFrames(_ candidate: PulseCandidate) -> Bool {
    let framesPerBeat = candidate.evidence.circumstances.framesPerBeat
    return framesPerBeat * candidate.meanRate / 60 < Self.lowFrameRate
      && framesPerBeat < Self.fewestFramesPerBeat
  }

  /// Returns whether there may be a pulse: seen from afar, if noise hardly ever has as much evidence; on the lens,
  /// where the model judges, if there is any to judge.
  func isClear(_ evidence: PulseEvidence, inWindow duration: Double) -> Bool {
    let bound =
      PulseEvidence.threshold(forWindow: duration) + subject.evidenceMargin(for: channels)
    return evidence.logit >= (subject.isOnLens ? bound - Self.doubtful : bound)
  }

  /// The maximum deficit of evidence, compared with noise, that is still judged.
  private static let doubtful = 8.0

  private func signature(of candidate: PulseCandidate, _ filters: PulseFilters) -> SkinSignature {
    SkinSignature(
      colors: ColorChannel.colors.map { filters.resampled($0) },
      signal: filters.resampled(candidate.channel), beats: candidate.beats.map(\.sample))
  }
}

/// The effect of rounding on a signal: a slow change that is recorded in steps has beats, which are
/// more even than a heart's.
enum QuantizationNoise {
  /// A drift that is rounded is a sawtooth of one step, which is as strong as a sinusoid of 0.82 steps from peak to trough;
  /// noise adds some.
  private static let fewestSteps = 1.2

  /// Returns whether a signal is no higher than the steps in which its levels are recorded, or than
  /// rounding errors.
  /// - Parameters:
  ///   - signal: Filtered.
  ///   - values: The levels, frame by frame.
  ///   - level: Their mean.
  static func explains(_ signal: [Double], from values: [Double], level: Double) -> Bool {
    var step = Double.infinity
    values.withUnsafeBufferPointer { values in
      for i in values.indices.dropFirst() {
        let change = abs(values[i] - values[i - 1])
        step = min(step, change > 0 ? change : .infinity)
      }
    }
    var power = 0.0
    for value in signal { power += value * value }
    // From peak to trough, as for a sinusoid.
    let amplitude = (8 * power / Double(signal.count)).squareRoot()
    return amplitude < fewestSteps * step || amplitude < 1e-4 * level
  }
}
