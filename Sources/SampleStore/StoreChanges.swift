/// What happened to samples since an anchor.
///
/// Whoever keeps a copy takes away what was deleted first and then puts in what was added: a sample that
/// was deleted and saved again is in both.
public struct StoreChanges: Sendable {
  /// Samples that are there now, in the order in which they were saved.
  public let added: [Sample]

  /// In the order in which they were deleted; also such as were added and deleted since the anchor.
  public let deleted: [DeletedObject]

  /// From where to go on.
  public let anchor: QueryAnchor

  /// Whether the limit left some for the next time.
  public let hasMore: Bool
}
