import CommandEnvironment
import JSONCoding
import Measurement
import Photoplethysmography

/// A table of results with the columns of their fields: a stable format.
///
/// An input that could not be read has a line with the error alone.
struct ResultCSV: ResultSink {
  /// The content of a line.
  enum Row {
    case reading, recording
  }

  private let output: ResultOutput
  private let row: Row
  private let forSpreadsheet: Bool

  /// The columns between `input` and `error`.
  private let columns: [String]

  /// The wall-clock time of a reading, which JSON does without.
  private static let start = "start"

  /// Whose cells a line has if there is no reading.
  private static let startSource = RecordingResult.startSource.column

  /// The field that says why there is no rate.
  private static let reason = "reason"

  /// Writes the header.
  init(_ output: ResultOutput, a row: Row, forSpreadsheet: Bool) {
    self.forSpreadsheet = forSpreadsheet
    self.output = output
    self.row = row
    columns =
      switch row {
      case .reading: [Self.start, Self.startSource] + PlacedReading.fields.map(\.column)
      case .recording: RecordingResult.fields.map(\.column)
      }
    output.write(CSVLine.text(of: [RecordingInput.field.column] + columns + ["error"]))
  }

  func take(_ result: RecordingResult) {
    switch row {
    case .reading where result.readings.isEmpty:
      // No input is left out, even if it is shorter than an interval.
      write(
        result.input,
        columns.map {
          switch $0 {
          case Self.start: result.start.timestamp
          case Self.startSource: result.began.source.rawValue
          case Self.reason: result.reason?.rawValue ?? ""
          default: ""
          }
        })
    case .reading:
      for reading in result.readings {
        write(
          result.input,
          [result.date(of: reading.start).timestamp, result.began.source.rawValue]
            + PlacedReading.fields.cells(of: PlacedReading(reading, from: result.firstTime)))
      }
    case .recording: write(result.input, RecordingResult.fields.cells(of: result))
    }
  }

  func take(_ error: MeasurementError, of input: RecordingInput) {
    write(input, columns.map { _ in "" }, error: error.description)
  }

  private func write(_ input: RecordingInput, _ cells: [String], error: String = "") {
    output.write(
      CSVLine.text(
        of: [RecordingInput.field.value(input).cell] + cells + [error],
        forSpreadsheet: forSpreadsheet))
  }
}

/// A line of a table of results.
package enum CSVLine {
  /// Returns the fields with commas between them, and a line end.
  package static func text(of fields: [String], forSpreadsheet: Bool = false) -> String {
    fields.map { CSVCell.text($0.withVisibleControls, forSpreadsheet: forSpreadsheet) }
      .joined(separator: ",") + "\n"
  }
}
