import Charts
import CommandEnvironment
import HealthCharts
import JSONCoding
import MeasureCommands
import Measurement
import Photoplethysmography

/// The result of a batch as a whole.
struct BatchSummary {
  private(set) var counts: [BatchOutcome.Status: Int] = [:]
  private(set) var readingCount = 0
  private(set) var refusals: [RefusalReason: Int] = [:]
  private(set) var seconds = 0.0

  /// The agreement of the recordings that have a heart rate and a reference.
  private(set) var agreement = Agreement()

  /// Recordings that have a reference.
  private(set) var referenceCount = 0

  /// Recordings that could not be measured, and why; the first of them.
  private(set) var failures: [(name: String, error: String)] = []

  /// Recordings without a rate, and why; the first of them.
  private var unanswered: [(name: String, error: String)] = []

  private static let mostFailures = 1000

  /// The number of them that the screen shows.
  private static let mostShown = 10

  mutating func add(_ row: BatchRow) {
    counts[row.outcome.status, default: 0] += 1
    if row.reference != nil { referenceCount += 1 }
    guard let result = row.outcome.result else {
      if failures.count < Self.mostFailures {
        failures.append((row.recording.name, row.outcome.error ?? ""))
      }
      return
    }
    seconds += result.duration.rounded(toPlaces: 3)
    readingCount += result.readings.count
    if let reason = result.reason, unanswered.count < Self.mostShown {
      unanswered.append((row.recording.name, reason.name))
    }
    for reason in result.readings.compactMap(\.reason) { refusals[reason, default: 0] += 1 }
    if let pair = row.comparison { agreement.pairs.append(pair) }
  }

  var count: Int { counts.values.reduce(0, +) }
  var unreadableCount: Int { counts[.unreadable, default: 0] + counts[.workerDied, default: 0] }

  private var sortedRefusals: [(reason: RefusalReason, count: Int)] {
    refusals.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
      .map { ($0.key, $0.value) }
  }

  // MARK: Forms

  /// A few lines for a person.
  var text: String {
    var text =
      "\(counted(count, "recording")): \(counts[.measured, default: 0]) measured, "
      + "\(counts[.noRate, default: 0]) without a rate, \(unreadableCount) could not be read\n"
    let refused = refusals.values.reduce(0, +)
    text += "\(counted(readingCount, "reading")), \(refused) refused"
    if !refusals.isEmpty {
      text +=
        ": "
        + sortedRefusals.map { "\($0.reason.name) \($0.count)" }.joined(separator: ", ")
    }
    text += "\n"
    let shown = (failures + unanswered).prefix(Self.mostShown)
    for (name, error) in shown { text += "  \(name): \(error)\n" }
    let others = unreadableCount + counts[.noRate, default: 0] - shown.count
    if others > 0 { text += "  and \(others) more in recordings.csv\n" }
    if !agreement.pairs.isEmpty {
      text +=
        "Against \(counted(agreement.pairs.count, "reference")) (bpm): \(agreement.text)\n"
    }
    return text
  }

  /// The same as an object.
  var json: JSONValue {
    .object(
      [
        ("recordings", .integer(count)),
        (
          "status",
          .object(
            BatchOutcome.Status.allCases.map { ($0.rawValue, .integer(counts[$0, default: 0])) })
        ),
        ("duration_s", .rounded(seconds, 3)), ("readings", .integer(readingCount)),
        ("refusals", .object(sortedRefusals.map { ($0.reason.rawValue, .integer($0.count)) })),
        ("references", .integer(referenceCount)),
      ] + agreement.jsonMembers)
  }

  /// A page about one recording: the recording's name, the page's path, and the heart rate or status.
  typealias Page = (name: String, path: String, result: String)

  /// Returns a page with charts.
  /// - Parameter pages: The page of each recording that has one.
  func html(settings: String, pages: [Page]) throws(ChartError) -> String {
    var pictures = ReportPictures()
    var body = "<h1>Heart rate of \(counted(count, "recording"))</h1>\n"
    body += HTML.definitions([
      ("Measured", "\(counts[.measured, default: 0])"),
      ("Without a rate", "\(counts[.noRate, default: 0])"),
      ("Could not be read", "\(unreadableCount)"),
      ("Length", "\((seconds / 3600).fixed(2)) hours"),
      ("Readings", "\(readingCount), \(refusals.values.reduce(0, +)) of them refused"),
      ("Settings", settings),
    ])
    if !refusals.isEmpty {
      body += "<h2>Refused readings</h2>\n"
      let chart = CountsChart(
        counts: sortedRefusals.map { .init(name: $0.reason.name, count: $0.count) },
        unit: "readings", title: "Refused readings by reason")
      body += try pictures.figure(chart, height: 70 + 36 * Double(refusals.count), title: "")
    }
    if !agreement.pairs.isEmpty {
      func figure(_ value: Double?, _ unit: String) -> String {
        value.map { $0.fixed(2) + unit } ?? "–"
      }
      let limits = agreement.limits.map { "\($0.low.fixed(2)) to \($0.high.fixed(2)) bpm" }
      body += "<h2>Against references</h2>\n"
      body += HTML.table(
        ["Measure", "Value"],
        [
          [
            "Compared recordings",
            "\(agreement.pairs.count) of \(referenceCount) with a reference",
          ],
          ["Mean absolute error", figure(agreement.meanAbsoluteError, " bpm")],
          ["Root mean square error", figure(agreement.rootMeanSquareError, " bpm")],
          ["Mean absolute percentage error", figure(agreement.meanAbsolutePercentageError, "%")],
          ["Bias", figure(agreement.bias, " bpm")],
          ["95% limits of agreement", limits ?? "–"],
          [
            "References within the 95% interval",
            "\((100 * (agreement.coverage ?? 0)).fixed(1))%",
          ],
        ])
      body += try pictures.figure(AgreementChart(agreement), height: 320, title: "")
    }
    if !failures.isEmpty {
      body += "<h2>Could not be read</h2>\n"
      body += HTML.table(["Recording", "Why"], failures.map { [$0.name, $0.error] })
      if unreadableCount > failures.count {
        body += "<p>The first \(failures.count) of \(unreadableCount).</p>\n"
      }
    }
    if !pages.isEmpty {
      body += "<h2>Recordings</h2>\n<ul>\n"
      for page in pages {
        body += "<li><a href=\"\(HTML.escaped(page.path))\">\(HTML.escaped(page.name))</a>: "
        body += "\(HTML.escaped(page.result))</li>\n"
      }
      body += "</ul>\n"
    }
    body += RecordingReport.method
    return ReportPage.html(title: "Heart rate of a batch", body: body, pictures)
  }
}
