public import Foundation
internal import SampleStore

/// Reads the order of samples from Foundation's descriptors.
enum SampleOrdering {
  /// Returns the order that sort descriptors describe. Without any, samples are in the order of
  /// their start.
  static func read(_ descriptors: [NSSortDescriptor]?) -> Result<SampleQuery.Order, HKError> {
    order(descriptors ?? []) { ($0.keyPath, $0.ascending) }
  }

  static func read<Sample: HKSample>(
    _ descriptors: [SortDescriptor<Sample>]
  ) -> Result<SampleQuery.Order, HKError> {
    order(descriptors) { ($0.keyPath, $0.order == .forward) }
  }

  private static func order<Descriptor>(
    _ descriptors: [Descriptor], _ read: (Descriptor) -> (path: AnyKeyPath?, ascending: Bool)
  ) -> Result<SampleQuery.Order, HKError> {
    var keys: [SampleQuery.Order.Key] = []
    for descriptor in descriptors {
      let (path, ascending) = read(descriptor)
      guard let property = property(of: path) else { return .failure(unsupported) }
      keys.append(.init(property, ascending: ascending))
    }
    return .success(keys.isEmpty ? .oldestFirst : SampleQuery.Order(keys))
  }

  /// Returns the property at a key path of `HKSample` or of one of its kinds.
  private static func property(of keyPath: AnyKeyPath?) -> SampleQuery.Order.Property? {
    switch keyPath {
    case \HKWorkout.duration: return .duration
    case \HKWorkout.energyOrder: return .energyBurned
    case \HKWorkout.distanceOrder: return .distance
    case \HKWorkout.strokesOrder: return .swimmingStrokes
    case \HKWorkout.flightsOrder: return .flightsClimbed
    case \HKQuantitySample.quantity, \HKCategorySample.value: return .value
    default: break
    }
    return readers.lazy.compactMap { $0(keyPath) }.first
  }

  private typealias Reader = @Sendable (AnyKeyPath?) -> SampleQuery.Order.Property?

  /// Each kind of samples has separate key paths to the properties that all share.
  private static let readers: [Reader] = [
    reader(HKSample.self), reader(HKQuantitySample.self), reader(HKDiscreteQuantitySample.self),
    reader(HKCumulativeQuantitySample.self), reader(HKCategorySample.self),
    reader(HKCorrelation.self), reader(HKWorkout.self), reader(HKHeartbeatSeriesSample.self),
    reader(HKWorkoutRoute.self), reader(HKElectrocardiogram.self), reader(HKRecord.self),
    reader(HKClinicalRecord.self), reader(HKVisionPrescription.self),
  ]

  private static func reader<Sample: HKSample>(_: Sample.Type) -> Reader {
    { keyPath in
      switch keyPath {
      case \Sample.startDate: .start
      case \Sample.endDate: .end
      case \Sample.sampleType: .type
      default: nil
      }
    }
  }

  private static let unsupported = HKError.invalid(
    "samples are sorted by their start, end, type or value, workouts by their duration and totals too"
  )
}

extension NSSortDescriptor {
  /// Creates a descriptor for one of `HKSampleSortIdentifier...`, since Linux's Foundation cannot
  /// make one from a text. A query refuses other keys.
  public convenience init(key: String?, ascending: Bool) {
    // The names of the constants, too: Apple's texts have changed.
    switch key {
    case HKSampleSortIdentifierStartDate, "HKSampleSortIdentifierStartDate":
      self.init(keyPath: \HKSample.startDate, ascending: ascending)
    case HKSampleSortIdentifierEndDate, "HKSampleSortIdentifierEndDate":
      self.init(keyPath: \HKSample.endDate, ascending: ascending)
    case HKWorkoutSortIdentifierDuration, "HKWorkoutSortIdentifierDuration":
      self.init(keyPath: \HKWorkout.duration, ascending: ascending)
    case HKWorkoutSortIdentifierTotalDistance, "HKWorkoutSortIdentifierTotalDistance":
      self.init(keyPath: \HKWorkout.distanceOrder, ascending: ascending)
    case HKWorkoutSortIdentifierTotalEnergyBurned, "HKWorkoutSortIdentifierTotalEnergyBurned":
      self.init(keyPath: \HKWorkout.energyOrder, ascending: ascending)
    case HKWorkoutSortIdentifierTotalSwimmingStrokeCount:
      self.init(keyPath: \HKWorkout.strokesOrder, ascending: ascending)
    case HKWorkoutSortIdentifierTotalFlightsClimbed:
      self.init(keyPath: \HKWorkout.flightsOrder, ascending: ascending)
    default: self.init(keyPath: \HKSample.hash, ascending: ascending)
    }
  }
}

// The names that sort descriptors use for totals: quantities cannot be compared.
extension HKWorkout {
  var energyOrder: Double { totalEnergyBurned?.doubleValue(for: .kilocalorie()) ?? 0 }
  var distanceOrder: Double { totalDistance?.doubleValue(for: .meter()) ?? 0 }
  var strokesOrder: Double { totalSwimmingStrokeCount?.doubleValue(for: .count()) ?? 0 }
  var flightsOrder: Double { totalFlightsClimbed?.doubleValue(for: .count()) ?? 0 }
}
