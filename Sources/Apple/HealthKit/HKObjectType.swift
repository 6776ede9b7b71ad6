public import Foundation
internal import SampleStore

/// A type of objects in the store. Types are equal if their identifiers are.
///
/// It is `@unchecked Sendable`, as are its subclasses, because it is not final: all they hold is
/// constant.
public class HKObjectType: NSObject, _HKConstant, @unchecked Sendable {
  public let identifier: String

  init(identifier: String) {
    self.identifier = identifier
  }

  /// The type under which the store keeps permissions; `nil` if this type needs no permission.
  var permission: SampleType? { nil }

  /// Returns the type with an identifier, or `nil` if the catalog does not know it.
  public class func quantityType(
    forIdentifier identifier: HKQuantityTypeIdentifier
  ) -> HKQuantityType? {
    QuantityType(knownIdentifier: identifier.rawValue).map(HKQuantityType.init(type:))
  }

  /// Returns the type with an identifier, or `nil` if the catalog does not know it.
  public class func categoryType(
    forIdentifier identifier: HKCategoryTypeIdentifier
  ) -> HKCategoryType? {
    let type = CategoryType(identifier: identifier.rawValue)
    return type.values == nil ? nil : HKCategoryType(type: type)
  }

  /// Returns the type with an identifier, or `nil` if the catalog does not know it.
  public class func correlationType(
    forIdentifier identifier: HKCorrelationTypeIdentifier
  ) -> HKCorrelationType? {
    let type = CorrelationType(identifier: identifier.rawValue)
    return CorrelationType.allKnown.contains(type) ? HKCorrelationType(type: type) : nil
  }

  /// Returns the type of a series: `HKDataTypeIdentifierHeartbeatSeries` or
  /// `HKWorkoutRouteTypeIdentifier`; `nil` for any other.
  public class func seriesType(forIdentifier identifier: String) -> HKSeriesType? {
    switch identifier {
    case SampleType.heartbeatSeriesIdentifier: HKSeriesType.heartbeat()
    case HKWorkoutRouteTypeIdentifier: HKSeriesType.workoutRoute()
    default: nil
    }
  }

  /// Returns `nil`: the store keeps no documents.
  public class func documentType(
    forIdentifier identifier: HKDocumentTypeIdentifier
  ) -> HKDocumentType? { nil }

  public class func workoutType() -> HKWorkoutType { HKWorkoutType.shared }

  public override func isEqual(_ object: Any?) -> Bool {
    (object as? HKObjectType)?.identifier == identifier
  }

  public override var hash: Int { identifier.hashValue }
  public override var description: String { identifier }
}
