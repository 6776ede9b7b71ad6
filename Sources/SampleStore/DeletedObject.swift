public import FoundationEssentials

/// What is left of a deleted sample, until tombstones are purged.
public struct DeletedObject: Hashable, Sendable, Identifiable {
  public let id: UUID
  public let type: SampleType

  /// The sync identifier and version that the sample carried, if it did.
  public let metadata: [String: MetadataValue]

  public init(id: UUID, type: SampleType, metadata: [String: MetadataValue] = [:]) {
    self.id = id
    self.type = type
    self.metadata = metadata
  }
}
