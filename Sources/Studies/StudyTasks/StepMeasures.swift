public import SampleStore

/// A source's measures of a step as a whole, such as variability, in addition to the samples of its
/// recorders.
public struct StepMeasures: Sendable, Equatable {
  /// The measures by name, with the unit in the name: `rmssd_ms`, `sdnn_ms`, `breaths_per_minute`.
  public var values: [String: Double] = [:]

  /// Why a measure is missing, by its name: `too_short`, or `no_beats` of a source that has none.
  public var missing: [String: String] = [:]

  /// The measures that are also samples, for recorders of their kind.
  public var samples: [QuantitySample] = []

  /// The measures that each step that records beats has, or a reason why it has not.
  public static let names = ["mean_interval_ms", "rmssd_ms", "sdnn_ms", "breaths_per_minute"]

  /// Makes measures of nothing.
  public init() {}

  /// Makes measures that are all missing, for one reason.
  public init(missing reason: String) {
    missing = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, reason) })
  }
}
