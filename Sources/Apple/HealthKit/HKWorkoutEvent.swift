public import Foundation
internal import SampleStore

public enum HKWorkoutEventType: Int, Sendable, CaseIterable {
  case pause = 1
  case resume, lap, marker, motionPaused, motionResumed, segment, pauseOrResumeRequest
}

/// Something that happened during a workout.
public final class HKWorkoutEvent: NSObject, _HKConstant, Sendable {
  public let type: HKWorkoutEventType
  public let dateInterval: DateInterval
  private let values: MetadataDictionary

  public init(type: HKWorkoutEventType, dateInterval: DateInterval, metadata: [String: Any]?) {
    self.type = type
    self.dateInterval = dateInterval
    values = MetadataDictionary(metadata)
  }

  public convenience init(type: HKWorkoutEventType, date: Date) {
    self.init(type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: nil)
  }

  /// The initializer of earlier versions.
  public convenience init(type: HKWorkoutEventType, date: Date, metadata: [String: Any]) {
    self.init(
      type: type, dateInterval: DateInterval(start: date, duration: 0), metadata: metadata)
  }

  init(_ event: WorkoutEvent) {
    type = HKWorkoutEventType(rawValue: event.kind.rawValue) ?? .marker
    dateInterval = DateInterval(start: event.start, end: event.end)
    values = MetadataDictionary(event.metadata)
  }

  public var date: Date { dateInterval.start }
  public var metadata: [String: Any]? { values.dictionary }

  /// The event as the store has it.
  var event: WorkoutEvent {
    WorkoutEvent(
      kind: WorkoutEvent.Kind(rawValue: type.rawValue) ?? .marker, start: dateInterval.start,
      end: dateInterval.end, metadata: values.values)
  }

  /// Returns the event that the store saves; throws if the values do not make one.
  func storeEvent() throws -> WorkoutEvent {
    guard dateInterval.duration == 0 || type == .lap || type == .segment else {
      throw HKError.invalid("only a lap or a segment of a workout has a length")
    }
    _ = try values.checked()
    return event
  }
}
