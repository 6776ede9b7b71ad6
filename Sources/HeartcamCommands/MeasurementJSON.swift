import FoundationEssentials
import Measurement
import Photoplethysmography

/// One line of JSON for each input: a stable format.
struct MeasurementJSON: MeasurementFormat {
  var beginning: String { "" }

  func text(of recording: MeasuredRecording) -> String {
    JSONText.object(Self.pairs(of: recording)).text + "\n"
  }

  /// What a line tells of a recording.
  static func pairs(of recording: MeasuredRecording) -> [(String, JSONText)] {
    let collector = recording.collector
    let rate = collector.rate
    let end = recording.start.addingTimeInterval(recording.duration)
    return [
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
      ("hrv", Self.variability(recording.variability)),
      ("rhythm", .string(recording.rhythm.rawValue)),
      ("respiratory_rate", .rounded(recording.respiratoryRate?.breathsPerMinute, 2)),
      ("respiratory_rate_low", .rounded(recording.respiratoryRate?.low, 2)),
      ("respiratory_rate_high", .rounded(recording.respiratoryRate?.high, 2)),
      ("respiratory_rate_reason", .optional(Self.reason(recording.respiration))),
      ("perfusion_index", .rounded(recording.perfusionIndex, 3)),
      ("skin_share", .rounded(recording.skinShare, 3)),
      (
        "readings",
        .array(
          recording.readings.map { .object(Self.pairs(of: $0, origin: recording.firstTime)) })
      ),
    ]
  }

  func text(of error: MeasurementError, input: RecordingInput) -> String {
    JSONText.object([
      ("input", .string(input.name)), ("error", .string(error.description)),
    ]).text + "\n"
  }

  /// What is told of a reading.
  /// - Parameter origin: The time that its times are told from, in seconds of the stream.
  static func pairs(of reading: HeartRateReading, origin: Double) -> [(String, JSONText)] {
    [
      ("start_s", .rounded(reading.start - origin, 3)),
      ("end_s", .rounded(reading.end - origin, 3)),
      ("bpm", .rounded(reading.rate?.beatsPerMinute, 2)),
      ("bpm_low", .rounded(reading.rate?.low, 2)),
      ("bpm_high", .rounded(reading.rate?.high, 2)),
      ("quality", .rounded(reading.quality, 3)),
      ("reason", .optional(reading.reason?.rawValue)),
      ("channel", .optional(reading.channel?.rawValue)),
      ("perfusion_index", .rounded(reading.perfusionIndex, 3)),
    ]
  }

  private static func variability(_ variability: HeartRateVariability) -> JSONText {
    .object([
      ("mean_nn_ms", .rounded(variability.meanNN, 2)),
      ("sdnn_ms", .rounded(variability.sdnn, 2)),
      ("rmssd_ms", .rounded(variability.rmssd, 2)),
      ("rmssd_excess_ms", .rounded(variability.rmssdExcess, 2)),
      ("pnn50", .rounded(variability.pnn50, 4)),
      ("sd1_ms", .rounded(variability.sd1, 2)),
      ("sd2_ms", .rounded(variability.sd2, 2)),
      ("lf_ms2", .rounded(variability.lowFrequencyPower, 1)),
      ("hf_ms2", .rounded(variability.highFrequencyPower, 1)),
      ("lf_hf", .rounded(variability.powerRatio, 3)),
      ("beats", .integer(variability.intervalCount)),
      ("duration_s", .rounded(variability.duration, 3)),
      ("early_beats", .integer(variability.earlyBeatCount)),
      ("reason", .optional(variability.reason?.rawValue)),
    ])
  }

  private static func reason(_ respiration: RespiratoryRate.Outcome) -> String? {
    if case .refused(let reason) = respiration { reason.rawValue } else { nil }
  }

  private static func bestRefused(_ recording: MeasuredRecording) -> Double? {
    recording.readings.map(\.quality).max()
  }

  /// Coordinated universal time to the millisecond, by ISO 8601.
  static func timestamp(_ date: Date) -> String {
    date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
