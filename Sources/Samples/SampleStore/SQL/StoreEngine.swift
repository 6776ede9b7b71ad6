package import FoundationEssentials

/// The engine that keeps stores: SQLite in files, or a server.
///
/// `HealthStore` gets the engines that a program has as a list of these values. An engine of another
/// room adds a constant here, by an extension.
public struct StoreEngine: Sendable {
  /// The schemes of the URLs that name its stores; none for files.
  package let schemes: Set<String>

  /// Asks the library that it stands on, which may first be loaded, for its version; `nil` for an engine that was left out.
  package let library: @Sendable () -> String?

  private let open: @Sendable (Request) throws(StoreError) -> Opened
  private let isAvailable: @Sendable (StoreLocation) -> Bool

  package init(
    schemes: Set<String>, library: @escaping @Sendable () -> String?,
    isAvailable: @escaping @Sendable (StoreLocation) -> Bool,
    open: @escaping @Sendable (Request) throws(StoreError) -> Opened
  ) {
    (self.schemes, self.library, self.open) = (schemes, library, open)
    self.isAvailable = isAvailable
  }

  /// The way in which a store is to be opened.
  package struct Request: Sendable {
    package let location: StoreLocation
    package let access: HealthStore.Access

    /// How long to wait for another program, an hour at most.
    package let busyTimeout: Duration
  }

  /// A store that has just been opened.
  package struct Opened {
    let place: any StorePlace
    let connection: any EngineConnection
    let isReadOnly: Bool

    /// The faults that were repaired, or could not be, one sentence each.
    let warnings: [String]

    package init(
      _ place: any StorePlace, _ connection: any EngineConnection, isReadOnly: Bool,
      warnings: [String]
    ) {
      (self.place, self.connection, self.isReadOnly) = (place, connection, isReadOnly)
      self.warnings = warnings
    }
  }

  /// Opens a store with the engine of a list that keeps it, and makes it if it is missing.
  static func open(
    _ location: StoreLocation, access: HealthStore.Access, busyTimeout: Duration,
    engines: [StoreEngine]
  ) throws(StoreError) -> Opened {
    try engine(of: location, engines).open(
      Request(
        location: location, access: access,
        busyTimeout: min(max(.zero, busyTimeout), .seconds(3600))))
  }

  /// Returns whether a store is there that can be read, or could be made; nothing is made or changed.
  static func isAvailable(at location: StoreLocation, engines: [StoreEngine]) -> Bool {
    (try? engine(of: location, engines))?.isAvailable(location) ?? false
  }

  private static func engine(
    of location: StoreLocation, _ engines: [StoreEngine]
  ) throws(StoreError) -> StoreEngine {
    let scheme = location.server?.scheme
    let keeps = { (engine: StoreEngine) in
      scheme.map(engine.schemes.contains) ?? engine.schemes.isEmpty
    }
    if let engine = engines.first(where: keeps) { return engine }
    let known = engines.flatMap { $0.schemes.sorted().map { "\($0)://" } }
    // A mistyped URL may hold a password.
    throw StoreError(
      .locate, scheme.map { "\($0)://..." }, .locationIsUnusable,
      detail: known.isEmpty
        ? "this program keeps stores in files alone"
        : "this program keeps stores in files, and where a URL of \(known.joined(separator: " or ")) names"
    )
  }
}

extension Duration {
  /// Whole milliseconds.
  package var milliseconds: Int64 {
    components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
  }
}

/// The place of an opened store.
package protocol StorePlace: Sendable {
  /// Returns a further connection to it, for reading alone.
  func openReader(for operation: StoreError.Operation) throws(StoreError) -> any EngineConnection

  /// Copies the store as it is at one moment into a new file.
  func backUp(
    to path: String, replacing: Bool, isCancelled: () -> Bool,
    progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StoreError)

  /// Replaces this store's content, of which a copy is made at this path, by another's.
  func restore(from backup: any StorePlace, keeping copy: String) throws(StoreError)

  /// Returns whether a path leads to one of the store's files.
  func isKept(in path: String) -> Bool
}

/// A fault that an engine finds in its own data.
package struct EngineProblem {
  package let sentence: String

  /// Whether rows break a rule, in tables that are sound; otherwise the tables are damaged.
  package let isOfRows: Bool

  package init(sentence: String, isOfRows: Bool) {
    self.sentence = sentence
    self.isOfRows = isOfRows
  }
}

