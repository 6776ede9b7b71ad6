internal import Foundation
internal import SampleStore

/// A predicate with the condition that was read from it.
struct ReadPredicate: Sendable {
  private let given: Returned<NSPredicate?>
  let condition: Result<SamplePredicate?, HKError>

  init(_ predicate: NSPredicate?) {
    given = Returned(predicate)
    condition = SampleCondition.read(predicate)
  }

  var predicate: NSPredicate? { given.value }
}

/// An object of Foundation that a caller gave and gets back.
///
/// It is `@unchecked Sendable` because Foundation's classes are not: no code of this room uses the object
/// after it was given, and the caller may no longer change it.
struct Returned<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
