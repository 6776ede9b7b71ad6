import CivilTime
package import CommandEnvironment
import JSONCoding
package import Measurement
import Photoplethysmography
import VisibleText

/// A table for a person; failed recordings have no place in it.
package struct ResultTable: ResultSink {
  private let output: ResultOutput
  private let terminal: Terminal

  package init(_ output: ResultOutput, _ terminal: Terminal) {
    self.output = output
    self.terminal = terminal
  }

  package func take(_ result: RecordingResult) { output.writeStyled(text(of: result)) }

  package func take(_ error: MeasurementError, of input: RecordingInput) {}

  /// Returns the average over the parts of a session; `nil` if there are fewer than two with a rate.
  package func summary(of parts: [RecordingResult]) -> String? {
    var all = AveragingCollector()
    for reading in parts.flatMap(\.readings) { all.append(reading) }
    guard parts.count(where: { $0.reason == nil }) > 1, let rate = all.rate else { return nil }
    return row("all \(parts.count) parts", rate, all.quality ?? 0, isBold: true) + "\n"
  }

  private func text(of result: RecordingResult) -> String {
    var lines = heading(result)
    let headings = ["seconds", "bpm", "95% interval", "quality"]
    lines.append(
      zip(headings, widths).map { padded($0, $1, right: true) }.joined()
        + (pulseColumns > 0 && result.reason == nil ? "  pulse (\(pulseColumns / 6) s)" : ""))
    for reading in result.readings { lines += self.lines(of: reading, in: result) }
    if let rate = result.collector.rate {
      lines.append(row("average", rate, result.collector.quality ?? 0, isBold: true))
      if let part = result.measuredPart {
        lines += fitted("  the average is of what could be read, \(part)")
      }
    } else if let reason = result.reason {
      lines += fitted("  no heart rate: \(advice(reason))")
    }
    lines += ResultNotes.lines(of: result).flatMap { fitted($0, indent: 17) }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a line that would be wider than the terminal, in several.
  private func fitted(_ line: String, indent: Int = 4) -> [String] {
    terminal.isOutputTerminal ? wrapped(line, width: terminal.width, indent: indent) : [line]
  }

  /// Returns the recording's name and kind: on one line if the terminal has room.
  private func heading(_ result: RecordingResult) -> [String] {
    let name =
      result.input.isStandardInput ? "standard input" : result.input.name.withVisibleControls
    var parts = [
      result.kind, result.frameCount == 1 ? "1 frame" : "\(result.frameCount) frames",
      "\(result.frameRate.fixed(2)) frames/s", "\(result.duration.fixed(1)) s",
    ]
    if let channel = result.channel { parts.append("pulse from \(channel.rawValue)") }
    let facts = parts.joined(separator: ", ")
    guard terminal.isOutputTerminal, name.cells + 2 + facts.cells > terminal.width else {
      return [terminal.styled(name) + "  " + facts]
    }
    return [terminal.styled(name)] + fitted("  " + facts)
  }

  private func lines(of reading: HeartRateReading, in result: RecordingResult) -> [String] {
    let times = [reading.start, reading.end].map { result.offset(of: $0).fixed(isNarrow ? 0 : 1) }
      .joined(separator: " to ")
    guard let rate = reading.rate else {
      let line =
        padded(times, widths[0], right: true)
        + padded("-", widths[1], right: true) + "  "
      return fitted(line + explanation(of: reading), indent: line.count)
    }
    let line = row(times, rate, reading.quality)
    let pulse = Sparkline.text(reading.pulse, columns: pulseColumns, samplesPerColumn: 5)
    return [pulse.isEmpty ? line : line + "  " + pulse]
  }

  /// The widths of the columns: of times, rates, intervals and qualities.
  private var widths: [Int] { isNarrow ? [12, 6, 14, 8] : [15, 8, 17, 9] }

  private var isNarrow: Bool { terminal.isOutputTerminal && terminal.width < 50 }

  private func row(
    _ heading: String, _ rate: HeartRateReading.Rate, _ quality: Double, isBold: Bool = false
  ) -> String {
    let cells = [
      heading, rate.beatsPerMinute.fixed(1), "\(rate.low.fixed(1)) to \(rate.high.fixed(1))",
    ]
    let figures = zip(cells, widths).map { padded($0, $1, right: true) }.joined()
    return (isBold ? terminal.styled(figures) : figures)
      + padded(quality.fixed(2), widths[3], right: true)
  }

  /// Returns why there is no rate. If the picture is good, it is the strongest doubt about the likeliest one.
  private func explanation(of reading: HeartRateReading) -> String {
    guard let reason = reading.reason else { return "" }
    guard [.motion, .noPulse].contains(reason), let refused = reading.refusedRate,
      refused.chance >= Self.leastShownChance
    else { return advice(reason) }
    return "likeliest is \(refused.beatsPerMinute.fixed(0)), with a chance of "
      + "\(refused.chance.fixed(2)): \(refused.against.explanation)"
  }

  /// The chance from which on a rate that is not reported is worth a word.
  private static let leastShownChance = 0.05

  /// Returns the reason with the option that helps.
  private func advice(_ reason: RefusalReason) -> String {
    reason.advice + (reason == .noSkin ? " with --roi" : "")
  }

  /// The room for the pulse beside a row of figures: six columns per second, for ten seconds at most; none in a file.
  private var pulseColumns: Int {
    guard terminal.isOutputTerminal, terminal.showsUnicode, terminal.width >= 76 else { return 0 }
    return min((terminal.width - 51) / 6 * 6, 60)
  }
}

/// The results other than heart rate, for a person.
private enum ResultNotes {
  /// Returns one line per kind of result.
  static func lines(of result: RecordingResult) -> [String] {
    var notes = measures(of: result)
    if let index = notes.firstIndex(where: { $0.heading == "variability" }) {
      let measured = result.variability
      notes[index].text += " (\(measured.intervalCount) beats in \(measured.duration.fixed(0)) s)"
    }
    let start = startNote(result).map { [(heading: "start", text: $0)] } ?? []
    let others = [
      ("rate", result.course.map { "\($0)" }), ("rhythm", rhythm(result)),
      ("breathing", result.respiratoryRate.map(breathing)),
    ].compactMap { heading, text in text.map { (heading: heading, text: $0) } }
    // The notes from the beats come before those from the light.
    let first = notes.prefix { $0.heading == "variability" }
    return (start + first + others + notes.dropFirst(first.count)).map {
      "  " + padded($0.heading, 13, right: true) + "  " + $0.text
    }
  }

  /// Returns the measures that have a place here, those of one heading on one line.
  private static func measures(of result: RecordingResult) -> [(heading: String, text: String)] {
    var notes: [(heading: String, text: String)] = []
    for field in RecordingResult.fields {
      guard let display = field.display, let note = display.note,
        case .number(let value?, _) = field.value(result)
      else { continue }
      let text = display.noteText(value, note)
      if notes.last?.heading == note.heading {
        notes[notes.count - 1].text += ", " + text
      } else {
        notes.append((note.heading, text))
      }
    }
    return notes
  }

  /// Returns when it began, if the file itself does not say so.
  private static func startNote(_ result: RecordingResult) -> String? {
    switch result.began.source {
    case .clock, .container: return nil
    case .given, .name, .modified, .read:
      let moment = CivilMoment(result.start)
      return "\(moment.day) \(moment.clock), \(result.began.source.phrase)"
    }
  }

  private static func rhythm(_ result: RecordingResult) -> String? {
    let early = result.variability.earlyBeatCount
    let beats = early == 1 ? "1 early beat" : "\(early) early beats"
    switch result.rhythm {
    case .irregular: return "irregular: most intervals differ from the one before"
    case .regular: return early > 0 ? "regular, with \(beats)" : "regular"
    case .frequentEarlyBeats: return "frequent early beats: \(early)"
    case .undetermined: return early > 0 ? beats : nil
    }
  }

  private static func breathing(_ rate: RespiratoryRate) -> String {
    "\(rate.breathsPerMinute.fixed(1)) per minute (\(rate.low.fixed(1)) to \(rate.high.fixed(1)))"
  }
}

/// A few seconds of a pulse in one line of text.
private enum Sparkline {
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  /// - Parameters:
  ///   - pulse: Systole upward; the middle of it is shown.
  ///   - columns: Characters to draw.
  ///   - samplesPerColumn: How many samples share a character.
  static func text(_ pulse: [Double], columns: Int, samplesPerColumn: Int) -> String {
    let shown = min(pulse.count, columns * samplesPerColumn)
    let middle = pulse.dropFirst((pulse.count - shown) / 2).prefix(shown)
    let means = stride(from: middle.startIndex, to: middle.endIndex, by: samplesPerColumn).map {
      let part = middle[$0..<min($0 + samplesPerColumn, middle.endIndex)]
      return part.reduce(0, +) / Double(part.count)
    }
    guard let low = means.min(), let high = means.max(), high > low else { return "" }
    return String(
      means.map { blocks[min(7, max(0, Int(($0 - low) / (high - low) * 7.99)))] })
  }
}
