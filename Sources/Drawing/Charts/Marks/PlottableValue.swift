/// A value with a name: `.value("Time", date)`.
public struct PlottableValue<Value: Plottable> {
  let label: String
  let datum: _Datum
  /// The upper end of a range.
  var rangeEnd: _Datum?
  /// The calendar unit that represents a date: the whole day, hour or minute.
  var unit: Calendar.Component?
  var calendar: Calendar?

  /// Returns a value with its name.
  public static func value(_ label: some StringProtocol, _ value: Value) -> Self {
    Self(label: String(label), datum: value.datum)
  }

  public static func value(_ label: Text, _ value: Value) -> Self {
    Self(label: label.content, datum: value.datum)
  }

  /// Returns a range with its name. A mark covers it as it covers a calendar unit.
  public static func value(_ label: some StringProtocol, _ range: Range<Value>) -> Self
  where Value: Comparable {
    Self(label: String(label), datum: range.lowerBound.datum, rangeEnd: range.upperBound.datum)
  }

  /// Returns the range of a bin with its name.
  public static func value(_ label: some StringProtocol, _ range: ChartBinRange<Value>) -> Self
  where Value: Comparable { .value(label, range.lowerBound..<range.upperBound) }
}

extension PlottableValue where Value == Date {
  /// Returns the calendar interval that holds a date: bars fill it, points and lines use its middle.
  ///
  /// Without a calendar, the interval is one of the renderer's calendar and time zone.
  public static func value(
    _ label: some StringProtocol, _ value: Date, unit: Calendar.Component,
    calendar: Calendar? = nil
  ) -> Self {
    Self(label: String(label), datum: value.datum, unit: unit, calendar: calendar)
  }
}
