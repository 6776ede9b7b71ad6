public import SampleStore

/// A source of heart rates that are not a person's own measurement. Statistics, cards and charts
/// leave them out unless their source is asked for.
public enum ImpersonalSource: String, Sendable, CaseIterable {
  /// Random heart rates, for development.
  case mock

  /// A measurement of a recording that says it was simulated.
  case simulated

  /// A recording that was played in place of a camera.
  case replay

  /// The bundle identifier of its samples.
  public var bundleIdentifier: String { "heartcam.\(rawValue)" }

  /// The key of the metadata that mark its samples.
  var key: String { "Heartcam\(rawValue.prefix(1).uppercased())\(rawValue.dropFirst())" }

  /// The metadata that mark its samples.
  public var mark: [String: MetadataValue] { [key: .bool(true)] }

  /// Returns the source of its samples.
  public func source(version: String) -> Source {
    Source(name: rawValue, bundleIdentifier: bundleIdentifier, version: version)
  }

  /// The predicate of all samples of impersonal sources.
  public static let all = SamplePredicate.sources(Set(allCases.map(\.bundleIdentifier)))

  /// The predicate of all other samples.
  public static let excluded = SamplePredicate.not(all)
}
