/// The contents of statistics, numbered as in HealthKit.
public struct StatisticsOptions: OptionSet, Hashable, Sendable {
  /// The bits of the options.
  public let rawValue: Int

  /// Makes options; bits without a meaning are kept and ask for nothing.
  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Adds the statistics of each source to those of all together.
  public static let separateBySource = StatisticsOptions(rawValue: 1 << 0)

  /// The mean, in which each sample has the same weight however long it lasts. For sound levels it is
  /// the level of the mean energy over time; for types that are weighted by time, such as heart rate, each
  /// sample weighs the seconds that it covers (`longestHold`).
  public static let discreteAverage = StatisticsOptions(rawValue: 1 << 1)

  /// The lowest value.
  public static let discreteMin = StatisticsOptions(rawValue: 1 << 2)

  /// The highest value.
  public static let discreteMax = StatisticsOptions(rawValue: 1 << 3)

  /// The sum over sources that are merged by their priority.
  public static let cumulativeSum = StatisticsOptions(rawValue: 1 << 4)

  /// The sample that starts last; of several, the one that ends last, then the one that was saved last.
  public static let mostRecent = StatisticsOptions(rawValue: 1 << 5)

  /// Seconds: for cumulative types those that the merged sources cover, each counted once; for others the
  /// sum of the samples' lengths.
  public static let duration = StatisticsOptions(rawValue: 1 << 6)

  /// Up to which 5, 25, 50, 75 and 95% of the values lie. HealthKit has no such option.
  public static let discreteQuantiles = StatisticsOptions(rawValue: 1 << 17)

  /// The options that only averaged types have; every type has a most recent sample.
  static let discrete: StatisticsOptions = [
    .discreteAverage, .discreteMin, .discreteMax, .discreteQuantiles,
  ]

  /// The maximum seconds that an instant covers in an average weighted by time.
  ///
  /// A sample with a duration covers it. An instant covers the time until the next sample of its source
  /// starts. If that is later than this or never, it covers as long as the instant before it did, and alone, this.
  /// Apple's header says only that such samples are averaged "using a temporally weighted integration function"; the
  /// function is ours. A watch measures every few minutes at rest, which ten minutes bridge.
  public static let longestHold = 600.0
}
