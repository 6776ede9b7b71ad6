public import FoundationEssentials

/// Which samples are wanted, how many, and in which order.
public struct SampleQuery: Hashable, Sendable {
  /// The types wanted; `nil` for all, none for an empty list.
  public var types: [QuantityType]?

  /// Samples that end before are left out; `nil` for no bound.
  public var from: Date?

  /// Samples that start then or later are left out; `nil` for no bound.
  public var to: Date?

  public var options: RangeOptions

  /// Only samples that carry every one of these.
  public var metadata: [String: MetadataValue]

  /// Only samples with one of these; `nil` for any.
  public var ids: [UUID]?

  /// At most this many; `nil` for all. Counting ignores it.
  public var limit: Int?

  public var order: Order

  public init(
    types: [QuantityType]? = nil, from: Date? = nil, to: Date? = nil, options: RangeOptions = [],
    metadata: [String: MetadataValue] = [:], ids: [UUID]? = nil, limit: Int? = nil,
    order: Order = .oldestFirst
  ) {
    self.types = types
    self.from = from
    self.to = to
    self.options = options
    self.metadata = metadata
    self.ids = ids
    self.limit = limit
    self.order = order
  }

  /// By start; those of one start by insertion.
  public enum Order: Sendable {
    case oldestFirst, newestFirst
  }

  /// How a sample must lie in `from..<to`. Without options it only has to overlap, as in HealthKit:
  /// `end >= from && start < to`.
  public struct RangeOptions: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The start too must lie in the range: `from <= start && start < to`.
    public static let strictStartDate = RangeOptions(rawValue: 1 << 0)

    /// The end too must lie in the range: `from <= end && end < to`.
    public static let strictEndDate = RangeOptions(rawValue: 1 << 1)
  }
}
