package import FoundationEssentials
package import JSONCoding
package import Photoplethysmography

/// Results as lines of JSON, a stable format that rounds its numbers. Nothing but this file makes
/// it, so that the command line and whatever else shows results cannot drift apart; `Codable` is
/// the form that keeps every bit.
extension RecordingResult {
  /// The result on one line, with its end.
  public var jsonLine: String { JSONValue.object(jsonMembers).text + "\n" }

  /// The members of the result's object, in their order.
  package var jsonMembers: [(String, JSONValue)] {
    let rate = collector.rate
    let end = start.addingTimeInterval(duration)
    return [
      ("input", .string(input.name)),
      ("start", .string(start.timestamp)),
      ("end", .string(end.timestamp)),
      ("duration_s", .rounded(duration, 3)),
      ("frames", .integer(frameCount)),
      ("frame_rate", .rounded(frameRate, 3)),
      ("channel", .optional(channel?.rawValue)),
      ("bpm", .rounded(rate?.beatsPerMinute, 2)),
      ("bpm_low", .rounded(rate?.low, 2)),
      ("bpm_high", .rounded(rate?.high, 2)),
      ("quality", .rounded(collector.quality ?? 0, 3)),
      ("reason", .optional(reason?.rawValue)),
      ("content_identity", .string(contentIdentity)),
      ("warnings", .array(warnings.map(JSONValue.string))),
      ("hrv", variability.json),
      ("rhythm", .string(rhythm.rawValue)),
      ("respiratory_rate", .rounded(respiratoryRate?.breathsPerMinute, 2)),
      ("respiratory_rate_low", .rounded(respiratoryRate?.low, 2)),
      ("respiratory_rate_high", .rounded(respiratoryRate?.high, 2)),
      ("respiratory_rate_reason", .optional(respirationReason)),
      ("perfusion_index", .rounded(perfusionIndex, 3)),
      ("perfusion_channel", .optional(perfusionChannel?.rawValue)),
      ("skin_share", .rounded(skinShare, 3)),
      (
        "readings",
        .array(
          readings.map { .object($0.jsonMembers(from: firstTime)) })
      ),
    ]
  }

  private var respirationReason: String? {
    if case .refused(let reason) = respiration { reason.rawValue } else { nil }
  }
}

extension MeasurementError {
  /// What stands in place of the result of a recording that could not be measured, with its line's
  /// end.
  public func jsonLine(of input: RecordingInput) -> String {
    JSONValue.object([
      ("input", .string(input.name)), ("error", .string(description)),
    ]).text + "\n"
  }
}

extension HeartRateReading {
  /// The members of the reading's object.
  /// - Parameter origin: The time from which its times are counted, in seconds of the stream.
  package func jsonMembers(from origin: Double) -> [(String, JSONValue)] {
    [
      ("start_s", .rounded(start - origin, 3)),
      ("end_s", .rounded(end - origin, 3)),
      ("bpm", .rounded(rate?.beatsPerMinute, 2)),
      ("bpm_low", .rounded(rate?.low, 2)),
      ("bpm_high", .rounded(rate?.high, 2)),
      ("quality", .rounded(quality, 3)),
      ("reason", .optional(reason?.rawValue)),
      ("channel", .optional(channel?.rawValue)),
      ("perfusion_index", .rounded(perfusionIndex, 3)),
    ]
  }
}

extension HeartRateVariability {
  fileprivate var json: JSONValue {
    .object([
      ("mean_nn_ms", .rounded(meanNN, 2)),
      ("sdnn_ms", .rounded(sdnn, 2)),
      ("rmssd_ms", .rounded(rmssd, 2)),
      ("rmssd_excess_ms", .rounded(rmssdExcess, 2)),
      ("pnn50", .rounded(pnn50, 4)),
      ("sd1_ms", .rounded(sd1, 2)),
      ("sd2_ms", .rounded(sd2, 2)),
      ("lf_ms2", .rounded(lowFrequencyPower, 1)),
      ("hf_ms2", .rounded(highFrequencyPower, 1)),
      ("lf_hf", .rounded(powerRatio, 3)),
      ("beats", .integer(intervalCount)),
      ("duration_s", .rounded(duration, 3)),
      ("early_beats", .integer(earlyBeatCount)),
      ("reason", .optional(reason?.rawValue)),
    ])
  }
}

extension Date {
  /// Coordinated universal time to the millisecond, by ISO 8601.
  package var timestamp: String {
    formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
  }
}
