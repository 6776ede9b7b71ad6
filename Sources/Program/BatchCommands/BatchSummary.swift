import Charts
import CommandEnvironment
import HealthCharts
import JSONCoding
import MeasureCommands
import Measurement
import Photoplethysmography

/// What a batch gave as a whole.
struct BatchSummary {
  private(set) var counts: [BatchOutcome.Status: Int] = [:]
  private(set) var readingCount = 0
  private(set) var refusals: [RefusalReason: Int] = [:]
  private(set) var seconds = 0.0

  /// Heart rates and references of the recordings that have both.
  private(set) var pairs: [AgreementChart.Pair] = []

  /// How many of these references lie in the heart rate's 95 % interval.
  private(set) var coveredCount = 0

  /// Recordings that have a reference.
  private(set) var referenceCount = 0

  /// Recordings that could not be measured, and why; the first of them.
  private(set) var failures: [(name: String, error: String)] = []

  private static let mostFailures = 1000

  /// How many of them the screen shows.
  private static let mostShown = 10

  mutating func add(_ recording: BatchRecording, _ outcome: BatchOutcome) {
    counts[outcome.status, default: 0] += 1
    if recording.reference != nil { referenceCount += 1 }
    guard let result = outcome.result else {
      if failures.count < Self.mostFailures {
        failures.append((recording.name, outcome.error ?? ""))
      }
      return
    }
    seconds += result.duration.rounded(toPlaces: 3)
    readingCount += result.readings.count
    for reason in result.readings.compactMap(\.reason) { refusals[reason, default: 0] += 1 }
    if let (rate, low, high, reference) = BatchRow(recording, outcome).comparison {
      pairs.append(AgreementChart.Pair(first: rate, second: reference))
      if low <= reference, reference <= high { coveredCount += 1 }
    }
  }

  var count: Int { counts.values.reduce(0, +) }
  var unreadableCount: Int { counts[.unreadable, default: 0] + counts[.workerDied, default: 0] }

  /// How heart rates agree with references, in beats a minute.
  struct Agreement {
    let meanAbsoluteError: Double
    let rootMeanSquareError: Double

    /// In per cent of the reference.
    let meanAbsolutePercentageError: Double
    let bias: Double

    /// Of agreement, Bland and Altman 1986; `nil` below two pairs.
    let limits: (low: Double, high: Double)?

    /// The share of references in the 95 % interval.
    let coverage: Double
  }

  /// `nil` without pairs.
  var agreement: Agreement? {
    guard !pairs.isEmpty else { return nil }
    let count = Double(pairs.count)
    let errors = pairs.map { $0.first - $0.second }
    let chart = chart
    return Agreement(
      meanAbsoluteError: errors.reduce(0) { $0 + abs($1) } / count,
      rootMeanSquareError: (errors.reduce(0) { $0 + $1 * $1 } / count).squareRoot(),
      meanAbsolutePercentageError:
        pairs.reduce(0) { $0 + 100 * abs($1.first - $1.second) / $1.second } / count,
      bias: chart.bias ?? 0, limits: chart.limits, coverage: Double(coveredCount) / count)
  }

  private var chart: AgreementChart {
    AgreementChart(pairs: pairs, first: "camera", second: "reference", title: "Agreement")
  }

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
    for (name, error) in failures.prefix(Self.mostShown) { text += "  \(name): \(error)\n" }
    if failures.count > Self.mostShown {
      text += "  and \(failures.count - Self.mostShown) more in recordings.csv\n"
    }
    if let agreement {
      let limits =
        agreement.limits.map {
          ", limits \($0.low.fixed(2)) to \($0.high.fixed(2))"
        } ?? ""
      text +=
        "Against \(counted(pairs.count, "reference")) (beats/min): "
        + "mean absolute error \(agreement.meanAbsoluteError.fixed(2)), "
        + "RMSE \(agreement.rootMeanSquareError.fixed(2)), "
        + "bias \(agreement.bias.fixed(2))\(limits); "
        + "\((100 * agreement.coverage).fixed(0)) % lie in the 95 % interval\n"
    }
    return text
  }

  /// The same as an object.
  var json: JSONValue {
    [
      "recordings": .integer(count),
      "status": .object(
        BatchOutcome.Status.allCases.map { ($0.rawValue, .integer(counts[$0, default: 0])) }),
      "duration_s": .rounded(seconds, 3), "readings": .integer(readingCount),
      "refusals": .object(sortedRefusals.map { ($0.reason.rawValue, .integer($0.count)) }),
      "references": .integer(referenceCount), "compared": .integer(pairs.count),
      "mean_absolute_error_bpm": .rounded(agreement?.meanAbsoluteError, 4),
      "root_mean_square_error_bpm": .rounded(agreement?.rootMeanSquareError, 4),
      "mean_absolute_percentage_error": .rounded(agreement?.meanAbsolutePercentageError, 4),
      "bias_bpm": .rounded(agreement?.bias, 4),
      "limit_low_bpm": .rounded(agreement?.limits?.low, 4),
      "limit_high_bpm": .rounded(agreement?.limits?.high, 4),
      "coverage": .rounded(agreement?.coverage, 4),
    ]
  }

  /// A page about one recording: the recording's name, the page's path, and the heart rate or status.
  typealias Page = (name: String, path: String, result: String)

  /// A page with charts.
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
    if let agreement {
      body += "<h2>Against references</h2>\n"
      body += HTML.table(
        ["Measure", "Value"],
        [
          ["Compared recordings", "\(pairs.count) of \(referenceCount) with a reference"],
          ["Mean absolute error", "\(agreement.meanAbsoluteError.fixed(2)) beats/min"],
          ["Root mean square error", "\(agreement.rootMeanSquareError.fixed(2)) beats/min"],
          [
            "Mean absolute percentage error",
            "\(agreement.meanAbsolutePercentageError.fixed(2)) %",
          ],
          ["Bias", "\(agreement.bias.fixed(2)) beats/min"],
          [
            "95 % limits of agreement",
            agreement.limits.map { "\($0.low.fixed(2)) to \($0.high.fixed(2)) beats/min" } ?? "–",
          ],
          [
            "References within the 95 % interval", "\((100 * agreement.coverage).fixed(1)) %",
          ],
        ])
      body += try pictures.figure(chart, height: 320, title: "")
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
