public import FoundationEssentials

/// What samples of a quantity over an interval come to.
public struct Statistics: Hashable, Sendable {
  /// Quantities are in the type's unit as the store keeps it; what was not asked for is `nil`.
  public struct Values: Hashable, Sendable {
    /// How many samples, overlapping ones of merged sources included.
    public var count = 0
    public var average: Quantity?
    public var temporallyWeightedAverage: Quantity?
    public var minimum: Quantity?
    public var maximum: Quantity?
    public var sum: Quantity?
    public var mostRecent: Quantity?
    public var mostRecentInterval: Range<Date>?

    /// Seconds.
    public var duration: Double?

    public init(count: Int = 0) {
      self.count = count
    }
  }

  public let type: QuantityType

  /// Of a collection the interval's bounds, else the first sample's start and the last end.
  public let start: Date
  public let end: Date

  public let all: Values

  /// By bundle identifier; empty unless `separateBySource` was asked for.
  public let bySource: [String: Values]
}
