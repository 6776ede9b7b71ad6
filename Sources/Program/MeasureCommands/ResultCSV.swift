package import CommandEnvironment
import JSONCoding
package import Measurement
import Photoplethysmography

/// One line for each reading, and one for each input that could not be read: a stable format.
struct ResultCSV: ResultSink {
  private let output: ResultOutput

  /// Writes the header.
  init(_ output: ResultOutput) {
    self.output = output
    output.write("input,start,start_s,end_s,bpm,bpm_low,bpm_high,quality,channel,reason,error\n")
  }

  func take(_ result: RecordingResult) {
    let rows = result.readings.map { reading in
      let rate = reading.rate
      return line([
        result.input.name,
        result.date(of: reading.start).timestamp,
        number(result.offset(of: reading.start), 3),
        number(result.offset(of: reading.end), 3),
        number(rate?.beatsPerMinute, 2), number(rate?.low, 2), number(rate?.high, 2),
        number(reading.quality, 3), reading.channel?.rawValue ?? "",
        reading.reason?.rawValue ?? "", "",
      ])
    }
    output.write(rows.joined())
  }

  func take(_ error: MeasurementError, of input: RecordingInput) {
    output.write(line([input.name] + Array(repeating: "", count: 9) + [error.description]))
  }

  private func number(_ value: Double?, _ places: Int) -> String { CSVLine.number(value, places) }

  private func line(_ fields: [String]) -> String { CSVLine.text(of: fields) }
}

/// One line for each input, with all that it gave as a whole: a stable format.
package struct ResultSummary: ResultSink {
  private let output: ResultOutput

  package static let columns = [
    "input", "start", "duration_s", "frames", "frame_rate", "channel", "bpm", "bpm_low", "bpm_high",
    "quality", "reason", "readings", "readings_with_rate", "rmssd_ms", "sdnn_ms", "pnn50", "lf_ms2",
    "hf_ms2", "early_beats", "rhythm", "respiratory_rate", "respiratory_rate_low",
    "respiratory_rate_high", "perfusion_index", "perfusion_channel", "skin_share",
    "content_identity", "warnings", "error",
  ]

  /// Writes the header.
  package init(_ output: ResultOutput) {
    self.output = output
    output.write(CSVLine.text(of: Self.columns))
  }

  package func take(_ result: RecordingResult) {
    let fields = Self.fields(of: result)
    output.write(CSVLine.text(of: [result.input.name, result.start.timestamp] + fields + [""]))
  }

  /// What a recording gave as a whole, under the columns between `start` and `error`.
  package static func fields(of result: RecordingResult) -> [String] {
    let (rate, variability) = (result.collector.rate, result.variability)
    let respiration = result.respiratoryRate
    let number = CSVLine.number
    return [
      number(result.duration, 3), "\(result.frameCount)",
      number(result.frameRate, 3), result.channel?.rawValue ?? "", number(rate?.beatsPerMinute, 2),
      number(rate?.low, 2), number(rate?.high, 2), number(result.collector.quality ?? 0, 3),
      result.reason?.rawValue ?? "", "\(result.readings.count)",
      "\(result.readings.count { $0.rate != nil })", number(variability.rmssd, 2),
      number(variability.sdnn, 2), number(variability.pnn50, 4),
      number(variability.lowFrequencyPower, 1), number(variability.highFrequencyPower, 1),
      "\(variability.earlyBeatCount)", result.rhythm.rawValue,
      number(respiration?.breathsPerMinute, 2), number(respiration?.low, 2),
      number(respiration?.high, 2), number(result.perfusionIndex, 3),
      result.perfusionChannel?.rawValue ?? "", number(result.skinShare, 3), result.contentIdentity,
      result.warnings.joined(separator: "; "),
    ]
  }

  package func take(_ error: MeasurementError, of input: RecordingInput) {
    let blanks = Array(repeating: "", count: Self.columns.count - 2)
    output.write(CSVLine.text(of: [input.name] + blanks + [error.description]))
  }
}

/// A line of a table of results.
package enum CSVLine {
  /// The fields with commas between them, and a line end.
  package static func text(of fields: [String]) -> String {
    fields.map(quoted).joined(separator: ",") + "\n"
  }

  /// A number with at most n decimal places; empty if there is none.
  package static func number(_ value: Double?, _ places: Int) -> String {
    value.map { "\($0.rounded(toPlaces: places))" } ?? ""
  }

  /// RFC 4180: fields with a comma, a quotation mark or a line end stand in quotation marks.
  private static func quoted(_ field: String) -> String {
    guard field.contains(where: { ",\"\n\r\r\n".contains($0) }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
