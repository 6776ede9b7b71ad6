public import Foundation
internal import SampleStore

/// What the store keeps something of; types are equal where their identifiers are.
///
/// It is `@unchecked Sendable`, as are its subclasses, because `NSObject` is not: all they hold is constant.
public class HKObjectType: NSObject, @unchecked Sendable {
  public let identifier: String

  init(identifier: String) {
    self.identifier = identifier
  }

  /// The type of an identifier; `nil` for one that the catalogue does not know.
  public class func quantityType(
    forIdentifier identifier: HKQuantityTypeIdentifier
  ) -> HKQuantityType? {
    QuantityType(knownIdentifier: identifier.rawValue).map(HKQuantityType.init(type:))
  }

  /// The type of an identifier; `nil` for one that the catalogue does not know.
  public class func categoryType(
    forIdentifier identifier: HKCategoryTypeIdentifier
  ) -> HKCategoryType? {
    let type = CategoryType(identifier: identifier.rawValue)
    return type.values == nil ? nil : HKCategoryType(type: type)
  }

  /// The type of an identifier; `nil` for one that the catalogue does not know.
  public class func correlationType(
    forIdentifier identifier: HKCorrelationTypeIdentifier
  ) -> HKCorrelationType? {
    let type = CorrelationType(identifier: identifier.rawValue)
    return CorrelationType.allKnown.contains(type) ? HKCorrelationType(type: type) : nil
  }

  /// The type of a series; `nil` for others than `HKDataTypeIdentifierHeartbeatSeries`.
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
