import JSONCoding
import MeasureCommands
import Measurement
import Photoplethysmography
import SampleStore
import Synchronization

/// The state of the newest session for a browser that comes later: written by the thread of the
/// session, read by those that answer.
final class NewestSession: Sendable {
  private struct State {
    var page: (text: String, name: String)?
    var rates: [(time: Double, rate: HeartRateReading.Rate)] = []
    var refused: [(start: Double, end: Double, reason: String)] = []
  }

  private let state = Mutex(State())

  /// Above that, every other number goes: an hour of them, two in a second, is more than a screen has pixels.
  private static let most = 4000

  /// Its report and the name of its file; `nil` before a session has given a rate.
  var page: (text: String, name: String)? { state.withLock(\.page) }

  func keep(_ result: RecordingResult?, _ details: LiveSessionDetails?) {
    guard let result, result.reason == nil else { return }
    guard let text = try? RecordingReport(results: [result], camera: details).html() else { return }
    let start = CivilMoment(result.start)
    let name = "heart-rate-\(start.day)-\(start.minute.filter { $0 != ":" }).html"
    state.withLock { $0.page = (text, name) }
  }

  /// Forgets the state of an earlier session; its report stays until there is another.
  func begin() {
    state.withLock { ($0.rates, $0.refused) = ([], []) }
  }

  /// Keeps the rate of an event, or the reason why it has none.
  func add(_ event: LiveEvent, at time: Double) {
    state.withLock { state in
      switch event {
      case .estimate(let estimate, _):
        guard let rate = estimate.rate else { return }
        state.rates.append((time, rate))
        guard state.rates.count > Self.most else { return }
        state.rates = state.rates.indices.filter { $0 % 2 == 0 }.map { state.rates[$0] }
      case .reading(let reading, let origin):
        guard let reason = reading.reason else { return }
        state.refused.append((reading.start - origin, reading.end - origin, reason.rawValue))
      default: return
      }
    }
  }

  /// The rates with their intervals, and the times in which none was sure.
  var history: JSONValue {
    let (rates, refused) = state.withLock { ($0.rates, $0.refused) }
    return [
      "rates": .array(
        rates.map { time, rate in
          [
            "time": .rounded(time, 3), "rate": .rounded(rate.beatsPerMinute, 2),
            "low": .rounded(rate.low, 2), "high": .rounded(rate.high, 2),
          ]
        }),
      "refused": .array(
        refused.map {
          [
            "start": .rounded($0.start, 3), "end": .rounded($0.end, 3),
            "reason": .string($0.reason),
          ]
        }),
    ]
  }
}
