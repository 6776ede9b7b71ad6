internal import Foundation
internal import SampleStore

/// A predicate that holds a condition of the store, since the contents of an `NSPredicate` cannot
/// be read on Linux.
///
/// `HKQuery` makes them, and `NSCompoundPredicate` combines them. Only the store can answer them:
/// `evaluate(with:)` is always false.
final class SampleCondition: NSPredicate {
  let condition: Result<SamplePredicate, HKError>

  init(_ condition: SamplePredicate) {
    self.condition = .success(condition)
    super.init(value: false)
  }

  /// Creates a predicate whose values do not make a condition. A query that uses it fails with this
  /// error.
  init(_ error: HKError) {
    condition = .failure(error)
    super.init(value: false)
  }

  required init?(coder: NSCoder) {
    nil
  }

  override func copy(with zone: NSZone?) -> Any { self }

  /// Returns the condition of a predicate; an error if `HKQuery` did not make it.
  static func read(_ predicate: NSPredicate?) -> Result<SamplePredicate?, HKError> {
    guard let predicate else { return .success(nil) }
    do throws(HKError) {
      return .success(try required(predicate))
    } catch {
      return .failure(error)
    }
  }

  private static func required(_ predicate: NSPredicate) throws(HKError) -> SamplePredicate {
    switch predicate {
    case let predicate as SampleCondition:
      return try predicate.condition.get()
    case let predicate as NSCompoundPredicate:
      var parts: [SamplePredicate] = []
      for part in predicate.subpredicates { parts.append(try required(part)) }
      switch predicate.compoundPredicateType {
      case .and: return .all(parts)
      case .or: return .any(parts)
      case .not:
        guard let part = parts.first, parts.count == 1 else {
          throw .invalid("one predicate alone can be negated")
        }
        return .not(part)
      @unknown default: throw .invalid("a predicate combines others in an unknown way")
      }
    default:
      // `NSPredicate(value:)`, which Foundation can compare with another, and not read.
      if predicate == NSPredicate(value: true) { return .all([]) }
      if predicate == NSPredicate(value: false) { return .any([]) }
      throw .invalid("the store answers predicates that HKQuery makes, and combinations of them")
    }
  }
}
