import Glibc

/// A connection to a server on this machine, with bytes as they are on the wire.
public final class RawConnection {
  public let descriptor: Int32

  private var received: [UInt8] = []

  /// A stream's head and what its parts held.
  private var stream: [UInt8] = []

  /// Bytes that are missing of a part.
  private var left = 0
  private var isPastHead = false

  /// - Parameter room: Bytes that the system may keep for this end; `nil` leaves it to the system.
  public init(port: Int, room: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    if var room {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &room, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw ConnectionFailure(code: errno) }
    // A server that never answers fails the test instead of holding it up.
    var limit = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  public struct ConnectionFailure: Error {
    public let code: Int32
    public init(code: Int32) { self.code = code }
  }

  /// Sends bytes; returns false if the other end has closed.
  @discardableResult
  public func send(_ bytes: some Collection<UInt8>) -> Bool {
    var rest = Array(bytes)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  @discardableResult
  public func send(_ text: String) -> Bool { send(text.utf8) }

  /// What comes next; empty at the end.
  public func receive() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &bytes, bytes.count, 0)
    return Array(bytes.prefix(max(0, count)))
  }

  /// The head and all parts of a stream so far, once they hold this text or the other end has closed.
  public func receive(until text: String) -> String {
    let wanted = Array(text.utf8)
    var start = 0
    while stream.isEmpty || !Self.holds(wanted, in: stream[start...]) {
      start = max(0, stream.count - wanted.count)
      let bytes = receive()
      if bytes.isEmpty { break }
      take(bytes)
    }
    return String(decoding: stream, as: UTF8.self)
  }

  private static func holds(_ wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBytes { memory in
      guard let start = memory.baseAddress else { return false }
      var index = 0
      while let next = memchr(start + index, Int32(wanted[0]), memory.count - index) {
        index = UnsafeRawPointer(next) - start
        guard index + wanted.count <= memory.count else { return false }
        if memcmp(start + index, wanted, wanted.count) == 0 { return true }
        index += 1
      }
      return false
    }
  }

  /// Takes the parts of a stream out of their frames (RFC 9112, section 7.1).
  private func take(_ bytes: [UInt8]) {
    received += bytes
    let lineEnd: [UInt8] = [0x0D, 0x0A]
    while true {
      if left > 0 {
        let count = min(left, received.count)
        stream += received[..<count]
        received.removeFirst(count)
        left -= count
        if left > 0 || received.count < 2 { return }
        received.removeFirst(2)
      }
      guard let end = received.firstRange(of: isPastHead ? lineEnd : lineEnd + lineEnd) else {
        return
      }
      let line = received[..<end.lowerBound]
      if isPastHead {
        left = Int(String(decoding: line, as: UTF8.self), radix: 16) ?? 0
      } else {
        stream += line
      }
      isPastHead = true
      received.removeSubrange(..<end.upperBound)
    }
  }

  /// Everything until the other end closes.
  public func receiveToEnd() -> String {
    while case let bytes = receive(), !bytes.isEmpty { received += bytes }
    return String(decoding: received, as: UTF8.self)
  }

  /// Sends a request whose answer ends the connection, and returns the answer.
  public func exchange(_ request: String) -> RawResponse {
    send(request)
    return RawResponse(receiveToEnd())
  }
}

/// An answer as it came.
public struct RawResponse {
  public let text: String

  public init(_ text: String) { self.text = text }

  /// 0 if nothing came.
  public var status: Int {
    let words = text.prefix { $0 != "\r\n" }.split(separator: " ")
    return words.count > 1 ? Int(words[1]) ?? 0 : 0
  }

  /// The texts of all events in what came of a stream.
  public static func events(in text: String) -> [String] {
    text.utf8.split(separator: 0x0A).map { String(Substring($0)) }
      .filter { $0.hasPrefix("data: ") }.map { String($0.dropFirst(6)) }
  }

  public var head: String {
    text.firstRange(of: "\r\n\r\n").map { String(text[..<$0.lowerBound]) } ?? text
  }

  public var body: String {
    text.firstRange(of: "\r\n\r\n").map { String(text[$0.upperBound...]) } ?? ""
  }

  public func header(_ name: String) -> String? {
    head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name.lowercased() + ": ") }
      .map { String($0.dropFirst(name.count + 2)) }
  }
}
