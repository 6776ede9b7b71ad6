import SignalProcessing

/// The result of a window of the color stream for an interval inside it.
///
/// A `HeartRateReading` reports an interval. It is made of the estimates of the interval's parts.
struct PulseEstimate: Sendable {
  /// The interval in seconds on the source's clock.
  var interval: Range<Double>

  /// The interval's length in seconds.
  var duration: Double { interval.upperBound - interval.lowerBound }
  var outcome: HeartRateReading.Outcome
  var quality: Double

  /// The channel of the clearest candidate; `nil` without candidates.
  var channel: ColorChannel?

  /// The beats whose onset is in the interval; empty in a refusal.
  var beats: [Beat] = []

  /// The same as `HeartRateReading.pulse`.
  var pulse: [Double] = []
  var evidence: PulseEvidence?

  /// The light around the beats; `nil` in a refusal and for combined colors, which have no level.
  var light: PulseLight?

  /// The perfusion index in percent, with its color; `nil` if it is not known.
  var perfusion: (index: Double, channel: ColorChannel)?

  /// The rate that is most likely although it is not reported; `nil` if there is one that is, or none.
  var refusedRate: RefusedRate?

  /// Whether there are beats that cannot be distinguished from noise in so short a time. A longer
  /// window may show more.
  var isInconclusive = false

  /// The skewness of the pulse's derivative; `nil` in a refusal.
  var derivativeSkewness: Double? { zip(pulse.dropFirst(), pulse).map { $0 - $1 }.skewness }

  /// The rate; `nil` in a refusal.
  var rate: HeartRateReading.Rate? { outcome.rate }

  /// Creates an estimate with a rate or with a refusal.
  init(
    of interval: Range<Double>, outcome: HeartRateReading.Outcome, quality: Double,
    candidate: PulseCandidate
  ) {
    self.interval = interval
    self.outcome = outcome
    self.quality = quality
    channel = candidate.channel
    evidence = candidate.evidence
  }

  /// Creates the refusal of an interval in which there is no candidate.
  init(of interval: Range<Double>, refused reason: RefusalReason) {
    self.interval = interval
    outcome = .refused(reason)
    quality = 0
  }
}

/// The known facts about the pulse in the interval just before.
struct PrecedingPulse: Sendable, Equatable {
  /// The rate of that interval; `nil` if it has none.
  var beatsPerMinute: Double?

  /// The time of the last beat of that interval in seconds; `nil` if it is not known.
  var lastBeat: Double?

  /// Creates the facts from an estimate; without one, all of them are unknown.
  init(_ estimate: PulseEstimate?) {
    beatsPerMinute = estimate?.rate?.beatsPerMinute
    lastBeat = estimate?.beats.last?.time
  }

  /// Creates the facts from a rate alone.
  init(beatsPerMinute: Double?) { self.beatsPerMinute = beatsPerMinute }
}
