public import FoundationEssentials
import JSONCoding

/// The three rings of a day: the values reached, and their goals.
public struct ActivitySummary: Hashable, Sendable {
  /// A day of the Gregorian calendar, wherever the person was.
  public let year: Int

  /// 1 to 12.
  public let month: Int

  /// 1 to 31.
  public let day: Int

  /// HealthKit's number for the measure of the first ring: 1 energy, 2 minutes of movement.
  public let moveMode: Int

  /// Whether the rings were paused on that day.
  public let isPaused: Bool

  /// The values that the summary has.
  public let values: [Value: Quantity]

  /// The quantities of a day.
  public enum Value: String, Hashable, Sendable, CaseIterable {
    /// The achieved value, and its goal.
    case activeEnergyBurned, activeEnergyBurnedGoal, appleMoveTime, appleMoveTimeGoal
    case appleExerciseTime, appleExerciseTimeGoal, appleStandHours, appleStandHoursGoal
  }

  /// Makes a summary; `nil` if there is no such day.
  public init?(
    year: Int, month: Int, day: Int, moveMode: Int = 1, isPaused: Bool = false,
    values: [Value: Quantity]
  ) {
    guard (1...9999).contains(year), CivilDate(year: year, month: month, day: day).isReal
    else { return nil }
    (self.year, self.month, self.day, self.moveMode) = (year, month, day, moveMode)
    (self.isPaused, self.values) = (isPaused, values)
  }

  /// When the record of this day starts: its midnight at Greenwich, so that days are in order.
  public var start: Date { Self.start(year: year, month: month, day: day) }

  /// Returns the midnight at Greenwich of a day.
  public static func start(year: Int, month: Int, day: Int) -> Date {
    let number = CivilDate(year: year, month: month, day: day).dayNumber
    return Date(timeIntervalSince1970: Double(number) * 86_400)
  }
}

extension ActivitySummary: RecordDocument {
  var type: RecordType { .activitySummary }
  var content: RecordContent { .activitySummary(self) }

  var members: [(String, JSONValue?)] {
    [
      ("year", .integer(year)), ("month", .integer(month)), ("day", .integer(day)),
      ("move_mode", .integer(moveMode)), ("paused", .bool(isPaused)),
    ]
      + Value.allCases.map { value in
        (value.rawValue, values[value].map { JSONValue.quantity($0) })
      }
  }

  init?(type: RecordType, json: JSONValue, series: RecordSeries?) {
    guard let year = json.whole("year"), let month = json.whole("month"),
      let day = json.whole("day")
    else { return nil }
    var values: [Value: Quantity] = [:]
    for value in Value.allCases { values[value] = json.quantity(value.rawValue) }
    self.init(
      year: year, month: month, day: day, moveMode: json.whole("move_mode") ?? 1,
      isPaused: json["paused"]?.bool ?? false, values: values)
  }
}
