import FoundationEssentials

/// Where a store is kept: a file on this machine.
public struct StoreLocation: Hashable, Sendable, CustomStringConvertible {
  /// The file's path, absolute or from the working directory.
  public let path: String

  /// A file; a path that is empty or has a NUL in it throws.
  public init(path: String) throws(StoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreError("use", "''", .locationIsUnusable, detail: "its name is empty or no path")
    }
    self.path = path
  }

  /// Reads what a user wrote: a path, `~/...` by the environment's `HOME`, or a `file:` URL.
  ///
  /// `postgresql://` is refused: this version keeps samples in files only.
  public init(_ text: String, environment: [String: String]) throws(StoreError) {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].hasPrefix("//"), !parts[0].contains("/") {
      let scheme = parts[0].lowercased()
      if scheme == "file", let path = parts[1].dropFirst(2).decodedPath {
        self = try StoreLocation(path: path)
        return
      }
      // The rest may hold a password, so it is not repeated.
      throw StoreError(
        "use", "\(scheme.prefix(20))://...", .locationIsUnusable,
        detail: scheme.hasPrefix("postgres")
          ? "PostgreSQL is not supported by this version" : "only files are supported")
    }
    if text == "~" || text.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty {
      self = try StoreLocation(path: home + text.dropFirst())
    } else {
      self = try StoreLocation(path: text)
    }
  }

  /// `$XDG_DATA_HOME/heartcam/health.db`, with `~/.local/share` where the variable is not set or, as
  /// the XDG base directory specification asks, not absolute; throws where `HOME` is missing too.
  public static func standard(environment: [String: String]) throws(StoreError) -> StoreLocation {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return try StoreLocation(path: "\(data)/heartcam/health.db")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw StoreError(
        "find", "of this user", .locationIsUnusable,
        detail: "neither XDG_DATA_HOME nor HOME is an absolute path")
    }
    return try StoreLocation(path: "\(home)/.local/share/heartcam/health.db")
  }

  public var description: String { path }
}

extension Substring {
  /// The path of a `file://` URL whose host is empty, with %XX undone; `nil` where it is none.
  fileprivate var decodedPath: String? {
    guard hasPrefix("/") else { return nil }
    var bytes: [UInt8] = []
    var rest = utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%") {
        guard let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16),
          rest.count >= 2
        else { return nil }
        bytes.append(code)
        rest.removeFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
