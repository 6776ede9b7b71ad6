/// What statistics are to hold, numbered as HealthKit does as far as it has them.
public struct StatisticsOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// The same for each source by itself, besides all together.
  public static let separateBySource = StatisticsOptions(rawValue: 1 << 0)

  /// The mean in which each sample counts alike, however long it lasts; of sound levels, the level of the
  /// mean energy over time.
  public static let discreteAverage = StatisticsOptions(rawValue: 1 << 1)
  public static let discreteMin = StatisticsOptions(rawValue: 1 << 2)
  public static let discreteMax = StatisticsOptions(rawValue: 1 << 3)

  /// The sum over sources that are merged by their priority.
  public static let cumulativeSum = StatisticsOptions(rawValue: 1 << 4)

  /// The sample that starts last; of those, the one that ends last; of those, the one saved last.
  public static let mostRecent = StatisticsOptions(rawValue: 1 << 5)

  /// Of cumulative types the time that the merged sources cover; of others the lengths of all samples.
  public static let duration = StatisticsOptions(rawValue: 1 << 6)

  /// The mean in which each sample counts by how long it lasts; where none lasts, each alike. HealthKit has
  /// no such option.
  public static let discreteTemporallyWeightedAverage = StatisticsOptions(rawValue: 1 << 16)

  static let discrete: StatisticsOptions = [
    .discreteAverage, .discreteMin, .discreteMax, .discreteTemporallyWeightedAverage,
  ]
}
