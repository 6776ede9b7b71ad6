import CommandEnvironment
import Glibc
import JSONCoding
import Measurement
import Photoplethysmography
import SignalProcessing
import VideoFrames
import VisibleText

/// The lowest lines of the screen, in addition to the measurement.
struct LiveStatus {
  /// The newest thing that a person should know.
  var message: String?

  /// Why saving has failed, while the person is asked whether to try again.
  var saveFailure: String?

  /// Whether results can be saved at all.
  var canSave: Bool

  /// Whether the keys are explained in place of the pulse.
  var showsKeys = false

  /// The session as it was when a person stopped the screen, which measuring does not; `nil` while it moves.
  var held: LiveSession? { didSet { scroll = 0 } }

  /// The number of its newest readings that are out of sight.
  var scroll = 0 {
    didSet { scroll = min(max(scroll, 0), max((held?.readings.count ?? 0) - 1, 0)) }
  }
}

/// The lines of a screen with a number of columns and rows.
struct LiveLayout {
  let columns: Int
  let rows: Int
  let terminal: Terminal

  /// The lines of the spectrum, with its scale.
  private static let spectrumRows = 6

  /// Seconds of the pulse that the spectrum is of.
  private static let spectrumSeconds = 15.0

  /// Seconds after which the curve has forgotten that a finger came.
  private static let settlingSeconds = 2.0

  /// A curve of more lines shows nothing more: a third of the screen.
  private var greatestCurve: Int { max(12, rows / 3) }

  /// A curve is drawn no smaller than this share of the level on either side.
  private static let leastHeight = 0.0015

  private var isUnicode: Bool { terminal.showsUnicode }

  /// Returns the whole screen: as many lines as there are rows, none longer than there are columns.
  func lines(_ measurement: LiveMeasurement, _ status: LiveStatus) -> [String] {
    let session = status.held ?? measurement.session
    var middle = [
      ScreenPart(4, least: 3) { pulse(session, rows: min($0, greatestCurve)) }, .gap,
      ScreenPart(8, least: 0) { $0 > Self.spectrumRows ? spectrum(session) + [""] : [] },
      ScreenPart(9, least: 0) { history(session.readings.suffix($0), of: session) },
    ]
    if status.showsKeys {
      middle = [ScreenPart(2, explanations(status))]
    } else if status.held != nil {
      middle = [
        ScreenPart(4) { rows in
          let hidden = min(status.scroll, max(session.readings.count - rows, 0))
          return history(session.readings.dropLast(hidden).suffix(rows), of: session)
        }
      ]
    }
    let parts =
      [
        ScreenPart(5, [heading(measurement, session)]), .gap,
        ScreenPart(1, advice(measurement, session)), .gap,
        ScreenPart(0) { isLarge($0, status) ? number(session) : [figures(session)] }, .gap,
      ] + middle + [
        .rest, ScreenPart(6, status.showsKeys ? [] : average(session)),
        ScreenPart(7, status.showsKeys ? [] : picture(measurement, session)),
        ScreenPart(3, message(status)), ScreenPart(2, [keys(status)]),
      ]
    return ScreenPart.lines(of: parts, columns: columns, rows: rows)
  }

  /// Returns whether large digits leave room for the text beside and below them.
  private func isLarge(_ rows: Int, _ status: LiveStatus) -> Bool {
    rows >= 2 * LargeDigits.rows && columns >= 40 && !status.showsKeys && status.held == nil
  }

  private func heading(_ measurement: LiveMeasurement, _ session: LiveSession) -> String {
    let time = WorkProgress.clock(session.elapsed)
    let room = max(columns - time.count - 1, 0)
    var name = measurement.source?.name.withVisibleControls ?? "opening the camera"
    let kind =
      room < 30 ? "" : measurement.source.map { "  " + $0.kind.withVisibleControls } ?? ""
    // The end of a long path says most; what kind it is gives way before its name does.
    if name.cells + kind.cells > room {
      let dots = isUnicode ? "…" : "~"
      name = dots + name.suffix(cells: max(room - kind.cells - 1, min(room / 2, 20)))
    }
    return padded((name + kind).prefix(cells: room), room) + " " + time
  }

