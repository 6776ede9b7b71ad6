package import Charts
import CivilTime
import CommandEnvironment
import HealthCharts
import JSONCoding
package import Measurement
import Photoplethysmography
import V4L2Source

/// The page of `--report`: the results of a recording or a live session, in one file.
///
/// It needs no script and no network; its security policy forbids both. Light and dark follow the
/// reader's system, and it prints on A4.
package struct RecordingReport {
  /// The results that follow each other on one clock; most often a single recording.
  private let results: [RecordingResult]

  /// The settings, in the order in which they are shown.
  private let settings: [(name: String, value: String)]

  /// The camera of a live session.
  private let camera: LiveSessionDetails?

  package init(
    results: [RecordingResult], settings: [(name: String, value: String)] = [],
    camera: LiveSessionDetails? = nil
  ) {
    self.results = results
    self.settings = settings
    self.camera = camera
  }

  package func html() throws(ChartError) -> String {
    var pictures = ReportPictures()
    var body = ""
    for (index, result) in results.enumerated() {
      body += try section(result, isFirst: index == 0, &pictures)
    }
    let title = results.first.map { "Heart rate: \(name($0))" } ?? "Heart rate"
    return ReportPage.html(title: title, body: body + Self.method, pictures)
  }

  // MARK: A recording

  private func section(
    _ result: RecordingResult, isFirst: Bool, _ pictures: inout ReportPictures
  ) throws(ChartError) -> String {
    let charts = RecordingCharts(
      readings: result.readings, variability: result.variability, firstTime: result.firstTime)
    var html = "<h1>\(HTML.escaped(name(result)))</h1>\n"
    html += answer(result)
    html += "<h2>Readings</h2>\n"
    html += try pictures.figure(charts.readingsChart, height: 240)
    html += readingsTable(result)
    html += try refusals(result, &pictures)
    if result.readings.contains(where: { !$0.pulse.isEmpty }) {
      html += "<h2>Pulse</h2>\n" + (try strips(result, charts, &pictures))
    }
    if charts.series.intervals.count > 2 {
      html += "<h2>From beat to beat</h2>\n"
      html += try pictures.figure(charts.tachogram, height: 240)
      html += variability(result)
      html += "<div class=\"pair\">\n"
      html += try pictures.square(charts.poincare)
      if !charts.spectrum.table.rows.isEmpty, result.variability.highFrequencyPower != nil {
        html += try pictures.square(charts.spectrum)
      }
      html += "</div>\n"
    }
    html += "<h2>Recording</h2>\n" + facts(result)
    return "<section>\n\(html)</section>\n"
  }

  private func name(_ result: RecordingResult) -> String {
    if camera != nil { return "Live session" }
    guard !result.input.isStandardInput else { return "standard input" }
    return result.input.name.split(separator: "/").last.map(String.init) ?? result.input.name
  }

  /// Returns the one number, or the reason why it is missing.
  private func answer(_ result: RecordingResult) -> String {
    guard let rate = result.collector.rate else {
      let advice = result.reason?.advice ?? "no reading"
      return """
        <p class="none"><strong>No heart rate</strong></p>
        <p>\(HTML.escaped(advice)).</p>

        """
    }
    let quality = result.collector.quality ?? 0
    let part = result.measuredPart.map { " in the time that could be read, \($0)" } ?? ""
    let note = result.course.map { "<p>The rate \($0).</p>\n\n" } ?? ""
    return """
      <p class="rate"><strong>\(rate.beatsPerMinute.fixed(1))</strong> beats per minute\(part)</p>
      <p>95% confidence interval \(rate.low.fixed(1)) to \(rate.high.fixed(1)). Quality \(quality.fixed(2)): \
      the chance that the rate is within 5 beats per minute.</p>

      """ + note
  }

  private func readingsTable(_ result: RecordingResult) -> String {
    var rows: [[String]] = []
    for reading in result.readings {
      let time =
        "\(result.offset(of: reading.start).fixed(1)) to \(result.offset(of: reading.end).fixed(1))"
      if let rate = reading.rate {
        rows.append([
          time, rate.beatsPerMinute.fixed(1), "\(rate.low.fixed(1)) to \(rate.high.fixed(1))",
          reading.quality.fixed(2), reading.channel?.rawValue ?? "",
        ])
      } else {
        rows.append([time, "–", "", "", reading.reason?.name ?? ""])
      }
    }
    return HTML.table(
      ["Seconds", "Beats per minute", "95% interval", "Quality", "Pulse from, or reason"], rows)
  }

  private func refusals(
    _ result: RecordingResult, _ pictures: inout ReportPictures
  ) throws(ChartError) -> String {
    var items: [String] = []
    var figures: [String] = []
    for reading in result.readings {
      guard let reason = reading.reason else { continue }
      let time =
        "\(result.offset(of: reading.start).fixed(1)) to \(result.offset(of: reading.end).fixed(1)) s"
      let likeliest = reading.refusedRate.map {
        ". Likeliest are \($0.beatsPerMinute.fixed(0)) beats per minute, with a chance of \($0.chance.fixed(2)): "
          + $0.against.explanation
      }
      items.append("\(time): \(reason.advice)\(likeliest ?? "")")
      if figures.count < Self.mostRefusedPictures, let refused = reading.refusedRate,
        !refused.courses.isEmpty
      {
        let chart = RefusedRateChart(
          refused, firstTime: result.firstTime,
          title: "\(time), with lines at the beats that were not believed")
        figures.append(try pictures.figure(chart, height: 240))
      }
    }
    guard !items.isEmpty else { return "" }
    return "<h2>Refused, and why</h2>\n" + HTML.list(items) + figures.joined()
  }

  private static let mostRefusedPictures = 4

  /// Returns strips of 15 seconds, so that beats can be distinguished on paper.
  private func strips(
    _ result: RecordingResult, _ charts: RecordingCharts, _ pictures: inout ReportPictures
  ) throws(ChartError) -> String {
    let length = 15.0
    let most = 8
    var html = "<p>In arbitrary units, over seconds; a line at each beat.</p>\n"
    // Times may be wrong and reach over years: strips are not counted beyond those that are drawn.
    let all = stride(from: 0, to: max(result.duration - 1, 1), by: length)
    let starts = Array(all.prefix(most + 1))
    for start in starts.prefix(most) {
      let strip = charts.waveform(range: start...start + length, namesAxes: false)
      html += try pictures.figure(strip, height: 120, title: "")
    }
    if starts.count > most {
      html += "<p>The first \(Int(length) * most) of \(result.duration.fixed(0)) seconds.</p>\n"
    }
    return html
  }

  private func variability(_ result: RecordingResult) -> String {
    let measured = result.variability
    let rows = RecordingResult.fields.compactMap { field -> [String]? in
      guard let display = field.display, case .number(let value?, _) = field.value(result) else {
        return nil
      }
      return [display.title, display.text(value)]
    }
    var html = rows.isEmpty ? "" : HTML.table(["Measure", "Value"], rows)
    html += "<p>Rhythm: \(result.rhythm.rawValue). Early beats: \(measured.earlyBeatCount).</p>\n"
    if let reason = measured.reason {
      html += "<p>Measures that are missing: \(HTML.escaped(Self.text(reason))).</p>\n"
    }
    return html
  }

  private static func text(_ reason: HeartRateVariability.Reason) -> String {
    reason.rawValue.replacing("_", with: " ")
  }

  private func facts(_ result: RecordingResult) -> String {
    var facts: [(String, String)] = [
      ("File", result.input.isStandardInput ? "standard input" : result.input.name),
      (
        "Begin",
        "\(Self.local(result.start)), \(result.began.source.phrase)"
      ),
      ("Kind", result.kind),
      ("Length", "\(result.duration.fixed(1)) s, \(result.frameCount) frames"),
      ("Frame rate", "\(result.frameRate.fixed(2)) per second"),
      ("Content", result.contentIdentity),
    ]
    if let camera {
      facts.append(("Camera", camera.camera))
      if !camera.path.isEmpty { facts.append(("Camera's place", camera.path)) }
      for setting in camera.settings { facts.append((setting.name, "\(setting.value)")) }
    }
    var html = HTML.definitions(facts + settings.map { ($0.name, $0.value) })
    if result.isPartial { html += "<p>It was stopped before its end.</p>\n" }
    if !result.warnings.isEmpty { html += "<h3>Warnings</h3>\n" + HTML.list(result.warnings) }
    return html
  }

  /// Returns a moment by the clock of this machine's zone, with its offset from UTC.
  private static func local(_ date: Date) -> String {
    let moment = CivilMoment(date)
    return "\(moment.day) \(moment.clock) \(moment.offsetText)"
  }

  /// The method of the measurement, for the end of a page.
  package static var method: String {
    """
    <footer>
    <p>Measured by Heartcam \(HeartcamVersion.current): photoplethysmography from the mean colors of \
    frames. Beats are found by autocorrelation and dynamic programming; variability follows the Task \
    Force of the ESC and NASPE (1996). Heartcam is not a medical device.</p>
    </footer>

    """
  }
}
