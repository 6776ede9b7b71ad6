internal import SampleStore

/// The comparison of a value with a given one. HealthKit uses `NSComparisonPredicate.Operator`,
/// which Linux's Foundation deprecates; the cases for comparing values are the same.
public enum HKComparisonOperator: UInt, Sendable, CaseIterable {
  case lessThan = 0
  case lessThanOrEqualTo
  case greaterThan
  case greaterThanOrEqualTo
  case equalTo
  case notEqualTo

  /// Only for texts in metadata.
  case contains = 99

  /// The sign of a predicate's text.
  var sign: PredicateSign {
    switch self {
    case .lessThan: .compare(.less)
    case .lessThanOrEqualTo: .compare(.lessOrEqual)
    case .greaterThan: .compare(.greater)
    case .greaterThanOrEqualTo: .compare(.greaterOrEqual)
    case .equalTo: .compare(.equal)
    case .notEqualTo: .compare(.notEqual)
    case .contains: .contains
    }
  }
}
