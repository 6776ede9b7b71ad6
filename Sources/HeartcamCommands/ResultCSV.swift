import JSONCoding
import Measurement
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

  private func number(_ value: Double?, _ places: Int) -> String {
    value.map { "\($0.rounded(toPlaces: places))" } ?? ""
  }

  private func line(_ fields: [String]) -> String {
    fields.map(Self.quoted).joined(separator: ",") + "\n"
  }

  /// RFC 4180: fields with a comma, a quotation mark or a line end stand in quotation marks.
  static func quoted(_ field: String) -> String {
    guard field.contains(where: { ",\"\n\r\r\n".contains($0) }) else { return field }
    return "\"" + field.replacing("\"", with: "\"\"") + "\""
  }
}
