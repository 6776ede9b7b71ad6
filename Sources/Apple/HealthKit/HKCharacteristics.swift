public import Foundation
internal import SampleStore

public enum HKBiologicalSex: Int, Sendable, CaseIterable {
  case notSet = 0
  case female, male, other
}

public enum HKBloodType: Int, Sendable, CaseIterable {
  case notSet = 0
  case aPositive, aNegative, bPositive, bNegative, abPositive, abNegative, oPositive, oNegative
}

public enum HKFitzpatrickSkinType: Int, Sendable, CaseIterable {
  case notSet = 0
  case I, II, III, IV, V, VI
}

public enum HKWheelchairUse: Int, Sendable, CaseIterable {
  case notSet = 0
  case no, yes
}

/// It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKBiologicalSexObject: NSObject, _HKConstant, @unchecked Sendable {
  public let biologicalSex: HKBiologicalSex

  init(_ value: HKBiologicalSex) {
    biologicalSex = value
  }
}

/// It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKBloodTypeObject: NSObject, _HKConstant, @unchecked Sendable {
  public let bloodType: HKBloodType

  init(_ value: HKBloodType) {
    bloodType = value
  }
}

/// It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKFitzpatrickSkinTypeObject: NSObject, _HKConstant, @unchecked Sendable {
  public let skinType: HKFitzpatrickSkinType

  init(_ value: HKFitzpatrickSkinType) {
    skinType = value
  }
}

/// It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKWheelchairUseObject: NSObject, _HKConstant, @unchecked Sendable {
  public let wheelchairUse: HKWheelchairUse

  init(_ value: HKWheelchairUse) {
    wheelchairUse = value
  }
}

/// It is `@unchecked Sendable` because `NSObject` is not: what it holds is constant.
public final class HKActivityMoveModeObject: NSObject, _HKConstant, @unchecked Sendable {
  public let activityMoveMode: HKActivityMoveMode

  init(_ value: HKActivityMoveMode) {
    activityMoveMode = value
  }
}

extension PersonProfile.Key {
  /// The value of a characteristic as one of HealthKit's enumerations.
  func value<Value: RawRepresentable>(
    in store: HealthStore, or notSet: Value
  ) throws -> Value where Value.RawValue == Int {
    Value(rawValue: try profile(in: store).number(of: self)) ?? notSet
  }

  /// Throws `errorAuthorizationNotDetermined` if the program has not asked whether it may read it.
  func profile(in store: HealthStore) throws -> PersonProfile {
    guard try store.authorization(for: permission).reading != .notDetermined else {
      throw HKError(
        .errorAuthorizationNotDetermined,
        "the program has not asked whether it may read \(rawValue); request it first")
    }
    return try store.profile()
  }
}
