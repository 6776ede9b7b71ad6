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
    // Each line begins with its type.
    let kind = String(line.dropFirst(#"{"type":""#.count).prefix { $0 != "\"" })
    if kind == "source" { seat.forget(["disconnected"]) }
    if kind == "saved" { seat.forget(["not_saved"]) }
    // Others are of the moment, and nothing for a browser that comes later.
    seat.publish(
      line, toPhone: forPhone(event).jsonLine(at: time),
      retainedAs: Self.kinds.contains(kind) ? kind : nil)
  }

  /// Returns the event without the place of the store, which is nothing for a phone.
  private func forPhone(_ event: LiveEvent) -> LiveEvent {
    switch event {
    case .saved(_, let count, let apart): .saved("it is saved", readingCount: count, apart: apart)
    case .notSaved: .notSaved("it could not be saved; the page on the machine says why")
    default: event
    }
  }
}
