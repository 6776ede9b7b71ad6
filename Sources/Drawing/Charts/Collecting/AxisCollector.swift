/// The kind of an axis's values.
enum AxisKind: Hashable { case number, date, category }

/// Gathers the values of one axis. The first value decides the kind of the axis.
struct AxisCollector {
  private(set) var kind: AxisKind?
  private(set) var label: String?
  private(set) var categories: [String] = []

  /// The lowest and the highest value; empty as long as `low` is above `high`.
  private(set) var low = Double.infinity
  private(set) var high = -Double.infinity

  /// The calendar unit of the axis' values, if they have one.
  private(set) var unit: Calendar.Component?

  /// The ends of the ranges on the axis, by their beginnings.
  private(set) var rangeEnds: [Double: Double] = [:]

  private let calendar: ChartCalendar
  private var indices: [String: Int] = [:]
  private var lastBin: (unit: Calendar.Component, start: Double, end: Double)?

  init(calendar: ChartCalendar) { self.calendar = calendar }

  mutating func position(of input: _MarkDeclaration.Position) -> AxisPosition {
    switch input {
    case .points(let start, let end):
      func finite(_ value: Double?) -> Double {
        guard let value, value.isFinite else { return .nan }
        return min(max(value, -1e6), 1e6)
      }
      return AxisPosition(kind: .points, start: finite(start), end: finite(end))
    case .value(let declared):
      let start = number(of: declared.datum, label: declared.label)
      if let rangeEnd = declared.rangeEnd {
        let end = number(of: rangeEnd, label: declared.label)
        if rangeEnds.count < 4096, start.isFinite, end.isFinite { rangeEnds[start] = end }
        return AxisPosition(kind: .bin, start: start, end: end)
      }
      guard let unit = declared.unit, kind == .date, start.isFinite else {
        return AxisPosition(kind: .value, start: start, end: start)
      }
      let bin = bin(of: start, unit: unit, calendar: declared.calendar)
      return AxisPosition(kind: .bin, start: bin.start, end: bin.end)
    case .between(let start, let end):
      return AxisPosition(
        kind: .between, start: number(of: start.datum, label: start.label),
        end: number(of: end.datum, label: end.label))
    }
  }

  /// Widens the axis to hold a position.
  mutating func extend(by position: AxisPosition) {
    guard position.kind != .points else { return }
    low = min(low, position.start, position.end)
    high = max(high, position.start, position.end)
  }

  /// Widens the axis to hold a value, as a stack of bars reaches it.
  mutating func extend(to value: Double) {
    guard value.isFinite else { return }
    low = min(low, value)
    high = max(high, value)
  }

  /// Lets a closure change the ends.
  mutating func modifyEnds(_ change: ([_Datum]) -> [_Datum]) {
    let ends = [low, high].map { kind == .date ? _Datum.date($0) : .number($0) }
    (low, high) = (.infinity, -.infinity)
    for datum in change(ends) { extend(to: number(of: datum, label: "")) }
  }

  /// Returns the value as the axis' number; NaN if it has no place on it.
  private mutating func number(of datum: _Datum, label: String) -> Double {
    if self.label == nil { self.label = label }
    switch datum {
    case .number(let number):
      if kind == nil { kind = .number }
      guard kind == .number, number.isFinite else { return .nan }
      // Larger numbers are as good as infinite, and their differences would overflow.
      return min(max(number, -1e300), 1e300)
    case .date(let seconds):
      if kind == nil { kind = .date }
      guard kind == .date, seconds.isFinite else { return .nan }
      // The years from about 1 to 4200.
      return min(max(seconds, -6.3e10), 7e10)
    case .category(let name):
      if kind == nil { kind = .category }
      guard kind == .category else { return .nan }
      if let index = indices[name] { return Double(index) }
      indices[name] = categories.count
      categories.append(name)
      return Double(categories.count - 1)
    }
  }

  /// Returns the calendar interval of a date. Consecutive dates of one interval ask the calendar once.
  private mutating func bin(
    of seconds: Double, unit: Calendar.Component, calendar own: Calendar?
  ) -> (start: Double, end: Double) {
    if self.unit == nil { self.unit = unit }
    if own == nil, let last = lastBin, last.unit == unit, seconds >= last.start,
      seconds < last.end
    {
      return (last.start, last.end)
    }
    // A calendar whose zone the system does not know has no units.
    let used = own.map { ChartCalendar($0) } ?? calendar
    guard let bin = used?.interval(of: unit, around: seconds) else { return (seconds, seconds) }
    if own == nil { lastBin = (unit, bin.start, bin.end) }
    return bin
  }
}
