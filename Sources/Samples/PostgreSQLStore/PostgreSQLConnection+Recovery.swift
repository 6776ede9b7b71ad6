#if PostgreSQL
import Glibc
import SampleStore

extension PostgreSQLConnection {
  /// Returns ways in which the tables would not keep participants apart, or would not obey.
  func problems() throws(StoreError) -> [EngineProblem] {
    let find = PostgreSQLStatement(
      """
      WITH owned AS (SELECT oid, nspname, nspowner, nspacl FROM pg_namespace
        WHERE nspname IN ('heartcam', current_schema()))
      SELECT 'the table ' || relname || ' does not keep participants apart' FROM pg_class
        JOIN owned ON owned.oid = relnamespace
      WHERE relkind IN ('r', 'v') AND relname <> 'version' AND (relowner <> nspowner
        OR EXISTS (SELECT 1 FROM aclexplode(relacl) WHERE grantee <> nspowner
          AND (nspname = 'heartcam' OR grantee = 0))
        OR EXISTS (SELECT 1 FROM pg_attribute, aclexplode(attacl) WHERE attrelid = pg_class.oid))
      UNION ALL SELECT 'the table ' || relname || ' has a trigger or rule of another program: ' || name
        FROM pg_class JOIN owned ON owned.oid = relnamespace
          JOIN (SELECT tgrelid AS table, tgname AS name FROM pg_trigger WHERE NOT tgisinternal
            UNION ALL SELECT ev_class, rulename FROM pg_rewrite) AS own ON own.table = pg_class.oid
      WHERE relkind <> 'v'
      UNION ALL SELECT 'the schema ' || nspname || ' does not keep participants apart' FROM owned
      WHERE EXISTS (SELECT 1 FROM aclexplode(nspacl) WHERE grantee <> nspowner
        AND (privilege_type = 'CREATE' OR grantee = 0 AND nspname <> 'heartcam'))
      UNION ALL SELECT 'the function place is not this program''s' WHERE NOT EXISTS (
        SELECT 1 FROM pg_proc JOIN owned ON owned.oid = pronamespace
        WHERE proname = 'place' AND prosecdef AND proowner = nspowner AND prosrc = $1
          AND proconfig = '{"search_path=pg_catalog, pg_temp"}')
      ORDER BY 1
      """, of: self)
    find.bind(.text(PostgreSQLSchema.placeBody), at: 1)
    var found: [EngineProblem] = []
    while try find.step() {
      found.append(EngineProblem(sentence: find.text(0) ?? "", isOfRows: false))
    }
    return found
  }

  // MARK: Going on after a failure

  /// Returns how long to wait for a server that is gone: as long as for another program by callers without time.
  /// - Parameter busyTimeout: In milliseconds.
  static func patience(_ busyTimeout: Int64) -> Duration {
    busyTimeout < 5000 ? .milliseconds(busyTimeout) : .seconds(30)
  }

  /// The maximum number of retries of a transaction that met another.
  private static let mostConflicts = 12

  /// Finds out what to do after a failed attempt, and prepares for it: waits, and reconnects.
  func recovery(
    from error: StoreError, attempt: Int, wasCommitting: Bool
  ) throws(StoreError) -> StoreRecovery {
    if PostgreSQLFailure.conflicts.contains(error.code), attempt <= Self.mostConflicts {
      Self.pause(milliseconds: Int.random(in: 1...(4 << min(attempt, 6))))
      return .again
    }
    guard isLost || error.reason == .serverUnreachable, attempt <= Self.mostConflicts else {
      return .no
    }
    let deadline = ContinuousClock.now + Self.patience(busyTimeout)
    var pause = 20
    while true {
      do throws(StoreError) {
        try reconnect()
        guard wasCommitting else { return .again }
        return try wasCommitted() ? .wasDone : .again
      } catch {
        let isPassing = error.reason == .serverUnreachable || isLost
        guard isPassing || error.reason == .busy, ContinuousClock.now < deadline else {
          guard wasCommitting else { throw error }
          throw StoreError(
            error.operation, error.location, .serverUnreachable, code: error.code,
            detail: "the server was lost while it saved, and may have saved all of it or nothing "
              + "(\(error.detail))")
        }
      }
      Self.pause(milliseconds: Int.random(in: pause / 2...pause))
      pause = min(pause * 2, 1000)
    }
  }

  // MARK: Changes

  /// Counts the server's announcements. It asks nothing, unless the connection was lost.
  func changeStamp() throws(StoreError) -> Int64 {
    try listen()
    let stamp = takeNotifications()
    guard isLost else { return stamp }
    // Followers of changes wait for the server too, on no thread.
    do throws(StoreError) {
      try reconnect()
    } catch {
      let lostFor = ContinuousClock.now - lostSince
      guard error.reason == .serverUnreachable, lostFor < Self.patience(busyTimeout) else {
        throw error
      }
    }
    return takeNotifications()
  }

  /// Nothing: data that a server has acknowledged are in their final place.
  func settle() {}

  static func pause(milliseconds: Int) { usleep(UInt32(milliseconds * 1000)) }
}
#endif
