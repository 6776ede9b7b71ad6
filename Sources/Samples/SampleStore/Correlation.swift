public import FoundationEssentials

/// Samples that make one observation, saved and deleted with it.
public struct Correlation: HealthSample {
  /// The properties that samples of every kind have.
  public let head: SampleHead

  /// The type that the members form together.
  public let type: CorrelationType

  /// Quantities and categories, by identifier; each is also a sample of the store on its own.
  public let members: [Sample]

  /// The type, as samples of all kinds have one.
  public var sampleType: SampleType { .correlation(type) }

  /// Makes a correlation; throws if the interval is reversed, a number is not finite, or the
  /// members do not make such a correlation: blood pressure is one systolic and one diastolic
  /// quantity. No member occurs twice, and none is the correlation itself.
  public init(
    id: UUID = .random(), type: CorrelationType, members: [Sample], start: Date, end: Date,
    source: Source, device: Device? = nil, metadata: [String: MetadataValue] = [:],
    created: Date? = nil
  ) throws(InvalidSample) {
    try self.init(
      SampleHead(
        id: id, start: start, end: end, source: source, device: device, metadata: metadata,
        created: created), type: type, members: members)
  }

  /// Makes a correlation; throws if the members do not make such a one.
  package init(
    _ head: SampleHead, type: CorrelationType, members: [Sample]
  ) throws(InvalidSample) {
    let areSimple = members.allSatisfy { [.quantity, .category].contains($0.sampleType.kind) }
    let ids = Set(members.map(\.id))
    guard areSimple, ids.count == members.count, !ids.contains(head.id),
      type.admits(members.map(\.sampleType))
    else { throw .membersDoNotFit(type) }
    self.head = head
    self.type = type
    self.members = members.sorted { $0.id.uuidString < $1.id.uuidString }
  }

  /// Returns the quantities of one type among the members.
  public func quantities(of type: QuantityType) -> [QuantitySample] {
    members.compactMap(\.quantitySample).filter { $0.type == type }
  }
}
