import FoundationEssentials
import HealthCharts
import JSONCoding
import Measurement
import SampleSelection
import SampleStore

/// One type at a glance: a number, its time, and the days around it.
///
/// Days are counted back from the day of the newest sample, so that a type that is measured once a month
/// has a line too.
struct PageCard {
  private let type: SampleType
  private let value: SampleWords.Value
  private var number: Double?

  /// The moment of the value, or the day whose sum it is.
  let when: Date
  private let isDay: Bool
  private let source: String

  /// Whether the day of the value has ended, so that it can be compared with whole ones.
  private let isOver: Bool

  /// The numbers of 14 days in the type's customary unit, the oldest first; `nil` on a day without any.
  private var days: [Double?] = []

  /// The comparison of the last seven whole days with the seven before, in percent; `nil` if that says nothing.
  private var trend: Double?

  /// The averages of the newest month with a week of values and of the month before it, in whole units; `nil`
  /// without both, or if not requested.
  private var months: (start: Date, new: Double, old: Double)?

  /// The stages of the last night, for its drawing.
  private var stages: [HypnogramChart.Stage] = []

  /// Days in a line, and as many before them.
  private static let dayCount = 14

  /// Makes the card of a type; `nil` if the store has no sample of it.
  ///
  /// - Parameter now: A day that is not over then is not compared with whole ones.
  init?(of type: SampleType, in store: HealthStore, zone: ZoneRules, now: Date) throws {
    guard let sample = try store.newestSample(of: type, now: now) else { return nil }
    self.type = type
    source = sample.source.name
    let calendar = CalendarIntervals(by: .day, in: zone)
    let last = calendar.index(containing: sample.start)
    isOver = calendar.boundary(last + 1) <= now
    var span = SampleQuery(
      from: calendar.boundary(last + 1 - Self.dayCount), to: calendar.boundary(last + 1),
      where: ImpersonalSource.excluded)
    switch type {
    case .quantity(let quantity):
      let isSum = quantity.aggregationStyle == .cumulative
      // A further day, in place of one that is not over.
      span.from = calendar.boundary(last - Self.dayCount)
      let rows = try store.statisticsCollection(
        of: quantity, matching: span,
        isSum ? .cumulativeSum : [.discreteAverage, .discreteMin, .discreteMax], by: calendar)
      func number(_ value: Quantity?) -> Double? {
        try? value?.writtenValue(in: quantity.customaryUnit)
      }
      let known = try PageFact.withZeros(
        rows.populated, of: quantity, matching: span, by: calendar, in: store)
      let all = (0...Self.dayCount).map { day in
        let start = calendar.boundary(last - Self.dayCount + day)
        return known.first { $0.start == start }.flatMap {
          number(isSum ? $0.all.sum : $0.all.average)
        }
      }
      days = Array(all.dropFirst())
      let today = rows.statistics(for: sample.start).all
      if isSum {
        (isDay, when) = (true, calendar.boundary(last))
        self.number = number(today.sum)
        value =
          today.sum.map { SampleWords.Value($0, of: quantity) } ?? SampleWords.value(of: sample)
      } else {
        isDay = (sample.start..<sample.end).isOfDay
        when = isDay ? calendar.boundary(last) : sample.end
        self.number = number(sample.quantitySample?.quantity)
        value = SampleWords.value(of: sample)
      }
      // A sum of a day that is not over is too small; an average of it is one.
      trend = Self.trend(isSum && !isOver ? all.dropLast() : days)
      if quantity == .restingHeartRate {
        months = try Self.months(of: quantity, until: sample.start, in: store, zone)
      }
    case .category(.sleepAnalysis):
      let night = CalendarIntervals.nights(in: zone).interval(
        containing: sample.end.addingTimeInterval(-0.001))
      let day = calendar.index(containing: night.upperBound)
      span.from = calendar.boundary(day + 1 - Self.dayCount)
      span.to = calendar.boundary(day + 1)
      (isDay, when) = (true, calendar.boundary(day))
      days = Array(repeating: nil, count: Self.dayCount)
      var newest: SleepReport?
      for night in try store.nights(matching: span, in: zone) {
        newest = night.report
        let past = day - calendar.index(containing: night.day.lowerBound)
        days[Self.dayCount - 1 - past] = night.report.asleep.map { $0 / 3600 }
      }
      self.number = days.last ?? nil
      value =
        (newest?.asleep).map { SampleWords.Value($0.lengthText, "asleep") }
        ?? SampleWords.Value((newest?[.inBed] ?? 0).lengthText, "in bed")
      stages =
        try StoredCharts(of: store, matching: span).lastNight(in: zone, width: 200)?.stages ?? []
      trend = Self.trend(days)
    case .correlation(.bloodPressure):
      (isDay, when, value) = (false, sample.end, SampleWords.value(of: sample))
      span.types = [type]
      var daily = [[Double]](repeating: [], count: Self.dayCount)
      for case .correlation(let pair) in try store.allSamples(matching: span) {
        guard let values = SampleWords.pressure(pair) else { continue }
        let day = calendar.index(containing: pair.start) - (last + 1 - Self.dayCount)
        if daily.indices.contains(day) { daily[day].append(values.upper) }
      }
      days = daily.map { $0.isEmpty ? nil : $0.reduce(0, +) / Double($0.count) }
    default:
      (isDay, when, value) = (false, sample.start, SampleWords.value(of: sample))
    }
  }

