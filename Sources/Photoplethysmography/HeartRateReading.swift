/// Heart rate over one interval, or the reason why there is none.
public struct HeartRateReading: Sendable, Equatable {
  /// Beats a minute with their uncertainty.
  public struct Rate: Sendable, Equatable {
    public var beatsPerMinute: Double

    /// The 95 % interval in beats a minute.
    public var low: Double
    public var high: Double

    public init(beatsPerMinute: Double, low: Double, high: Double) {
      self.beatsPerMinute = beatsPerMinute
      self.low = low
      self.high = high
    }
  }

  public enum Outcome: Sendable, Equatable {
    case rate(Rate)
    case refused(RefusalReason)
  }

  /// Seconds on the source's clock.
  public var start: Double
  public var end: Double
  public var outcome: Outcome

  /// From 0 to 1; it ranks readings by how far they may be off. A refusal has the quality that was
  /// not enough.
  public var quality: Double

  /// What the pulse was taken from; `nil` where nothing was fit to look at.
  public var channel: ColorChannel?

  /// Beats whose upstroke lies in the interval; empty in a refusal.
  public var beats: [Beat]

  /// The pulse in the interval at `HeartRateMonitor.sampleRate`, systole upwards, scaled to a root
  /// mean square of 1; for showing. Empty in a refusal.
  public var pulse: [Double]

  /// Peak to trough of the mean beat over the mean level of its colour, in per cent; `nil` in a refusal,
  /// where too few beats are seen whole and where colours are combined, which have no level.
  public var perfusionIndex: Double?

  /// The light around each of `beats`; `nil` for one that was not seen whole. Empty where colours are
  /// combined.
  package var light: [BeatLight?] = []

  /// What spoke for a pulse, in the interval's last part; for fitting the weights of `PulseEvidence`.
  package var evidence: PulseEvidence?

  public var rate: Rate? {
    if case .rate(let rate) = outcome { rate } else { nil }
  }

  public var reason: RefusalReason? {
    if case .refused(let reason) = outcome { reason } else { nil }
  }
}
