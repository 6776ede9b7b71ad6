import Charts
import CommandEnvironment
import HealthCharts
import MeasureCommands
import SampleSelection
import SampleStore

/// A day of the store as a page of its own, to be sent or printed: what a view of the day shows, by group.
struct DayReport {
  private let store: HealthStore
  private let zone: ZoneRules
  private let day: Range<Date>

  /// - Parameter date: A moment of the day.
  init(of date: Date, in store: HealthStore, zone: ZoneRules) {
    self.store = store
    self.zone = zone
    day = CalendarIntervals(by: .day, in: zone).interval(containing: date)
  }

  /// The page; `nil` if the day has no samples.
  func html(types: [SampleType]) throws -> String? {
    var pictures = ReportPictures(in: zone)
    var sections: [HealthGroup: String] = [:]
    for type in types {
      if let section = try section(of: type, &pictures) {
        sections[HealthGroup(type), default: ""] += section
      }
    }
    guard !sections.isEmpty else { return nil }
    let moment = CivilMoment(day.lowerBound, in: zone)
    let title = "Health on \(moment.day)"
    let body =
      "<h1>\(title)</h1>\n"
      + HealthGroup.allCases.compactMap { group in
        sections[group].map { "<h2>\(group.title)</h2>\n\($0)" }
      }.joined()
        + """
        <footer>Times are those of \(HTML.escaped(zone.identifier)), UTC\(moment.offsetText) as the day begins. Written by \
        Heartcam \(HeartcamVersion.current), which is not a medical device.</footer>

        """
    return ReportPage.html(title: title, body: body, pictures)
  }

  /// The figures of a type and its chart, if its marks are more than one; `nil` without samples.
  private func section(
    of type: SampleType, _ pictures: inout ReportPictures
  ) throws -> String? {
    // A night ends on its day.
    let period =
      type == .category(.sleepAnalysis)
      ? try PagePeriod(.day, around: day.lowerBound, of: type, in: zone)
      : try PagePeriod(from: day.lowerBound, to: day.upperBound, of: type, in: zone)
    let drawn = try PageChart(type: type, period, zone: zone, size: (680, 220), in: store)
    guard let chart = drawn.chart else { return nil }
    let facts = drawn.facts.map { fact in
      let time = fact.when.map { ", \(CivilMoment($0, in: zone).minute)" } ?? ""
      return (fact.name, "\(fact.value.text) \(fact.value.unit)\(fact.isDay ? "" : time)")
    }
    let picture =
      chart.table.rows.count > 1 ? try pictures.figure(chart, height: 200, title: "") : ""
    return "<h3>\(HTML.escaped(type.readableName))</h3>\n"
      + HTML.definitions(facts) + picture
  }
}
