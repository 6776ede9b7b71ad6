/// The responses under a path.
public struct PageRoute: Sendable {
  /// The way in which a request's body is taken.
  public enum Body: Sendable, Equatable {
    /// A request with a body is refused.
    case none

    /// Into memory, at most this many bytes.
    case memory(limit: Int)

    /// Into a file of mode 0600, at most this many bytes.
    case file(limit: Int)

    var limit: Int {
      switch self {
      case .none: 0
      case .memory(let limit), .file(let limit): limit
      }
    }
  }

  /// `GET` or `POST`; a route for `GET` answers `HEAD` too.
  public let method: String

  /// The whole path.
  public let path: String

  /// Whether a request may have a body, and where it goes.
  public let body: Body

  /// Whether the answer may have to wait for other programs. Such answers are made one after the
  /// other, beside the others.
  public var mayWait = false

  /// Makes the answer, on a thread that may wait for the disk.
  public let answer: @Sendable (PageRequest) -> PageResponse

  /// Answers `GET`.
  public static func get(
    _ path: String, _ answer: @escaping @Sendable (PageRequest) -> PageResponse
  ) -> PageRoute {
    PageRoute(method: "GET", path: path, body: .none, answer: answer)
  }

  /// Answers `POST`.
  public static func post(
    _ path: String, body: Body = .memory(limit: 65_536), mayWait: Bool = false,
    _ answer: @escaping @Sendable (PageRequest) -> PageResponse
  ) -> PageRoute {
    PageRoute(method: "POST", path: path, body: body, mayWait: mayWait, answer: answer)
  }
}

/// All routes of a server. Paths are compared as a whole, and none is the name of a file.
struct PageRouter: Sendable {
  private let routes: [String: [String: PageRoute]]

  init(_ routes: [PageRoute]) {
    var table: [String: [String: PageRoute]] = [:]
    for route in routes { table[route.path, default: [:]][route.method] = route }
    self.routes = table
  }

  /// Returns the route of a request whose head has come, or the reason to refuse the request.
  ///
  /// A body must come with its length in one `Content-Length` of digits, and must be within the
  /// route's limit; parts of unknown length ("chunked") are refused. With a single length given
  /// before the body, and one client per connection, there is no room for disagreement about where
  /// a request ends.
  func route(of request: PageRequest) -> Result<PageRoute, Refusal> {
    guard let methods = routes[request.path] else {
      return .failure(Refusal(.error(404, "there is nothing here")))
    }
    guard let route = methods[request.method == "HEAD" ? "GET" : request.method] else {
      return .failure(Refusal(.error(405, "this is not answered to \(request.method)")))
    }
    guard request.values(of: "transfer-encoding").isEmpty else {
      return .failure(Refusal(.error(411, "a body needs its length")))
    }
    let lengths = request.values(of: "content-length")
    if lengths.isEmpty, route.body == .none || request.isReading { return .success(route) }
    guard lengths.count == 1, !lengths[0].isEmpty, lengths[0].utf8.count < 16,
      lengths[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }), let length = Int(lengths[0])
    else { return .failure(Refusal(.error(411, "a body needs its length"))) }
    guard length <= route.body.limit else {
      return .failure(
        Refusal(.error(413, "the body is larger than \(route.body.limit) bytes")))
    }
    return .success(route)
  }

  /// Why a request has no route.
  struct Refusal: Error {
    let response: PageResponse
    init(_ response: PageResponse) { self.response = response }
  }
}
