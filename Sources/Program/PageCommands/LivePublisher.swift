import Measurement

/// Sends every event of a live measurement to the browsers, as the line that `--json` prints.
final class LivePublisher: LiveObserver {
  private let seat: SessionSeat

  init(_ seat: SessionSeat) { self.seat = seat }

  /// The kinds of events of an earlier session that say nothing about the next one.
  static let kinds: Set<String> = [
    "source", "advice", "rate", "settings", "notice", "disconnected", "session", "saved",
    "not_saved", "error",
  ]

  func receive(_ event: LiveEvent, at time: Double) {
    seat.newest.add(event, at: time)
    guard let line = event.jsonLine(at: time) else { return }
    seat.publish(line, toPhone: forPhone(event).jsonLine(at: time), retainedAs: kind(of: event))
  }

  /// Returns the event without the place of the store, which is nothing for a phone.
  private func forPhone(_ event: LiveEvent) -> LiveEvent {
    switch event {
    case .saved: .saved("it is saved")
    case .notSaved: .notSaved("it could not be saved; the page on the machine says why")
    default: event
    }
  }

  /// Returns the name under which an event is kept for a browser that comes later; `nil` if it is of the moment.
  private func kind(of event: LiveEvent) -> String? {
    switch event {
    case .source(.opened):
      seat.forget(["disconnected"])
      return "source"
    case .advice: return "advice"
    case .estimate: return "rate"
    case .source(.settings): return "settings"
    case .source(.notice): return "notice"
    case .source(.disconnected): return "disconnected"
    case .finished: return "session"
    case .saved:
      seat.forget(["not_saved"])
      return "saved"
    case .notSaved: return "not_saved"
    case .source(.ended): return "error"
    case .beat, .pulse, .reading, .source(.lost): return nil
    }
  }
}
