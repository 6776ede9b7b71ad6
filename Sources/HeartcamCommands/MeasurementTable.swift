import Measurement
import Photoplethysmography

/// A table for a person.
struct MeasurementTable: MeasurementFormat {
  let terminal: Terminal

  var beginning: String { "" }

  func text(of recording: MeasuredRecording) -> String {
    var lines = [heading(recording)]
    lines.append(
      "  " + padded("seconds", 13, right: true) + padded("bpm", 8, right: true)
        + padded("95 % interval", 17, right: true) + padded("quality", 9, right: true)
        + (showsPulse && recording.reason == nil ? "  pulse (4 s)" : ""))
    for reading in recording.readings { lines.append(row(reading, in: recording)) }
    if let rate = recording.collector.rate {
      lines.append(
        "  " + bold(padded("average", 13, right: true) + figures(rate))
          + padded((recording.collector.quality ?? 0).fixed(2), 9, right: true))
    } else if let reason = recording.reason {
      lines.append("  no heart rate: \(reason.advice)")
    }
    lines += MeasurementNotes.lines(of: recording)
    return lines.joined(separator: "\n") + "\n"
  }

  func text(of error: MeasurementError, input: RecordingInput) -> String { "" }

  private func heading(_ recording: MeasuredRecording) -> String {
    let name =
      recording.input.isStandardInput ? "standard input" : recording.input.name.withVisibleControls
    var parts = [
      recording.kind, recording.frameCount == 1 ? "1 frame" : "\(recording.frameCount) frames",
      "\(recording.frameRate.fixed(2)) frames/s", "\(recording.duration.fixed(1)) s",
    ]
    if let channel = recording.channel { parts.append("pulse from \(channel.rawValue)") }
    return bold(name) + "  " + parts.joined(separator: ", ")
  }

  private func row(_ reading: HeartRateReading, in recording: MeasuredRecording) -> String {
    let start = recording.offset(of: reading.start).fixed(1)
    let end = recording.offset(of: reading.end).fixed(1)
    let left = "  " + padded("\(start) to \(end)", 13, right: true)
    guard let rate = reading.rate else {
      return left + padded("-", 8, right: true) + "  " + (reading.reason?.advice ?? "")
    }
    var line = left + figures(rate) + padded(reading.quality.fixed(2), 9, right: true)
    if showsPulse {
      line += "  " + Sparkline.text(reading.pulse, columns: 24, samplesPerColumn: 5)
    }
    return line
  }

  private func figures(_ rate: HeartRateReading.Rate) -> String {
    padded(rate.beatsPerMinute.fixed(1), 8, right: true)
      + padded("\(rate.low.fixed(1)) to \(rate.high.fixed(1))", 17, right: true)
  }

  private var showsPulse: Bool { terminal.isOutputTerminal && terminal.showsUnicode }

  private func bold(_ text: String) -> String {
    terminal.showsColor ? "\u{1B}[1m\(text)\u{1B}[0m" : text
  }
}

/// The text filled up with blanks to so many characters.
func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
  let blanks = String(repeating: " ", count: max(0, width - text.count))
  return right ? blanks + text : text + blanks
}
