import FoundationEssentials

/// The location of a store: in a file on this machine, or on a server.
public struct StoreLocation: Hashable, Sendable, CustomStringConvertible {
  /// The kinds of places that can be named, whether or not a program has an engine for them.
  public enum Place: Hashable, Sendable {
    /// The file's path, absolute or from the working directory.
    case file(path: String)

    /// A server.
    case server(StoreServer)
  }

  /// The file or the server.
  public let place: Place

  /// The path of the store's file; `nil` if a server keeps the store.
  public var path: String? {
    if case .file(let path) = place { path } else { nil }
  }

  /// The server; `nil` if a file is the store.
  package var server: StoreServer? {
    if case .server(let server) = place { server } else { nil }
  }

  /// Names a file; throws if the path is empty or has a NUL in it.
  public init(path: String) throws(StoreError) {
    guard !path.isEmpty, !path.utf8.contains(0) else {
      throw StoreError(.locate, "''", .locationIsUnusable, detail: "its name is empty or no path")
    }
    place = .file(path: path)
  }

  /// Reads a user's text: a path, `~/...` by the environment's `HOME`, a `file:` URL, or
  /// the URL of a server, such as `postgresql://...`.
  public init(_ text: String, environment: [String: String]) throws(StoreError) {
    // If it means no store at all, the reader of options has handled it.
    guard text != "none" else {
      throw StoreError(
        .locate, "none", .locationIsUnusable, detail: "it names no store; write ./none for a file")
    }
    if let (scheme, rest) = Self.partsOfURL(text) {
      if scheme == "file", rest.hasPrefix("///"),
        let path = rest.dropFirst(2).percentDecoded
      {
        self = try StoreLocation(path: path)
        return
      }
      if scheme != "file", let server = StoreServer(url: text) {
        place = .server(server)
        return
      }
      // The rest may hold a password, so it is not repeated.
      throw StoreError(
        .locate, "\(scheme.prefix(20))://...", .locationIsUnusable,
        detail: scheme == "file"
          ? "it is not of the form file:///PATH"
          : !Self.documentedSchemes.contains(scheme)
            ? "a store is a file's path, or a URL of the form \(Self.documentedForm)"
            : StoreServer.holdsPassword(text)
              ? "others could read the password in it; leave it out, and set PGPASSWORD or "
                + "PGPASSFILE, or write it into ~/.pgpass"
              : "it is not of the form \(Self.documentedForm)")
    }
    // Mistyped, it would become a file whose name holds a password.
    let start = text.lowercased()
    if Self.documentedSchemes.contains(where: { start.hasPrefix($0 + ":") })
      || start.contains("password=")
    {
      throw StoreError(
        .locate, "postgresql:...", .locationIsUnusable,
        detail: "it is not of the form \(Self.documentedForm)")
    }
    if text == "~" || text.hasPrefix("~/"), let home = environment["HOME"], !home.isEmpty {
      self = try StoreLocation(path: home + text.dropFirst())
    } else {
      self = try StoreLocation(path: text)
    }
  }

  /// The URLs that docs/postgresql.md describes; an engine may have others.
  private static let documentedSchemes = ["postgresql", "postgres"]
  private static let documentedForm = "postgresql://USER@HOST:PORT/DATABASE?participant=NAME"

  /// Returns the scheme of a URL, in lower case, and the part after its colon; `nil` for a path.
  static func partsOfURL(_ text: String) -> (scheme: String, rest: Substring)? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[1].hasPrefix("//"), !parts[0].contains("/") else { return nil }
    return (parts[0].lowercased(), parts[1])
  }

  /// Returns the location that the variable `HEARTCAM_STORE` names, or else
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

  /// The file's path, or the server's address: what `init(_:environment:)` reads.
  public var description: String {
    switch place {
    case .file(let path): path
    case .server(let server): server.description
    }
  }
}

/// A server, a database on it and a participant in that, as a URL names them: `postgresql://...` for
/// PostgreSQL. It holds no password: engines take one from the environment or from a password file.
public struct StoreServer: Hashable, Sendable, CustomStringConvertible {
  /// The URL's scheme, in lower case, which selects its engine.
  package let scheme: String

  /// Whose samples are meant; `nil` for the participant of the role's own name.
  public let participant: String?

  /// The URL without the participant, as the server's own library reads it.
  package let connectionURL: String

