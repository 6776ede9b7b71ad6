public import Foundation
internal import SampleStore

/// A type of objects in the store. Types are equal if their identifiers are.
///
/// It is `@unchecked Sendable`, as are its subclasses, because `NSObject` is not: all they hold is
/// constant.
public class HKObjectType: NSObject, @unchecked Sendable {
  public let identifier: String

  init(identifier: String) {
    self.identifier = identifier
  }

  /// Returns the type with an identifier, or `nil` if the catalogue does not know it.
  public class func quantityType(
    forIdentifier identifier: HKQuantityTypeIdentifier
  ) -> HKQuantityType? {
    QuantityType(knownIdentifier: identifier.rawValue).map(HKQuantityType.init(type:))
  }

  /// Returns the type with an identifier, or `nil` if the catalogue does not know it.
  public class func categoryType(
    forIdentifier identifier: HKCategoryTypeIdentifier
  ) -> HKCategoryType? {
    let type = CategoryType(identifier: identifier.rawValue)
    return type.values == nil ? nil : HKCategoryType(type: type)
  }

  /// Returns the type with an identifier, or `nil` if the catalogue does not know it.
  public class func correlationType(
    forIdentifier identifier: HKCorrelationTypeIdentifier
  ) -> HKCorrelationType? {
    let type = CorrelationType(identifier: identifier.rawValue)
    return CorrelationType.allKnown.contains(type) ? HKCorrelationType(type: type) : nil
  }

  /// Returns the type of a series, or `nil` unless the identifier is
  /// `HKDataTypeIdentifierHeartbeatSeries`.
  public class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
    identifier == SampleType.heartbeatSeriesIdentifier ? HKSeriesType.heartbeat() : nil
  }

  public class func workoutType() -> HKWorkoutType { HKWorkoutType.shared }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKObjectType)?.identifier == identifier
  }

  public override var hash: Int { identifier.hashValue }
  public override var description: String { identifier }
}
