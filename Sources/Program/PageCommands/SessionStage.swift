import LivePage
import Synchronization

/// The state that the thread of live sessions shares with those who watch and steer: where its
/// events go, where orders come from, and the state kept for a browser that comes later.
final class SessionSeat: Sendable {
  let hub: EventHub
  let wheel: SteeringWheel
  let newest = NewestSession()

  /// The stage on which a phone's sessions are shown too; `nil` for the page's own.
  private let stage: SessionStage?

  /// Creates the seat of the page itself.
  init(hub: EventHub) { (self.hub, wheel, stage) = (hub, SteeringWheel(), nil) }

  /// Creates a phone's seat with separate listeners.
  init(onPhoneBeside stage: SessionStage) {
    hub = stage.own.hub.part()
    wheel = SteeringWheel(numbers: stage.own.wheel.numbers)
    self.stage = stage
  }

  /// The page's hub, while it shows the session of this phone.
  private var page: EventHub? { stage?.current === self ? stage?.own.hub : nil }

  /// Sends an event to all who watch.
  /// - Parameter toPhone: The line that a phone gets in its place.
  func publish(_ line: String, toPhone other: String? = nil, retainedAs key: String? = nil) {
    hub.publish(stage == nil ? line : other ?? line, retainedAs: key)
    page?.publish(line, retainedAs: key)
  }

  /// Forgets retained events.
  func forget(_ keys: Set<String>) {
    hub.forget(keys)
    page?.forget(keys)
  }
}

/// The session that the machine's page shows and steers: its own, or a phone's that began while there was none.
final class SessionStage: Sendable {
  /// The page's own.
  let own: SessionSeat
  private let occupant = Mutex<SessionSeat?>(nil)

  init(hub: EventHub) { own = SessionSeat(hub: hub) }

  /// Whose session is shown, or would be.
  var current: SessionSeat { occupant.withLock { $0 } ?? own }

  /// Begins a session; returns whether it is the one that is shown.
  func enter(_ seat: SessionSeat) -> Bool {
    occupant.withLock { occupant in
      if occupant == nil { occupant = seat }
      return occupant === seat
    }
  }

  /// Notes that a session has ended.
  func leave(_ seat: SessionSeat) {
    occupant.withLock { if $0 === seat { $0 = nil } }
  }
}
