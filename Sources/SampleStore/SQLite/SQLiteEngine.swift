/// A store in one SQLite file, in write-ahead-log mode: how to reach it once it was opened.
struct SQLiteEngine: Sendable {
  let path: String
  let mode: SQLiteConnection.Mode

  /// Milliseconds to wait for another program.
  let busyTimeout: Int32

  /// What every connection is set to. Temporary tables stay in memory, so that no sample reaches a
  /// temporary file; a schema from elsewhere cannot call functions.
  static let settings = """
    PRAGMA foreign_keys = ON;
    PRAGMA synchronous = FULL;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;
    PRAGMA cell_size_check = ON;
    """

  /// A further connection to the same file, for reading alone.
  func openReader(for operation: StoreError.Operation) throws(StoreError) -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path, mode: mode == .immutable ? .immutable : .readOnly, busyTimeout: busyTimeout,
      for: operation)
    try connection.run(Self.settings)
    return connection
  }

  /// Whether a store is there that can be read, or could be made; nothing is made or changed.
  static func isAvailable(at path: String) -> Bool {
    switch try? StoreFiles.kind(of: path) {
    case .missing: return StoreFiles.canCreate(path)
    case .file:
      var opening = SQLiteOpening(path, access: .readOnly, busyTimeout: .seconds(5))
      return (try? opening.open()) != nil
    default: return false
    }
  }

  /// Copies the store as it is at one moment into a new file that only its owner can read.
  func backUp(to copy: String) throws(StoreError) {
    guard try StoreFiles.kind(of: copy) == .missing else {
      throw StoreError(.copy, copy, .other, detail: "there is a file already")
    }
    try StoreFiles.create(copy)
    do {
      // VACUUM INTO writes into an empty file, and reads in one transaction.
      let connection = try openReader(for: .backUp)
      let statement = try connection.prepare("VACUUM INTO ?1")
      try statement.bind(.text(copy), at: 1)
      _ = try statement.step()
      try StoreFiles.synchronize(copy)
    } catch {
      StoreFiles.remove(copy)
      throw error
    }
  }

  /// Changes whenever another connection, of whatever process, has committed.
  static func changeStamp(_ connection: SQLConnection) throws(StoreError) -> Int64 {
    try connection.integer("PRAGMA data_version") ?? 0
  }

  /// SQLite's own check of every page, index and reference.
  static func problems(_ connection: SQLConnection) throws(StoreError) -> [String] {
    var found: [String] = []
    let check = try connection.prepare("PRAGMA integrity_check")
    while try check.step() {
      if let line = check.text(0), line != "ok" { found.append(line) }
    }
    let references = try connection.prepare("PRAGMA foreign_key_check")
    while try references.step() {
      found.append("a row of \(references.text(0) ?? "?") refers to nothing")
    }
    return found
  }
}
