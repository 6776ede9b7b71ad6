/// A failed attempt on a store: the operation, the store, the reason, and advice.
///
/// Health values and passwords never appear in it.
public struct StoreError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The attempts that can fail.
  public enum Operation: Sendable, Hashable, CaseIterable {
    /// To find out which store is meant, to open it and to make it.
    case locate, open, create

    /// To change its content; `purge` forgets deleted samples.
    case save, delete, purge

    /// To read samples, to count them, to look for one, and to answer a query or compute statistics.
    case read, count, search, query

    /// To wait for changes, and to read the bytes of an anchor.
    case watch, readAnchor

    /// To copy the store, to put a backup in its place, and to write the file of a backup.
    case backUp, restore, copy

    /// To check the store.
    case check

    /// To ask for permissions or decide on them.
    case authorize
  }

  /// The kinds of failures that a caller may want to distinguish.
  public enum Reason: Sendable, Equatable {
    /// The location cannot hold a store.
    case locationIsUnusable

    /// There is no store.
    case notFound

    /// The user may not read or write the store.
    case permissionDenied

    /// The file is something else.
    case notAStore

    /// A newer version has written the store.
    case newerSchema

    /// The file is damaged.
    case corrupt

    /// The store cannot be written to.
    case readOnly

    /// The server that keeps the store does not answer, or the connection to it was lost.
    case serverUnreachable

    /// The disk is full.
    case diskFull

    /// Another process kept the store locked for too long.
    case busy

    /// A file has the name already, and was not to be replaced.
    case fileExists

    /// The caller asked to stop.
    case cancelled

    /// A sample with the identifier is in the store.
    case sampleExists

    /// A sample that the store cannot hold beside its present content: its type is kept as another kind or
    /// in another dimension there, or a member of a correlation is not the correlation's own.
    case sampleDoesNotFit

    /// The program has not asked the user for this type yet.
    case authorizationNotDetermined

    /// The user or the owner said no, or the sample belongs to another source.
    case authorizationDenied

    /// The query contradicts itself or the types it names.
    case invalidQuery

    /// Tombstones that the anchor needs have been purged, or the store is an older copy.
    case anchorExpired

    /// The bytes are no anchor, or the anchor of another store.
    case anchorUnusable

    /// Anything else.
    case other
  }

  /// The attempted operation.
  public let operation: Operation

  /// The store as the user named it, without passwords; `nil` if the attempt was not about one
  /// store.
  public let location: String?

  /// The reason of the failure.
  public let reason: Reason

  /// The engine's own result code, or `errno` of a system call; 0 if neither was involved.
  public let code: Int32

  /// The report of the engine or the system, or a sentence of this room.
  public let detail: String

  /// Whether a single row could not be read, which leaves the others readable.
  package let isOfOneRow: Bool

  package init(
    _ operation: Operation, _ location: String?, _ reason: Reason, code: Int32 = 0, detail: String,
    isOfOneRow: Bool = false
  ) {
    (self.operation, self.location, self.reason, self.code) = (operation, location, reason, code)
    (self.detail, self.isOfOneRow) = (detail, isOfOneRow)
  }

  /// Advice on what to do about it; `nil` without any.
  public var advice: String? {
    if location.flatMap(StoreLocation.partsOfURL) != nil, let advice = adviceForServer {
      return advice
    }
    return switch reason {
    case .locationIsUnusable: "name a file, such as ~/health.db"
    case .notFound: "check the path; the store is made when something is first saved"
    case .permissionDenied: "check who owns the file and its folder"
    case .notAStore: "name another file; this one was left as it is"
    case .newerSchema: "use the newer program that wrote it; the file was left as it is"
    case .corrupt: "move the file away and restore a copy; sqlite3's .recover may save samples"
    case .readOnly: "make the file and its folder writable, or name another store"
    case .diskFull: "free some space and try again; nothing of this attempt was saved"
    case .busy: "another program is writing to it; try again"
    case .sampleExists, .sampleDoesNotFit: "nothing of this attempt was saved"
    case .authorizationNotDetermined: "ask for authorization first"
    case .authorizationDenied: "the store's owner can grant it"
    case .anchorExpired: "begin again without an anchor"
    case .anchorUnusable: "begin without an anchor"
    case .fileExists: "name another file"
    case .serverUnreachable: "check that the server runs and can be reached, and try again"
    case .invalidQuery, .cancelled, .other: nil
    }
  }

  /// The advice that differs if a server keeps the store.
  private var adviceForServer: String? {
    switch reason {
    case .locationIsUnusable: "check the URL and the server; docs/postgresql.md has examples"
    case .notFound: "the store is made when something is first saved"
    case .permissionDenied:
      "check the role and its password; docs/postgresql.md says how roles are admitted to participants"
    case .notAStore: "name another database; this one was left as it is"
    case .newerSchema: "use the newer program that wrote it; the database was left as it is"
    case .corrupt: "ask whoever runs the server to restore the database from a backup"
    case .readOnly: "connect to a server and as a role that may write"
    case .diskFull: "free some space on the server and try again; nothing of this attempt was saved"
    default: nil
    }
  }

  /// One line: "cannot save to the store PATH: database or disk is full; free some space ...".
  public var description: String {
    "cannot \(attempt): \(detail)" + (advice.map { "; \($0)" } ?? "")
  }

  private var attempt: String {
    let store = location.map { "the store \($0)" } ?? "the store"
    return switch operation {
    case .locate: "\(location == nil ? "find" : "use") \(store)"
    case .open: "open \(store)"
    case .create: "create \(store)"
    case .save: "save to \(store)"
    case .delete: "delete from \(store)"
    case .read: "read from \(store)"
    case .count: "count in \(store)"
    case .search: "search \(store)"
    case .query: location == nil ? "answer the query" : "query \(store)"
    case .watch: "watch \(store)"
    case .purge: "purge \(store)"
    case .backUp: "back up \(store)"
    case .restore: "restore \(store)"
    case .copy: "write the copy \(location ?? "")"
    case .check: "check \(store)"
    case .authorize: "authorize a program for \(store)"
    case .readAnchor: "read the anchor"
    }
  }
}
