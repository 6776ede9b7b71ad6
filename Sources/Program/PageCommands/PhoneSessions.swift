import LivePage
import Measurement
import Synchronization
import Threads

/// A phone, or a browser whose own camera is measured: its session runs on a separate thread.
final class Phone: Sendable {
  let seat: SessionSeat

  private struct State {
    /// The camera of the session that an order to start begins, and of the one that runs.
    var (next, current): (RemoteCamera?, RemoteCamera?)
    var clip: Int?
    var thread: OwnThread?
    var isOver = false
  }

  private let state = Mutex(State())

  init(_ stage: SessionStage) { seat = SessionSeat(onPhoneBeside: stage) }

  /// Begins a session with a camera.
  /// - Parameter run: The work of the phone's thread, which is started with the first session.
  func start(
    _ camera: RemoteCamera, for visitor: String, run: @escaping @Sendable (Phone) -> Void
  ) -> PageResponse {
    state.withLock { state in
      state.next = camera
      if state.thread == nil { state.thread = OwnThread { [self] in run(self) } }
    }
    return seat.wheel.answer(to: .start(camera: nil), by: visitor)
  }

  /// Returns the camera that a session begins with. Without an offer it is silent.
  func takeCamera() -> RemoteCamera {
    state.withLock { state in
      let camera = state.next ?? RemoteCamera(name: "Phone", kind: "")
      (state.current, state.next) = (camera, nil)
      return camera
    }
  }

  /// The destination of frames.
  var camera: RemoteCamera? { state.withLock { $0.current } }

  /// The job of the newest clip.
  var clip: Int? {
    get { state.withLock { $0.clip } }
    set { state.withLock { $0.clip = newValue } }
  }

  /// Whether the server ends.
  var isOver: Bool { state.withLock { $0.isOver } }

  /// Ends the session and waits for its thread.
  func stop() {
    let thread = state.withLock { state in
      state.isOver = true
      return state.thread
    }
    thread?.join()
  }
}

/// The phones that have come, by their browsers' identities.
final class PhoneSessions: Sendable {
  private let phones = Mutex<[String: Phone]>([:])
  private let stage: SessionStage

  /// The work of a phone's thread.
  let run: @Sendable (Phone) -> Void

  /// Phones that are remembered.
  private static let capacity = 64

  init(_ stage: SessionStage, run: @escaping @Sendable (Phone) -> Void) {
    (self.stage, self.run) = (stage, run)
  }

  /// The phone of a browser; `nil` if there are too many.
  subscript(visitor: String) -> Phone? {
    phones.withLock { phones in
      if let phone = phones[visitor] { return phone }
      guard phones.count < Self.capacity else { return nil }
      let phone = Phone(stage)
      phones[visitor] = phone
      return phone
    }
  }

  /// Ends all sessions.
  func stop() {
    for phone in phones.withLock({ Array($0.values) }) { phone.stop() }
  }
}
