internal import Foundation
internal import SampleStore

/// A predicate on one activity of a workout; `predicateForWorkouts(activityPredicate:)` makes it one on
/// workouts.
final class ActivityCondition: NSPredicate {
  let condition: WorkoutActivityPredicate

  init(_ condition: WorkoutActivityPredicate) {
    self.condition = condition
    super.init(value: false)
  }

  required init?(coder: NSCoder) {
    nil
  }

  override func copy(with zone: NSZone?) -> Any { self }

  static func read(_ predicate: NSPredicate) throws -> WorkoutActivityPredicate {
    switch predicate {
    case let predicate as ActivityCondition: return predicate.condition
    case let predicate as SampleCondition:
      // One that could not be made says why.
      _ = try predicate.condition.get()
    case let predicate as NSCompoundPredicate:
      let parts = try predicate.subpredicates.map(read)
      switch predicate.compoundPredicateType {
      case .and: return .all(parts)
      case .or: return .any(parts)
      case .not where parts.count == 1: return .not(parts[0])
      default: break
      }
    default: break
    }
    throw HKError.invalid(
      "an activity is matched by predicates that predicateForWorkoutActivities makes")
  }
}
