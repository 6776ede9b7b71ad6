import CSQLite
import FileAccess
import Glibc

extension StoreEngine {
  /// Files of SQLite, whose engine is a part of this room.
  public static let sqlite = StoreEngine(
    schemes: [],
    library: { "SQLite \(String(cString: sqlite3_libversion()))" },
    isAvailable: { $0.path.map(SQLiteFile.isAvailable) ?? false },
    open: { request throws(StoreError) in
      var opening = SQLiteOpening(
        request.location.path ?? "", access: request.access, busyTimeout: request.busyTimeout)
      let connection = try opening.open()
      return Opened(
        opening.file, connection, isReadOnly: opening.isReadOnly, warnings: opening.warnings)
    })
}

/// A store in one SQLite file, in write-ahead-log mode: how to reach it once it was opened.
struct SQLiteFile: StorePlace {
  let path: String
  let mode: SQLiteConnection.Mode

  /// Milliseconds to wait for another program.
  let busyTimeout: Int32

  /// The settings of every connection. Temporary tables stay in memory, so that no sample reaches a
  /// temporary file; a schema from elsewhere cannot call functions; deleted values are overwritten,
  /// whatever SQLite was built for.
  static let settings = """
    PRAGMA secure_delete = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA synchronous = FULL;
    PRAGMA temp_store = MEMORY;
    PRAGMA trusted_schema = OFF;
    PRAGMA cell_size_check = ON;
    """

  /// Returns a further connection to the same file, for reading alone.
  func openReader(for operation: StoreError.Operation) throws(StoreError) -> any EngineConnection {
    try reader(for: operation)
  }

  private func reader(
    for operation: StoreError.Operation
  ) throws(StoreError) -> SQLiteConnection {
    let connection = try SQLiteConnection(
      path, mode: mode == .immutable ? .immutable : .readOnly, busyTimeout: busyTimeout,
      for: operation)
    try connection.run(Self.settings)
    return connection
  }

  /// Returns whether a store is there that can be read, or could be made; nothing is made or changed.
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
  func backUp(
    to copy: String, replacing: Bool, isCancelled: () -> Bool,
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StoreError) {
    // Whether it is the store can be seen only when its folder is there.
    try StoreFiles.createFolder(of: copy)
    guard !StoreFiles.isKept(path, in: copy) else {
      throw StoreError(.copy, copy, .fileExists, detail: "it is the store itself")
    }
    switch try StoreFiles.kind(of: copy) {
    case .other: throw StoreError(.copy, copy, .notAStore, detail: "it is not a regular file")
    case .file, .fragment:
      guard replacing else {
        throw StoreError(.copy, copy, .fileExists, detail: "there is a file already")
      }
    case .missing: break
    }
    do {
      let file = try FileReplacement(of: copy)
      // A copy that has its name from the store has its owner too, and one that is replaced keeps its own.
      file.giveToOwner(of: copy.hasPrefix(path + ".") ? path : copy)
      defer { _ = (file.temporary + "-journal").withFileName { unlink($0) } }
      // VACUUM INTO writes into an empty file, and reads in one transaction.
      let connection = try reader(for: .backUp)
      let statement = try connection.prepare("VACUUM INTO ?1")
      try statement.bind(.text(file.temporary), at: 1)
      let total = StoreFiles.size(of: path)
      let asks = {
        progress(StoreFiles.size(of: file.temporary), total)
        return isCancelled()
      }
      try connection.cancelling(when: asks) { () throws(StoreError) in
        _ = try statement.step()
      }
      try file.commit(replacing: replacing)
    } catch let error as StoreError {
      throw error
    } catch {
      throw StoreFiles.failure(of: error, writing: copy)
    }
  }

  /// Replaces all pages in one transaction, for which every program that has the file open waits, and which
  /// it then sees.
  func restore(from backup: any StorePlace, keeping copy: String) throws(StoreError) {
    guard let backup = backup as? SQLiteFile else {
      throw StoreError(.restore, path, .other, detail: "only a backup in a file can be restored")
    }
    let source = try backup.reader(for: .restore)
    let own = try SQLiteConnection(path, mode: .readWrite, busyTimeout: busyTimeout, for: .restore)
    try own.run(Self.settings)
    let witness = try reader(for: .restore)
    for attempt in 0..<Self.mostAttempts {
      let stamp = try witness.changeStamp()
      try backUp(to: copy, replacing: attempt > 0, isCancelled: { false }, progress: { _, _ in })
      let isDone = try own.replaceContent(with: source) { () throws(StoreError) in
        try witness.changeStamp() == stamp
      }
      // Samples that another program has saved meanwhile are in the next copy.
      if isDone {
        try? own.settle()
        return
      }
    }
    throw StoreError(.restore, path, .busy, detail: "other programs save all the time")
  }

  private static let mostAttempts = 10

  func isKept(in path: String) -> Bool { StoreFiles.isKept(self.path, in: path) }
}
