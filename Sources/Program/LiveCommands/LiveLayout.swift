import CommandEnvironment
import Glibc
import JSONCoding
import Measurement
import Photoplethysmography
import VideoFrames

/// What the lowest lines of the screen show besides the measurement.
struct LiveStatus {
  /// The newest thing that a person should know.
  var message: String?

  /// Why saving has failed, while the person is asked whether to try again.
  var saveFailure: String?

  /// Whether results can be saved at all.
  var canSave: Bool
}

/// The lines of a screen with a number of columns and rows.
struct LiveLayout {
  let columns: Int
  let rows: Int
  let isUnicode: Bool
  let isColored: Bool

  /// A curve of more lines shows nothing more.
  private static let greatestCurve = 12

  /// Below this many rows a line takes the place of the large digits.
  private static let fewRows = 16

  /// A curve is drawn no smaller than this share of the level on either side.
  private static let leastHeight = 0.0015

  /// The whole screen: as many lines as there are rows, none longer than there are columns.
  func lines(_ measurement: LiveMeasurement, _ status: LiveStatus) -> [String] {
    let session = measurement.session
    var top = [heading(measurement), styled(advice(measurement), Self.style(of: measurement))]
    if rows >= Self.fewRows {
      top.insert("", at: 1)
      top.append("")
      top += number(session)
    } else {
      top.append(figures(session))
    }
    var bottom = [average(session), picture(measurement)] + message(status) + [keys(status)]
    if rows < 10 { bottom = [keys(status)] }
    let free = rows - top.count - bottom.count
    var middle: [String] = []
    if free > 2 {
      middle = [""] + pulse(session, rows: min(free - 2, Self.greatestCurve)) + [""]
    }
    let all = top + middle + bottom
    return (all.prefix(rows) + Array(repeating: "", count: max(0, rows - all.count))).map { $0 }
  }

  private func heading(_ measurement: LiveMeasurement) -> String {
    let time = ProgressBar.minutes(measurement.session.elapsed)
    let room = max(columns - time.count - 1, 0)
    guard let source = measurement.source else {
      return fit(padded("opening the camera", room) + " " + time)
    }
    var name = source.name.withVisibleControls
    let kind = "  " + source.kind.withVisibleControls
    // The end of a long path says most; what kind it is gives way before its name does.
    if name.count + kind.count > room {
      let dots = isUnicode ? "…" : "~"
      name = dots + name.suffix(max(room - kind.count - 1, min(room / 2, 20)))
    }
    return fit(padded(String((name + kind).prefix(room)), room) + " " + time)
  }

  private func advice(_ measurement: LiveMeasurement) -> String {
    if let disconnection = measurement.disconnection {
      return fit("\(disconnection)".withVisibleControls)
    }
    let session = measurement.session
    if session.phase == .settling { return fit("adjusting the camera to your finger, hold still") }
    if case .measuring(let seconds) = session.advice {
      return fit("\(session.advice.text): about \(Int(seconds.rounded(.up))) s")
    }
    return fit(session.advice.text)
  }

  /// The large number, with what is known of it beside it.
  private func number(_ session: LiveSession) -> [String] {
    let estimate = session.current
    let number = estimate?.rate.map { "\(Int($0.beatsPerMinute.rounded()))" } ?? "--"
    let digits = LargeDigits.lines(number, isUnicode: isUnicode)
    var beside = ["", "", "", "", ""]
    if let estimate, let rate = estimate.rate {
      beside[1] = "beats a minute"
      beside[2] = "\(rate.low.fixed(1)) to \(rate.high.fixed(1))  (95 % interval)"
      beside[3] = "quality \(estimate.quality.fixed(2))"
    }
    return zip(digits, beside).map {
      withQuality(fit("  " + padded($0, 24) + "  " + $1), of: estimate)
    }
  }

  /// The line with its quality in the colour of how far it can be trusted.
  private func withQuality(_ line: String, of estimate: HeartRateReading?) -> String {
    guard let estimate, let range = line.firstRange(of: /quality [\d.]+/) else { return line }
    let style = estimate.quality >= 0.8 ? "32" : (estimate.quality >= 0.5 ? "33" : "31")
    return line[..<range.lowerBound] + styled(String(line[range]), style)
      + line[range.upperBound...]
  }

