/// The type of a sample of any kind; two are equal if kind and identifier are.
public enum SampleType: Hashable, Sendable {
  /// Numbers with a unit.
  case quantity(QuantityType)

  /// Values of a list.
  case category(CategoryType)

  /// Samples that belong together.
  case correlation(CorrelationType)

  /// Workouts.
  case workout

  /// Times of heartbeats.
  case heartbeatSeries

  /// Samples whose content is a document.
  case record(RecordType)

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
    case .record(let type): type.identifier
    }
  }

  /// The type as a quantity; `nil` for any other kind.
  package var quantityType: QuantityType? {
    if case .quantity(let type) = self { type } else { nil }
  }

  /// The kind of the type's samples.
  public var kind: SampleKind {
    switch self {
    case .quantity: .quantity
    case .category: .category
    case .correlation: .correlation
    case .workout: .workout
    case .heartbeatSeries: .heartbeatSeries
    case .record: .record
    }
  }

  /// Creates the type of an identifier in HealthKit's catalog; `nil` for any other.
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
    } else if let type = RecordType(identifier: identifier) {
      self = .record(type)
    } else {
      return nil
    }
  }

  /// Returns the type of an identifier that is not in the catalog, whose prefix shows its kind;
  /// `nil` for any other.
  package init?(unknownIdentifier identifier: String) {
    let kinds = zip(TypeNames.prefixes, [SampleKind.quantity, .category, .correlation])
    guard
      let kind = kinds.first(where: { identifier.hasPrefix($0.0) && identifier != $0.0 })?.1
    else { return nil }
    self.init(kind, identifier, unit: .count, style: .discreteArithmetic)
  }

  /// Creates the type of a kind with an identifier; `nil` for an unknown one, or if a quantity lacks its unit or style.
  package init?(
    _ kind: SampleKind, _ identifier: String, unit: QuantityUnit?, style: AggregationStyle?
  ) {
    switch kind {
    case .quantity:
      guard let unit, let style else { return nil }
      self = .quantity(
        QuantityType(identifier: identifier, canonicalUnit: unit, aggregationStyle: style))
    case .category: self = .category(CategoryType(identifier: identifier))
    case .correlation: self = .correlation(CorrelationType(identifier: identifier))
    case .workout: self = .workout
    case .heartbeatSeries: self = .heartbeatSeries
    case .record:
      guard let type = RecordType(identifier: identifier) else { return nil }
      self = .record(type)
    }
  }

  /// Creates a known type by its identifier without the prefix, as `HeartRate`.
  package init?(shortName: String) {
    let types = TypeNames.prefixes.lazy.compactMap { SampleType(knownIdentifier: $0 + shortName) }
    guard let type = types.first else { return nil }
    self = type
  }

  /// The whole catalog, quantities first.
  public static let allKnown: [SampleType] =
    QuantityType.allKnown.map(SampleType.quantity)
    + CategoryType.allKnown.map(SampleType.category)
    + CorrelationType.allKnown.map(SampleType.correlation) + [.workout, .heartbeatSeries]
    + RecordType.allKnown.map(SampleType.record)
}

/// The kinds of samples, numbered as in the store's table of types.
public enum SampleKind: Int, Hashable, Sendable, CaseIterable {
  /// Numbers with a unit.
  case quantity = 0

  /// Values of a list.
  case category = 1

  /// Samples that belong together.
  case correlation = 2

  /// Workouts.
  case workout = 3

  /// Times of heartbeats.
  case heartbeatSeries = 4

  /// Samples whose content is a document.
  case record = 5
}
