public import FoundationEssentials

/// A condition on samples that the store evaluates.
///
/// A comparison with something that a sample does not have is false: a sample without a device is
/// not from any device. `.not` makes that true.
public indirect enum SamplePredicate: Hashable, Sendable {
  /// All of them; an empty list is always true.
  case all([SamplePredicate])

  /// At least one of them; an empty list is never true.
  case any([SamplePredicate])
  case not(SamplePredicate)

  /// The sample overlaps or lies in a range, as in `SampleQuery`; `nil` leaves a side open.
  case interval(from: Date?, to: Date?, options: SampleQuery.RangeOptions)
  case start(Comparison, Date)
  case end(Comparison, Date)

  /// Seconds from start to end.
  case duration(Comparison, Double)

  /// The quantity, in any unit that fits the query's types. The query must name its types, all
  /// quantities.
  case quantity(Comparison, Quantity)

  /// A category's value.
  case category(Comparison, Int)
  case ids(Set<UUID>)

  /// Saved by a source of one of these bundle identifiers, whatever its revision.
  case sources(Set<String>)

  /// Saved by exactly this revision.
  case revision(Source)
  case devices(Set<Device>)
  case device(DeviceProperty, among: Set<String>)

  /// The value of the same kind under the key; quantities in any unit that converts.
  case metadata(key: String, Comparison, MetadataValue)
  case hasMetadata(key: String)

  /// A text under the key contains this one, case-sensitively.
  case metadataContains(key: String, String)
  case workoutActivity(WorkoutActivityType)

  /// Seconds of exercise without pauses.
  case workoutDuration(Comparison, Double)
  case workoutTotal(QuantityType, Comparison, Quantity)

  /// Added to the workout with this identifier.
  case ofWorkout(UUID)
  case isInCorrelation

  /// The properties of a device that a condition can name.
  public enum DeviceProperty: String, Hashable, Sendable, CaseIterable {
    case name
    case manufacturer
    case model
    case hardwareVersion = "hardware_version"
    case firmwareVersion = "firmware_version"
    case softwareVersion = "software_version"
    case localIdentifier = "local_identifier"
    case udiDeviceIdentifier = "udi_device_identifier"
  }
}

/// How a stored value is compared with a given one: stored, comparison, given.
public enum Comparison: Hashable, Sendable, CaseIterable {
  case equal, notEqual, less, lessOrEqual, greater, greaterOrEqual

  var sql: String {
    switch self {
    case .equal: "="
    case .notEqual: "<>"
    case .less: "<"
    case .lessOrEqual: "<="
    case .greater: ">"
    case .greaterOrEqual: ">="
    }
  }
}
