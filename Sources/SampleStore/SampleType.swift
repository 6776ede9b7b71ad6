/// What a sample is a sample of, whatever its kind; equal where kind and identifier are.
public enum SampleType: Hashable, Sendable {
  case quantity(QuantityType)
  case category(CategoryType)
  case correlation(CorrelationType)
  case workout
  case heartbeatSeries

  public static let workoutIdentifier = "HKWorkoutTypeIdentifier"
  public static let heartbeatSeriesIdentifier = "HKDataTypeIdentifierHeartbeatSeries"

  public var identifier: String {
    switch self {
    case .quantity(let type): type.identifier
    case .category(let type): type.identifier
    case .correlation(let type): type.identifier
    case .workout: Self.workoutIdentifier
    case .heartbeatSeries: Self.heartbeatSeriesIdentifier
    }
  }

  public var kind: SampleKind {
    switch self {
    case .quantity: .quantity
    case .category: .category
    case .correlation: .correlation
    case .workout: .workout
    case .heartbeatSeries: .heartbeatSeries
    }
  }

  /// The type that HealthKit's catalogue has under an identifier; `nil` for any other.
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
