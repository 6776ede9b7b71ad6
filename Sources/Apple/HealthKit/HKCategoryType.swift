public import Foundation
internal import SampleStore

/// Something that is one of a few values over an interval, such as a stage of sleep.
///
/// It is `@unchecked Sendable` because `NSObject` is not `Sendable`: all it holds is constant.
public final class HKCategoryType: HKSampleType, @unchecked Sendable {
  let categoryType: CategoryType

  init(type: CategoryType) {
    categoryType = type
    super.init(sampleType: .category(type))
  }

  public required init?(coder: NSCoder) {
    guard let identifier = Self.identifier(in: coder) else { return nil }
    categoryType = CategoryType(identifier: identifier)
    super.init(sampleType: .category(categoryType))
  }

  /// Creates the type with an identifier. If the catalogue does not know it, the type takes any
  /// value.
  public convenience init(_ identifier: HKCategoryTypeIdentifier) {
    self.init(type: CategoryType(identifier: identifier.rawValue))
  }
}
