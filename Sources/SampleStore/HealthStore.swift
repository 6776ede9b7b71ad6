import Synchronization

/// The samples of one person, kept in an SQLite file.
///
/// It may be used from any thread: one connection, guarded by a `Mutex`, does the short work, and
/// each streaming read has a connection of its own. Other programs may use the same file at the same
/// time; a writer waits for another. What `save` has returned from is on the disk.
public final class HealthStore: Sendable {
  /// How a store is opened.
  public enum Access: Sendable {
    /// For reading and saving; a missing store is made. A file that may not be written is read only.
    case readWrite

    /// For reading; a missing store is an error.
    case readOnly
  }

  public let location: StoreLocation

  /// On whose behalf it was opened.
  public let client: StoreClient

  /// Whether saving is bound to fail.
  public let isReadOnly: Bool

  /// What was found and mended, or could not be, while opening: a sentence each.
  public let warnings: [String]

  let mode: SQLiteConnection.Mode
  private let busyTimeout: Int32
  private let connection: Mutex<SQLiteConnection>

  /// Opens a store, making it where it is missing and bringing an older schema up to date.
  ///
  /// Throws where the file is no store, damaged, of a newer schema, or out of reach; such a file is
  /// not touched.
  ///
  /// - Parameters:
  ///   - client: On whose behalf. The owner, as which a store is opened unless told otherwise, may
  ///     do everything; a program only what it was granted.
  ///   - busyTimeout: How long to wait for another program that is writing, at most an hour.
  public init(
    location: StoreLocation, access: Access = .readWrite, client: StoreClient = .owner,
    busyTimeout: Duration = .seconds(5)
  ) throws(StoreError) {
    let kind = try StoreFiles.kind(of: location)
    switch (kind, access) {
    case (.file, _): break
    case (.missing, .readWrite): try StoreFiles.create(location)
    case (.missing, .readOnly):
      throw StoreError("open", location.path, .notFound, detail: "there is no such file")
    case (.fragment, _):
      throw StoreError("open", location.path, .notAStore, detail: "it is too short for a database")
    case (.other, _):
      throw StoreError("open", location.path, .notAStore, detail: "it is not a regular file")
    }
    let (seconds, attoseconds) = min(max(.zero, busyTimeout), .seconds(3600)).components
    self.busyTimeout = Int32(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    var opening = StoreOpening(
      location: location, access: access, busyTimeout: self.busyTimeout)
    connection = Mutex(try opening.open())
    mode = opening.mode
    isReadOnly = opening.isReadOnly
    warnings = opening.warnings
    self.location = location
    self.client = client
  }

  /// Whether a store is there that can be read, or could be made; nothing is made or changed.
  public static func isAvailable(at location: StoreLocation) -> Bool {
    switch try? StoreFiles.kind(of: location) {
    case .missing: StoreFiles.canCreate(location)
    case .file: (try? HealthStore(location: location, access: .readOnly)) != nil
    default: false
    }
  }

  /// Work on the shared connection, while no other thread uses it.
  func withConnection<Result: Sendable>(
    _ work: (borrowing SQLiteConnection) throws(StoreError) -> Result
  ) throws(StoreError) -> Result {
    try connection.withLock { connection throws(StoreError) in try work(connection) }
  }

  /// A further connection to the same file, for reading alone.
  func openReader() throws(StoreError) -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path: location.path, location: location.path,
      mode: mode == .immutable ? .immutable : .readOnly, busyTimeout: busyTimeout)
    try connection.run(StoreOpening.settings, to: "open")
    return connection
  }
}
