import JSONCoding
import Photoplethysmography
import V4L2Source

extension LiveEvent {
  /// Returns the event as one line of JSON with its newline, a stable format; `nil` for an end
  /// without a failure, which the end of the lines shows.
  ///
  /// Each line has a `type`; `time_s` counts from the source's first frame.
  /// - Parameter time: As an observer receives it.
  public func jsonLine(at time: Double) -> String? {
    let moment = ("time_s", JSONValue.rounded(time, 3))
    switch self {
    case .source(.opened(let source)):
      return line(
        "source",
        [
          ("name", .string(source.name)), ("kind", .string(source.kind)),
          ("path", .optional(source.path.isEmpty ? nil : source.path)),
        ])
    case .advice(let advice):
      return line(
        "advice", [moment, ("advice", .string(advice.name)), ("text", .string(advice.text))])
    case .estimate(let estimate, let origin):
      return line(
        "rate", [moment] + PlacedReading.fields.members(of: .init(estimate, from: origin)))
    case .beat(let beat, let origin):
      return line("beat", PlacedBeat.fields.members(of: PlacedBeat(beat, from: origin)))
    case .pulse(let pulse):
      return line(
        "pulse",
        [
          ("time_s", .rounded(pulse.time, 3)), ("rate_hz", .decimal(PulseTrace.pointRate)),
          ("channel", .string(pulse.channel.rawValue)),
          ("points", .array(pulse.points.map { .rounded($0, 6) })),
        ])
    case .reading(let reading, let origin):
      return line("reading", PlacedReading.fields.members(of: .init(reading, from: origin)))
    case .source(.notice(let notice)):
      return line("notice", [moment, ("text", .string("\(notice)"))])
    case .source(.settings(let settings)):
      let values = settings.map { ($0.name, JSONValue.string("\($0.value)")) }
      return line("settings", [moment, ("settings", .object(values))])
    case .source(.lost(let count)): return line("lost", [moment, ("frames", .integer(count))])
    case .source(.disconnected(let disconnection)):
      return line("disconnected", [moment, ("text", .string("\(disconnection)"))])
    case .finished(let result, let lostFrameCount):
      return line("session", result.jsonMembers + [("lost_frames", .integer(lostFrameCount))])
    case .saved(let text, let count, let apart):
      return line(
        "saved",
        [
          moment, ("text", .string(text)), ("readings", .integer(count)),
          ("kept_apart", .optional(apart?.rawValue)),
        ])
    case .notSaved(let text): return line("not_saved", [moment, ("text", .string(text))])
    case .source(.ended(.failed(let failure))):
      return line("error", [moment, ("text", .string("\(failure)"))])
    case .source(.ended(.stopped)), .source(.ended(.finished)): return nil
    }
  }

  private func line(_ type: String, _ members: [(String, JSONValue)]) -> String {
    JSONValue.object([("type", .string(type))] + members).text + "\n"
  }
}
