public import FoundationEssentials

/// The times of single beats.
public struct HeartbeatSeries: HealthSample {
  public struct Beat: Hashable, Sendable {
    /// Seconds since the series' start.
    public let time: Double

    /// Whether beats before this one may be missing, so that the interval to it says nothing.
    public let precededByGap: Bool

    public init(time: Double, precededByGap: Bool = false) {
      self.time = time
      self.precededByGap = precededByGap
    }
  }

  public let id: UUID

  /// In the order of time; no two of one time.
  public let beats: [Beat]

  public let start: Date

  /// The last beat's time, or the start where there is none.
  public let end: Date

  public let source: Source
  public let device: Device?
  public let metadata: [String: MetadataValue]

  public var sampleType: SampleType { .heartbeatSeries }

  /// Throws where a beat comes before the start or not after the one before it, or is not finite.
  public init(
    id: UUID = .random(), beats: [Beat], start: Date, source: Source, device: Device? = nil,
    metadata: [String: MetadataValue] = [:]
  ) throws(InvalidSample) {
    var last = -Double.leastNonzeroMagnitude
    for beat in beats {
      guard beat.time.isFinite else { throw .timeIsNotFinite }
      guard beat.time > last else { throw .beatsAreNotInOrder }
      last = beat.time
    }
    let end = start + max(0, last)
    try SampleRules.check(start, end, metadata)
    self.id = id
    self.beats = beats
    self.start = start
    self.end = end
    self.source = source
    self.device = device
    self.metadata = metadata
  }
}
