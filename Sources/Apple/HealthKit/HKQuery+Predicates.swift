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
    predicate(HKPredicateKeyPathUUID, .equalTo, uuid)
  }

  public class func predicateForObjects(with uuids: Set<UUID>) -> NSPredicate {
    predicate(HKPredicateKeyPathUUID, among: Array(uuids))
  }

  public class func predicateForObjects(from source: HKSource) -> NSPredicate {
    predicate(HKPredicateKeyPathSource, .equalTo, source)
  }

  /// Returns a predicate for objects that any of these sources saved, in any revision.
  public class func predicateForObjects(from sources: Set<HKSource>) -> NSPredicate {
    predicate(HKPredicateKeyPathSource, among: Array(sources))
  }

  /// Returns a predicate for objects that exactly one of these revisions saved.
  public class func predicateForObjects(from revisions: Set<HKSourceRevision>) -> NSPredicate {
    predicate(HKPredicateKeyPathSourceRevision, among: Array(revisions))
  }

  /// Returns a predicate for objects of any of these devices. Properties that a device leaves open do not count.
  public class func predicateForObjects(from devices: Set<HKDevice>) -> NSPredicate {
    predicate(HKPredicateKeyPathDevice, among: Array(devices))
  }

  /// - Parameters:
  ///   - key: One of `HKDevicePropertyKey...`.
  ///   - allowedValues: Without one, devices are found whose property is not known.
  public class func predicateForObjects(
    withDeviceProperty key: String, allowedValues: Set<String>
  ) -> NSPredicate {
    guard let path = PredicateKey.deviceProperties.first(where: { $0.key == key })?.path else {
      return SampleCondition(.invalid("a device has no property \(key)"))
    }
    return allowedValues.isEmpty
      ? predicate("device.\(path)", .equalTo, nil)
      : predicate("device.\(path)", among: Array(allowedValues))
  }

  /// Returns a predicate for samples that were added to a workout.
  public class func predicateForObjects(from workout: HKWorkout) -> NSPredicate {
    predicate(HKPredicateKeyPathWorkout, .equalTo, workout)
  }

  public class func predicateForObjectsWithNoCorrelation() -> NSPredicate {
    predicate(HKPredicateKeyPathCorrelation, .equalTo, nil)
  }

  public class func predicateForObjects(withMetadataKey key: String) -> NSPredicate {
    predicate("metadata.\(key)", .notEqualTo, nil)
  }

  public class func predicateForObjects(
    withMetadataKey key: String, allowedValues: [Any]
  ) -> NSPredicate {
    predicate("metadata.\(key)", among: allowedValues)
  }

  /// Returns a predicate on a value of metadata. An object without the key is unequal to every value.
  public class func predicateForObjects(
    withMetadataKey key: String, operatorType: HKComparisonOperator, value: Any
  ) -> NSPredicate {
    predicate("metadata.\(key)", operatorType, value)
  }

  public class func predicateForQuantitySamples(
    with operatorType: HKComparisonOperator, quantity: HKQuantity
  ) -> NSPredicate {
    predicate(HKPredicateKeyPathQuantity, operatorType, quantity)
  }

  public class func predicateForCategorySamples(
    with operatorType: HKComparisonOperator, value: Int
  ) -> NSPredicate {
    predicate(HKPredicateKeyPathCategoryValue, operatorType, value)
  }

  /// Returns a predicate for samples with any of these values.
  public class func predicateForCategorySamples<Value: RawRepresentable>(
    equalTo values: Set<Value>
  ) -> NSPredicate where Value.RawValue == Int {
    predicate(HKPredicateKeyPathCategoryValue, among: values.map(\.rawValue))
  }

  public class func predicateForWorkouts(
    with workoutActivityType: HKWorkoutActivityType
  ) -> NSPredicate {
    predicate(HKPredicateKeyPathWorkoutType, .equalTo, workoutActivityType.rawValue)
  }

  public class func predicateForWorkouts(
    with operatorType: HKComparisonOperator, duration: TimeInterval
  ) -> NSPredicate {
    predicate(HKPredicateKeyPathWorkoutDuration, operatorType, duration)
  }

  public class func predicateForWorkouts(
    with operatorType: HKComparisonOperator, totalEnergyBurned: HKQuantity
  ) -> NSPredicate {
    predicate(HKPredicateKeyPathWorkoutTotalEnergyBurned, operatorType, totalEnergyBurned)
  }

  /// Returns a predicate on the workout's distance, of whichever type it is.
  public class func predicateForWorkouts(
    with operatorType: HKComparisonOperator, totalDistance: HKQuantity
  ) -> NSPredicate {
    predicate(HKPredicateKeyPathWorkoutTotalDistance, operatorType, totalDistance)
  }

  public class func predicateForWorkouts(
    with operatorType: HKComparisonOperator, totalSwimmingStrokeCount: HKQuantity
  ) -> NSPredicate {
    predicate(
      HKPredicateKeyPathWorkoutTotalSwimmingStrokeCount, operatorType, totalSwimmingStrokeCount)
  }

  public class func predicateForWorkouts(
    with operatorType: HKComparisonOperator, totalFlightsClimbed: HKQuantity
  ) -> NSPredicate {
    predicate(HKPredicateKeyPathWorkoutTotalFlightsClimbed, operatorType, totalFlightsClimbed)
  }

  /// Returns the predicate that a text of the same key path, sign and value makes.
  static func predicate(
    _ path: String, _ operatorType: HKComparisonOperator, _ value: Any?
  ) -> NSPredicate {
    PredicateKey(path).predicate(operatorType.sign, PredicateValue(value))
  }

  static func predicate(_ path: String, among values: [Any]) -> NSPredicate {
    PredicateKey(path).predicate(.isIn, PredicateValue(values))
  }
}
