import CMicroHTTPD
import Glibc
import Synchronization

/// The activity of each connection and its beginning, so that an idle one loses its place.
///
/// It is called from the library's thread, and every few seconds from another. A connection is ended
/// by shutting its socket down: the library sees the end and closes it.
final class ConnectionTable: Sendable {
  enum Activity {
    /// It has sent no whole head since the last answer.
    case head

    /// Its body is on its way; `count` bytes have come since the last look.
    case body(count: Int)

    /// Its answer is being made or sent.
    case answer
  }

  private struct Clock {
    let socket: Int32

    /// When the activity began, or when a body was looked at last.
    var since = ContinuousClock.now
    var activity = Activity.head
    var isEnded = false
  }

  private let clocks = Mutex<[Key: Clock]>([:])
  private let limits: PageServer.Limits

  init(_ limits: PageServer.Limits) { self.limits = limits }

  /// Adds an accepted connection. If places become few, the oldest that has sent no whole head
  /// loses its own, so that a browser always finds one.
  func add(_ connection: OpaquePointer) {
    let clock = Clock(socket: heartcam_http_socket(connection))
    clocks.withLock { clocks in
      clocks[Key(pointer: connection)] = clock
      guard clocks.values.count(where: { !$0.isEnded }) > limits.connectionCount * 3 / 4 else {
        return
      }
      let waiting = clocks.filter { !$0.value.isEnded && $0.value.activity.isHead }
      if let oldest = waiting.min(by: { $0.value.since < $1.value.since }) {
        Self.end(oldest.key, &clocks)
      }
    }
  }

  /// Removes a connection that is gone.
  func remove(_ connection: OpaquePointer) {
    clocks.withLock { $0[Key(pointer: connection)] = nil }
  }

  /// Notes that a connection begins something else.
  func note(_ connection: OpaquePointer, _ activity: Activity) {
    clocks.withLock {
      $0[Key(pointer: connection)]?.activity = activity
      $0[Key(pointer: connection)]?.since = .now
    }
  }

  /// Notes that a part of a body has come.
  func note(_ connection: OpaquePointer, received count: Int) {
    clocks.withLock { clocks in
      guard case .body(let before)? = clocks[Key(pointer: connection)]?.activity else { return }
      clocks[Key(pointer: connection)]?.activity = .body(count: before + count)
    }
  }

  /// Ends connections whose head never ends, or whose body comes so slowly that it only holds a place.
  func endSlow() {
    let now = ContinuousClock.now
    clocks.withLock { clocks in
      for (key, clock) in clocks where !clock.isEnded {
        switch clock.activity {
        case .answer: break
        case .head: if now - clock.since > .seconds(limits.headTime) { Self.end(key, &clocks) }
        case .body(let count):
          guard now - clock.since > .seconds(limits.bodyTime) else { break }
          if count < limits.bodyCount { Self.end(key, &clocks) }
          clocks[key]?.since = now
          clocks[key]?.activity = .body(count: 0)
        }
      }
    }
  }

  private static func end(_ key: Key, _ clocks: inout [Key: Clock]) {
    guard let socket = clocks[key]?.socket else { return }
    shutdown(socket, Int32(SHUT_RDWR))
    clocks[key]?.isEnded = true
  }

  /// A connection by its address, which is compared and never followed.
  private struct Key: Hashable, @unchecked Sendable {
    let pointer: OpaquePointer
  }
}

extension ConnectionTable.Activity {
  fileprivate var isHead: Bool {
    if case .head = self { true } else { false }
  }
}
