import FoundationEssentials

/// What `heartcam live --json` streamed in the machine.
struct LiveRun: CustomStringConvertible {
  /// A line of its stream, as far as the tests look at it.
  struct Event: Decodable {
    let type: String
    let time: Double?
    let bpm: Double?
    let advice: String?
    let text: String?
    let frames: Int?
    let settings: [String: String]?
    let kind: String?
    let lost: Int?

    enum CodingKeys: String, CodingKey {
      case time = "time_s"
      case lost = "lost_frames"
      case type, bpm, advice, text, frames, settings, kind
    }
  }

  let scenario: GuestRun.Scenario
  let events: [Event]

  init(_ scenario: GuestRun.Scenario) throws {
    self.scenario = scenario
    // A process that was killed may have left half a line.
    events = scenario.lines.compactMap {
      try? JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }
  }

  func events(_ type: String) -> [Event] { events.filter { $0.type == type } }

  /// Every rate that was told, when, in seconds from the first frame on.
  var rates: [(time: Double, bpm: Double)] {
    events("rate").compactMap { event in event.bpm.map { (event.time ?? 0, $0) } }
  }

  /// What a person was told, in order.
  var advice: [String] { events("advice").compactMap(\.advice) }

  /// Frames that did not arrive.
  var lostCount: Int { events("lost").reduce(0) { $0 + ($1.frames ?? 0) } }

  /// The session's own rate.
  var sessionRate: Double? { events("session").last?.bpm }

  var description: String {
    "status \(scenario.status)\n\(scenario.errors)\n"
      + scenario.lines.filter { !$0.contains("\"rate\"") }.joined(separator: "\n")
  }
}