  /// Returns the advice for the person, in two lines where one is too short.
  private func advice(_ measurement: LiveMeasurement, _ session: LiveSession) -> [String] {
    var text = session.advice.text
    if let disconnection = measurement.disconnection {
      text = "\(disconnection)".withVisibleControls
    } else if session.phase == .settling {
      text = "adjusting the camera to your finger, hold still"
    } else if case .measuring(let seconds) = session.advice {
      text += ": about \(Int(seconds.rounded(.up))) s"
    }
    let style = self.style(measurement, session)
    return wrapped(text, width: max(columns, 1)).prefix(2).map { terminal.styled($0, style) }
  }

  /// Returns green for a present rate, amber for advice to a person, none while it begins.
  private func style(_ measurement: LiveMeasurement, _ session: LiveSession) -> Terminal.Style {
    if measurement.disconnection != nil { return .bad }
    switch session.advice {
    case .measured: return .good
    case .waiting, .measuring: return .strong
    default: return .doubtful
    }
  }

  /// Returns the large number, with the facts about it beside it.
  private func number(_ session: LiveSession) -> [String] {
    let number = session.current?.rate.map { "\(Int($0.beatsPerMinute.rounded()))" } ?? "--"
    var beside = ["", "", "", "", ""]
    if let estimate = session.current, let rate = estimate.rate {
      beside[1] = "beats per minute"
      beside[2] = "\(rate.low.fixed(1)) to \(rate.high.fixed(1))"
      if columns >= 60 { beside[2] += "  (95% interval)" }
      beside[3] = quality(estimate)
    }
    return zip(LargeDigits.lines(number, isUnicode: isUnicode), beside).map {
      "  " + padded($0, 22) + "  " + $1
    }
  }

  /// Returns the quality in the color of how far it can be trusted.
  private func quality(_ estimate: HeartRateReading) -> String {
    let style: Terminal.Style =
      estimate.quality >= 0.8 ? .good : estimate.quality >= 0.5 ? .doubtful : .bad
    return terminal.styled("quality \(estimate.quality.fixed(2))", style)
  }

  private func figures(_ session: LiveSession) -> String {
    guard let estimate = session.current, let rate = estimate.rate else { return "-- bpm" }
    let (number, low, high) = (rate.beatsPerMinute.fixed(0), rate.low.fixed(0), rate.high.fixed(0))
    return whole(["\(number) bpm", "\(low) to \(high)", quality(estimate)]) { $0.removeLast() }
  }

