public import SampleStore

/// What a source measured over a step as a whole, such as variability, beside the samples of its
/// recorders.
public struct StepMeasures: Sendable, Equatable {
  /// The measures by name, with the unit in the name: `rmssd_ms`, `sdnn_ms`, `breaths_per_minute`.
  public var values: [String: Double] = [:]

  /// Why a measure is missing, by its name: `too_short`.
  public var missing: [String: String] = [:]

  /// The measures that are also samples, for recorders of their kind.
  public var samples: [QuantitySample] = []

  /// Makes measures of nothing.
  public init() {}
}
