import Dispatch
import Glibc
import Synchronization

/// A participant's store on a PostgreSQL server: how to reach it once it was opened.
struct PostgreSQLEngine: Sendable {
  let server: StoreServer

  /// Milliseconds to wait for another program's lock.
  let busyTimeout: Int64

  /// A further connection to the same store, for reading alone.
  func openReader(for operation: StoreError.Operation) throws(StoreError) -> PostgreSQLConnection {
    let connection = try PostgreSQLConnection(
      server, isForReading: true, busyTimeout: busyTimeout, for: operation)
    let number = try connection.runAll("SELECT present()").text(0, 0)
    connection.channelName = number.map { "heartcam_\($0)" }
    return connection
  }

  /// Whether the participant's rows are there and can be read, or can be made.
  static func isAvailable(at server: StoreServer) -> Bool {
    var opening = PostgreSQLOpening(server, access: .readOnly, busyTimeout: .seconds(5))
    do {
      _ = try opening.open()
      return true
    } catch {
      return error.reason == .notFound
    }
  }

  /// Ways in which the tables would not keep participants apart.
  static func problems(_ connection: SQLConnection) throws(StoreError) -> [EngineProblem] {
    let find = try connection.prepare(
      """
      SELECT relname FROM pg_class WHERE relnamespace = to_regnamespace('heartcam')
        AND relkind = 'r' AND EXISTS (SELECT 1 FROM pg_attribute
          WHERE attrelid = pg_class.oid AND attname = 'participant')
        AND relname <> 'access' AND (NOT relrowsecurity OR NOT relforcerowsecurity
          OR NOT EXISTS (SELECT 1 FROM pg_policy WHERE polrelid = pg_class.oid)
          OR (SELECT count(*) FROM pg_policy WHERE polrelid = pg_class.oid) > 1)
      ORDER BY relname
      """)
    var found: [EngineProblem] = []
    while try find.step() {
      found.append(
        EngineProblem(
          sentence: "the table \(find.text(0) ?? "?") does not keep participants apart",
          isOfRows: false))
    }
    return found
  }

  // MARK: Going on after a failure

  /// How long a server that is gone is waited for.
  static let patience = Duration.seconds(30)

  /// How often a transaction that met another is run again.
  private static let mostConflicts = 12

  /// Finds out what to do after an attempt that failed, and makes ready for it: waits, and connects
  /// anew.
  ///
  /// - Parameter wasCommitting: Whether the failure came from the commit of a transaction that writes.
  static func recovery(
    from error: StoreError, _ connection: PostgreSQLConnection, attempt: Int, wasCommitting: Bool
  ) throws(StoreError) -> StoreRecovery {
    if PostgreSQLFailure.conflicts.contains(error.code), attempt <= mostConflicts {
      StoreFiles.pause(milliseconds: Int.random(in: 1...(4 << min(attempt, 6))))
      return .again
    }
    guard connection.isLost || error.reason == .serverUnreachable, attempt <= mostConflicts else {
      return .no
    }
    let deadline = ContinuousClock.now + patience
    var pause = 20
    while true {
      do throws(StoreError) {
        try connection.reconnect()
        guard wasCommitting else { return .again }
        return try connection.wasCommitted() ? .wasDone : .again
      } catch {
        let isPassing = error.reason == .serverUnreachable || connection.isLost
        guard isPassing || error.reason == .busy, ContinuousClock.now < deadline else {
          guard wasCommitting else { throw error }
          throw StoreError(
            error.operation, error.location, .serverUnreachable, code: error.code,
            detail: "the server was lost while it saved, and may have saved all of it or nothing "
              + "(\(error.detail))")
        }
      }
      StoreFiles.pause(milliseconds: Int.random(in: pause / 2...pause))
      pause = min(pause * 2, 1000)
    }
  }

  // MARK: Changes

  /// Counts what the server has announced. It asks nothing, unless the connection was lost.
  static func changeStamp(_ connection: PostgreSQLConnection) throws(StoreError) -> Int64 {
    try connection.listen()
    let stamp = connection.takeNotifications()
    guard connection.isLost else { return stamp }
    // Whoever waits for changes waits for the server too, on no thread.
    do throws(StoreError) {
      try connection.reconnect()
    } catch {
      let lostFor = ContinuousClock.now - connection.lostSince
      guard error.reason == .serverUnreachable, lostFor < patience else { throw error }
    }
    return connection.takeNotifications()
  }

  /// Suspends until the server sends something.
  static func waitForChange(
    _ connection: PostgreSQLConnection, atMost interval: Duration
  ) async throws {
    guard !connection.isLost, connection.socket >= 0 else {
      return try await Task.sleep(for: interval)
    }
    try await SocketWait(connection.socket).wait(atMost: interval)
    try Task.checkCancellation()
  }
}

/// What a failed attempt on a store leads to.
enum StoreRecovery {
  /// The failure stays.
  case no

  /// The attempt can be repeated.
  case again

  /// It had succeeded; only its answer was lost.
  case wasDone
}

/// Waits once for a descriptor to become readable, on no thread.
private final class SocketWait: Sendable {
  private enum State {
    case idle
    case waiting(CheckedContinuation<Void, Never>)
    case done
  }

  private let state = Mutex(State.idle)

  /// Any thread may activate and cancel a source.
  nonisolated(unsafe) private let readable: any DispatchSourceRead

  init(_ descriptor: Int32) {
    // One of its own, because the connection may be closed before the source has let it go.
    let own = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    readable = DispatchSource.makeReadSource(
      fileDescriptor: own < 0 ? descriptor : own, queue: DispatchQueue.global(qos: .utility))
    if own >= 0 { readable.setCancelHandler { close(own) } }
  }

  func wait(atMost interval: Duration) async throws {
    readable.setEventHandler { self.finish() }
    let (seconds, attoseconds) = interval.components
    let milliseconds = Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let isDone = state.withLock { state in
          if case .done = state { return true }
          state = .waiting(continuation)
          return false
        }
        if isDone { return continuation.resume() }
        readable.activate()
        DispatchQueue.global(qos: .utility).asyncAfter(
          deadline: .now() + .milliseconds(max(1, milliseconds))
        ) { self.finish() }
      }
    } onCancel: {
      finish()
    }
    // A source that was never activated may not be released.
    readable.activate()
    readable.cancel()
  }

  private func finish() {
    let waiting = state.withLock { state in
      defer { state = .done }
      if case .waiting(let continuation) = state { return continuation as CheckedContinuation? }
      return nil
    }
    waiting?.resume()
  }
}
