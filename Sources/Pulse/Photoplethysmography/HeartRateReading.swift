/// The heart rate over one interval, or the reason why it has no rate.
public struct HeartRateReading: Sendable, Equatable, Codable {
  /// A rate in beats per minute, with its uncertainty.
  public struct Rate: Sendable, Equatable, Codable {
    /// The rate itself.
    public var beatsPerMinute: Double

    /// The lower end of the 95% confidence interval in beats per minute.
    public var low: Double

    /// The upper end of that interval.
    public var high: Double

    /// Creates a rate from its value and the ends of its interval.
    public init(beatsPerMinute: Double, low: Double, high: Double) {
      self.beatsPerMinute = beatsPerMinute
      self.low = low
      self.high = high
    }
  }

  /// A rate or a refusal.
  public enum Outcome: Sendable, Equatable, Codable {
    /// The interval has a rate.
    case rate(Rate)

    /// The interval has no rate, for this reason.
    case refused(RefusalReason)

    /// The rate; `nil` in a refusal.
    var rate: Rate? { if case .rate(let rate) = self { rate } else { nil } }

    /// The reason of a refusal; `nil` if there is a rate.
    var reason: RefusalReason? { if case .refused(let reason) = self { reason } else { nil } }
  }

  /// When the interval starts, in seconds on the source's clock.
  public var start: Double

  /// When the interval ends.
  public var end: Double

  /// The rate, or the reason of a refusal.
  public var outcome: Outcome

  /// The quality: the chance, from 0 to 1, that the rate lies within 5 beats per minute of the truth; 0
  /// in a refusal.
  public var quality: Double

  /// The channel that the pulse was measured from; `nil` if no channel had a candidate.
  public var channel: ColorChannel?

  /// The beats whose upstroke is in the interval; empty in a refusal.
  public var beats: [Beat]

  /// The pulse in the interval at `HeartRateMonitor.sampleRate`, systole upward, scaled to a root
  /// mean square of 1; for showing. Empty in a refusal.
  public var pulse: [Double]

  /// Peak to trough of the mean beat over the mean level of `perfusionChannel`, in percent; `nil` in
  /// a refusal, if too few beats are seen whole, or if colors are combined, which have no level.
  public var perfusionIndex: Double?

  /// The color of `perfusionIndex`: the channel that was asked for. If none was, it is green if its
  /// level can follow the light, else red, else blue, whatever the pulse was measured from.
  public var perfusionChannel: ColorChannel?

  /// The skewness of the pulse's derivative: above 0 if it rises faster than it falls, as a pulse
  /// does (Elgendi 2016 judges the quality of a pulse by the skewness of the signal itself). `nil` in a
  /// refusal.
  public var derivativeSkewness: Double?

  /// The rate that is most likely although it is not reported, with the doubt about it; `nil` if a
  /// rate is reported or nothing repeats.
  public var refusedRate: RefusedRate?

  /// The light around each of `beats`; `nil` for one that was not seen whole. Empty if colors are
  /// combined, and in a live reading.
  package var light: [BeatLight?] = []

  /// The evidence for a pulse in the interval's last part; for fitting the weights of
  /// `PulseEvidence`.
  package var evidence: PulseEvidence?

  /// The rate; `nil` in a refusal.
  public var rate: Rate? { outcome.rate }

  /// The reason of a refusal; `nil` if there is a rate.
  public var reason: RefusalReason? { outcome.reason }

  /// Whether the light may have more or fewer beats than were counted.
  var hasDoubtfulCount: Bool {
    rate == nil ? refusedRate?.against == .beats : evidence?.hasDoubtfulCount ?? false
  }
}

extension HeartRateReading {
  /// Creates the reading of a single estimate.
  init(_ estimate: PulseEstimate) {
    start = estimate.interval.lowerBound
    end = estimate.interval.upperBound
    outcome = estimate.outcome
    quality = estimate.quality
    channel = estimate.channel
    beats = estimate.beats
    pulse = estimate.pulse
    evidence = estimate.evidence
    perfusionIndex = estimate.rate == nil ? nil : estimate.perfusion?.index
    perfusionChannel = perfusionIndex == nil ? nil : estimate.perfusion?.channel
    derivativeSkewness = estimate.derivativeSkewness
    refusedRate = estimate.refusedRate
  }

  /// Merges the estimates of an interval's parts into one reading; `nil` if there are no parts.
  ///
  /// The rate is the mean over the parts that have one, which must be at least half of the
  /// interval. The other parts lower the quality. With less, the reading has the most frequent
  /// reason.
  init?(merging parts: [PulseEstimate]) {
    guard let first = parts.first, let last = parts.last else { return nil }
    var average = RateAverage()
    var (total, quality) = (0.0, 0.0)
    for part in parts {
      total += part.duration
      guard let rate = part.rate else {
        average.addUnseen(part.duration)
        continue
      }
      average.add(rate, duration: part.duration)
      quality += part.quality * part.duration
    }
    start = first.interval.lowerBound
    end = last.interval.upperBound
    evidence = last.evidence
    guard let rate = average.rate, average.seen >= 0.5 * total else {
      let reasons = parts.compactMap(\.outcome.reason)
      let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
      let reason = reasons.max { counts[$0, default: 0] < counts[$1, default: 0] }
      outcome = .refused(reason ?? .noPulse)
      self.quality = 0
      channel = parts.compactMap(\.channel).first
      refusedRate = parts.compactMap(\.refusedRate).max { $0.chance < $1.chance }
      (beats, pulse) = ([], [])
      return
    }
    outcome = .rate(rate)
    self.quality = quality / total
    channel = parts.max { $0.quality < $1.quality }?.channel
    beats = parts.flatMap(\.beats)
    pulse = parts.flatMap(\.pulse)
    light = parts.flatMap { $0.light?.beats ?? [] }
    perfusionChannel = parts.compactMap(\.perfusion?.channel).first
    let perfusionChannel = perfusionChannel
    perfusionIndex = parts.timeAverage(over: \.duration) {
      $0.perfusion?.channel == perfusionChannel ? $0.perfusion?.index : nil
    }
    derivativeSkewness = parts.timeAverage(over: \.duration) { $0.derivativeSkewness }
  }
}

extension Array {
  /// Returns the mean of a value over the elements that have one, each weighted by its seconds;
  /// `nil` if none has one.
  package func timeAverage(
    over seconds: (Element) -> Double, of value: (Element) -> Double?
  ) -> Double? {
    var (sum, total) = (0.0, 0.0)
    for element in self {
      guard let value = value(element) else { continue }
      sum += value * seconds(element)
      total += seconds(element)
    }
    return total > 0 ? sum / total : nil
  }
}
