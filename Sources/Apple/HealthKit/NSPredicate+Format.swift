public import Foundation

/// Predicates from a text, which Foundation cannot read on Linux.
///
/// A protocol's extension may give a subclass, an initializer of the class may not: the predicate holds a
/// condition of the store.
public protocol HKPredicateFormatting {}

extension NSPredicate: HKPredicateFormatting {}

extension HKPredicateFormatting where Self: NSPredicate {
  /// Creates a predicate from a text such as `"%K >= %@ AND NOT metadata.%K = YES"`.
  ///
  /// Key paths are those of `HKPredicateKeyPath...` that the store can compare; they are combined with
  /// `=`, `!=`, `<`, `<=`, `>`, `>=`, `IN`, `BETWEEN`, `CONTAINS`, `AND`, `OR`, `NOT` and parentheses. A
  /// query with a text that cannot be read is `errorInvalidArgument`, and says where.
  public init(format predicateFormat: String, _ args: Any?...) {
    self = PredicateFormat.predicate(predicateFormat, args) as! Self
  }

  public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
    self = PredicateFormat.predicate(predicateFormat, arguments ?? []) as! Self
  }
}
