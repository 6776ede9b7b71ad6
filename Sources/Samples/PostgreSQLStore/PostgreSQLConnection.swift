#if PostgreSQL
import CPostgreSQL
import FoundationEssentials
import Glibc
import SampleStore

/// One connection to a server, closed when its last statement and user let it go; used by one thread
/// at a time.
///
/// A lost connection is restored by `reconnect`: its statements prepare themselves again.
final class PostgreSQLConnection: EngineConnection {
  /// The attempted operation, for errors.
  var operation: StoreError.Operation

  let dialect: any SQLDialect = PostgreSQLDialect()

  let server: StoreServer

  /// Milliseconds to wait for another program's lock.
  let busyTimeout: Int64

  private var handle: OpaquePointer

  /// When the connection was found to be lost for the first time since it was made.
  private(set) var lostSince = ContinuousClock.now

  /// Counts the connections that this one has had; statements prepared in one are unknown to the next.
  private(set) var generation = 0

  /// Whether sessions may not write.
  private let isForReading: Bool

  /// The channel that is listened to after each connecting; `nil` for none.
  private var channel: String?

  /// Differs after each notification, and after each loss of them.
  private var notifications: Int64 = 0

  /// Statements whose last user has let them go, by their names on the server.
  private var abandoned: [String] = []

  private var names = 0

  /// Rows that wait to be sent together, in the order in which their tables refer to each other.
  private var waiting: [PostgreSQLRows] = []

  /// Identifies this connection's transactions beside others', and the number of the last one.
  let writer = UUID.random()
  private(set) var turn: Int64 = 0

  init(
    _ server: StoreServer, isForReading: Bool, busyTimeout: Int64,
    for operation: StoreError.Operation
  ) throws(StoreError) {
    self.server = server
    self.isForReading = isForReading
    self.busyTimeout = busyTimeout
    self.operation = operation
    handle = try Self.connect(to: server, for: operation)
    try prepareSession()
  }

  deinit {
    PQfinish(handle)
  }

  /// An ordinary role cannot do without.
  let deletesParts = true

  /// Tables are asked for by their names.
  let isReplaced = false

  var isInTransaction: Bool { PQtransactionStatus(handle) != PQTRANS_IDLE }

  var isLost: Bool {
    guard PQstatus(handle) == CONNECTION_BAD else { return false }
    if !wasLost { (wasLost, lostSince) = (true, .now) }
    return true
  }

  private var wasLost = false

  /// 150018 is version 15.18.
  var serverVersion: Int { Int(PQserverVersion(handle)) }

  // MARK: Connecting

  private static func connect(
    to server: StoreServer, for operation: StoreError.Operation
  ) throws(StoreError) -> OpaquePointer {
    // Settings after the URL win over it; those before are its defaults.
    let settings: KeyValuePairs = [
      "connect_timeout": "10", "keepalives_idle": "30", "tcp_user_timeout": "30000",
      "fallback_application_name": "heartcam", "dbname": server.connectionURL,
      "client_encoding": "UTF8",
    ]
    var keywords: [UnsafePointer<CChar>?] = settings.map { UnsafePointer(strdup($0.key)) }
    var values: [UnsafePointer<CChar>?] = settings.map { UnsafePointer(strdup($0.value)) }
    keywords.append(nil)
    values.append(nil)
    defer { for text in keywords + values { free(UnsafeMutablePointer(mutating: text)) } }
    guard let handle = PQconnectdbParams(&keywords, &values, 1) else {
      throw StoreError(operation, server.description, .other, detail: "there is no memory")
    }
    // Notices would go to standard error.
    PQsetNoticeProcessor(handle, { _, _ in }, nil)
    guard PQstatus(handle) == CONNECTION_OK else {
      let message = String(cString: PQerrorMessage(handle))
      let isAsked = PQconnectionNeedsPassword(handle) == 1
      PQfinish(handle)
      // The message is in the server's language; a second question shows whether it accepts no connection yet.
      let reason = isAsked ? .permissionDenied : PostgreSQLFailure.reason(ofConnecting: message)
      let isStarting =
        reason == .serverUnreachable && PQpingParams(&keywords, &values, 1) == PQPING_REJECT
      throw StoreError(
        operation, server.description, reason,
        code: isStarting || PostgreSQLFailure.saysStarting(message)
          ? PostgreSQLFailure.starting : 0,
        detail: isAsked
          ? "the server asks for a password and none is known"
          : PostgreSQLFailure.sentence(message))
    }
    return handle
  }

  /// Settings that every session has. Compiling queries costs more than it saves here, and so does
  /// planning a prepared statement for each of its values: every one has an index.
  private func prepareSession() throws(StoreError) {
    _ = try runAll(
      """
      SET search_path = heartcam, pg_temp; SET jit = off; SET client_min_messages = warning;
      SET lock_timeout = \(max(1, busyTimeout)); SET cursor_tuple_fraction = 1;
      SET plan_cache_mode = force_generic_plan;
      \(isForReading ? "SET default_transaction_read_only = on;" : "")
      """)
    try choose(schema)
    if let channel { _ = try runAll("LISTEN \(channel)") }
  }

