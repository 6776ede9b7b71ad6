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

  /// The properties that samples of every kind have.
  public let head: SampleHead

  /// The beats in the order of time, no two at the same time.
  public let beats: [Beat]

  /// The type, as samples of all kinds have one.
  public var sampleType: SampleType { .heartbeatSeries }

  /// Makes a sample; throws if a beat comes before the start or not after the one before it, or is
  /// not finite.
  public init(
    id: UUID = .random(), beats: [Beat], start: Date, source: Source, device: Device? = nil,
    metadata: [String: MetadataValue] = [:],
    created: Date? = nil
  ) throws(InvalidSample) {
    try self.init(
      SampleHead(
        id: id, start: start, end: start, source: source, device: device, metadata: metadata,
        created: created), beats: beats)
  }

  /// Makes a sample that ends with the last beat, whatever end the head has.
  package init(_ head: SampleHead, beats: [Beat]) throws(InvalidSample) {
    var last = -Double.leastNonzeroMagnitude
    for beat in beats {
      guard beat.time.isFinite else { throw .timeIsNotFinite }
      guard beat.time > last else { throw .beatsAreNotInOrder }
      last = beat.time
    }
    self.head = try head.ending(head.start + max(0, last))
    self.beats = beats
  }
}
