public import FoundationEssentials

/// Samples that make one observation, saved and deleted with it.
public struct Correlation: HealthSample {
  /// Identifies the sample in every store and export.
  public let id: UUID

  /// What the members make together.
  public let type: CorrelationType

  /// Quantities and categories, by identifier; each is also a sample of the store on its own.
  public let members: [Sample]

  /// When the interval begins.
  public let start: Date

  /// When the interval ends; not before `start`.
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
  public var sampleType: SampleType { .correlation(type) }

  /// Makes a correlation; throws if the interval is reversed, a number is not finite, or the
  /// members do not make such a correlation: blood pressure is one systolic and one diastolic
  /// quantity. No member is there twice, and none is the correlation itself.
  public init(
    id: UUID = .random(), type: CorrelationType, members: [Sample], start: Date, end: Date,
    source: Source, device: Device? = nil, metadata: [String: MetadataValue] = [:],
    created: Date? = nil
  ) throws(InvalidSample) {
    try SampleRules.check(start, end, metadata, created)
    let areSimple = members.allSatisfy { [.quantity, .category].contains($0.sampleType.kind) }
    let ids = Set(members.map(\.id))
    guard areSimple, ids.count == members.count, !ids.contains(id),
      type.admits(members.map(\.sampleType))
    else { throw .membersDoNotFit(type) }
    self.id = id
    self.type = type
    self.members = members.sorted { $0.id.uuidString < $1.id.uuidString }
    self.start = start
    self.end = end
    self.source = source
    self.device = device
    self.metadata = metadata
    self.created = created
  }

  /// The quantities of one type among the members.
  public func quantities(of type: QuantityType) -> [QuantitySample] {
    members.compactMap(\.quantitySample).filter { $0.type == type }
  }
}
