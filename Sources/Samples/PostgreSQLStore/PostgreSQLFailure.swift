#if PostgreSQL
import CPostgreSQL
import SampleStore

/// The meaning of PostgreSQL's five characters of a failure (its manual's appendix A), as this
/// room's errors.
enum PostgreSQLFailure {
  /// Returns the code of an error, by its five characters read as a number to the base of 36.
  static func code(_ state: String) -> Int32 { Int32(state, radix: 36) ?? 0 }

  static let uniquenessViolated = code("23505")

  /// A transaction that met another, and succeeds when it is run again.
  static let conflicts: Set<Int32> = [code("40001"), code("40P01")]

  /// A server that is starting, recovering or stopping, and accepts no connection.
  static let starting = code("57P03")

  /// Returns whether a failure passes when a server that broke down has recovered.
  static func isPassing(_ error: StoreError) -> Bool {
    error.reason == .serverUnreachable
      && ([starting, code("57P01"), code("57P02")].contains(error.code) || error.detail == lost)
  }

  /// Returns whether a server says, in English, that it accepts no connection yet. It may accept one a moment later.
  static func saysStarting(_ message: String) -> Bool {
    ["starting up", "in recovery", "shutting down", "not yet accepting", "not accepting"].contains {
      message.contains("the database system is \($0)")
    }
  }

  /// The sentence with which libpq names a connection that is gone; its own would name a host.
  static let lost = "the connection to the server was lost"

  /// Returns the reason of a failure that a server reported.
  static func reason(of state: String) -> StoreError.Reason {
    switch state {
    case "53100": .diskFull
    case "25006": .readOnly
    case "55P03": .busy
    case "57014": .cancelled
    case "42501", "28000", "28P01": .permissionDenied
    // The store was opened, so whatever is missing was there.
    case "42P01", "42703", "42883", "3F000": .corrupt
    case "57P01", "57P02", "57P03": .serverUnreachable
    case let state where state.hasPrefix("08"): .serverUnreachable
    case let state where state.hasPrefix("XX") || state.hasPrefix("58"): .corrupt
    default: .other
    }
  }

  /// Returns the sentence of a connection that could not be made: the last line of libpq's message,
  /// without its prefix. It names no password.
  static func sentence(_ message: String) -> String {
    let lines = message.split(separator: "\n").map(String.init)
    var line = lines.first { $0.contains("FATAL:") } ?? lines.first ?? "no reason was given"
    if let place = line.firstRange(of: "FATAL:") {
      line = String(line[place.upperBound...].drop { $0 == " " })
    }
    return line
  }

  /// Returns the reason of a connection that could not be made: libpq gives only text.
  static func reason(ofConnecting message: String) -> StoreError.Reason {
    if message.contains("password") || message.contains("authentication")
      || message.contains("pg_hba.conf") || message.contains("role ")
    {
      return .permissionDenied
    }
    if message.contains("database ") && message.contains("does not exist")
      || message.contains("connection option") || message.contains("URI")
      || message.contains("invalid ")
    {
      return .locationIsUnusable
    }
    // The server writes its cached catalog at a connection.
    if message.contains("No space left") || message.contains("could not write init file") {
      return .diskFull
    }
    return .serverUnreachable
  }
}
#endif
