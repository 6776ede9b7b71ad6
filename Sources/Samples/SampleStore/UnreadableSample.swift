public import FoundationEssentials

/// A row of the store that does not make a sample, because another program or a fault of the disk
/// has changed it. It is left out of every answer; other matches remain.
public struct UnreadableSample: Sendable, Hashable {
  /// The sample's identifier; `nil` if not even that can be read.
  public let id: UUID?

  /// The fault, as a sentence without its capital and period. It contains no health values.
  public let reason: String

  /// The members that can be read, if the row is a correlation.
  public let members: [Sample]

  /// The row's number in the store's history.
  let number: Int64
}