  /// Makes a participant's schema the one whose tables are meant, also after each reconnecting.
  func choose(_ schema: String?) throws(StoreError) {
    self.schema = schema
    if let schema { try runAll("SET search_path = \(schema), heartcam, pg_temp") }
  }

  private var schema: String?

  /// Refuses a role that was dismissed, whose search path would lead past the schema in silence.
  private var mayName: String { schema.map { "SELECT '\($0).store'::regclass; " } ?? "" }

  /// Reconnects in place of a lost connection.
  func reconnect() throws(StoreError) {
    let fresh = try Self.connect(to: server, for: operation)
    PQfinish(handle)
    handle = fresh
    generation += 1
    notifications += 1
    wasLost = false
    abandoned = []
    forgetWaitingRows()
    try prepareSession()
  }

  // MARK: Running

  func prepare(_ sql: String) -> any EngineStatement { PostgreSQLStatement(sql, of: self) }

  func prepareToStream(_ sql: String) -> (any EngineStatement)? {
    PostgreSQLStatement(sql, of: self, isStreamed: true)
  }

  func prepare(_ insertion: RowInsertion) -> any EngineInsertion {
    PostgreSQLRows(insertion, of: self)
  }

  /// Runs statements without values, one after another, in one message.
  ///
  /// - Returns: The result of the last one, to be cleared by the caller's `PostgreSQLResult`.
  @discardableResult
  func runAll(_ sql: String) throws(StoreError) -> PostgreSQLResult {
    try checked(PQexec(handle, sql))
  }

  /// Begins a transaction that no other of the participant's writers can overlap, and that can be
  /// looked for after a connection lost in the commit.
  func beginWriting(deletingParts: Bool) throws(StoreError) {
    forgetWaitingRows()
    turn += 1
    try runAll(
      """
      BEGIN; \(deallocations())\(mayName)SET LOCAL idle_in_transaction_session_timeout = 60000;
      SELECT 1 FROM store FOR UPDATE;
      INSERT INTO writer (id, turn) VALUES ('\(writer)', \(turn))
        ON CONFLICT (id) DO UPDATE SET turn = \(turn), at = \(PostgreSQLSchema.now)
      """)
  }

  /// Commits, and notifies those who listen.
  func commitWriting() throws(StoreError) {
    try flush()
    let notice = channelName.map { "NOTIFY \($0); " } ?? ""
    let result = try runAll("\(notice)COMMIT")
    // A transaction that had failed is rolled back by COMMIT, without an error.
    guard result.tag == "COMMIT" else { throw failure(.other, "the transaction was rolled back") }
  }

  /// After a connection lost in the commit: whether the last transaction was committed. Waits until
  /// it has ended.
  func wasCommitted() throws(StoreError) -> Bool {
    let result = try runAll(
      """
      BEGIN; SELECT 1 FROM store FOR UPDATE;
      SELECT turn FROM writer WHERE id = '\(writer)'
      """)
    let found = result.count > 0 ? Int64(result.text(0, 0) ?? "") : nil
    try runAll("ROLLBACK")
    return found == turn
  }

  func beginReading() throws(StoreError) {
    forgetWaitingRows()
    try runAll("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \(deallocations())\(mayName)")
  }

  func endReading() {
    _ = try? runAll("COMMIT")
  }

  func rollBack() {
    forgetWaitingRows()
    _ = try? runAll("ROLLBACK")
  }

  /// Returns a name that no other statement or cursor of this connection has.
  func freshName() -> String {
    names += 1
    return "h\(names)"
  }

  func abandon(_ name: String, of generation: Int) {
    if generation == self.generation { abandoned.append(name) }
  }

  private func deallocations() -> String {
    defer { abandoned = [] }
    return abandoned.map { "DEALLOCATE \($0); " }.joined()
  }

  // MARK: Messages with values

  /// Values as libpq takes them: binary, `nil` for NULL.
  struct Values {
    var types: [UInt32]
    var bytes: [[UInt8]?]
  }

  func prepare(_ name: String, _ sql: String, _ types: [UInt32]) throws(StoreError) {
    _ = try checked(PQprepare(handle, name, sql, Int32(types.count), types))
  }

  /// Runs a statement that was prepared under a name.
  func run(prepared name: String, _ values: Values) throws(StoreError) -> PostgreSQLResult {
    try checked(
      withPointers(to: values) { pointers, lengths, formats in
        PQexecPrepared(handle, name, Int32(values.bytes.count), pointers, lengths, formats, 1)
      })
  }

  /// Runs a statement that the server forgets afterward.
  func run(_ sql: String, _ values: Values) throws(StoreError) -> PostgreSQLResult {
    try checked(
      withPointers(to: values) { pointers, lengths, formats in
        PQexecParams(
          handle, sql, Int32(values.bytes.count), values.types, pointers, lengths, formats, 1)
      })
  }

