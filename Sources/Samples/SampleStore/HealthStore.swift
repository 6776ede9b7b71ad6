import Dispatch
import Synchronization

/// The samples of one person, kept by a database engine.
///
/// It may be used from any thread: one connection, guarded by a `Mutex`, does the short work, and
/// each streaming read has a connection of its own. Other programs may use the same store at the
/// same time; a writer waits for another. What `save` has returned from is on the disk.
public final class HealthStore: Sendable {
  /// How a store is opened.
  public enum Access: Sendable {
    /// For reading and saving; a missing store is made. A file that may not be written is only
    /// read.
    case readWrite

    /// For reading; a missing store is an error.
    case readOnly
  }

  /// Where the store is kept.
  public let location: StoreLocation

  /// The program on whose behalf the store was opened.
  public let client: StoreClient

  /// Whether the store was opened for reading only.
  public let isReadOnly: Bool

  /// What was found and mended, or could not be, while opening: a sentence each.
  public let warnings: [String]

  let place: any StorePlace
  private let connection: Mutex<SQLConnection>

  /// Opens a store, and makes it if it is missing.
  ///
  /// Throws if the file is not a store, is damaged, has a newer schema or is out of reach; such a
  /// file is not touched. Throws `locationIsUnusable` if none of the engines keeps stores there.
  ///
  /// - Parameters:
  ///   - client: On whose behalf. The owner, which is the default, may do everything; a program only
  ///     what it was granted.
  ///   - busyTimeout: How long to wait for another program that is writing, at most an hour.
  ///   - engines: What the program can keep stores with: files alone if it names none.
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

  /// Whether a store is there that can be read, or could be made; nothing is made or changed.
  public static func isAvailable(
    at location: StoreLocation, engines: [StoreEngine] = [.sqlite]
  ) -> Bool {
    StoreEngine.isAvailable(at: location, engines: engines)
  }

  /// Whether another file has taken the place of the one that is open: whoever goes on opens the store again.
  package var isReplaced: Bool { connection.withLock { $0.isReplaced } }

  /// A number that differs from the one before if others have changed the store in between.
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

  /// A further connection, for reading alone.
  func openReader(for operation: StoreError.Operation) throws(StoreError) -> SQLConnection {
    SQLConnection(try place.openReader(for: operation), location: location.description)
  }

  // MARK: The shared connection

  /// Work that reads from one state of the store, while no other thread uses the shared connection.
  func read<Result: Sendable>(
    _ operation: StoreError.Operation = .read,
    _ work: (SQLConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try withConnection(operation) { connection throws(StoreError) in try connection.read(work) }
  }

  /// Work that changes the store, all of it or nothing; throws `readOnly` if it may not be written.
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

  /// An error of an attempt on this store.
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
