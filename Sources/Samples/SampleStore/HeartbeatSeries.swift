public import FoundationEssentials

/// The times of single beats.
public struct HeartbeatSeries: HealthSample {
  /// One beat.
  public struct Beat: Hashable, Sendable {
    /// Seconds since the series' start.
    public let time: Double

    /// Whether beats before this one may be missing. The interval before it is then not an
    /// interbeat interval.
    public let precededByGap: Bool

    /// Makes a beat.
    public init(time: Double, precededByGap: Bool = false) {
      self.time = time
      self.precededByGap = precededByGap
    }
  }

  /// Identifies the sample in every store and export.
  public let id: UUID

  /// The beats in the order of time, no two at the same time.
  public let beats: [Beat]

  /// When the interval begins.
  public let start: Date

  /// The last beat's time, or the start if there are no beats.
  public let end: Date

  /// The program that saved it.
  public let source: Source

  /// The hardware that measured it; `nil` if unknown.
  public let device: Device?

  /// Further values by key (see `MetadataKey`).
  public let metadata: [String: MetadataValue]

  /// When the sample was first made, by whatever program; `nil` if that is not known.
  public let created: Date?

  /// The type, as samples of all kinds have one.
  public var sampleType: SampleType { .heartbeatSeries }

  /// Makes a sample; throws if a beat comes before the start or not after the one before it, or is
  /// not finite.
  public init(
    id: UUID = .random(), beats: [Beat], start: Date, source: Source, device: Device? = nil,
    metadata: [String: MetadataValue] = [:],
    created: Date? = nil
  ) throws(InvalidSample) {
    var last = -Double.leastNonzeroMagnitude
    for beat in beats {
      guard beat.time.isFinite else { throw .timeIsNotFinite }
      guard beat.time > last else { throw .beatsAreNotInOrder }
      last = beat.time
    }
    let end = start + max(0, last)
    try SampleRules.check(start, end, metadata, created)
    self.id = id
    self.beats = beats
    self.start = start
    self.end = end
    self.source = source
    self.device = device
    self.metadata = metadata
    self.created = created
  }
}
