import Synchronization

/// Decides which requests are answered at all.
///
/// A page of another site can make a browser send requests to this machine, and another name can be
/// made to lead here. So a request must name this server exactly (`Host`), bring the cookie of a
/// browser that came by a printed address, and, if it changes something, come from this very page
/// (`Origin`, `Sec-Fetch-Site`). A printed address admits one browser, once.
///
/// Cookies do not distinguish ports: a browser sends one to every server of this host. So each browser has a separate
/// place here, a secret path that only its own pages know. The cookie is for that path, and opens nothing elsewhere.
public final class PageGuard: Sendable {
  /// The verdict on a request.
  enum Verdict {
    /// It is answered on behalf of this visitor, who asks for a path in its place.
    case admitted(visitor: String, path: String)

    /// It brought the key of a printed address: this is answered, and a new key is valid.
    case welcomed(PageResponse)

    case refused(PageResponse)
  }

  private struct State {
    var key = PageGuard.secret()
    var visitors: [Visitor] = []
  }

  private struct Visitor {
    let cookie = PageGuard.secret()
    let place = PageGuard.secret()
  }

  private let state = Mutex(State())
  private let hosts: [String]
  private let cookie: String
  private let scheme: String
  private let announce: @Sendable (String) -> Void

  /// Browsers that are remembered; a further one takes the place of the oldest.
  static let capacity = 64

  /// Makes a guard of a server.
  /// - Parameters:
  ///   - hosts: The allowed values of `Host`, each with its port; the first is in the printed address.
  ///   - isEncrypted: Whether the server speaks TLS.
  ///   - announce: Takes the address for another browser each time one has been used up.
  public init(
    hosts: [String], port: Int, isEncrypted: Bool = false,
    announce: @escaping @Sendable (String) -> Void = { _ in }
  ) {
    self.hosts = hosts
    // Browsers share the cookies of one host among its ports.
    cookie = "heartcam_\(port)"
    scheme = isEncrypted ? "https" : "http"
    self.announce = announce
  }

  /// Returns the allowed values of `Host` for a server that listens on an address.
  public static func hosts(address: String, port: Int) -> [String] {
    let own = address.contains(":") ? "[\(address)]:\(port)" : "\(address):\(port)"
    let name = "localhost:\(port)"
    // Only names that can lead to the address.
    return switch address {
    case "0.0.0.0": ["127.0.0.1:\(port)", name]
    case "::": ["127.0.0.1:\(port)", name, "[::1]:\(port)"]
    case "::1": [own, name]
    case _ where address.hasPrefix("127."): [own, name]
    default: [own]
    }
  }

  /// The address that admits the next browser, once.
  public var address: String { state.withLock { address(key: $0.key) } }

  private func address(key: String) -> String { "\(scheme)://\(hosts[0])/?key=\(key)" }

  func verdict(on request: PageRequest) -> Verdict {
    let named = request.values(of: "host")
    guard named.count == 1, hosts.contains(named[0].lowercased()) else {
      return .refused(.error(421, "this server has another name"))
    }
    guard ["GET", "HEAD", "POST"].contains(request.method) else {
      return .refused(.error(405, "only GET, HEAD and POST are answered"))
    }
    if request.method == "GET", request.path == "/", let key = request.query["key"] {
      return welcome(key)
    }
    // The part after the place; the path itself without a place.
    let parts = request.path.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: true)
    let path = "/" + (parts.count > 1 ? parts[1] : "")
    let sites = request.values(of: "sec-fetch-site")
    if !request.isReading {
      let origins = request.values(of: "origin")
      guard origins == ["\(scheme)://\(named[0].lowercased())"] else {
        return .refused(.error(403, "changes are taken from this page alone"))
      }
      guard sites.isEmpty || sites == ["same-origin"] else {
        return .refused(.error(403, "changes are taken from this page alone"))
      }
    } else if path != "/" {
      // The page itself may be opened by a link; its parts are requested by itself alone.
      guard sites.allSatisfy({ $0 == "same-origin" || $0 == "none" }) else {
        return .refused(.error(403, "this is given to this page alone"))
      }
    }
    let shown = request.cookies(named: cookie)
    let known = state.withLock { state in
      // Another server of this host may have set a cookie of the same name.
      state.visitors.first { visitor in
        shown.contains { Self.isEqual(visitor.cookie, $0) }
          && Self.isEqual(visitor.place, String(parts.first ?? ""))
      }
    }
    guard let known else { return .refused(path == "/" ? Self.closedDoor : Self.unknown) }
    return .admitted(visitor: known.cookie, path: path)
  }

  /// Lets a browser in if it brings the key, which is used up.
  private func welcome(_ key: String) -> Verdict {
    let visitor = Visitor()
    let next: String? = state.withLock { state in
      guard Self.isEqual(state.key, key) else { return nil }
      state.key = Self.secret()
      state.visitors.append(visitor)
      if state.visitors.count > Self.capacity { state.visitors.removeFirst() }
      return address(key: state.key)
    }
    guard let next else { return .refused(Self.closedDoor) }
    announce(next)
    // A redirection would keep the origin of the link, and a strict cookie would stay behind.
    var response = PageResponse.text(
      """
      <!DOCTYPE html>
      <html lang="en"><head><meta charset="utf-8"><title>Heartcam</title>
      <link rel="icon" href="/\(visitor.place)/icon.svg">
      <meta http-equiv="refresh" content="0; url=/\(visitor.place)/"></head>
      <body><p><a href="/\(visitor.place)/">Open Heartcam</a></p></body></html>

      """, type: "text/html; charset=utf-8")
    response.headers = [
      .init(
        "Set-Cookie",
        "\(cookie)=\(visitor.cookie); Path=/\(visitor.place)/; HttpOnly; SameSite=Strict"
          + (scheme == "https" ? "; Secure" : ""))
    ]
    return .welcomed(response)
  }

  private static let closedDoor = PageResponse.text(
    """
    <!DOCTYPE html>
    <html lang="en"><head><meta charset="utf-8"><title>Heartcam</title></head>
    <body><h1>Heartcam</h1>
    <p>Open the address that heartcam serve has printed last. Each lets one browser in, once.</p>
    </body></html>

    """, type: "text/html; charset=utf-8", status: 403)

  private static let unknown = PageResponse.error(
    403, "open the address that the server has printed last")

  /// Returns 256 random bits, in hexadecimal digits.
  private static func secret() -> String {
    var generator = SystemRandomNumberGenerator()
    return (0..<32).map { _ in
      let byte = UInt8.random(in: 0...255, using: &generator)
      return (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  /// Returns whether two secrets are equal, in a time that says nothing about where they differ.
  private static func isEqual(_ first: String, _ second: String) -> Bool {
    let (first, second) = (Array(first.utf8), Array(second.utf8))
    guard first.count == second.count else { return false }
    return zip(first, second).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
