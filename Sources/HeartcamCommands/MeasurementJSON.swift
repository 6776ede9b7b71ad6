import FoundationEssentials
import Measurement
import Photoplethysmography

/// One line of JSON for each input: a stable format.
struct MeasurementJSON: MeasurementFormat {
  var beginning: String { "" }

  func text(of recording: MeasuredRecording) -> String {
    let collector = recording.collector
    let rate = collector.rate
    let end = recording.start.addingTimeInterval(recording.duration)
    return JSONText.object([
      ("input", .string(recording.input.name)),
      ("start", .string(Self.timestamp(recording.start))),
      ("end", .string(Self.timestamp(end))),
      ("duration_s", .rounded(recording.duration, 3)),
      ("frames", .integer(recording.frameCount)),
      ("frame_rate", .rounded(recording.frameRate, 3)),
      ("channel", .optional(recording.channel?.rawValue)),
      ("bpm", .rounded(rate?.beatsPerMinute, 2)),
      ("bpm_low", .rounded(rate?.low, 2)),
      ("bpm_high", .rounded(rate?.high, 2)),
      ("quality", .rounded(collector.quality ?? Self.bestRefused(recording), 3)),
      ("reason", .optional(recording.reason?.rawValue)),
      ("content_identity", .string(recording.contentIdentity)),
      ("warnings", .array(recording.warnings.map(JSONText.string))),
      ("readings", .array(recording.readings.map { reading($0, in: recording) })),
    ]).text + "\n"
  }

  func text(of error: MeasurementError, input: RecordingInput) -> String {
    JSONText.object([
      ("input", .string(input.name)), ("error", .string(error.description)),
    ]).text + "\n"
  }

  private func reading(_ reading: HeartRateReading, in recording: MeasuredRecording) -> JSONText {
    .object([
      ("start_s", .rounded(recording.offset(of: reading.start), 3)),
      ("end_s", .rounded(recording.offset(of: reading.end), 3)),
      ("bpm", .rounded(reading.rate?.beatsPerMinute, 2)),
      ("bpm_low", .rounded(reading.rate?.low, 2)),
      ("bpm_high", .rounded(reading.rate?.high, 2)),
      ("quality", .rounded(reading.quality, 3)),
      ("reason", .optional(reading.reason?.rawValue)),
      ("channel", .optional(reading.channel?.rawValue)),
    ])
  }

  private static func bestRefused(_ recording: MeasuredRecording) -> Double? {
    recording.readings.map(\.quality).max()
  }

  /// Coordinated universal time to the millisecond, by ISO 8601.
  static func timestamp(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
