internal import SampleStore

/// Something that is one of a few values over an interval, such as a stage of sleep.
///
/// It is `@unchecked Sendable` as `HKSampleType` is: its content is constant.
public final class HKCategoryType: HKSampleType, @unchecked Sendable {
  var categoryType: CategoryType { CategoryType(identifier: identifier) }

  convenience init(type: CategoryType) { self.init(sampleType: .category(type)) }

  /// Creates the type with an identifier. If the catalog does not know it, the type takes any
  /// value.
  public convenience init(_ identifier: HKCategoryTypeIdentifier) {
    self.init(type: CategoryType(identifier: identifier.rawValue))
  }
}
