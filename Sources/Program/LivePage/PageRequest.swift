/// A browser's request: the request line, its headers and, once it has come, its body.
public struct PageRequest: Sendable {
  /// `GET`, `HEAD` or `POST`; anything else is refused before it gets here.
  public var method: String

  /// The path, without the query and with percent signs resolved.
  public var path: String

  /// The query's values by name, the first of each.
  public var query: [String: String]

  /// Header names in lower case with their values, in the order in which they came.
  public var headers: [Header]

  /// The browser that has come through the printed address. Empty until the guard has admitted it.
  public var visitor = ""

  /// When the request was whole.
  public var arrival = ContinuousClock.now

  /// The body, if the route takes one into memory.
  public var body: [UInt8] = []

  /// The file of the body, if the route takes it into one. The file is removed once the answer is made.
  public var file: UploadedFile?

  /// A header's name in lower case, and its value.
  public struct Header: Sendable, Equatable {
    /// In lower case.
    public var name: String

    /// The value as sent, without surrounding spaces.
    public var value: String

    /// Makes a header.
    public init(_ name: String, _ value: String) {
      self.name = name
      self.value = value
    }
  }

  /// Makes a request without a body.
  public init(
    _ method: String, _ path: String, query: [String: String] = [:], headers: [Header] = []
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.headers = headers
  }

  /// Returns the values of a header, as often as it came.
  /// - Parameter name: In lower case.
  public func values(of name: String) -> [String] {
    headers.filter { $0.name == name }.map(\.value)
  }

  /// Returns the values of a cookie, as often as it came.
  public func cookies(named name: String) -> [String] {
    values(of: "cookie").flatMap { $0.split(separator: ";") }.compactMap { pair in
      let parts = pair.drop { $0 == " " }.split(
        separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      return parts.count == 2 && parts[0] == name ? String(parts[1]) : nil
    }
  }

  /// Whether it asks for nothing to be changed.
  public var isReading: Bool { method == "GET" || method == "HEAD" }
}
