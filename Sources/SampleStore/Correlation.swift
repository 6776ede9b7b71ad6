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

  /// The type, as samples of all kinds have one.
  public var sampleType: SampleType { .correlation(type) }

  /// Makes a correlation; throws if the interval is reversed, a number is not finite, or the
  /// members do not make such a correlation: blood pressure is one systolic and one diastolic
  /// quantity.
  public init(
    id: UUID = .random(), type: CorrelationType, members: [Sample], start: Date, end: Date,
    source: Source, device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) throws(InvalidSample) {
    try SampleRules.check(start, end, metadata)
    let areSimple = members.allSatisfy { [.quantity, .category].contains($0.sampleType.kind) }
    guard areSimple, Set(members.map(\.id)).count == members.count,
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
  }

  /// The quantities of one type among the members.
  public func quantities(of type: QuantityType) -> [QuantitySample] {
    members.compactMap(\.quantitySample).filter { $0.type == type }
  }
}
