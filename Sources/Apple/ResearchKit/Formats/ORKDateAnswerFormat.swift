internal import CivilTime
public import Foundation
internal import StudyTasks

/// Whether a date has a time.
public enum ORKDateAnswerStyle: Int, Sendable {
  case dateAndTime, date
}

extension ORKAnswerFormat {
  public static func dateTime(
    withDefaultDate defaultDate: Date? = nil, minimumDate: Date? = nil, maximumDate: Date? = nil,
    calendar: Calendar? = nil
  ) -> ORKDateAnswerFormat {
    ORKDateAnswerFormat(
      style: .dateAndTime, defaultDate: defaultDate, minimumDate: minimumDate,
      maximumDate: maximumDate, calendar: calendar)
  }

  public static func dateTimeAnswerFormat() -> ORKDateAnswerFormat { dateTime() }

  public static func dateAnswerFormat(
    withDefaultDate defaultDate: Date? = nil, minimumDate: Date? = nil, maximumDate: Date? = nil,
    calendar: Calendar? = nil
  ) -> ORKDateAnswerFormat {
    ORKDateAnswerFormat(
      style: .date, defaultDate: defaultDate, minimumDate: minimumDate, maximumDate: maximumDate,
      calendar: calendar)
  }

  /// Returns a format for a day at most the given numbers of days before and after the present one.
  public static func dateAnswerFormatWithDays(
    beforeCurrentDate daysBefore: Int, daysAfterCurrentDate daysAfter: Int, calendar: Calendar?
  ) -> ORKDateAnswerFormat {
    let format = ORKDateAnswerFormat(
      style: .date, defaultDate: nil, minimumDate: nil, maximumDate: nil, calendar: calendar)
    format.daysBeforeCurrentDateToSetMinimumDate = daysBefore
    format.daysAfterCurrentDateToSetMinimumDate = daysAfter
    return format
  }

  public static func timeOfDayAnswerFormat(
    withDefaultComponents defaultComponents: DateComponents? = nil
  ) -> ORKTimeOfDayAnswerFormat {
    ORKTimeOfDayAnswerFormat(defaultComponents: defaultComponents)
  }

  public static func timeIntervalAnswerFormat(
    withDefaultInterval defaultInterval: TimeInterval = 0, step: Int = 1
  ) -> ORKTimeIntervalAnswerFormat {
    ORKTimeIntervalAnswerFormat(defaultInterval: defaultInterval, step: step)
  }
}

/// A day, or a day with a time.
public final class ORKDateAnswerFormat: ORKAnswerFormat {
  public let style: ORKDateAnswerStyle
  public let defaultDate: Date?
  public let minimumDate: Date?
  public let maximumDate: Date?

  /// The calendar of the result; a typed day is one of the Gregorian calendar.
  public let calendar: Calendar?

  /// The minutes between times on a phone's wheel; a terminal takes any minute of a date.
  public var minuteInterval = 1

  /// The number of days allowed before the present one; 0 for no such bound.
  public var daysBeforeCurrentDateToSetMinimumDate = 0
  public var daysAfterCurrentDateToSetMinimumDate = 0

  /// Whether nothing after the present moment is allowed.
  public var isMaxDateCurrentTime = false

  public init(
    style: ORKDateAnswerStyle, defaultDate: Date? = nil, minimumDate: Date? = nil,
    maximumDate: Date? = nil, calendar: Calendar? = nil
  ) {
    self.style = style
    self.defaultDate = defaultDate
    self.minimumDate = minimumDate
    self.maximumDate = maximumDate
    self.calendar = calendar
    super.init()
  }

  public override var questionType: ORKQuestionType { style == .date ? .date : .dateAndTime }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    let calendar = Calendar.current
    let now = Date()
    let (before, after) = (
      daysBeforeCurrentDateToSetMinimumDate, daysAfterCurrentDateToSetMinimumDate
    )
    func day(_ date: Date, _ days: Int) -> Date {
      calendar.date(byAdding: .day, value: days, to: calendar.startOfDay(for: date)) ?? date
    }
    var form = FormatRules.DateForm(hasTime: style == .dateAndTime)
    form.earliest = before > 0 ? day(now, -before) : minimumDate
    form.latest =
      after > 0 ? day(now, after + 1) - 1 : isMaxDateCurrentTime ? now : maximumDate
    // A day is its midnight: one is allowed if any of its moments is.
    if style == .date {
      form.earliest = form.earliest.map { calendar.startOfDay(for: $0) }
    }
    return (
      .date(form),
      defaultDate.map { .date($0, secondsFromGMT: CivilMoment($0).offset) }
    )
  }

  override var resultType: ORKQuestionResult.Type { ORKDateQuestionResult.self }

  override func prepare(_ result: ORKQuestionResult) {
    (result as? ORKDateQuestionResult)?.calendar = calendar ?? Calendar(identifier: .gregorian)
  }
}

/// An hour and a minute.
public final class ORKTimeOfDayAnswerFormat: ORKAnswerFormat {
  public let defaultComponents: DateComponents?
  public var minuteInterval = 1

  public init(defaultComponents: DateComponents?) {
    self.defaultComponents = defaultComponents
    super.init()
  }

  public override convenience init() { self.init(defaultComponents: nil) }

  public override var questionType: ORKQuestionType { .timeOfDay }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    let value = defaultComponents.map {
      Answer.timeOfDay(hour: $0.hour ?? 0, minute: $0.minute ?? 0)
    }
    return (.timeOfDay(minutes: minuteInterval), value)
  }

  override var resultType: ORKQuestionResult.Type { ORKTimeOfDayQuestionResult.self }
}

/// A length of time below 24 hours, typed as hours and minutes.
public final class ORKTimeIntervalAnswerFormat: ORKAnswerFormat {
  /// Seconds; 0 for none.
  public let defaultInterval: TimeInterval

  /// Minutes between the lengths that may be chosen: 1 to 30.
  public let step: Int

  public init(defaultInterval: TimeInterval, step: Int) {
    self.defaultInterval = defaultInterval
    self.step = step
    super.init()
  }

  public override convenience init() { self.init(defaultInterval: 0, step: 1) }

  public override var questionType: ORKQuestionType { .timeInterval }

  override var problem: String? {
    guard (1...30).contains(step) else { return "an interval's step is 1 to 30 minutes" }
    return (0..<86_400).contains(defaultInterval) ? nil : "an interval lies below 24 hours"
  }

  override var asked: (form: FormatRules.Form, default: Answer?)? {
    (.interval(minutes: step), defaultInterval > 0 ? .interval(defaultInterval) : nil)
  }

  override var resultType: ORKQuestionResult.Type { ORKTimeIntervalQuestionResult.self }
}
