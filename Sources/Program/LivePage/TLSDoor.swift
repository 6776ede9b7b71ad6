import Dispatch
import Glibc

/// The door of a server that speaks TLS. A connection is handed on once its first byte is that of TLS; a browser that
/// comes without learns how the address begins. One that says nothing is closed.
///
/// Unchecked: everything that changes is used on the queue alone.
final class TLSDoor: @unchecked Sendable {
  private let queue = DispatchQueue(label: "heartcam.page.door", qos: .userInitiated)
  private let listener: any DispatchSourceRead
  private let socket: Int32

  /// Takes over a connection.
  private let hand: @Sendable (Int32) -> Void

  /// Connections that have said nothing yet, by number in the order in which they came.
  private var silent: [Int: any DispatchSourceRead] = [:]
  private var count = 0

  private var isStopped = false

  /// Connections that may be silent at once, and for how many seconds.
  private static let (capacity, patience) = (64, 5)

  /// What begins a handshake (RFC 8446, section 5.1).
  private static let handshake: UInt8 = 22

  /// - Parameter socket: One that listens; it is closed at the end.
  init(_ socket: Int32, hand: @escaping @Sendable (Int32) -> Void) {
    self.socket = socket
    self.hand = hand
    _ = fcntl(socket, F_SETFL, O_NONBLOCK)
    listener = DispatchSource.makeReadSource(fileDescriptor: socket, queue: queue)
    listener.setEventHandler { [unowned self] in welcome() }
    listener.setCancelHandler { close(socket) }
    listener.resume()
  }

  /// Lets nobody in any more.
  func stop() {
    queue.sync {
      isStopped = true
      listener.cancel()
      for source in silent.values { source.cancel() }
    }
  }

  private func welcome() {
    let connection = accept(socket, nil, nil)
    guard connection >= 0 else {
      // Without a descriptor left, it would be asked again at once.
      if errno == EMFILE || errno == ENFILE { usleep(100_000) }
      return
    }
    _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
    let source = DispatchSource.makeReadSource(fileDescriptor: connection, queue: queue)
    count += 1
    let number = count
    source.setEventHandler { [unowned self] in silent[number]?.cancel() }
    source.setCancelHandler { [self] in
      silent[number] = nil
      decide(connection)
    }
    silent[number] = source
    source.resume()
    if silent.count > Self.capacity, let oldest = silent.keys.min() { silent[oldest]?.cancel() }
    queue.asyncAfter(deadline: .now() + .seconds(Self.patience)) { [weak self] in
      self?.silent[number]?.cancel()
    }
  }

  /// It has spoken, or will not be waited for any longer.
  private func decide(_ connection: Int32) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = recv(connection, &bytes, bytes.count, Int32(MSG_PEEK | MSG_DONTWAIT))
    if count > 0, bytes[0] == Self.handshake, !isStopped { return hand(connection) }
    if count > 0, bytes[0] != Self.handshake {
      // What was not read would take the answer along when the connection is closed.
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
