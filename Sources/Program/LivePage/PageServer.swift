import CMicroHTTPD
import Dispatch
import FileAccess
import Glibc
import Synchronization
import Threads

/// A server of one page on one address of this machine.
///
/// One thread of the library's reads and writes all connections and never waits for anything else:
/// answers are made on a few separate threads, while the connection is suspended. A request goes
/// through the guard, then the router, before a byte of its body is taken.
public final class PageServer: Sendable {
  /// The library that speaks HTTP, and its version.
  public static let library = "libmicrohttpd \(String(cString: MHD_get_version()))"

  /// The limits of a server.
  public struct Limits: Sendable {
    /// Connections at once. Beyond three quarters, each new one ends the oldest that has sent no
    /// whole head.
    public var connectionCount = 400

    /// Bytes of memory for a connection's head and buffers.
    public var memory = 32 * 1024

    /// Seconds without a byte in either direction.
    public var silence = 20

    /// Seconds from one request to the end of the next one's head.
    public var headTime = 30.0

    /// Seconds within which `bodyCount` bytes of a body must come, or its end.
    public var bodyTime = 10.0

    /// Bytes of a body that must come within `bodyTime`.
    public var bodyCount = 64 * 1024

    /// Seconds from one look after the connections to the next.
    public var tendingTime = 5.0

    /// Requests that may wait for their answers.
    public var waitingCount = 64

    /// Bodies that may be on their way into files.
    public var uploadCount = 4

    /// Makes the usual limits.
    public init() {}
  }

  /// The port that it listens at.
  public let port: Int

  private let core: ServerCore

  /// Starts to answer.
  /// - Parameters:
  ///   - address: In numbers, such as 127.0.0.1.
  ///   - port: 0 lets the system choose.
  ///   - certificate: The certificate for TLS; `nil` for a server without it.
  ///   - uploadFolder: An existing folder that only the program's user can read.
  ///   - admission: Makes the guard, once the port has been chosen.
  public init(
    address: String = "127.0.0.1", port: Int, certificate: ServerCertificate? = nil,
    routes: [PageRoute], hub: EventHub, uploadFolder: String, limits: Limits = Limits(),
    admission: (_ port: Int) -> PageGuard
  ) throws(PageServerError) {
    let socket = try ListeningSocket(address: address, port: port)
    self.port = socket.port
    let threads = (0...ServerCore.queueCount).compactMap { _ in WorkThread() }
    guard threads.count > ServerCore.queueCount else {
      throw PageServerError(address: "\(address):\(port)", code: EAGAIN)
    }
    let core = ServerCore(
      router: PageRouter(routes), admission: admission(socket.port), hub: hub,
      uploadFolder: uploadFolder, limits: limits, threads: threads)
    let code = core.start(on: socket.release(), certificate)
    guard code == 0 else {
      core.stop()
      throw PageServerError(address: "\(address):\(port)", code: code)
    }
    self.core = core
  }

  /// Ends all streams, waits for answers that are being made, and closes all connections.
  public func stop() { core.stop() }

  deinit { stop() }
}

/// The state that the library's callbacks and the threads of the answers share.
///
/// Unchecked: the mutable state is in mutexes; the rest is set before the first callback.
final class ServerCore: @unchecked Sendable {
  private let router: PageRouter
  private let admission: PageGuard
  private let hub: EventHub
  private let limits: PageServer.Limits
  private let uploadFolder: String

  private struct State {
    var isStopping = false
    var waitingCount = 0
    var uploadCount = 0
    var nextUpload = 0

    /// The number of answers that each queue has to make.
    var loads = [Int](repeating: 0, count: ServerCore.queueCount + 1)
  }

  private let state = Mutex(State())
  private let connections: ConnectionTable
  private let daemon = Mutex<DaemonHandle?>(nil)
  private let door = Mutex<TLSDoor?>(nil)

  /// Each makes answers, one after the other; the last one those that may wait for other programs.
  private let threads: [WorkThread]
  static let queueCount = 4

  /// Looks after connections every few seconds, until the server ends.
  private let tending = Mutex<OwnThread?>(nil)
  private let ending = DispatchSemaphore(value: 0)

