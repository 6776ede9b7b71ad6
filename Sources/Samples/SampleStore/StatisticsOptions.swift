/// What statistics contain, numbered as in HealthKit.
public struct StatisticsOptions: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: Int

  /// Makes options; bits without a meaning are kept and ask for nothing.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Adds the statistics of each source to those of all together.
  public static let separateBySource = StatisticsOptions(rawValue: 1 << 0)

  /// The mean, in which each sample has the same weight however long it lasts; for sound levels,
  /// the level of the mean energy over time.
  public static let discreteAverage = StatisticsOptions(rawValue: 1 << 1)

  /// The least value.
  public static let discreteMin = StatisticsOptions(rawValue: 1 << 2)

  /// The greatest value.
  public static let discreteMax = StatisticsOptions(rawValue: 1 << 3)

  /// The sum over sources that are merged by their priority.
  public static let cumulativeSum = StatisticsOptions(rawValue: 1 << 4)

  /// The sample that starts last; of several, the one that ends last, then the one that was saved last.
  public static let mostRecent = StatisticsOptions(rawValue: 1 << 5)

  /// Seconds: for cumulative types those that the merged sources cover, each counted once; for others the
  /// sum of the samples' lengths.
  public static let duration = StatisticsOptions(rawValue: 1 << 6)

  /// The mean weighted by the length of each sample; unweighted if all are instants. HealthKit has
  /// no such option.
  public static let discreteTemporallyWeightedAverage = StatisticsOptions(rawValue: 1 << 16)

  /// Up to which 5, 25, 50, 75 and 95 % of the values lie. HealthKit has no such option.
  public static let discreteQuantiles = StatisticsOptions(rawValue: 1 << 17)

  /// What only averaged types have; every type has a most recent sample.
  static let discrete: StatisticsOptions = [
    .discreteAverage, .discreteMin, .discreteMax, .discreteTemporallyWeightedAverage,
    .discreteQuantiles,
  ]
}