  /// Returns the comparison of the last seven of 14 whole days with the seven before.
  private static func trend(_ days: [Double?]) -> Double? {
    func mean(_ days: ArraySlice<Double?>) -> Double? {
      let values = days.compactMap(\.self)
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    guard let new = mean(days.suffix(7)), let old = mean(days.prefix(7)), old > 0 else {
      return nil
    }
    let percent = ((new / old - 1) * 100).rounded()
    return percent.magnitude < 1000 ? percent : nil
  }

  private static func months(
    of type: QuantityType, until end: Date, in store: HealthStore, _ zone: ZoneRules
  ) throws -> (start: Date, new: Double, old: Double)? {
    let months = CalendarIntervals(by: .month, in: zone)
    let last = months.index(containing: end)
    let query = SampleQuery(
      from: months.boundary(last - 2), to: months.boundary(last + 1),
      where: ImpersonalSource.excluded
    )
    let rows = try store.statisticsCollection(
      of: type, matching: query, .discreteAverage, by: months)
    func mean(_ index: Int) -> Double? {
      let all = rows.statistics(for: months.boundary(index)).all
      guard all.count >= 7 else { return nil }
      return (try? all.average?.value(in: type.readUnit))??.rounded()
    }
    guard let newest = [last, last - 1].first(where: { mean($0) != nil }),
      let new = mean(newest), let old = mean(newest - 1)
    else { return nil }
    return (months.boundary(newest), new, old)
  }

  var json: JSONValue {
    [
      "key": .string(type.shortName), "name": .string(type.readableName),
      "group": .string(group.rawValue), "kind": .string(kind), "text": .string(value.text),
      "unit": .string(value.unit), "number": number.map(JSONValue.decimal) ?? .null,
      "when": .string(when.timestamp), "is_day": .bool(isDay), "source": .string(source),
      "is_over": .bool(isOver), "days": .array(days.map { $0.map(JSONValue.decimal) ?? .null }),
      "trend": .rounded(trend, 0),
      "months": months.map {
        [
          "start": .string($0.start.timestamp), "text": .string($0.new.readText),
          "change": .rounded($0.new - $0.old, 0),
        ]
      } ?? .null,
      "stages": .array(night),
    ]
  }

  /// The stages of the last night as rectangles within 100 by 100; of the time in bed only what else is not known.
  private var night: [JSONValue] {
    let known = stages.filter { $0.name != "In bed" }
    let shown = known.isEmpty ? stages : known
    let rows = HypnogramChart.order.filter { name in shown.contains { $0.name == name } }
    guard let start = shown.map(\.start).min(), let end = shown.map(\.end).max() else { return [] }
    func share(_ date: Date) -> Double {
      100 * date.timeIntervalSince(start) / end.timeIntervalSince(start)
    }
    return shown.map {
      [
        "x": .rounded(share($0.start), 2),
        "width": .rounded(max(0.5, share($0.end) - share($0.start)), 2),
        "y": .rounded(100 * Double(rows.firstIndex(of: $0.name) ?? 0) / Double(rows.count), 2),
        "height": .rounded(90 / Double(rows.count), 2), "stage": .string($0.name),
      ]
    }
  }

  var group: HealthGroup { HealthGroup(type) }

  private var kind: String {
    switch type {
    case .quantity(let type): type.aggregationStyle == .cumulative ? "sum" : "range"
    case .category(.sleepAnalysis): "sleep"
    default: "list"
    }
  }
}