  /// The whole URL, which messages show, and which names the store again.
  public let description: String

  /// Returns whether a URL has a password in one of the places that are for one.
  static func holdsPassword(_ url: String) -> Bool {
    guard let parts = Parts(url) else { return false }
    // Written in another way, or by a name that is nearly right, it is one all the same.
    let user = parts.user?.percentDecoded ?? ""
    return parts.user?.contains(":") == true || user.contains(":")
      || parts.options.contains { option in
        let key = option.key.lowercased()
        return (key.contains("pass") && key != "passfile") || key.contains("pwd")
          || key.contains("secret")
      }
  }

  /// `nil` if the text is no URL of a server, or holds a password.
  ///
  /// The rules are strict, so that no part of a mistyped password can be taken for a name and
  /// shown.
  init?(url: String) {
    guard let parts = Parts(url), !Self.holdsPassword(url) else { return nil }
    func isName(_ text: Substring, and more: String) -> Bool {
      text.unicodeScalars.allSatisfy {
        $0.properties.isAlphabetic || ("0"..."9").contains($0) || more.unicodeScalars.contains($0)
      }
    }
    let areHosts = parts.hosts.split(separator: ",").allSatisfy { host in
      guard !host.hasSuffix("]"), let colon = host.lastIndex(of: ":") else { return true }
      return UInt16(host[host.index(after: colon)...]) != nil
    }
    let areOptions = parts.options.allSatisfy {
      isName($0.key, and: "_") && isName($0.value ?? "@", and: ".-_%+~/:,*=")
    }
    guard areHosts, areOptions, isName(parts.hosts, and: ".-_%:,[]"),
      isName(parts.user ?? "", and: ".-_%+~"), isName(parts.path.dropFirst(), and: ".-_%+~")
    else { return nil }
    let participants = parts.options.filter { $0.key == "participant" }
    let names = participants.compactMap { ($0.value ?? Substring()).percentDecoded }
    guard names.count == participants.count, names.count < 2,
      names.allSatisfy({ (1...200).contains($0.unicodeScalars.count) && !$0.utf8.contains(0) })
    else { return nil }
    participant = names.first
    scheme = parts.scheme
    let address = "\(scheme)://" + (parts.user.map { $0 + "@" } ?? "") + parts.hosts + parts.path
    func text(_ options: [(key: Substring, value: Substring?)]) -> String {
      guard !options.isEmpty else { return address }
      return address + "?"
        + options.map { "\($0.key)=\($0.value ?? "")" }.joined(separator: "&")
    }
    connectionURL = text(parts.options.filter { $0.key != "participant" })
    description = text(parts.options)
  }

  /// The parts of a URL, as they are written.
  private struct Parts {
    let scheme: String

    /// With the part after a colon.
    let user: Substring?
    let hosts: Substring

    /// Empty, or with the slash that it begins with.
    let path: Substring
    let options: [(key: Substring, value: Substring?)]

    init?(_ url: String) {
      guard let (scheme, text) = StoreLocation.partsOfURL(url),
        scheme.unicodeScalars.allSatisfy({ $0.isASCII && $0.properties.isAlphabetic })
      else { return nil }
      self.scheme = scheme
      let rest = text.dropFirst(2)
      let end = rest.firstIndex { "/?".contains($0) } ?? rest.endIndex
      let authority = rest[..<end]
      let at = authority.lastIndex(of: "@")
      user = at.map { authority[..<$0] }
      hosts = at.map { authority[authority.index(after: $0)...] } ?? authority
      path = rest[end...].prefix { $0 != "?" }
      options = rest[path.endIndex...].dropFirst().split(separator: "&").map { option in
        let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        return (parts[0], parts.count == 2 ? parts[1] : nil)
      }
    }
  }
}

extension String {
  /// Returns the text with each byte as %XX but for ASCII's letters and digits, `-._` and others that are named.
  package func percentEncoded(keeping others: String = "") -> String {
    utf8.map { byte in
      let scalar = Unicode.Scalar(byte)
      let isKept =
        byte < 0x80
        && (scalar.properties.isAlphabetic || (48...57).contains(byte)
          || "-._\(others)".unicodeScalars.contains(scalar))
      if isKept { return String(scalar) }
      return "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }.joined()
  }
}

extension Substring {
  /// The text with %XX decoded; `nil` if it is not such a text.
  package var percentDecoded: String? {
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
