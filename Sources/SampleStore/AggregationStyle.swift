/// How samples of a type are put together, numbered as HealthKit does.
public enum AggregationStyle: Int, Sendable {
  /// Summed: steps.
  case cumulative = 0

  /// Averaged, each sample alike.
  case discreteArithmetic = 1

  /// Averaged by how long each sample lasts: heart rate.
  case discreteTemporallyWeighted = 2

  /// Averaged by energy: sound levels.
  case discreteEquivalentContinuousLevel = 3
}
