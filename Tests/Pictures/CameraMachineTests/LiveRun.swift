import FoundationEssentials

/// The stream of `heartcam live --json` in the machine.
struct LiveRun: CustomStringConvertible {
  /// A line of the stream, with the fields that tests use.
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
    // A killed process may have left an incomplete line.
    events = scenario.lines.compactMap {
      try? JSONDecoder().decode(Event.self, from: Data($0.utf8))
    }
  }

  func events(_ type: String) -> [Event] { events.filter { $0.type == type } }

  /// Every rate that was shown, with its time in seconds from the first frame.
  var rates: [(time: Double, bpm: Double)] {
    events("rate").compactMap { event in event.bpm.map { (event.time ?? 0, $0) } }
  }

  /// The advice that was shown, in order.
  var advice: [String] { events("advice").compactMap(\.advice) }

  /// The number of frames that did not arrive.
  var lostCount: Int { events("lost").reduce(0) { $0 + ($1.frames ?? 0) } }

  /// The session's own rate.
  var sessionRate: Double? { events("session").last?.bpm }

  var description: String {
    "status \(scenario.status)\n\(scenario.errors)\n"
      + scenario.lines.filter { !$0.contains("\"rate\"") }.joined(separator: "\n")
  }
}
