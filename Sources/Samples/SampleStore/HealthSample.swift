public import FoundationEssentials

/// A sample of some kind: its measurement, its time, its source and its device. It never changes.
public protocol HealthSample: Hashable, Sendable, Identifiable where ID == UUID {
  /// The properties that samples of every kind have.
  var head: SampleHead { get }

  /// The type of the measurement.
  var sampleType: SampleType { get }
}

/// The properties that samples of every kind have.
public struct SampleHead: Hashable, Sendable {
  /// Identifies the sample in every store and export.
  public let id: UUID

  /// When the measured interval begins.
  public let start: Date

  /// When the interval ends; equal to `start` for an instant, and not before it.
  public let end: Date

  /// The program that saved it.
  public let source: Source

  /// The hardware that measured it; `nil` if unknown.
  public let device: Device?

  /// Further values by key (see `MetadataKey`).
  public let metadata: [String: MetadataValue]

  /// When the sample was first made, by whatever program; `nil` if that is not known.
  public let created: Date?

  /// Makes a head; throws if the interval is reversed, or a number is not finite.
  public init(
    id: UUID = .random(), start: Date, end: Date, source: Source, device: Device? = nil,
    metadata: [String: MetadataValue] = [:], created: Date? = nil
  ) throws(InvalidSample) {
    try Self.check(start, end, created)
    try Self.check(metadata)
    (self.id, self.start, self.end, self.source, self.device) = (id, start, end, source, device)
    (self.metadata, self.created) = (metadata, created)
  }

  /// Returns the same with another end.
  func ending(_ end: Date) throws(InvalidSample) -> SampleHead {
    try SampleHead(
      id: id, start: start, end: end, source: source, device: device, metadata: metadata,
      created: created)
  }

  static func check(_ start: Date, _ end: Date, _ created: Date? = nil) throws(InvalidSample) {
    guard start.timeIntervalSinceReferenceDate.isFinite,
      end.timeIntervalSinceReferenceDate.isFinite,
      created?.timeIntervalSinceReferenceDate.isFinite ?? true
    else { throw .timeIsNotFinite }
    guard start <= end else { throw .endsBeforeItStarts }
  }

  private static func check(_ metadata: [String: MetadataValue]) throws(InvalidSample) {
    guard !metadata.isEmpty else { return }
    if let key = metadata.first(where: { !$0.value.isFinite })?.key {
      throw .metadataIsNotFinite(key: key)
    }
    switch (metadata[MetadataKey.syncIdentifier], metadata[MetadataKey.syncVersion]) {
    case (nil, nil), (.string?, .number?): break
    default: throw .syncKeysAreIncomplete
    }
  }
}

/// The properties of the head.
extension HealthSample {
  /// Identifies the sample in every store and export.
  @inlinable public var id: UUID { head.id }

  /// When the measured interval begins.
  @inlinable public var start: Date { head.start }

  /// When the interval ends; equal to `start` for an instant.
  @inlinable public var end: Date { head.end }

  /// The program that saved it.
  @inlinable public var source: Source { head.source }

  /// The hardware that measured it; `nil` if unknown.
  @inlinable public var device: Device? { head.device }

  /// Further values by key (see `MetadataKey`).
  @inlinable public var metadata: [String: MetadataValue] { head.metadata }

  /// When the sample was first made, by whatever program; `nil` if that is not known.
  @inlinable public var created: Date? { head.created }

  /// Seconds from start to end.
  public var duration: Double { end.timeIntervalSince(start) }
}
