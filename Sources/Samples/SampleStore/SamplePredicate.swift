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

  /// Samples to which the predicate does not apply.
  case not(SamplePredicate)

  /// Samples of one type to which the predicate applies; `nil` for all of the type. Within, a quantity
  /// is compared as one of this type.
  case ofType(SampleType, SamplePredicate?)

  /// The sample overlaps or lies in a range, as in `SampleQuery`; `nil` leaves a side open.
  case interval(from: Date?, to: Date?, options: SampleQuery.RangeOptions)

  /// Samples whose start compares so with a date.
  case start(Comparison, Date)

  /// Samples whose end compares so with a date.
  case end(Comparison, Date)

  /// Seconds from start to end.
  case duration(Comparison, Double)

  /// The quantity, in any unit that fits the query's types. The query must name its types, all
  /// quantities.
  case quantity(Comparison, Quantity)

  /// A category's value.
  case category(Comparison, Int)

  /// Samples with one of the identifiers.
  case ids(Set<UUID>)

  /// Saved by a source of one of these bundle identifiers, whatever its revision.
  case sources(Set<String>)

  /// Saved by exactly this revision.
  case revision(Source)

  /// Samples of one of the devices. Properties that a device leaves open do not count.
  case devices(Set<Device>)

  /// Samples whose device has one of the texts as that property; of none, those whose device does not have it.
  case device(DeviceProperty, among: Set<String>)

  /// The value of the same kind under the key; quantities in any unit that converts.
  case metadata(key: String, Comparison, MetadataValue)

  /// Samples whose metadata have the key.
  case hasMetadata(key: String)

  /// A text under the key contains this one, case-sensitively.
  case metadataContains(key: String, String)

  /// Workouts of the activity.
  case workoutActivity(WorkoutActivityType)

  /// Seconds of exercise without pauses.
  case workoutDuration(Comparison, Double)

  /// Workouts whose total of a type compares so with a quantity.
  case workoutTotal(QuantityType, Comparison, Quantity)

  /// Records with a field, or one of its values, that compares so with a number.
  case field(RecordField, Comparison, Double)

  /// Records with a field that compares so with a text.
  case fieldText(RecordField, Comparison, String)

  /// Added to the workout with this identifier.
  case ofWorkout(UUID)

  /// Samples that are members of a correlation.
  case isInCorrelation

  /// Whether it is a condition on sources and on nothing else.
  var concernsSourcesAlone: Bool {
    switch self {
    case .all(let parts), .any(let parts): parts.allSatisfy(\.concernsSourcesAlone)
    case .not(let part): part.concernsSourcesAlone
    case .sources, .revision: true
    default: false
    }
  }

  /// The properties of a device that a condition can name.
  public enum DeviceProperty: String, Hashable, Sendable, CaseIterable {
    /// The name that users see.
    case name

    /// The maker.
    case manufacturer

    /// The model.
    case model

    /// The version of the hardware.
    case hardwareVersion = "hardware_version"

    /// The version of the firmware.
    case firmwareVersion = "firmware_version"

    /// The version of the software.
    case softwareVersion = "software_version"

    /// The identifier on the machine to which the device is connected.
    case localIdentifier = "local_identifier"

    /// The device identifier of a Unique Device Identification (UDI).
    case udiDeviceIdentifier = "udi_device_identifier"
  }
}

/// The comparison of a stored value with a given one: stored, comparison, given.
public enum Comparison: Hashable, Sendable, CaseIterable {
  /// The comparison of a value with the given one.
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

  /// Returns whether the comparison holds of two values.
  package func holds<Value: Comparable>(_ a: Value, _ b: Value) -> Bool {
    switch self {
    case .equal: a == b
    case .notEqual: a != b
    case .less: a < b
    case .lessOrEqual: a <= b
    case .greater: a > b
    case .greaterOrEqual: a >= b
    }
  }
}
