public import Foundation

/// The values of a category, which make predicates on its samples.
public protocol HKCategoryValuePredicateProviding: RawRepresentable where RawValue == Int {}

extension HKCategoryValuePredicateProviding {
  public static func predicateForSamples(
    _ operatorType: HKComparisonOperator, value: Self
  ) -> NSPredicate {
    HKQuery.predicateForCategorySamples(with: operatorType, value: value.rawValue)
  }
}

extension HKCategoryValuePredicateProviding where Self: Hashable {
  /// Returns a predicate for samples with any of these values.
  public static func predicateForSamples(equalTo values: Set<Self>) -> NSPredicate {
    HKQuery.predicateForCategorySamples(equalTo: values)
  }
}

/// The protocols of every enumeration of a category's values.
public typealias _HKCategoryValue = CaseIterable & HKCategoryValuePredicateProviding & Sendable
