import TestSupport

/// A program that has come to `heartcam serve` by a printed address.
struct PageVisitor {
  let host: String
  let port: Int
  let cookie: String

  /// The path of its own at which it is answered.
  let place: String

  init(to served: ServedProgram) throws {
    let address = served.address
    let rest = address.dropFirst("http://".count)
    host = String(rest.prefix { $0 != "/" })
    port = Int(host.split(separator: ":").last ?? "") ?? 0
    let answer = try RawConnection(port: port).exchange(
      "GET \(rest.drop { $0 != "/" }) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n")
    cookie = answer.header("Set-Cookie").map { String($0.prefix { $0 != ";" }) } ?? ""
    place = String(answer.body.firstMatch(of: /url=(\/[0-9a-f]{64})\/"/)?.1 ?? "")
    // The next address is there before the next visitor looks for it.
    try served.process.wait { served.address != address }
  }

  func get(_ path: String) throws -> (status: Int, value: JSONValue) {
    try answer(
      "GET \(place + path) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\nConnection: close\r\n\r\n"
    )
  }

  func post(_ path: String, _ body: String) throws -> (status: Int, value: JSONValue) {
    try answer(
      "POST \(place + path) HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\nOrigin: http://\(host)\r\n"
        + "Connection: close\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  private func answer(_ request: String) throws -> (status: Int, value: JSONValue) {
    let answer = try RawConnection(port: port).exchange(request)
    return (answer.status, (try? JSONValue.value(of: Array(answer.body.utf8))) ?? .null)
  }

  func events() throws -> RawConnection {
    let connection = try RawConnection(port: port)
    connection.send(
      "GET \(place)/api/events HTTP/1.1\r\nHost: \(host)\r\nCookie: \(cookie)\r\n\r\n")
    return connection
  }
}