  /// Returns the curve with its beats marked above it.
  private func pulse(_ session: LiveSession, rows: Int) -> [String] {
    let perColumn = WaveformDrawing.pointsPerColumn
    let seconds = Double(columns * perColumn) / PulseTrace.pointRate
    var points: [Double] = []
    switch session.advice {
    case .measuring, .measured, .pressLess, .holdStill:
      points = session.trace.points(of: session.channel ?? brightest(session), seconds: seconds)
    default: break
    }
    // A column has the same points in each drawing, so that the curve moves by whole columns.
    let end = session.trace.time.map { Int(($0 * PulseTrace.pointRate).rounded()) } ?? 0
    points.removeLast(min(end % perColumn, points.count))
    // The usual range of the newest seconds fills the height; a jolt leaves the frame. The scale
    // has few steps, so that the drawn part stays as it is.
    let swing = PulseTrace.usualSwing(of: points) ?? 0...0
    let least = max((swing.upperBound - swing.lowerBound) / 2 * 1.2, Self.leastHeight)
    let height = exp2((log2(least) * 3).rounded(.up) / 3)
    let middle = ((swing.upperBound + swing.lowerBound) / 2 / height * 4).rounded() / 4 * height
    for index in points.indices { points[index] = (points[index] - middle) / height }
    var marks = [Character](repeating: " ", count: columns)
    if session.current != nil {
      for beat in session.beatTimes {
        let distance = end / perColumn - Int(beat * PulseTrace.pointRate) / perColumn
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

  /// As many parts as fit into a line: half a number misleads.
  private func whole(
    _ parts: [String], separator: String = "  ", _ drop: (inout [String]) -> Void
  ) -> String {
    var parts = parts
    while parts.count > 1, parts.joined(separator: separator).cells > columns { drop(&parts) }
    return parts.joined(separator: separator)
  }

  private func average(_ session: LiveSession) -> [String] {
    let collector = session.collector
    guard let rate = collector.rate else { return [] }
    let unit = columns < 50 ? "" : " bpm"
    let parts = [
      "average \(rate.beatsPerMinute.fixed(1))\(unit)",
      "over \(WorkProgress.clock(collector.duration))",
      "(\(rate.low.fixed(1)) to \(rate.high.fixed(1)))",
    ]
    return [whole(parts, separator: " ") { $0.removeLast() }]
  }

  /// Returns how much of the pulse swings at each rate, with the measured one marked: a line of numbers below bars.
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
      String(
        power.map { value in
          let full = value / greatest * Double(heights) - Double(heights - 1 - row)
          return blocks[Int(min(max(full, 0), 1) * Double(blocks.count - 1))]
        })
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

  /// Returns the intervals of the session, one line each: the rate, or the reason why it is missing.
  private func history(
    _ readings: ArraySlice<HeartRateReading>, of session: LiveSession
  ) -> [String] {
    let origin = session.firstTime ?? 0
    return readings.map { reading in
      let time =
        "\(WorkProgress.clock(reading.start - origin)) to \(WorkProgress.clock(reading.end - origin))"
      guard let rate = reading.rate else {
        return wrapped("\(padded(time, 14))  \(reading.reason?.advice ?? "")", width: columns)[0]
      }
      let number = "\(rate.beatsPerMinute.fixed(1)) bpm"
      let value = "\(number) (\(rate.low.fixed(1)) to \(rate.high.fixed(1)))"
      return whole([
        padded(time, 14), value.cells > columns ? number : value,
        "quality \(reading.quality.fixed(2))",
      ]) { $0.remove(at: $0.count > 2 ? 2 : 0) }
    }
  }

  private func picture(_ measurement: LiveMeasurement, _ session: LiveSession) -> [String] {
    guard let sample = session.sample else { return [] }
    var parts = [
      "red \(sample.red.fixed(0)) green \(sample.green.fixed(0)) blue \(sample.blue.fixed(0))"
    ]
    if let share = sample.clippedShare { parts.append("clipped \((100 * share).fixed(1))%") }
    if let rate = session.frameRate { parts.append("\(rate.fixed(1)) frames/s") }
    if measurement.lostFrameCount > 0 { parts.append("\(measurement.lostFrameCount) lost") }
    return [whole(parts) { $0.removeFirst() }]
  }

  /// Returns the message in at most two lines.
  private func message(_ status: LiveStatus) -> [String] {
    let text = (status.saveFailure ?? status.message ?? "").withVisibleControls
    let lines = wrapped(text, width: max(columns, 1))
    return [lines.prefix(1), lines.dropFirst()].map { $0.joined(separator: " ") }
      .filter { !$0.isEmpty }
  }

  private func keys(_ status: LiveStatus) -> String {
    let keys = (status.canSave ? ["[s] save"] : []) + ["[q] quit", "[p] pause", "[?] keys"]
    let forms =
      if status.saveFailure != nil {
        ["[r] repeat saving   [c] cancel", "[r]epeat or [c]ancel"]
      } else if status.held != nil {
        ["paused: [p] go on   [up] [down] readings", "paused: [p] go on"]
      } else {
        [keys.joined(separator: "   "), keys.joined(separator: " "), "[q] quit [?] keys"]
      }
    return forms.first { $0.count <= columns } ?? forms[forms.count - 1]
  }

  /// Returns the meanings of the keys.
  private func explanations(_ status: LiveStatus) -> [String] {
    let keys = [
      ("s", "save the measurement so far; the next frame starts a new one"),
      ("p", "stop the screen; up and down go through the readings"),
      ("q, Ctrl-C", status.canSave ? "end, and ask whether to save" : "end"),
      ("Ctrl-Z", "stop for a while: the camera is free until fg"),
      ("r, c", "after a save that failed: repeat it, or give it up"),
      ("?", "show this, and hide it again"),
    ]
    return keys.filter { status.canSave || !["s", "r, c"].contains($0.0) }.flatMap { key, meaning in
      let lines = wrapped(meaning, width: max(columns - 12, 10), indent: 0)
      return lines.enumerated().map { padded($0.offset == 0 ? key : "", 12) + $0.element }
    }
  }
}
