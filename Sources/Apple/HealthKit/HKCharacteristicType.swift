internal import SampleStore

/// The name of something that does not change about a person.
public struct HKCharacteristicTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ name: String) {
    rawValue = "HKCharacteristicTypeIdentifier" + name
  }

  public static let biologicalSex = Self("BiologicalSex")
  public static let bloodType = Self("BloodType")
  public static let dateOfBirth = Self("DateOfBirth")
  public static let fitzpatrickSkinType = Self("FitzpatrickSkinType")
  public static let wheelchairUse = Self("WheelchairUse")
  public static let activityMoveMode = Self("ActivityMoveMode")

  static let all = [
    biologicalSex, bloodType, dateOfBirth, fitzpatrickSkinType, wheelchairUse, activityMoveMode,
  ]
}

/// Something that does not change about a person. `HKHealthStore` has a method for each.
///
/// It is `@unchecked Sendable` as `HKObjectType` is: its content is constant.
public final class HKCharacteristicType: HKObjectType, @unchecked Sendable {
  public convenience init(_ identifier: HKCharacteristicTypeIdentifier) {
    self.init(identifier: identifier.rawValue)
  }

  override var permission: SampleType? {
    PersonProfile.Key(rawValue: identifier)?.permission
  }
}

extension HKObjectType {
  /// Returns the type with an identifier, or `nil` if it is not known.
  public class func characteristicType(
    forIdentifier identifier: HKCharacteristicTypeIdentifier
  ) -> HKCharacteristicType? {
    HKCharacteristicTypeIdentifier.all.contains(identifier)
      ? HKCharacteristicType(identifier) : nil
  }
}
