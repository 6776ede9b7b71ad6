/// The type of a sample of any kind; two are equal if kind and identifier are.
public enum SampleType: Hashable, Sendable {
  case quantity(QuantityType)
  case category(CategoryType)
  case correlation(CorrelationType)
  case workout
  case heartbeatSeries

  /// The identifier of all workouts.
  public static let workoutIdentifier = "HKWorkoutTypeIdentifier"

  /// The identifier of all heartbeat series.
  public static let heartbeatSeriesIdentifier = "HKDataTypeIdentifierHeartbeatSeries"

  /// The name under which the type is stored and exported.
  public var identifier: String {
    switch self {
    case .quantity(let type): type.identifier
    case .category(let type): type.identifier
    case .correlation(let type): type.identifier
    case .workout: Self.workoutIdentifier
    case .heartbeatSeries: Self.heartbeatSeriesIdentifier
    }
  }

  /// The kind of the type's samples.
  public var kind: SampleKind {
    switch self {
    case .quantity: .quantity
    case .category: .category
    case .correlation: .correlation
    case .workout: .workout
    case .heartbeatSeries: .heartbeatSeries
    }
  }

  /// The type of an identifier in HealthKit's catalogue; `nil` for any other.
  public init?(knownIdentifier identifier: String) {
    if let type = QuantityType(knownIdentifier: identifier) {
      self = .quantity(type)
    } else if CategoryType.isKnown(identifier) {
      self = .category(CategoryType(identifier: identifier))
    } else if CorrelationType.allKnown.contains(where: { $0.identifier == identifier }) {
      self = .correlation(CorrelationType(identifier: identifier))
    } else if identifier == Self.workoutIdentifier {
      self = .workout
    } else if identifier == Self.heartbeatSeriesIdentifier {
      self = .heartbeatSeries
    } else {
      return nil
    }
  }

  /// The whole catalogue, quantities first.
  public static let allKnown: [SampleType] =
    QuantityType.allKnown.map(SampleType.quantity)
    + CategoryType.allKnown.map(SampleType.category)
    + CorrelationType.allKnown.map(SampleType.correlation) + [.workout, .heartbeatSeries]
}

/// The kinds of samples, numbered as in the store's table of types.
public enum SampleKind: Int, Hashable, Sendable, CaseIterable {
  case quantity = 0
  case category = 1
  case correlation = 2
  case workout = 3
  case heartbeatSeries = 4
}
