import Glibc
package import JSONCoding

/// The response to a request.
public struct PageResponse: Sendable {
  /// The content.
  public enum Body: Sendable {
    case bytes([UInt8])

    /// A file, from its beginning.
    case file(HeldFile)

    /// Everything that a hub publishes from now on, as server-sent events.
    case events(EventHub)
  }

  /// An open file, closed with its last owner: the answer, whether it is sent or not.
  public final class HeldFile: Sendable {
    /// The descriptor.
    public let descriptor: Int32

    /// Takes over a descriptor; `nil` for one that could not be opened.
    public init?(_ descriptor: Int32) {
      guard descriptor >= 0 else { return nil }
      self.descriptor = descriptor
    }

    deinit { close(descriptor) }
  }

  /// The status, such as 200.
  public var status: Int

  /// The media type of the body.
  public var type: String

  /// The body.
  public var body: Body

  /// Further headers.
  public var headers: [PageRequest.Header] = []

  /// Makes a response.
  public init(_ status: Int = 200, type: String, _ body: Body) {
    self.status = status
    self.type = type
    self.body = body
  }

  /// Returns a text.
  public static func text(
    _ text: String, type: String = "text/plain; charset=utf-8", status: Int = 200
  ) -> PageResponse {
    PageResponse(status, type: type, .bytes(Array(text.utf8)))
  }

  /// Returns a JSON value with a line end.
  package static func json(_ value: JSONValue, status: Int = 200) -> PageResponse {
    .text(value.text + "\n", type: "application/json", status: status)
  }

  /// Returns the response as a file that the browser keeps under a name.
  public func download(as name: String) -> PageResponse {
    var response = self
    response.headers.append(.init("Content-Disposition", "attachment; filename=\"\(name)\""))
    return response
  }

  /// Returns a refusal or a failure: a sentence as `{"error": ...}`.
  public static func error(_ status: Int, _ sentence: String) -> PageResponse {
    .json(["error": .string(sentence)], status: status)
  }
}
