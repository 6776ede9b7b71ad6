import Synchronization

/// Passes events to every browser that listens, as server-sent events.
///
/// Publishing never waits: each browser has a queue of limited size. One that does not keep up
/// loses the content of its queue, and gets the number of lost events. A browser that comes later
/// first gets the newest event of each kind that was retained.
public final class EventHub: Sendable {
  private struct State {
    var clients: [EventClient] = []
    var retained: [(key: String, event: [UInt8])] = []
    var parts: [EventHub] = []
    var isClosed = false
  }

  private let state = Mutex(State())

  /// Browsers that may listen at once.
  public let capacity: Int

  /// Makes a hub.
  public init(capacity: Int = 256) { self.capacity = capacity }

  /// Returns a separate hub for other listeners, which is kept alive and closed with this one.
  public func part() -> EventHub {
    let part = EventHub(capacity: capacity)
    state.withLock { $0.parts.append(part) }
    return part
  }

  /// Sends an event to all who listen, in order.
  /// - Parameters:
  ///   - line: The event's JSON, without or with a line end.
  ///   - key: Under which the event is kept for those who come later; `nil` if it is of the moment.
  public func publish(_ line: String, retainedAs key: String? = nil) {
    let event = Self.event(line)
    let clients = state.withLock { state in
      if let key {
        state.retained.removeAll { $0.key == key }
        state.retained.append((key, event))
      }
      return state.clients
    }
    for client in clients { client.add(event, isComment: false) }
  }

  /// Forgets retained events.
  public func forget(_ keys: Set<String>) {
    state.withLock { $0.retained.removeAll { keys.contains($0.key) } }
  }

  /// The number of listeners.
  public var clientCount: Int { state.withLock { $0.clients.count } }

  /// Sends a comment, so that a connection whose other end is gone is noticed.
  func keepAlive() {
    let (clients, parts) = state.withLock { ($0.clients, $0.parts) }
    for client in clients { client.add(Array(":\n\n".utf8), isComment: true) }
    for part in parts { part.keepAlive() }
  }

  /// Returns a new listener; `nil` if there are too many, or the hub is closed.
  func subscribe() -> EventClient? {
    state.withLock { state in
      guard !state.isClosed, state.clients.count < capacity else { return nil }
      let client = EventClient(self, beginning: state.retained.flatMap(\.event))
      state.clients.append(client)
      return client
    }
  }

  /// Removes a listener that is gone. It is called from the library's thread and takes no other lock.
  fileprivate func remove(_ client: EventClient) {
    state.withLock { state in state.clients.removeAll { $0 === client } }
  }

  /// Ends all streams; none begins any more.
  func close() {
    let (clients, parts) = state.withLock { state in
      state.isClosed = true
      return (state.clients, state.parts)
    }
    for client in clients { client.close() }
    for part in parts { part.close() }
  }

  private static func event(_ line: String) -> [UInt8] {
    Array("data: ".utf8) + line.utf8.filter { $0 != 0x0A && $0 != 0x0D } + [0x0A, 0x0A]
  }
}

/// A browser's queue of events.
///
/// Unchecked: the mutable state is in the mutex. A connection is suspended and resumed only while it
/// is locked, so that it is never resumed unless it is suspended.
final class EventClient: Sendable {
  private struct State {
    var bytes: [UInt8]
    var position = 0

    /// Whether the bytes begin with the rest of an event whose beginning has been sent.
    var beginsInside = false

    /// The newest report of missed events: where it begins, and how many it reports.
    var report: (start: Int, count: Int)?
    var waiting: SuspendedConnection?
    var isClosed = false
  }

  private let state: Mutex<State>
  private let hub: EventHub

  /// Bytes that may wait: half a minute of a session.
  static let capacity = 128 * 1024

  fileprivate init(_ hub: EventHub, beginning: [UInt8]) {
    self.hub = hub
    // The browser asks again two seconds after a stream has ended.
    state = Mutex(State(bytes: Array("retry: 2000\n\n".utf8) + beginning))
  }

  func add(_ event: [UInt8], isComment: Bool) {
    state.withLock { state in
      guard !state.isClosed else { return }
      if state.bytes.count - state.position + event.count > Self.capacity {
        // A comment is of no use to a browser that reads nothing.
        if isComment { return }
        // An event that was sent in part stays.
        let isInside = state.position > 0 || state.beginsInside
        let end = isInside ? Self.endOfEvent(state.bytes, from: state.position) : state.position
        var missed = Self.eventCount(state.bytes[end...])
        // A report that is dropped itself represents those that it reports.
        if let report = state.report, report.start >= end { missed += report.count - 1 }
        state.bytes = Array(state.bytes[state.position..<end])
        state.position = 0
        state.beginsInside = !state.bytes.isEmpty
        state.report = (state.bytes.count, missed)
        state.bytes += "data: {\"type\":\"missed\",\"events\":\(missed)}\n\n".utf8
      }
      state.bytes += event
      state.waiting?.resume()
      state.waiting = nil
    }
  }

  func close() {
    state.withLock { state in
      state.isClosed = true
      state.waiting?.resume()
      state.waiting = nil
    }
  }

  /// Copies what waits, as much as there is room for. If nothing waits the connection is suspended
  /// until something does.
  /// - Returns: The number of bytes; -1 if the stream has ended.
  func read(into memory: UnsafeMutableRawBufferPointer, _ connection: SuspendedConnection) -> Int {
    state.withLock { state in
      let count = min(memory.count, state.bytes.count - state.position)
      guard count > 0 else {
        if state.isClosed { return -1 }
        connection.suspend()
        state.waiting = connection
        return 0
      }
      state.bytes.withUnsafeBytes {
        memory.copyMemory(
          from: UnsafeRawBufferPointer(rebasing: $0[state.position...].prefix(count)))
      }
      state.position += count
      if state.position == state.bytes.count {
        state.bytes.removeAll(keepingCapacity: true)
        (state.position, state.beginsInside, state.report) = (0, false, nil)
      }
      return count
    }
  }

  func remove() { hub.remove(self) }

  /// Returns where a partly sent event ends; the position itself between two events.
  private static func endOfEvent(_ bytes: [UInt8], from position: Int) -> Int {
    var index = position
    while index < bytes.count, !isEnd(bytes, index) { index += 1 }
    return index
  }

  /// Returns whether an event ends before this index.
  private static func isEnd(_ bytes: [UInt8], _ index: Int) -> Bool {
    index >= 2 && bytes[index - 1] == 0x0A && bytes[index - 2] == 0x0A
  }

  private static func eventCount(_ bytes: ArraySlice<UInt8>) -> Int {
    let data = UInt8(ascii: "d")
    return bytes.indices.count { index in
      bytes[index] == data
        && (index < bytes.startIndex + 2
          || (bytes[index - 1] == 0x0A && bytes[index - 2] == 0x0A))
    }
  }
}