  init(
    router: PageRouter, admission: PageGuard, hub: EventHub, uploadFolder: String,
    limits: PageServer.Limits, threads: [WorkThread]
  ) {
    self.threads = threads
    self.router = router
    self.admission = admission
    self.hub = hub
    self.uploadFolder = uploadFolder
    self.limits = limits
    connections = ConnectionTable(limits)
  }

  /// Returns 0, or the system's number of the error that keeps it from starting.
  func start(on socket: Int32, _ certificate: ServerCertificate?) -> Int32 {
    let context = Unmanaged.passUnretained(self).toOpaque()
    errno = 0
    let handle = heartcam_http_start(
      socket, certificate?.text, UInt32(limits.connectionCount), limits.memory,
      UInt32(limits.silence),
      { context, connection, path, method, _, data, count, place in
        guard let context, let connection, let path, let method, let count, let place else {
          return MHD_Result.NO
        }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        return core.handle(connection, path, method, data, count, place)
      },
      { _, _, place, _ in
        guard let place, let exchange = place.pointee else { return }
        Unmanaged<Exchange>.fromOpaque(exchange).release()
        place.pointee = nil
      },
      { context, connection, _, event in
        guard let context, let connection else { return }
        let core = Unmanaged<ServerCore>.fromOpaque(context).takeUnretainedValue()
        if event == .CONNECTION_NOTIFY_STARTED {
          core.connections.add(connection)
        } else {
          core.connections.remove(connection)
        }
      }, context)
    guard let handle else {
      let code = errno
      close(socket)
      // The library can fail for reasons that are not the system's.
      return code == 0 ? EIO : code
    }
    let opened = DaemonHandle(pointer: handle)
    daemon.withLock { $0 = opened }
    let tending = OwnThread { [self] in
      while ending.wait(timeout: .now() + limits.tendingTime) == .timedOut {
        hub.keepAlive()
        connections.endSlow()
      }
    }
    self.tending.withLock { $0 = tending }
    guard certificate != nil else { return tending.hasStarted ? 0 : EAGAIN }
    let door = TLSDoor(socket) { connection in
      var address = sockaddr()
      MHD_add_connection(
        opened.pointer, connection, &address, socklen_t(MemoryLayout<sockaddr>.size))
    }
    self.door.withLock { $0 = door }
    return tending.hasStarted && door != nil ? 0 : EAGAIN
  }

  /// Stops the server. Everything that is suspended must be resumed before the library stops.
  func stop() {
    state.withLock { $0.isStopping = true }
    door.withLock { door in
      door?.stop()
      door = nil
    }
    hub.close()
    ending.signal()
    tending.withLock { tending in
      tending?.join()
      tending = nil
    }
    for thread in threads { thread.finish() }
    let handle = daemon.withLock { daemon in
      defer { daemon = nil }
      return daemon
    }
    if let handle { MHD_stop_daemon(handle.pointer) }
  }

  // MARK: On the library's thread

  /// Handles the calls for a request: its head, then parts of its body, then its end; then the answer is there.
  private func handle(
    _ connection: OpaquePointer, _ path: UnsafePointer<CChar>, _ method: UnsafePointer<CChar>,
    _ data: UnsafePointer<CChar>?, _ count: UnsafeMutablePointer<Int>,
    _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    guard let known = place.pointee else {
      return begin(connection, String(cString: path), String(cString: method), place)
    }
    let exchange = Unmanaged<Exchange>.fromOpaque(known).takeUnretainedValue()
    if count.pointee > 0 {
      exchange.take(UnsafeRawBufferPointer(start: data, count: count.pointee))
      connections.note(connection, received: count.pointee)
      count.pointee = 0
      return MHD_Result.YES
    }
    if let response = exchange.response.withLock({ $0 }) { return response.send(to: connection) }
    connections.note(connection, .answer)
    if let response = exchange.failure ?? work(on: exchange, connection) {
      return response.send(to: connection)
    }
    return MHD_Result.YES
  }

