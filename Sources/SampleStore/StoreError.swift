/// An attempt on the store that failed: what was tried, on which store, what came back, what to do.
///
/// Health values never appear in it.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong, as far as a caller may want to act on it.
  public enum Reason: Sendable, Equatable {
    case locationIsUnusable
    case notFound
    case permissionDenied
    case notAStore
    case newerSchema
    case corrupt
    case readOnly
    case diskFull
    case busy
    case sampleExists

    /// The program asked before the user was, or its source is another's.
    case authorizationNotDetermined
    case authorizationDenied

    /// A query that cannot be answered as it is put.
    case invalidQuery

    /// Tombstones that the anchor would need have been purged, or the store is an older copy.
    case anchorExpired

    /// Not an anchor, or another store's.
    case anchorUnusable
    case other
  }

  /// What was tried: "save to".
  public let operation: String

  /// The store as the user named it, without passwords.
  public let location: String

  public let reason: Reason

  /// SQLite's extended result code, or `errno` of a system call; 0 where neither was involved.
  public let code: Int32

  /// The engine's or the system's own sentence, or ours.
  public let detail: String

  init(
    _ operation: String, _ location: String, _ reason: Reason, code: Int32 = 0, detail: String
  ) {
    self.operation = operation
    self.location = location
    self.reason = reason
    self.code = code
    self.detail = detail
  }

  /// What somebody can do about it; `nil` where nothing is known to help.
  public var advice: String? {
    switch reason {
    case .locationIsUnusable: "name a file, as in --store ~/health.db"
    case .notFound: "check the path; the store is made when something is first saved"
    case .permissionDenied: "check who owns the file and its folder"
    case .notAStore: "name another file; this one was left as it is"
    case .newerSchema: "use the newer program that wrote it; the file was left as it is"
    case .corrupt: "move the file away and restore a copy; sqlite3's .recover may save samples"
    case .readOnly: "make the file and its folder writable, or name another store"
    case .diskFull: "free some space and try again; nothing of this attempt was saved"
    case .busy: "another program is writing to it; try again"
    case .sampleExists: "nothing of this attempt was saved"
    case .authorizationNotDetermined: "ask for authorization first"
    case .authorizationDenied: "the store's owner can grant it with 'heartcam store authorize'"
    case .anchorExpired: "begin again without an anchor"
    case .anchorUnusable: "begin without an anchor"
    case .invalidQuery: nil
    case .other: nil
    }
  }

  /// One line: "cannot save to the store PATH: database or disk is full; free some space ...".
  public var description: String {
    "cannot \(operation) the store \(location): \(detail)" + (advice.map { "; \($0)" } ?? "")
  }
}