  /// Green for a rate that is there, yellow for what a person should do, none while it begins.
  private static func style(of measurement: LiveMeasurement) -> String {
    if measurement.disconnection != nil { return "1;31" }
    switch measurement.session.advice {
    case .measured: return "1;32"
    case .waiting, .measuring: return "1"
    default: return "1;33"
    }
  }

  private func figures(_ session: LiveSession) -> String {
    guard let estimate = session.current, let rate = estimate.rate else { return "-- bpm" }
    let text = fit(
      "\(rate.beatsPerMinute.fixed(0)) bpm  \(rate.low.fixed(0)) to \(rate.high.fixed(0))  "
        + "quality \(estimate.quality.fixed(2))")
    return withQuality(text, of: estimate)
  }

  /// The curve with its beats marked above it.
  private func pulse(_ session: LiveSession, rows: Int) -> [String] {
    let perColumn = WaveformDrawing.pointsPerColumn
    let seconds = Double(columns * perColumn) / PulseTrace.pointRate
    var points: [Double] = []
    switch session.advice {
    case .measuring, .measured, .pressLess, .holdStill:
      points = session.trace.points(of: session.channel ?? brightest(session), seconds: seconds)
    default: break
    }
    // What is usual of the newest seconds fills the height; a jolt leaves the picture.
    let swing = PulseTrace.usualSwing(of: points) ?? 0...0
    let middle = (swing.upperBound + swing.lowerBound) / 2
    let height = max((swing.upperBound - swing.lowerBound) / 2 * 1.2, Self.leastHeight)
    for index in points.indices { points[index] = (points[index] - middle) / height }
    var marks = [Character](repeating: " ", count: columns)
    if let end = session.trace.time, session.current != nil {
      for beat in session.beatTimes {
        let distance = Int((end - beat) * PulseTrace.pointRate) / perColumn
        if (0..<columns).contains(distance) {
          marks[columns - 1 - distance] = isUnicode ? "▾" : "v"
        }
      }
    }
    return [String(marks)]
      + WaveformDrawing.lines(
        points, columns: columns, rows: max(rows - 1, 1), isUnicode: isUnicode)
  }

  private func brightest(_ session: LiveSession) -> ColorChannel {
    guard let sample = session.sample else { return .red }
    if sample.red >= max(sample.green, sample.blue) { return .red }
    return sample.green >= sample.blue ? .green : .blue
  }

  private func average(_ session: LiveSession) -> String {
    let collector = session.collector
    guard let rate = collector.rate, let start = collector.start, let end = collector.end else {
      return ""
    }
    return fit(
      "average \(rate.beatsPerMinute.fixed(1)) bpm over \(ProgressBar.minutes(end - start)) "
        + "(\(rate.low.fixed(1)) to \(rate.high.fixed(1)))")
  }

  private func picture(_ measurement: LiveMeasurement) -> String {
    let session = measurement.session
    guard let sample = session.sample else { return "" }
    var parts = [
      "red \(sample.red.fixed(0)) green \(sample.green.fixed(0)) blue \(sample.blue.fixed(0))"
    ]
    if let share = sample.clippedShare { parts.append("clipped \((100 * share).fixed(1)) %") }
    if let rate = session.frameRate { parts.append("\(rate.fixed(1)) frames/s") }
    if measurement.lostFrameCount > 0 { parts.append("\(measurement.lostFrameCount) lost") }
    return fit(parts.joined(separator: "  "))
  }

  /// The message in two lines at most.
  private func message(_ status: LiveStatus) -> [String] {
    let text = (status.saveFailure ?? status.message ?? "").withVisibleControls
    var lines = wrapped(text, width: max(columns, 1))
    if lines.count > 2 { lines = [lines[0], lines[1...].joined(separator: " ")] }
    return (lines.isEmpty ? [""] : lines).map(fit)
  }

  private func keys(_ status: LiveStatus) -> String {
    if status.saveFailure != nil { return fit("[r] repeat saving   [c] cancel") }
    return fit(status.canSave ? "[s] save   [q] quit" : "[q] quit")
  }

  private func styled(_ text: String, _ style: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }

  private func fit(_ text: String) -> String { String(text.prefix(columns)) }
}