  private func begin(
    _ connection: OpaquePointer, _ path: String, _ method: String,
    _ place: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  ) -> MHD_Result {
    var request = PageRequest(method, path)
    let values = Values()
    let list = Unmanaged.passUnretained(values).toOpaque()
    for kind in [MHD_ValueKind.HEADER_KIND, .GET_ARGUMENT_KIND] {
      values.current = []
      MHD_get_connection_values_n(
        connection, kind,
        { context, _, key, keyCount, value, valueCount in
          guard let context else { return MHD_Result.NO }
          Unmanaged<Values>.fromOpaque(context).takeUnretainedValue()
            .add(key, keyCount, value, valueCount)
          return MHD_Result.YES
        }, list)
      if kind == .HEADER_KIND {
        request.headers = values.current.map { .init($0.lowercased(), $1) }
      } else {
        request.query = Dictionary(values.current) { first, _ in first }
      }
    }
    connections.note(connection, .answer)
    let exchange = Exchange(request, self, connection)
    place.pointee = Unmanaged.passRetained(exchange).toOpaque()
    switch admission.verdict(on: request) {
    case .refused(let response): return response.send(to: connection, isLast: true)
    case .welcomed(let response): return response.send(to: connection)
    case .admitted(let visitor, let path):
      (exchange.request.visitor, exchange.request.path) = (visitor, path)
    }
    switch router.route(of: exchange.request) {
    case .failure(let refusal):
      return refusal.response.send(to: connection, isLast: true)
    case .success(let route): exchange.route = route
    }
    if case .file? = exchange.route?.body, !request.isReading {
      if let response = beginUpload(exchange) { return response.send(to: connection, isLast: true) }
    }
    connections.note(connection, .body(count: 0))
    return MHD_Result.YES
  }

  private func beginUpload(_ exchange: Exchange) -> PageResponse? {
    let number: Int? = state.withLock { state in
      guard state.uploadCount < limits.uploadCount else { return nil }
      state.uploadCount += 1
      state.nextUpload += 1
      return state.nextUpload
    }
    guard let number else { return .error(503, "too many files are on their way; try again") }
    exchange.isUpload = true
    do throws(FileError) {
      exchange.request.file = try UploadedFile(in: uploadFolder, name: "upload-\(number)")
      return nil
    } catch {
      return .error(507, "the file cannot be kept: \(error)")
    }
  }

  /// Makes the answer on another thread; returns it at once if that cannot be.
  private func work(on exchange: Exchange, _ connection: OpaquePointer) -> PageResponse? {
    guard let route = exchange.route else { return .error(500, "there is no route") }
    let paused = SuspendedConnection(pointer: connection)
    exchange.request.arrival = .now
    let request = exchange.request
    return state.withLock { state in
      guard !state.isStopping else { return .error(503, "the server is ending") }
      guard state.waitingCount < limits.waitingCount,
        !route.mayWait || state.loads[Self.queueCount] < limits.waitingCount / 4
      else {
        return .error(503, "too many requests wait; try again")
      }
      state.waitingCount += 1
      // The first of the least busy ones: it has just been awake.
      let chosen = (0..<Self.queueCount).min { state.loads[$0] < state.loads[$1] }
      let index = route.mayWait ? Self.queueCount : chosen ?? 0
      state.loads[index] += 1
      paused.suspend()
      threads[index].add { [self] in
        let response = route.answer(request)
        exchange.response.withLock { $0 = response }
        self.state.withLock {
          $0.waitingCount -= 1
          $0.loads[index] -= 1
        }
        paused.resume()
      }
      return nil
    }
  }

  /// Ends a request that has been answered, or whose connection is gone.
  func end(_ exchange: Exchange) {
    if exchange.isUpload { state.withLock { $0.uploadCount -= 1 } }
    connections.note(exchange.connection, .head)
  }
}

/// Names and values as the library gives them.
private final class Values {
  var current: [(String, String)] = []

  func add(
    _ key: UnsafePointer<CChar>?, _ keyCount: Int, _ value: UnsafePointer<CChar>?, _ valueCount: Int
  ) {
    func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
      String(
        decoding: UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : count),
        as: UTF8.self)
    }
    current.append((text(key, keyCount), text(value, valueCount)))
  }
}

/// The library's handle; its calls may come from any thread.
private struct DaemonHandle: @unchecked Sendable {
  let pointer: OpaquePointer
}
