public import Foundation
internal import SampleStore

/// Predicates that the store can answer; `NSCompoundPredicate` combines them.
extension HKQuery {
  /// Returns a predicate for samples in an interval of time; `nil` leaves a side open.
  public class func predicateForSamples(
    withStart startDate: Date?, end endDate: Date?, options: HKQueryOptions = []
  ) -> NSPredicate {
    SampleCondition(.interval(from: startDate, to: endDate, options: options.rangeOptions))
  }

  public class func predicateForObject(with uuid: UUID) -> NSPredicate {
    SampleCondition(.ids([uuid]))
  }

  public class func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate {
    SampleCondition(.ids(uuids))
  }

  public class func predicateForObjects(from source: HKSource) -> NSPredicate {
    predicateForObjects(from: [source])
  }

  /// Returns a predicate for objects that any of these sources saved, in any revision.
  public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
    SampleCondition(.sources(Set(sources.map(\.bundleIdentifier))))
  }

  /// Returns a predicate for objects that exactly one of these revisions saved.
  public class func predicateForObjects(from revisions: Set<HKSourceRevision>) -> NSPredicate {
    SampleCondition(.any(revisions.map { .revision($0.revision) }))
  }

  public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
    SampleCondition(.devices(Set(devices.map(\.device))))
  }

  /// - Parameter key: One of `HKDevicePropertyKey...`.
  public class func predicateForObjects(
    withDeviceProperty key: String, allowedValues: Set<String>
  ) -> NSPredicate {
    guard let property = deviceProperty(key) else {
      return SampleCondition(.invalid("a device has no property \(key)"))
    }
    return SampleCondition(.device(property, among: allowedValues))
  }

  /// The property of one of `HKDevicePropertyKey...`.
  static func deviceProperty(_ key: String) -> SamplePredicate.DeviceProperty? {
    PredicateKey.deviceProperties.first { $0.key == key }?.property
  }

  /// Returns a predicate for samples that were added to a workout.
  public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
    SampleCondition(.ofWorkout(workout.uuid))
  }

  public class func predicateForObjectsWithNoCorrelation() -> NSPredicate {
    SampleCondition(.not(.isInCorrelation))
  }

  public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
    SampleCondition(.hasMetadata(key: key))
  }

  public class func predicateForObjects(
    withMetadataKey key: String, allowedValues: [Any]
  ) -> NSPredicate {
    let values = allowedValues.map(MetadataDictionary.value(of:))
    guard !values.contains(nil) else { return SampleCondition(unkept(key)) }
    return SampleCondition(.any(values.compactMap { $0 }.map { .metadata(key: key, .equal, $0) }))
  }

  public class func predicateForObjects(
    withMetadataKey key: String, operatorType: HKComparisonOperator, value: Any
  ) -> NSPredicate {
    switch (operatorType.comparison, MetadataDictionary.value(of: value)) {
    case (let comparison?, let value?): SampleCondition(.metadata(key: key, comparison, value))
    case (nil, .string(let text)?): SampleCondition(.metadataContains(key: key, text))
    default: SampleCondition(unkept(key))
    }
  }

  public class func predicateForQuantitySamples(
    with operatorType: HKComparisonOperator, quantity: HKQuantity
  ) -> NSPredicate {
    compared(by: operatorType) { SampleCondition(.quantity($0, quantity.storeQuantity)) }
  }

  public class func predicateForCategorySamples(
    with operatorType: HKComparisonOperator, value: Int
  ) -> NSPredicate {
    compared(by: operatorType) { SampleCondition(.category($0, value)) }
  }

  /// Returns a predicate for samples with any of these values.
  public class func predicateForCategorySamples<Value: RawRepresentable>(
    equalTo values: Set<Value>
  ) -> NSPredicate where Value.RawValue == Int {
    SampleCondition(.any(values.map { .category(.equal, $0.rawValue) }))
  }

  public class func predicateForWorkouts(
    with workoutActivityType: HKWorkoutActivityType
  ) -> NSPredicate {
    SampleCondition(
      .workoutActivity(WorkoutActivityType(rawValue: Int(workoutActivityType.rawValue))))
  }

  public class func predicateForWorkouts(
    with operatorType: HKComparisonOperator, duration: TimeInterval
  ) -> NSPredicate {
    compared(by: operatorType) { SampleCondition(.workoutDuration($0, duration)) }
  }

  public class func predicateForWorkouts(
    with operatorType: HKComparisonOperator, totalEnergyBurned: HKQuantity
  ) -> NSPredicate {
    total(.activeEnergyBurned, operatorType, totalEnergyBurned)
  }

  /// Returns a predicate on the workout's distance, of whichever type it is.
  public class func predicateForWorkouts(
    with operatorType: HKComparisonOperator, totalDistance: HKQuantity
  ) -> NSPredicate {
    compared(by: operatorType) { SampleCondition(.anyDistance($0, totalDistance.storeQuantity)) }
  }

  public class func predicateForWorkouts(
    with operatorType: HKComparisonOperator, totalSwimmingStrokeCount: HKQuantity
  ) -> NSPredicate {
    total(.swimmingStrokeCount, operatorType, totalSwimmingStrokeCount)
  }

  public class func predicateForWorkouts(
    with operatorType: HKComparisonOperator, totalFlightsClimbed: HKQuantity
  ) -> NSPredicate {
    total(.flightsClimbed, operatorType, totalFlightsClimbed)
  }

  private static func total(
    _ type: HKQuantityTypeIdentifier, _ operatorType: HKComparisonOperator, _ quantity: HKQuantity
  ) -> NSPredicate {
    compared(by: operatorType) {
      SampleCondition(
        .workoutTotal(HKQuantityType(type).quantityType, $0, quantity.storeQuantity))
    }
  }

  /// Returns a predicate with a comparison; one that cannot be made says why when it is used.
  static func compared(
    by operatorType: HKComparisonOperator, _ condition: (Comparison) -> SampleCondition
  ) -> NSPredicate {
    operatorType.comparison.map(condition)
      ?? SampleCondition(.invalid("only texts can contain something"))
  }

  private static func unkept(_ key: String) -> HKError {
    .invalid("the value for the metadata under \(key) cannot be compared in this way")
  }
}
