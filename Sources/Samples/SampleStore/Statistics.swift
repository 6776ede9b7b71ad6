public import FoundationEssentials

/// Figures that summarize the samples of a quantity over an interval.
public struct Statistics: Hashable, Sendable {
  /// The figures, in the unit in which the store keeps the type; those that were not asked for are
  /// `nil`.
  public struct Values: Hashable, Sendable {
    /// The number of samples, including overlapping ones of merged sources.
    public var count = 0

    /// The mean, as `StatisticsOptions.discreteAverage` says.
    public var average: Quantity?

    /// The weight of the average among others: the seconds that its samples cover if the type is weighted by
    /// time, else their number; 0 without an average. Values that differ in nothing else are equal.
    public var averageWeight: Double {
      get { weight.value }
      set { weight.value = newValue }
    }

    private var weight = Weight()

    private struct Weight: Hashable, Sendable {
      var value = 0.0
      static func == (a: Self, b: Self) -> Bool { true }
      func hash(into hasher: inout Hasher) {}
    }

    /// The lowest value.
    public var minimum: Quantity?

    /// The highest value.
    public var maximum: Quantity?

    /// The values up to which the shares `quantileShares` of all values lie; empty for the figures of a
    /// single source.
    ///
    /// Each is a saved value, the lowest up to which the share lies, if an interval of a collection
    /// has at most `exactQuantileCount` values. With more, they may come from the store's sums of
    /// each hour: then a quantile's rank is off by no more than the number of values in the hours
    /// whose range includes it.
    public var quantiles: [Quantity] = []

    /// The sum over the merged sources.
    public var sum: Quantity?

    /// The value of the latest sample.
    public var mostRecent: Quantity?

    /// The interval of the latest sample.
    public var mostRecentInterval: Range<Date>?

    /// Seconds that the samples cover.
    public var duration: Double?

    /// Makes figures of no more than a count.
    public init(count: Int = 0) {
      self.count = count
    }
  }

  /// The shares of `Values.quantiles`.
  public static let quantileShares = [0.05, 0.25, 0.5, 0.75, 0.95]

  /// Up to how many values are read one by one for quantiles, though the store keeps sums of hours.
  ///
  /// A picture of 600 points has 150 intervals, whose values are then read in less than 0.3 s.
  public static let exactQuantileCount = 6000

  /// The type of the samples.
  public let type: QuantityType

  /// The begin of the interval in a collection, otherwise of the first sample.
  public let start: Date

  /// The end of the interval in a collection, otherwise the last end of a sample.
  public let end: Date

  /// The figures of all sources together.
  public let all: Values

  /// The figures of each source, by bundle identifier; empty unless `separateBySource` was asked
  /// for.
  public let bySource: [String: Values]

  /// Makes statistics from given figures, without those of single sources.
  package init(type: QuantityType, start: Date, end: Date, all: Values) {
    self.init(type: type, start: start, end: end, all: all, bySource: [:])
  }

  init(
    type: QuantityType, start: Date, end: Date, all: Values, bySource: [String: Values]
  ) {
    (self.type, self.start, self.end, self.all, self.bySource) = (type, start, end, all, bySource)
  }
}
