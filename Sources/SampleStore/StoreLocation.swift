import FoundationEssentials

/// Where a store is kept: in a file on this machine, or by a server.
public struct StoreLocation: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of places that can be named, whether or not this build has an engine for them.
  public enum Place: Hashable, Sendable {
    /// The file's path, absolute or from the working directory.
    case file(path: String)

    /// A PostgreSQL server.
    case server(StoreServer)
  }

  /// The file or the server.
  public let place: Place

  /// The path of the store's file; `nil` if a server keeps the store.
  public var path: String? {
    if case .file(let path) = place { path } else { nil }
  }

  /// Names a file; throws if the path is empty or has a NUL in it.
  public init(path: String) throws(StoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreError(.locate, "''", .locationIsUnusable, detail: "its name is empty or no path")
    }
    place = .file(path: path)
  }

  /// Reads what a user wrote: a path, `~/...` by the environment's `HOME`, a `file:` URL, or
  /// `postgresql://...` for a server.
  public init(_ text: String, environment: [String: String]) throws(StoreError) {
    // Where it means no store at all, whoever reads options has seen to it.
    guard text != "none" else {
      throw StoreError(
        .locate, "none", .locationIsUnusable, detail: "it names no store; write ./none for a file")
    }
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, parts[1].hasPrefix("//"), !parts[0].contains("/") {
      let scheme = parts[0].lowercased()
      if scheme == "file", let path = parts[1].dropFirst(2).decodedPath {
        self = try StoreLocation(path: path)
        return
      }
      let isServer = StoreServer.schemes.contains(scheme)
      if isServer, let server = StoreServer(url: text) {
        place = .server(server)
        return
      }
      // The rest may hold a password, so it is not repeated.
      throw StoreError(
        .locate, "\(scheme.prefix(20))://...", .locationIsUnusable,
        detail: isServer
          ? "it is not of the form postgresql://USER@HOST:PORT/DATABASE"
          : "only files and PostgreSQL servers can be named")
    }
    if text == "~" || text.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty {
      self = try StoreLocation(path: home + text.dropFirst())
    } else {
      self = try StoreLocation(path: text)
    }
  }

  /// The location that the variable `HEARTCAM_STORE` names, or else
  /// `$XDG_DATA_HOME/heartcam/health.db`, with `~/.local/share` if that variable is not set or, as
  /// the XDG base directory specification asks, not absolute; throws if `HOME` is missing too.
  public static func standard(environment: [String: String]) throws(StoreError) -> StoreLocation {
    if let text = environment["HEARTCAM_STORE"], !text.isEmpty {
      return try StoreLocation(text, environment: environment)
    }
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") {
      return try StoreLocation(path: "\(data)/heartcam/health.db")
    }
    guard let home = environment["HOME"], home.hasPrefix("/") else {
      throw StoreError(
        .locate, nil, .locationIsUnusable,
        detail: "neither XDG_DATA_HOME nor HOME is an absolute path")
    }
    return try StoreLocation(path: "\(home)/.local/share/heartcam/health.db")
  }

  /// The file's path, or the server's address without its password.
  public var description: String {
    switch place {
    case .file(let path): path
    case .server(let server): server.description
    }
  }
}

/// A PostgreSQL server and a database on it, as a `postgresql://` URL names them.
public struct StoreServer: Hashable, Sendable, CustomStringConvertible,
  CustomDebugStringConvertible,
  CustomReflectable
{
  /// The URL as it was given, with its password: for the engine alone.
  let url: String

  /// The address without password and options: what messages show.
  public let description: String

  static let schemes: Set<String> = ["postgresql", "postgres"]

  /// `nil` if the text is no URL of a server.
  ///
  /// The rules are strict, so that no part of a mistyped password can be taken for a name and
  /// shown.
  init?(url: String) {
    guard let colon = url.firstIndex(of: ":"), url[colon...].hasPrefix("://"),
      Self.schemes.contains(url[..<colon].lowercased())
    else { return nil }
    let rest = url[colon...].dropFirst(3)
    let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
    let (authority, path) = (rest[..<end], rest[end...].prefix { $0 != "?" })
    let at = authority.lastIndex(of: "@")
    let user = at.map { authority[..<$0].prefix { $0 != ":" } }
    let hosts = at.map { authority[authority.index(after: $0)...] } ?? authority
    func isName(_ text: Substring, and more: String) -> Bool {
      text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || more.unicodeScalars.contains($0)
      }
    }
    let areHosts = hosts.split(separator: ",").allSatisfy { host in
      guard !host.hasSuffix("]"), let colon = host.lastIndex(of: ":") else { return true }
      return UInt16(host[host.index(after: colon)...]) != nil
    }
    guard areHosts, isName(hosts, and: ".-_%:,[]"), isName(user ?? "", and: ".-_%+~"),
      isName(path.dropFirst(), and: ".-_%+~")
    else { return nil }
    self.url = url
    description = "postgresql://" + (user.map { $0 + "@" } ?? "") + hosts + path
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Keeps the password out of dumps.
  public var customMirror: Mirror { Mirror(self, children: ["address": description]) }
}

extension Substring {
  /// The path of a `file://` URL whose host is empty, with %XX decoded; `nil` if it is not such a
  /// URL.
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
