public import FoundationEssentials

/// The samples that were added and deleted since an anchor.
///
/// To keep a copy, first remove the deleted samples and then insert the added ones: a sample that
/// was deleted and saved again is in both.
public struct StoreChanges: Sendable {
  /// Samples that are there now, in the order in which they were saved.
  public let added: [Sample]

  /// Deleted samples in the order of deletion, also those that were added since the anchor.
  public let deleted: [DeletedObject]

  /// The anchor to continue from.
  public let anchor: QueryAnchor

  /// Whether the limit left some changes for the next time.
  public let hasMore: Bool
}

/// The store's record of a deleted sample, until tombstones are purged.
public struct DeletedObject: Hashable, Sendable, Identifiable {
  /// The identifier of the sample.
  public let id: UUID

  /// The type of the sample.
  public let type: SampleType

  /// The sync identifier and version that the sample carried, if it did.
  public let metadata: [String: MetadataValue]

  /// Makes a deleted object.
  public init(id: UUID, type: SampleType, metadata: [String: MetadataValue] = [:]) {
    (self.id, self.type, self.metadata) = (id, type, metadata)
  }
}
