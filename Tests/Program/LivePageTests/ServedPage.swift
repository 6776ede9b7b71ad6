import Glibc
import LivePage
import Synchronization
import TestSupport

/// A server with a few routes, and a browser's cookie for it.
final class ServedPage: Sendable {
  let server: PageServer
  let hub: EventHub
  let folder: TemporaryFolder
  let admission: PageGuard
  let cookie: String

  /// The path of its own at which the browser is answered.
  let place: String
  let announced: Announcements

  /// What the guard has announced.
  final class Announcements: Sendable {
    let addresses = Mutex<[String]>([])
  }

  init(
    limits: PageServer.Limits = PageServer.Limits(), hubCapacity: Int = 256,
    routes more: [PageRoute] = []
  ) throws {
    let folder = try TemporaryFolder()
    let hub = EventHub(capacity: hubCapacity)
    let announced = Announcements()
    (self.folder, self.hub, self.announced) = (folder, hub, announced)
    let path = folder.path
    let routes: [PageRoute] = [
      .get("/") { _ in .text("the page") },
      .get("/secret") { _ in .text("seventy-two") },
      .get("/events") { _ in PageResponse(type: "text/event-stream", .events(hub)) },
      .post("/echo", body: .memory(limit: 1000)) {
        .text(String(decoding: $0.body, as: UTF8.self))
      },
      .post("/file", body: .file(limit: 1_000_000)) { request in
        guard let file = request.file else { return .error(500, "there is no file") }
        var status = stat()
        stat(file.path, &status)
        let mode = String(status.st_mode & 0o777, radix: 8)
        return .text("\(status.st_size) bytes, mode \(mode), in \(file.path.hasPrefix(path))")
      },
    ]
    let made = Mutex<PageGuard?>(nil)
    server = try PageServer(
      port: 0, routes: routes + more, hub: hub, uploadFolder: folder.path, limits: limits
    ) { port in
      let admission = PageGuard(
        hosts: PageGuard.hosts(address: "127.0.0.1", port: port), port: port
      ) { address in announced.addresses.withLock { $0.append(address) } }
      made.withLock { $0 = admission }
      return admission
    }
    admission = made.withLock { $0! }
    let key = admission.address.split(separator: "=").last.map(String.init) ?? ""
    let answer = try RawConnection(port: server.port).exchange(
      "GET /?key=\(key) HTTP/1.1\r\nHost: 127.0.0.1:\(server.port)\r\nConnection: close\r\n\r\n")
    cookie = answer.header("Set-Cookie")?.split(separator: ";").first.map(String.init) ?? ""
    place = Self.place(in: answer)
  }

  /// The path of its own that a browser is led to.
  static func place(in answer: RawResponse) -> String {
    String(answer.body.firstMatch(of: /url=(\/[0-9a-f]{64})\/"/)?.1 ?? "")
  }

  deinit { server.stop() }

  var host: String { "127.0.0.1:\(server.port)" }

  /// Asks, with the cookie, in the browser's place and of the right host unless others are given.
  func ask(
    _ line: String, host: String? = nil, cookie: String? = nil, place: String? = nil,
    _ headers: [String] = [],
    body: String = ""
  ) throws -> RawResponse {
    let cookie = cookie ?? self.cookie
    let line = line.replacing(" /", with: " \(place ?? self.place)/", maxReplacements: 1)
    var lines = ["\(line) HTTP/1.1", "Host: \(host ?? self.host)", "Connection: close"] + headers
    if !cookie.isEmpty { lines.append("Cookie: \(cookie)") }
    return try RawConnection(port: server.port).exchange(
      lines.joined(separator: "\r\n") + "\r\n\r\n" + body)
  }

  /// Sends a change as the page itself does.
  func post(_ path: String, _ body: String, _ headers: [String] = []) throws -> RawResponse {
    try ask(
      "POST \(path)",
      ["Origin: http://\(host)", "Content-Length: \(body.utf8.count)"] + headers, body: body)
  }

  /// A listener to the events, once the head of the answer has come.
  /// - Parameter room: As in `RawConnection`.
  func listener(room: Int32? = nil) throws -> RawConnection {
    let connection = try RawConnection(port: server.port, room: room)
    connection.send("GET \(place)/events HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\r\n")
    let begin = connection.receive(until: "retry: 2000")
    guard begin.contains("200 OK") else { throw RawConnection.ConnectionFailure(code: 0) }
    return connection
  }
}
