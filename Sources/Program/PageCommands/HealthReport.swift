import Charts
import CommandEnvironment
import HealthCharts
import MeasureCommands
import Measurement
import SampleSelection
import SampleStore

/// A day, week or month of the store as a separate page, to be sent or printed: the content of the
/// page's views of that time, by group.
struct HealthReport {
  private let store: HealthStore
  private let zone: ZoneRules
  private let span: PagePeriod.Span
  private let bounds: Range<Date>

  /// - Parameters:
  ///   - span: A day, a week or a month.
  ///   - date: A moment within.
  init(
    of span: PagePeriod.Span, around date: Date, in store: HealthStore, zone: ZoneRules
  ) throws {
    (self.store, self.zone, self.span) = (store, zone, span)
    bounds = try PagePeriod(span, around: date, of: .quantity(.heartRate), in: zone).bounds
  }

  /// Charts that a printed page has room for.
  private static let printedCount = 6

  /// The types that are printed first.
  private static let printed: [SampleType] =
    [
      .restingHeartRate, .heartRateVariabilitySDNN, .heartRateVariabilityRMSSD, .heartRate,
    ].map(SampleType.quantity)
    + [
      .category(.sleepAnalysis), .quantity(.stepCount), .quantity(.activeEnergyBurned),
      .correlation(.bloodPressure), .quantity(.bodyMass), .quantity(.oxygenSaturation),
    ]

  /// The types that can have a section.
  static let types = printed + StoreRoutes.types.filter { !printed.contains($0) }

  private var start: CivilMoment { CivilMoment(bounds.lowerBound, in: zone) }

  private var title: String {
    switch span {
    case .day: "Health on \(start.day)"
    case .month: "Health in \(start.day.prefix(7))"
    default: "Health from \(bounds.words(in: zone))"
    }
  }

  /// The name of its file: what it is of, and when.
  var fileName: String {
    "health-\(span.rawValue)-\(span == .month ? String(start.day.prefix(7)) : start.day).html"
  }

  /// Whom it is about, of what time it is, and when it was made.
  private func head() throws(StoreError) -> [(String, String)] {
    let profile = try store.profile()
    let sex = profile[.biologicalSex]?.trimmingPrefix("HKBiologicalSex").description
    let person = [sex, profile[.dateOfBirth].map { "born \($0)" }].compactMap(\.self)
    let made = CivilMoment(Date(), in: zone)
    return (person.isEmpty ? [] : [("Person", person.joined(separator: ", "))]) + [
      ("Period", bounds.words(in: zone)), ("Made on", "\(made.day) \(made.minute)"),
      ("Times", "\(zone.identifier), UTC\(start.offsetText) at the start"),
    ]
  }

  /// Returns the page; `nil` if the time has no samples.
  func html() throws -> String? {
    var pictures = ReportPictures(in: zone)
    var sections: [HealthGroup: String] = [:]
    for type in Self.types {
      guard let (chart, facts) = try section(of: type, withTimes: true) else { continue }
      let picture =
        chart.table.rows.count > 1 ? try pictures.figure(chart, height: 130, title: "") : ""
      sections[HealthGroup(type), default: ""] +=
        "<section><h3>\(HTML.escaped(type.readableName))</h3>\n<p>\(HTML.escaped(facts))</p>\n"
        + picture + "</section>\n"
    }
    guard !sections.isEmpty else { return nil }
    let body =
      "<h1>\(title)</h1>\n" + HTML.definitions(try head()) + "<div class=\"types\">\n"
      + HealthGroup.allCases.compactMap { group in
        sections[group].map { "<h2>\(group.title)</h2>\n\($0)" }
      }.joined() + "</div>\n<footer>\(Self.footer)</footer>\n"
    return ReportPage.html(title: title, body: body, pictures)
  }

  /// Returns one page of paper with the six types that people ask for first; `nil` if the time has no samples.
  func pdf(on paper: PaperSize) throws -> Data? {
    var sections: [(name: String, chart: any HealthChart, facts: String)] = []
    for type in Self.types where sections.count < Self.printedCount {
      guard let (chart, facts) = try section(of: type, withTimes: false) else { continue }
      sections.append((type.readableName, chart, facts))
    }
    guard !sections.isEmpty else { return nil }
    let view = VStack(alignment: .leading, spacing: 6) {
      ForEach(Array(sections.enumerated()), id: \.offset) { section in
        let (name, chart, facts) = section.element
        Text("\(name): \(facts)").font(.caption)
        AnyView(chart)
      }
      Text(Self.footer).font(.caption)
    }
    return try ChartRenderer(
      view, width: paper.points.width, height: paper.points.height, title: title, zone: zone
    ).pdf(scheme: .light)
  }

  private static let footer =
    "Written by Heartcam \(HeartcamVersion.current), which is not a medical device."

  /// Returns the chart of a type and its figures in a line; `nil` without samples. Workouts are named.
  private func section(
    of type: SampleType, withTimes: Bool
  ) throws -> (chart: any HealthChart, facts: String)? {
    // A night ends on its day.
    let period =
      span == .day && type != .category(.sleepAnalysis)
      ? try PagePeriod(from: bounds.lowerBound, to: bounds.upperBound, of: type, in: zone)
      : try PagePeriod(span, around: bounds.lowerBound, of: type, in: zone)
    let drawn = try PageChart(type: type, period, zone: zone, size: (680, 220), in: store)
    guard let chart = drawn.chart else { return nil }
    if type == .workout {
      let workouts = try store.allSamples(
        matching: SampleQuery(
          of: [type], from: bounds.lowerBound, to: bounds.upperBound,
          where: ImpersonalSource.excluded))
      return (
        chart,
        workouts.map {
          "\(timeText($0.start)) \(SampleWords.value(of: $0).text)"
        }.joined(separator: "; ")
      )
    }
    // The newest value says nothing about a time in the past.
    let facts = drawn.facts.filter { $0.name != "Newest" || drawn.facts.count == 1 }
    let texts = facts.enumerated().map { index, fact in
      let unit = index > 0 && fact.value.unit == facts[0].value.unit ? "" : fact.value.unit
      let isWord = fact.name.dropFirst().first?.isLowercase == true
      let name =
        index > 0 && isWord ? fact.name.prefix(1).lowercased() + fact.name.dropFirst() : fact.name
      let text = [name, fact.value.text, unit].filter { !$0.isEmpty }.joined(separator: " ")
      guard withTimes, let when = fact.when, span != .day || !fact.isDay else { return text }
      return text + " (\(fact.isDay ? CivilMoment(when, in: zone).day : timeText(when)))"
    }
    return (chart, texts.joined(separator: ", "))
  }

  /// Returns a moment; of a day, its clock.
  private func timeText(_ date: Date) -> String {
    let moment = CivilMoment(date, in: zone)
    return span == .day ? moment.minute : "\(moment.day) \(moment.minute)"
  }
}
