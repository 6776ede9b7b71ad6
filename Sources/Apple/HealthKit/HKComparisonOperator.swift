internal import SampleStore

/// How a value is compared with a given one. HealthKit uses `NSComparisonPredicate.Operator`, which
/// Linux's Foundation deprecates; the cases for comparing values are the same.
public enum HKComparisonOperator: UInt, Sendable, CaseIterable {
  case lessThan = 0
  case lessThanOrEqualTo
  case greaterThan
  case greaterThanOrEqualTo
  case equalTo
  case notEqualTo

  /// Only for texts in metadata.
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
