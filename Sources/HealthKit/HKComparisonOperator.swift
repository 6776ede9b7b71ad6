internal import Foundation
internal import SampleStore

/// How a value must stand to a given one. HealthKit takes `NSComparisonPredicate.Operator`, which Linux's
/// Foundation deprecates; the cases that a value can be compared by are the same.
public enum HKComparisonOperator: UInt, Sendable, CaseIterable {
  case lessThan = 0
  case lessThanOrEqualTo
  case greaterThan
  case greaterThanOrEqualTo
  case equalTo
  case notEqualTo

  /// Of texts in metadata alone.
  case contains = 99

  /// `nil` for `contains`.
  var comparison: Comparison? {
    switch self {
    case .lessThan: .less
    case .lessThanOrEqualTo: .lessOrEqual
    case .greaterThan: .greater
    case .greaterThanOrEqualTo: .greaterOrEqual
    case .equalTo: .equal
    case .notEqualTo: .notEqual
    case .contains: nil
    }
  }
}
