public import FoundationEssentials

/// A condition on samples that the store answers by itself.
///
/// What a sample does not have compares as false: a sample without a device is not from any device, and
/// `.not` makes that true.
public indirect enum SamplePredicate: Hashable, Sendable {
  /// All of them; an empty list is always true.
  case all([SamplePredicate])

  /// At least one of them; an empty list is never true.
  case any([SamplePredicate])
  case not(SamplePredicate)

  /// Where the sample lies, as `SampleQuery` says it; `nil` leaves a side open.
  case interval(from: Date?, to: Date?, options: SampleQuery.RangeOptions)
  case start(Comparison, Date)
  case end(Comparison, Date)

  /// Seconds from start to end.
  case duration(Comparison, Double)

  /// A quantity of a unit that fits the query's types, which must be named there and be quantities.
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

  /// A value of the same kind under the key stands so to this one; quantities of any unit that converts.
  case metadata(key: String, Comparison, MetadataValue)
  case hasMetadata(key: String)

  /// A text under the key has this in it, upper and lower case told apart.
  case metadataContains(key: String, String)
  case workoutActivity(WorkoutActivityType)

  /// Seconds of exercise, pauses left out.
  case workoutDuration(Comparison, Double)
  case workoutTotal(QuantityType, Comparison, Quantity)

  /// Added to the workout with this identifier.
  case ofWorkout(UUID)
  case isInCorrelation

  /// What of a device can be asked for.
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
