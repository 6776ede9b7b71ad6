import CommandEnvironment
import JSONCoding
import Measurement
import Photoplethysmography

/// A recording of a batch with its result: a line of `recordings.csv`.
struct BatchRow {
  let recording: BatchRecording
  let outcome: BatchOutcome

  /// The result, with the start from the manifest.
  let result: RecordingResult?

  /// The rates of another device, on the recording's clock.
  var rates: ReferenceRates?

  init(_ recording: BatchRecording, _ outcome: BatchOutcome) {
    self.recording = recording
    self.outcome = outcome
    result = outcome.result.map { result in
      recording.start.map { result.starting(at: $0) } ?? result
    }
  }

  /// The heart rate of another device: as the manifest says, or its mean over the readings that have a rate.
  var reference: Double? {
    guard let rates, let result else { return recording.reference }
    let pairs = rates.pairs(with: result.readings, shift: 0)
    let seconds = pairs.map { $0.reading.end - $0.reading.start }
    let total = seconds.reduce(0, +)
    return total > 0
      ? zip(pairs, seconds).reduce(0) { $0 + $1.0.pair.reference * $1.1 } / total : nil
  }

  /// A reading of the recording: a line of `readings.csv`.
  struct Reading {
    let row: BatchRow
    let result: RecordingResult
    let reading: HeartRateReading
  }

  /// The line of each reading.
  var readings: [Reading] {
    guard let result else { return [] }
    return result.readings.map { Reading(row: self, result: result, reading: $0) }
  }

  /// The fields that say which recording it is.
  private static let names: [ResultField<BatchRow>] = [
    .text(RecordingInput.field.name, RecordingInput.field.meaning) { $0.recording.name },
    .text("participant", "Who was recorded") { $0.recording.participant },
    .text("session", "In which session") { $0.recording.session },
  ]

  /// The columns of `recordings.csv`, before the manifest's own.
  static let columns: [ResultField<BatchRow>] =
    names + [
      .text("status", "measured, no_rate (see reason), unreadable or worker_died (see error)") {
        $0.outcome.status.rawValue
      }
    ]
    + RecordingResult.fields.map { $0.of { $0.result } } + [
      .text("error", "Why it could not be measured, or what damage has done") { $0.error },
      .number("reference_bpm", "What another device measured", unit: "beats/min", places: 4) {
        $0.reference
      },
      .number("error_bpm", "bpm less reference_bpm", unit: "beats/min", places: 4) {
        $0.comparison.map { $0.rate - $0.reference }
      },
      .text("beats", "The file of its beats") {
        $0.result == nil ? nil : "beats/\($0.recording.fileName).csv"
      },
    ] + [version()]

  /// The columns of `readings.csv`.
  static let readingColumns: [ResultField<Reading>] =
    names.map { $0.of { $0.row } } + [
      .time("start", "When the interval starts, ISO 8601") { $0.result.date(of: $0.reading.start) },
      RecordingResult.startSource.of { $0.result },
    ]
    + PlacedReading.fields.map {
      $0.of { PlacedReading($0.reading, from: $0.result.firstTime) }
    }
    + [
      .number("reference_bpm", "What another device measured", unit: "beats/min", places: 4) {
        $0.row.rates?.rate(from: $0.reading.start, to: $0.reading.end)
      }
    ] + RecordingResult.fields.filter { $0.name == "algorithm" }.map { $0.of { $0.result } }
    + [version()]

  /// Returns the field that says which program wrote a table.
  private static func version<Row>() -> ResultField<Row> {
    .text("version", "The version of the program that wrote this") { _ in HeartcamVersion.current }
  }

  /// Why it could not be measured, or the effect of damage on it.
  var error: String? {
    outcome.error
      ?? (result?.reason == .damaged ? result?.warnings.joined(separator: "; ") : nil)
  }

  /// Heart rate and reference as the table has them, so that calculations from it agree with the
  /// summary; `nil` without both.
  var comparison: Agreement.Pair? {
    guard let reference, let rate = result?.collector.rate else { return nil }
    return Agreement.Pair(
      rate: rate.beatsPerMinute.rounded(toPlaces: 2), low: rate.low.rounded(toPlaces: 2),
      high: rate.high.rounded(toPlaces: 2), reference: reference.rounded(toPlaces: 4))
  }

  /// Returns the manifest's own columns.
  static func columns(ofManifest names: [String]) -> [ResultField<BatchRow>] {
    names.enumerated().map { index, name in
      .text(name, "From the manifest") {
        index < $0.recording.others.count ? $0.recording.others[index] : nil
      }
    }
  }
}
