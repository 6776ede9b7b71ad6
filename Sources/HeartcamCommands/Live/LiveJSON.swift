import Measurement
import Photoplethysmography

/// One line of JSON for everything that happens, as it happens: a stable format.
///
/// Each line has a `type`; `time_s` counts from the source's first frame.
struct LiveJSON: LiveOutput {
  private var time = 0.0

  mutating func opened(_ source: LiveSourceDescription, _ output: inout ResultOutput) {
    write(
      "source",
      [
        ("name", .string(source.name)), ("kind", .string(source.kind)),
        ("path", .optional(source.path.isEmpty ? nil : source.path)),
      ], &output)
  }

  mutating func changed(
    _ change: LiveSession.Change, at time: Double, origin: Double, _ output: inout ResultOutput
  ) {
    self.time = time
    let moment = ("time_s", JSONText.rounded(time, 3))
    switch change {
    case .advice(let advice):
      write(
        "advice",
        [moment, ("advice", .string(advice.name)), ("text", .string(advice.text))], &output)
    case .look(let look):
      write("rate", [moment] + MeasurementJSON.pairs(of: look, origin: origin), &output)
    case .reading(let reading):
      write("reading", MeasurementJSON.pairs(of: reading, origin: origin), &output)
    }
  }

  mutating func noticed(_ notice: LiveNotice, _ output: inout ResultOutput) {
    var pairs = [("time_s", JSONText.rounded(time, 3))]
    switch notice {
    case .lost(let count): pairs.append(("frames", .integer(count)))
    case .settled(let settings):
      pairs.append(("settings", .object(settings.map { ($0.name, .string($0.value)) })))
    default: pairs.append(("text", .string(notice.text)))
    }
    write(notice.name, pairs, &output)
  }

  mutating func refresh(
    _ session: borrowing LiveSession, _ status: inout LiveStatus, _ output: inout ResultOutput
  ) {
    // A line has been written with the sample that it came from.
  }

  mutating func finished(
    _ recording: MeasuredRecording, _ status: LiveStatus, _ output: inout ResultOutput
  ) {
    write(
      "session",
      MeasurementJSON.pairs(of: recording) + [("lost_frames", .integer(status.lostCount))], &output)
  }

  mutating func close() {}

  private func write(
    _ type: String, _ pairs: [(String, JSONText)], _ output: inout ResultOutput
  ) {
    output.write(JSONText.object([("type", .string(type))] + pairs).text + "\n")
  }
}
