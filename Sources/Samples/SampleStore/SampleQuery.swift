public import FoundationEssentials

/// A question for samples: which ones, how many, and in which order.
public struct SampleQuery: Hashable, Sendable {
  /// The types wanted; `nil` for all, none for an empty list.
  public var types: [SampleType]?

  /// Samples that end before are left out; `nil` for no bound.
  public var from: Date?

  /// Samples that start then or later are left out; `nil` for no bound.
  public var to: Date?

  /// The required position of a sample in the range.
  public var options: RangeOptions

  /// Only samples that carry every one of these.
  public var metadata: [String: MetadataValue]

  /// Only samples with one of these; `nil` for any.
  public var ids: [UUID]?

  /// A further condition; `nil` for none.
  public var predicate: SamplePredicate?

  /// At most this many; `nil` for all. Counting ignores it.
  public var limit: Int?

  /// The order of the answer.
  public var order: Order

  /// Makes a query for samples of any kind.
  public init(
    of types: [SampleType]? = nil, from: Date? = nil, to: Date? = nil, options: RangeOptions = [],
    metadata: [String: MetadataValue] = [:], ids: [UUID]? = nil,
    where predicate: SamplePredicate? = nil, limit: Int? = nil, order: Order = .oldestFirst
  ) {
    (self.types, self.from, self.to, self.options) = (types, from, to, options)
    (self.metadata, self.ids, self.predicate, self.limit) = (metadata, ids, predicate, limit)
    self.order = order
  }

  /// Makes a query for quantities alone, or for every type if `types` is `nil`.
  public init(
    types: [QuantityType]?, from: Date? = nil, to: Date? = nil, options: RangeOptions = [],
    metadata: [String: MetadataValue] = [:], ids: [UUID]? = nil,
    where predicate: SamplePredicate? = nil, limit: Int? = nil, order: Order = .oldestFirst
  ) {
    self.init(
      of: types?.map(SampleType.quantity), from: from, to: to, options: options,
      metadata: metadata, ids: ids, where: predicate, limit: limit, order: order)
  }

  /// The required position of a sample in `from..<to`. Without options it only has to overlap, as
  /// in HealthKit: `end >= from && start < to`.
  public struct RangeOptions: OptionSet, Hashable, Sendable {
    /// The bits of the options.
    public let rawValue: Int

    /// Creates the options of these bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// The start too must lie in the range: `from <= start && start < to`.
    public static let strictStartDate = RangeOptions(rawValue: 1 << 0)

    /// The end too must lie in the range: `from <= end && end < to`.
    public static let strictEndDate = RangeOptions(rawValue: 1 << 1)
  }
}