  private func withPointers(
    to values: Values,
    _ body: (UnsafePointer<UnsafePointer<CChar>?>, [Int32], [Int32]) -> OpaquePointer?
  ) -> OpaquePointer? {
    // One piece of memory for all, with offsets into it.
    var all: [UInt8] = []
    var places: [Int?] = []
    for value in values.bytes {
      places.append(value == nil ? nil : all.count)
      if let value { all += value }
    }
    // A NULL and an empty value differ only by their pointers.
    all.append(0)
    return all.withUnsafeBytes { memory in
      let base = memory.bindMemory(to: CChar.self).baseAddress!
      let pointers = places.map { $0.map { base + $0 } }
      let lengths = values.bytes.map { Int32($0?.count ?? 0) }
      let formats = [Int32](repeating: 1, count: values.bytes.count)
      return pointers.withUnsafeBufferPointer { pointers in
        // An empty array may have no address, and libpq looks at none.
        pointers.baseAddress.map { body($0, lengths, formats) }
          ?? withUnsafePointer(to: nil) { body($0, lengths, formats) }
      }
    }
  }

  /// Owns a result, and throws if it is the report of a failure.
  private func checked(_ result: OpaquePointer?) throws(StoreError) -> PostgreSQLResult {
    guard let result else {
      throw isLost
        ? failure(.serverUnreachable, PostgreSQLFailure.lost)
        : failure(.other, "there is no memory")
    }
    let owned = PostgreSQLResult(result)
    switch PQresultStatus(result) {
    case PGRES_COMMAND_OK, PGRES_TUPLES_OK: return owned
    default: break
    }
    // A server that is stopped says so before it closes the connection.
    let state = heartcam_pq_state(result).map { String(cString: $0) }
    guard !isLost, let state else { throw failure(.serverUnreachable, PostgreSQLFailure.lost) }
    let message = heartcam_pq_message(result).map { String(cString: $0) }
    let reason = PostgreSQLFailure.reason(of: state)
    throw failure(
      reason, code: PostgreSQLFailure.code(state),
      reason == .busy ? "another program is saving into it" : message ?? "no reason was given")
  }

  func isUniquenessViolation(_ error: StoreError) -> Bool {
    error.code == PostgreSQLFailure.uniquenessViolated
  }

  /// Returns the error of the present work.
  func failure(
    _ reason: StoreError.Reason, code: Int32 = 0, _ detail: String
  ) -> StoreError {
    StoreError(operation, server.description, reason, code: code, detail: detail)
  }

  // MARK: Rows that wait

  /// Adds rows that are sent before the next statement runs.
  func wait(for rows: PostgreSQLRows) {
    if !waiting.contains(where: { $0 === rows }) { waiting.append(rows) }
  }

  /// Sends the rows that wait.
  func flush() throws(StoreError) {
    guard !waiting.isEmpty else { return }
    let all = waiting.sorted { $0.rank < $1.rank }
    waiting = []
    do {
      for rows in all { try rows.send() }
    } catch {
      for rows in all { rows.forget() }
      throw error
    }
  }

  private func forgetWaitingRows() {
    for rows in waiting { rows.forget() }
    waiting = []
  }

  // MARK: Notifications

  /// The channel of the participant's changes, known once the store is open.
  var channelName: String?

  /// Receives notifications from here on, and after each reconnecting.
  func listen() throws(StoreError) {
    guard channel == nil, let channelName else { return }
    channel = channelName
    _ = try runAll("LISTEN \(channelName)")
    notifications += 1
  }

  /// Differs from the number before if something may have changed; asks the server nothing.
  func takeNotifications() -> Int64 {
    if PQconsumeInput(handle) == 0 { return notifications }
    while let notification = PQnotifies(handle) {
      PQfreemem(notification)
      notifications += 1
    }
    return notifications
  }
}

/// A result of the server, freed with its last user.
final class PostgreSQLResult {
  private let handle: OpaquePointer

  init(_ handle: OpaquePointer) {
    self.handle = handle
  }

  deinit {
    PQclear(handle)
  }

  /// The number of rows.
  var count: Int32 { PQntuples(handle) }

  /// The completed command: COMMIT, ROLLBACK, INSERT 0 5.
  var tag: String { String(cString: PQcmdStatus(handle)) }

  func type(_ column: Int32) -> UInt32 { PQftype(handle, column) }

  func isNull(_ row: Int32, _ column: Int32) -> Bool { PQgetisnull(handle, row, column) == 1 }

  func bytes(_ row: Int32, _ column: Int32) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: PQgetvalue(handle, row, column), count: Int(PQgetlength(handle, row, column)))
  }

  /// Returns a value that was asked for as text.
  func text(_ row: Int32, _ column: Int32) -> String? {
    isNull(row, column) ? nil : String(decoding: bytes(row, column), as: UTF8.self)
  }
}
#endif
