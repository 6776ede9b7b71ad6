import CMicroHTTPD
import Glibc
import Threads

/// The door of a server that speaks TLS. A connection is handed on once its first byte is that of TLS; a browser that
/// comes without learns how the address begins. One that says nothing is closed.
final class TLSDoor: Sendable {
  private let thread: OwnThread
  private let socket: Int32

  /// Connections that may be silent at once, and for how many seconds.
  private static let (capacity, patience) = (64, 5)

  /// The first byte of a handshake (RFC 8446, section 5.1).
  private static let handshake: UInt8 = 22

  /// - Parameters:
  ///   - socket: One that listens; it is closed at the end.
  ///   - hand: Takes over a connection.
  /// - Returns: `nil` if the system gives no further thread.
  init?(_ socket: Int32, hand: @escaping @Sendable (Int32) -> Void) {
    self.socket = socket
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    thread = OwnThread {
      Self.welcome(at: socket, hand)
      close(socket)
    }
    guard thread.hasStarted else {
      close(socket)
      return nil
    }
  }

  /// Accepts no more connections.
  func stop() {
    // It ends the thread's waiting.
    shutdown(socket, Int32(SHUT_RDWR))
    thread.join()
  }

  private static func welcome(at socket: Int32, _ hand: (Int32) -> Void) {
    // Those that have said nothing yet, in the order in which they came.
    var silent: [(connection: Int32, end: ContinuousClock.Instant)] = []
    while true {
      var list = ([socket] + silent.map(\.connection)).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      // A second at most from the end of one's patience.
      guard poll(&list, nfds_t(list.count), silent.isEmpty ? -1 : 1000) >= 0 else {
        usleep(100_000)
        continue
      }
      if list[0].revents & Int16(POLLHUP) != 0 { break }
      let spoken = Set(list.dropFirst().lazy.filter { $0.revents != 0 }.map(\.fd))
      let now = ContinuousClock.now
      let isDecided = silent.map { spoken.contains($0.connection) || $0.end <= now }
      for (entry, isDecided) in zip(silent, isDecided) where isDecided {
        decide(entry.connection, hand)
      }
      silent = zip(silent, isDecided).filter { !$1 }.map(\.0)
      guard list[0].revents != 0 else { continue }
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else {
        // Without a descriptor left, it would be asked again at once.
        if errno == EMFILE || errno == ENFILE { usleep(100_000) }
        continue
      }
      _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
      silent.append((connection, now + .seconds(patience)))
      if silent.count > capacity { decide(silent.removeFirst().connection, hand) }
    }
    for entry in silent { close(entry.connection) }
  }

  /// Decides about a connection that has spoken, or will not be waited for any longer.
  private static func decide(_ connection: Int32, _ hand: (Int32) -> Void) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &bytes, bytes.count, Int32(MSG_PEEK | MSG_DONTWAIT))
    if count > 0, bytes[0] == handshake { return hand(connection) }
    if count > 0, bytes[0] != handshake {
      // Unread bytes would take the answer along when the connection is closed.
      _ = recv(connection, &bytes, bytes.count, Int32(MSG_DONTWAIT))
      let text = "This address begins with https:// because what a phone sends is encrypted.\n"
      let answer =
        "HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain; charset=utf-8\r\n"
        + "Content-Length: \(text.utf8.count)\r\nConnection: close\r\n\r\n\(text)"
      _ = Array(answer.utf8).withUnsafeBytes {
        send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
      }
      shutdown(connection, Int32(SHUT_WR))
    }
    close(connection)
  }
}
