import VideoFrames

/// Decides whether the clearest candidate of a window is a pulse.
///
/// The objections are independent of each other. They are checked in the order of `Objection`.
struct PulseAcceptance: Sendable {
  /// A reason against a candidate.
  enum Objection: Sendable, Equatable {
    /// A codec's key frames made the beats, not a heart.
    case keyFrameComb

    /// The signal is no higher than the rounding of its levels.
    case quantizationNoise

    /// Noise can be as clear in so short a time.
    case weakEvidence

    /// The window has beats, but the interval to be measured has none.
    case absentFromInterval

    /// Light rather than blood changes the colours.
    case notBlood
  }

  /// The subject's rules.
  let subject: PulseSubject

  /// The channels that candidates come from.
  let channels: ChannelSelection

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
    if !candidate.isPresent(in: part, of: signal) { return .absentFromInterval }
    if let bounds = subject.colorSignature,
      !signature(of: candidate, filters).isBlood(within: bounds, by: channels.combination)
    {
      return .notBlood
    }
    return nil
  }

  /// Returns whether noise hardly ever has as much evidence.
  func isClear(_ evidence: PulseEvidence, inWindow duration: Double) -> Bool {
    evidence.logit
      >= PulseEvidence.threshold(forWindow: duration) + subject.evidenceMargin(for: channels)
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
