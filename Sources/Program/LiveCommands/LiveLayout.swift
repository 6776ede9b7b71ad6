import CommandEnvironment
import Glibc
import JSONCoding
import Measurement
import Photoplethysmography
import SignalProcessing
import VideoFrames

/// What the lowest lines of the screen show besides the measurement.
struct LiveStatus {
  /// The newest thing that a person should know.
  var message: String?

  /// Why saving has failed, while the person is asked whether to try again.
  var saveFailure: String?

  /// Whether results can be saved at all.
  var canSave: Bool

  /// Whether the keys are explained in place of the pulse.
  var showsKeys = false
}

/// The lines of a screen with a number of columns and rows.
struct LiveLayout {
  let columns: Int
  let rows: Int
  let isUnicode: Bool
  let isColored: Bool

  /// From so many rows on, the spectrum and the intervals of the session stand below the curve.
  private static let manyRows = 36

  /// The lines of the spectrum, with its scale.
  private static let spectrumRows = 6

  /// Seconds of the pulse that the spectrum is of.
  private static let spectrumSeconds = 15.0

  /// Seconds after which the curve has forgotten that a finger came.
  private static let settlingSeconds = 2.0

  /// A curve of more lines shows nothing more: a third of the screen.
  private var greatestCurve: Int { max(12, rows / 3) }

  /// Below this many rows a line takes the place of the large digits.
  private static let fewRows = 16

  /// A curve is drawn no smaller than this share of the level on either side.
  private static let leastHeight = 0.0015

  /// The whole screen: as many lines as there are rows, none longer than there are columns.
  func lines(_ measurement: LiveMeasurement, _ status: LiveStatus) -> [String] {
    let session = measurement.session
    var top =
      [heading(measurement)]
      + advice(measurement).map {
        styled($0, Self.style(of: measurement))
      }
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
    if status.showsKeys {
      middle = [""] + explanations(status).prefix(max(free - 1, 0))
    } else if free > 2 {
      middle = [""] + pulse(session, rows: min(free - 2, greatestCurve)) + [""]
      if rows >= Self.manyRows {
        middle += spectrum(session) + [""] + history(session, rows: free - middle.count - 8)
      }
    }
    let all = top + middle + bottom
    return (all.prefix(rows) + Array(repeating: "", count: max(0, rows - all.count))).map { $0 }
  }

  private func heading(_ measurement: LiveMeasurement) -> String {
    let time = WorkProgress.clock(measurement.session.elapsed)
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

  /// What a person should do or know, in two lines where one is too short.
  private func advice(_ measurement: LiveMeasurement) -> [String] {
    let session = measurement.session
    var text = session.advice.text
    if let disconnection = measurement.disconnection {
      text = "\(disconnection)".withVisibleControls
    } else if session.phase == .settling {
      text = "adjusting the camera to your finger, hold still"
    } else if case .measuring(let seconds) = session.advice {
      text += ": about \(Int(seconds.rounded(.up))) s"
    }
    return wrapped(text, width: max(columns, 1)).prefix(2).map(fit)
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
    guard let rate = collector.rate else { return "" }
    let unit = columns < 50 ? "" : " bpm"
    return fit(
      "average \(rate.beatsPerMinute.fixed(1))\(unit) over \(WorkProgress.clock(collector.duration)) "
        + "(\(rate.low.fixed(1)) to \(rate.high.fixed(1)))")
  }

  /// How much of the pulse swings at each rate, with the measured one marked: a line of numbers below bars.
  private func spectrum(_ session: LiveSession) -> [String] {
    // A finger that comes swings more than any pulse.
    let held = (session.sample?.time ?? 0) - session.uncovered - Self.settlingSeconds
    let points = session.trace.points(
      of: session.channel ?? brightest(session), seconds: max(min(Self.spectrumSeconds, held), 0))
    guard session.current != nil, Double(points.count) > Self.spectrumSeconds * 10 else {
      return Array(repeating: "", count: Self.spectrumRows)
    }
    let (lowest, highest) = (40.0, 200.0)
    let spacing = (highest - lowest) / Double(max(columns - 1, 1))
    let power = LombScarglePeriodogram(
      times: points.indices.map { Double($0) / PulseTrace.pointRate }, values: points,
      from: lowest / 60, to: highest / 60, spacing: spacing / 60
    ).power
    let heights = Self.spectrumRows - 1
    let greatest = max(power.max() ?? 0, .leastNormalMagnitude)
    let blocks = isUnicode ? Array(" ▁▂▃▄▅▆▇█") : Array("    ####")
    var lines = (0..<heights).map { row in
      fit(
        String(
          power.map { value in
            let full = value / greatest * Double(heights) - Double(heights - 1 - row)
            return blocks[Int(min(max(full, 0), 1) * Double(blocks.count - 1))]
          }))
    }
    var scale = [Character](repeating: " ", count: columns)
    for rate in stride(from: lowest, through: highest - 20, by: 20) {
      for (index, digit) in "\(Int(rate))".enumerated() {
        let place = Int((rate - lowest) / spacing) + index
        if scale.indices.contains(place) { scale[place] = digit }
      }
    }
    if let rate = session.current?.rate?.beatsPerMinute {
      let place = Int(((rate - lowest) / spacing).rounded())
      if scale.indices.contains(place) { scale[place] = isUnicode ? "▴" : "^" }
    }
    let unit = " bpm"
    scale.replaceSubrange(max(columns - unit.count, 0)..., with: unit.suffix(columns))
    lines.append(String(scale))
    return lines
  }

  /// The newest intervals of the session, a line each: the rate, or why there is none.
  private func history(_ session: LiveSession, rows: Int) -> [String] {
    let origin = session.firstTime ?? 0
    return session.readings.suffix(max(rows, 0)).map { reading in
      let time =
        "\(WorkProgress.clock(reading.start - origin)) to \(WorkProgress.clock(reading.end - origin))"
      guard let rate = reading.rate else {
        return fit("\(padded(time, 16)) \(reading.reason?.advice ?? "")")
      }
      return fit(
        "\(padded(time, 16)) \(rate.beatsPerMinute.fixed(1)) bpm "
          + "(\(rate.low.fixed(1)) to \(rate.high.fixed(1)), quality \(reading.quality.fixed(2)))")
    }
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
    // What does not fit whole is left out: half a number misleads.
    while parts.count > 1, parts.joined(separator: "  ").count > columns { parts.removeFirst() }
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
    return fit((status.canSave ? "[s] save   " : "") + "[q] quit   [?] keys")
  }

  /// What the keys do.
  private func explanations(_ status: LiveStatus) -> [String] {
    let keys = [
      ("s", "save what was measured so far; the next frame begins anew"),
      ("q, Ctrl-C", status.canSave ? "end, and ask whether to save" : "end"),
      ("Ctrl-Z", "stop for a while: the camera is free until fg"),
      ("r, c", "after a save that failed: repeat it, or give it up"),
      ("?", "show this, and hide it again"),
    ]
    return keys.filter { status.canSave || !["s", "r, c"].contains($0.0) }.flatMap { key, meaning in
      let lines = wrapped(meaning, width: max(columns - 12, 10))
      return lines.enumerated().map { fit(padded($0.offset == 0 ? key : "", 12) + $0.element) }
    }
  }

  private func styled(_ text: String, _ style: String) -> String {
    isColored && !text.isEmpty ? "\u{1B}[\(style)m\(text)\u{1B}[0m" : text
  }

  private func fit(_ text: String) -> String { String(text.prefix(columns)) }
}