/// The next step after a failed attempt on a store.
package enum StoreRecovery {
  /// The failure stays.
  case no

  /// The attempt can be repeated.
  case again

  /// It had succeeded; only its answer was lost.
  case wasDone
}

/// A connection of an engine, closed when its last statement and user let it go; used by one thread at a
/// time.
package protocol EngineConnection: AnyObject {
  var dialect: any SQLDialect { get }

  /// The attempted operation, for errors.
  var operation: StoreError.Operation { get set }

  var isInTransaction: Bool { get }

  /// Whether something else has replaced the open store, so that no one would see later samples.
  var isReplaced: Bool { get }

  /// Whether the engine deletes the parts of rows that this transaction deletes; otherwise the work does.
  var deletesParts: Bool { get }

  func prepare(_ sql: String) throws(StoreError) -> any EngineStatement

  /// Returns a statement whose rows may be too many to hold; `nil` if every statement streams its rows.
  func prepareToStream(_ sql: String) throws(StoreError) -> (any EngineStatement)?

  /// Returns an insertion of rows. They may be kept back, but no longer than until the next
  /// statement or the commit.
  func prepare(_ insertion: RowInsertion) throws(StoreError) -> any EngineInsertion

  func beginReading() throws(StoreError)
  func endReading()

  /// - Parameter deletingParts: Whether the engine has to delete the parts of rows that are deleted; one that
  ///   cannot leave them to the work deletes them in any case.
  func beginWriting(deletingParts: Bool) throws(StoreError)

  func commitWriting() throws(StoreError)
  func rollBack()

  /// Finds out what to do after a failure, and makes ready for it.
  ///
  /// - Parameters:
  ///   - attempt: The number of the attempt that failed, from 1.
  ///   - wasCommitting: Whether the failure came from the commit of a transaction that writes.
  func recovery(
    from error: StoreError, attempt: Int, wasCommitting: Bool
  ) throws(StoreError) -> StoreRecovery

  /// Returns whether a statement failed because it would have stored a unique value twice.
  func isUniquenessViolation(_ error: StoreError) -> Bool

  /// Returns a number that differs from the one before if others have changed the store in between.
  func changeStamp() throws(StoreError) -> Int64

  /// Moves committed data to their final place, outside of a transaction.
  func settle() throws(StoreError)

  /// Returns the problems that the engine itself finds in the store.
  func problems() throws(StoreError) -> [EngineProblem]
}

/// A taker of values for its placeholders, which count from 1.
package protocol EngineBinding: AnyObject {
  func bind(_ value: SQLValue, at index: Int32) throws(StoreError)

  // Binding one value at a time makes no array and no copy of an enumeration: with a million rows
  // to insert that is a quarter of the time.

  func set(_ integer: Int64, at index: Int32)
  func set(_ real: Double, at index: Int32)
  func setNull(at index: Int32)

  /// Throws if there is no memory for the bytes.
  func set(_ id: UUID, at index: Int32) throws(StoreError)

  /// Ends the run and forgets the values.
  func clear()
}

extension EngineBinding {
  package func set(_ integer: Int64, at index: Int32) { try? bind(.integer(integer), at: index) }
  package func set(_ real: Double, at index: Int32) { try? bind(.real(real), at: index) }
  package func setNull(at index: Int32) { try? bind(.null, at: index) }
  package func set(_ id: UUID, at index: Int32) throws(StoreError) {
    try bind(.identifier(id), at: index)
  }
}

/// Rows of a table that are inserted one after another, with a placeholder for each column.
package protocol EngineInsertion: EngineBinding {
  /// Adds a row of the values that were set, which stay.
  func add() throws(StoreError)
}

/// A statement of an engine. Columns count from 0.
package protocol EngineStatement: EngineBinding {
  /// Moves to the next row; false after the last.
  func step() throws(StoreError) -> Bool

  /// Ends the run; the values stay bound.
  func reset()

  func isNull(_ column: Int32) -> Bool
  func integer(_ column: Int32) -> Int64
  func real(_ column: Int32) -> Double

  /// Returns the text, NUL characters included; `nil` for NULL.
  func text(_ column: Int32) -> String?

  /// Returns the bytes; none for NULL.
  func blob(_ column: Int32) -> [UInt8]

  /// Returns the identifier, or `nil` if the column holds none.
  func uuid(_ column: Int32) -> UUID?

  /// Returns the whole numbers in a column of this row and of those after it that the engine holds
  /// already; `nil` if it holds none ahead.
  func integersAtHand(_ column: Int32) -> [Int64]?
}
