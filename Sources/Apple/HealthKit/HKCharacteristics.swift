public import Foundation

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

public final class HKBiologicalSexObject: NSObject, _HKConstant, Sendable {
  public let biologicalSex: HKBiologicalSex

  init(_ value: HKBiologicalSex) {
    biologicalSex = value
  }
}

public final class HKBloodTypeObject: NSObject, _HKConstant, Sendable {
  public let bloodType: HKBloodType

  init(_ value: HKBloodType) {
    bloodType = value
  }
}

public final class HKFitzpatrickSkinTypeObject: NSObject, _HKConstant, Sendable {
  public let skinType: HKFitzpatrickSkinType

  init(_ value: HKFitzpatrickSkinType) {
    skinType = value
  }
}

public final class HKWheelchairUseObject: NSObject, _HKConstant, Sendable {
  public let wheelchairUse: HKWheelchairUse

  init(_ value: HKWheelchairUse) {
    wheelchairUse = value
  }
}

public final class HKActivityMoveModeObject: NSObject, _HKConstant, Sendable {
  public let activityMoveMode: HKActivityMoveMode

  init(_ value: HKActivityMoveMode) {
    activityMoveMode = value
  }
}
