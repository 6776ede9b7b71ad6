import Dispatch
import Synchronization

/// The samples of one person, kept by a database engine.
///
/// It may be used from any thread: one connection, guarded by a `Mutex`, does the short work, and
/// each streaming read opens a separate connection. Other programs may use the same store at the
/// same time; a writer waits for another. Once `save` has returned, its samples are on the disk.
public final class HealthStore: Sendable {
  /// The rights with which a store is opened.
  public enum Access: Sendable {
    /// For reading and saving; a missing store is made. A file that may not be written is only
    /// read.
    case readWrite

    /// For reading; a missing store is an error.
    case readOnly
  }

  /// The location of the store.
  public let location: StoreLocation

  /// The program on whose behalf the store was opened.
  public let client: StoreClient

  /// Whether the store was opened for reading only.
  public let isReadOnly: Bool

  /// The faults that were repaired while opening, or could not be, one sentence each.
  public let warnings: [String]

  let place: any StorePlace
  private let connection: Mutex<SQLConnection>

  /// Opens a store, and makes it if it is missing.
  ///
  /// Throws if the file is not a store, is damaged, has a newer schema or is out of reach; such a
  /// file is not touched. Throws `locationIsUnusable` if none of the engines keeps stores there.
  ///
  /// - Parameters:
  ///   - client: The program on whose behalf the store is opened. The owner, which is the default,
  ///     may do everything; a program only as permitted.
  ///   - busyTimeout: How long to wait for another program that is writing, at most an hour.
  ///   - engines: The engines that the program can use; files alone by default.
  public init(
    location: StoreLocation, access: Access = .readWrite, client: StoreClient = .owner,
    busyTimeout: Duration = .seconds(5), engines: [StoreEngine] = [.sqlite]
  ) throws(StoreError) {
    let opened = try StoreEngine.open(
      location, access: access, busyTimeout: busyTimeout, engines: engines)
    place = opened.place
    isReadOnly = opened.isReadOnly
    warnings = opened.warnings
    self.location = location
    self.client = client
    connection = Mutex(SQLConnection(opened.connection, location: location.description))
  }

  /// Returns whether a store is there that can be read, or could be made; nothing is made or changed.
  public static func isAvailable(
    at location: StoreLocation, engines: [StoreEngine] = [.sqlite]
  ) -> Bool {
    StoreEngine.isAvailable(at: location, engines: engines)
  }

  /// Whether another file has replaced the one that is open: to continue, the store has to be opened again.
  package var isReplaced: Bool { connection.withLock { $0.isReplaced } }

  /// Returns a number that differs from the one before if others have changed the store in between.
  package func changeStamp() throws(StoreError) -> Int64 {
    try withConnection(.watch) { connection throws(StoreError) in try connection.changeStamp() }
  }

  /// Runs work with the store on a thread that may wait for the disk and for other programs, and
  /// suspends the caller meanwhile.
  ///
  /// This is the async form of every method: `try await store.perform { try $0.samples(matching:
  /// query) }`. A task that is cancelled before its turn throws `CancellationError`.
  public func perform<Result: Sendable>(
    _ work: @escaping @Sendable (HealthStore) throws -> Result
  ) async throws -> Result {
    try Task.checkCancellation()
    return try await withCheckedThrowingContinuation { caller in
      DispatchQueue.global(qos: .userInitiated).async {
        caller.resume(with: Swift.Result { try work(self) })
      }
    }
  }

  /// Returns a further connection, for reading alone.
  func openReader(for operation: StoreError.Operation) throws(StoreError) -> SQLConnection {
    SQLConnection(try place.openReader(for: operation), location: location.description)
  }

  // MARK: The shared connection

  /// Runs work that reads from one state of the store, while no other thread uses the shared connection.
  func read<Result: Sendable>(
    _ operation: StoreError.Operation = .read,
    _ work: (SQLConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try withConnection(operation) { connection throws(StoreError) in try connection.read(work) }
  }

  /// Runs work that changes the store, all of it or nothing; throws `readOnly` if it may not be written.
  func write<Result: Sendable>(
    _ operation: StoreError.Operation = .save, deletingParts: Bool = true,
    _ work: (SQLConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try requireWritable(to: operation)
    return try withConnection(operation) { connection throws(StoreError) in
      try connection.write(deletingParts: deletingParts, work)
    }
  }

  func withConnection<Result: Sendable>(
    _ operation: StoreError.Operation, _ work: (SQLConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.withLock { connection throws(StoreError) in
      connection.operation = operation
      return try work(connection)
    }
  }

  func requireWritable(to operation: StoreError.Operation) throws(StoreError) {
    guard !isReadOnly else { throw failure(operation, .readOnly, "it may only be read") }
  }

  /// Returns an error of an attempt on this store.
  func failure(
    _ operation: StoreError.Operation, _ reason: StoreError.Reason, _ detail: String
  ) -> StoreError {
    StoreError(operation, location.description, reason, detail: detail)
  }

  /// Throws `authorizationDenied` unless the store was opened as its owner.
  func requireOwner(to operation: StoreError.Operation) throws(StoreError) {
    guard client == .owner else {
      throw failure(operation, .authorizationDenied, "only its owner may do that")
    }
  }
}
