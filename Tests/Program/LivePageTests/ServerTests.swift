import Dispatch
import FoundationEssentials
import Glibc
import LivePage
import TestSupport
import Testing

/// What comes over the wire, well-formed and otherwise.
struct ServerTests {
  let page: ServedPage

  init() throws { page = try ServedPage() }

  @Test func `a path is answered as a whole, or not at all`() throws {
    #expect(try page.ask("GET /secret?x=1").body == "seventy-two")
    #expect(try page.ask("HEAD /secret").body == "")
    let paths = [
      "/../etc/passwd", "/secret/", "/secret/..", "//secret", "/%2e%2e/etc/passwd", "/secret%00",
      "/etc/passwd", "/./secret", "/%73ecret/../../etc/shadow", "/.", "/..", "/%", "/%zz",
    ]
    for path in paths + ["/secret%00.css", "/%00/secret"] {
      let answer = try page.ask("GET \(path)")
      #expect([400, 404].contains(answer.status), "\(path): \(answer.status)")
      #expect(!answer.text.contains("root:"))
    }
    #expect(try page.ask("POST /secret", ["Origin: http://\(page.host)"]).status == 405)
    #expect(try page.ask("DELETE /secret").status == 405)
  }

  @Test func `a body of a known length is taken, up to the limit`() throws {
    for count in [0, 1, 999, 1000] {
      let body = String(repeating: "x", count: count)
      #expect(try page.post("/echo", body).body == body)
    }
    let answer = try page.post("/echo", String(repeating: "x", count: 1001))
    #expect([413, 0].contains(answer.status) && !answer.text.contains("xxx"))
  }

  @Test func `a body of unknown or doubtful length is refused before a byte of it is taken`() throws
  {
    let own = "Origin: http://\(page.host)"
    let doubtful: [[String]] = [
      ["Transfer-Encoding: chunked"], ["Transfer-Encoding: chunked", "Content-Length: 2"],
      ["Transfer-Encoding: identity"], ["Content-Length: 2", "Content-Length: 3"],
      ["Content-Length: 2", "Content-Length: 2"], ["Content-Length: -1"],
      ["Content-Length: 0x2"], ["Content-Length: "], ["Content-Length: 2, 2"],
      ["Content-Length: 99999999999999999999999"], [],
    ]
    for headers in doubtful {
      let answer = try page.ask("POST /echo", [own] + headers, body: "2\r\nhi\r\n0\r\n\r\n")
      #expect([400, 411, 413].contains(answer.status), "\(headers): \(answer.text)")
    }
    // A body where none belongs.
    #expect(try page.ask("GET /secret", ["Content-Length: 5"], body: "hello").status == 413)
  }

  @Test func `a refused body never becomes a second request`() throws {
    let hidden =
      "GET \(page.place)/secret HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(page.cookie)\r\n\r\n"
    let connection = try RawConnection(port: page.server.port)
    let answer = connection.exchange(
      "POST \(page.place)/echo HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(page.cookie)\r\n"
        + "Origin: http://\(page.host)\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + hidden)
    #expect(answer.status == 411)
    #expect(!answer.text.contains("seventy-two"))
  }

  @Test func `a file is taken into a private file, which is gone after the answer`() throws {
    let answer = try page.post("/file", String(repeating: "y", count: 300_000))
    #expect(answer.body == "300000 bytes, mode 600, in true")
    // The request, and the file with it, ends when the library has sent the answer.
    while try !page.folder.names().isEmpty { usleep(1000) }
    #expect(
      [413, 0].contains(try page.post("/file", String(repeating: "y", count: 1_000_001)).status))
    // One that is broken off leaves nothing either.
    var connection: RawConnection? = try RawConnection(port: page.server.port)
    connection?.send(
      "POST \(page.place)/file HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(page.cookie)\r\n"
        + "Origin: http://\(page.host)\r\nContent-Length: 1000\r\n\r\nbegin")
    while try page.folder.names().isEmpty { usleep(1000) }
    connection = nil
    while try !page.folder.names().isEmpty { usleep(1000) }
  }

  @Test func `malformed and random requests are refused, and the server goes on`() throws {
    var random = SeededGenerator(seed: 16)
    let seeds = [
      "GET \(page.place)/secret HTTP/1.1\r\nHost: \(page.host)\r\nCookie: x\r\n\r\n",
      "POST /echo HTTP/1.1\r\nHost: \(page.host)\r\nContent-Length: 5\r\n\r\nhello",
      "GET /events HTTP/1.1\r\nHost: \(page.host)\r\n\r\n",
    ].map { Array($0.utf8) }
    let rounds = Int(ProcessInfo.processInfo.environment["HEARTCAM_PAGE_FUZZ"] ?? "") ?? 1000
    for round in 0..<rounds {
      var bytes = seeds[round % seeds.count]
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
        case 2: bytes.remove(at: index)
        default: bytes = Array(bytes.prefix(index + 1)) + bytes.suffix(from: index)
        }
      }
      let connection = try RawConnection(port: page.server.port)
      connection.send(bytes)
      shutdown(connection.descriptor, Int32(SHUT_WR))
      let text = connection.receiveToEnd()
      #expect(!text.contains("seventy-two"))
      #expect(text.isEmpty || text.hasPrefix("HTTP/1."), "\(text)")
    }
    #expect(try page.ask("GET /secret").body == "seventy-two")
  }

  @Test func `connections that never send a whole head do not keep a browser out`() throws {
    // None of them is closed for its silence.
    var limits = PageServer.Limits()
    (limits.silence, limits.headTime) = (600, 600)
    let page = try ServedPage(limits: limits)
    let idle = try (0..<(limits.connectionCount + 100)).map { _ in
      let connection = try RawConnection(port: page.server.port)
      connection.send("GET /secret HTTP/1.1\r\nX: ")
      return connection
    }
    #expect(try page.ask("GET /secret").body == "seventy-two")
    let listener = try page.listener()
    page.hub.publish("{\"n\":1}")
    #expect(listener.receive(until: "\"n\":1").contains("\"n\":1"))
    #expect(idle.count == limits.connectionCount + 100)
  }

  @Test func `one that is answered keeps its place, however many unfinished heads come`() throws {
    var limits = PageServer.Limits()
    (limits.silence, limits.headTime, limits.connectionCount) = (600, 600, 40)
    let page = try ServedPage(limits: limits)
    let listener = try page.listener()
    for _ in 0..<100 { try RawConnection(port: page.server.port).send("GET /") }
    let idle = try (0..<60).map { _ in try RawConnection(port: page.server.port) }
    #expect(try page.ask("GET /secret").body == "seventy-two")
    page.hub.publish("{\"n\":1}")
    #expect(listener.receive(until: "\"n\":1").contains("\"n\":1"))
    #expect(idle.count == 60)
  }

  /// The head of an upload of a length.
  private func upload(to page: ServedPage, length: Int) -> String {
    "POST \(page.place)/file HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(page.cookie)\r\n"
      + "Origin: http://\(page.host)\r\nContent-Length: \(length)\r\n\r\n"
  }

  @Test func `a body that hardly comes loses its place, and who finds none is told so`() throws {
    var limits = PageServer.Limits()
    (limits.silence, limits.bodyTime, limits.tendingTime, limits.uploadCount) = (600, 600, 0.05, 2)
    let page = try ServedPage(limits: limits)
    let held = try (0..<2).map { _ in try RawConnection(port: page.server.port) }
    for connection in held { connection.send(upload(to: page, length: 1000) + "begin") }
    while try page.folder.names().count < 2 { usleep(1000) }
    let refused = try page.post("/file", "too many")
    #expect(refused.status == 503 && refused.body.contains("too many files are on their way"))
    #expect(held.count == 2)

    (limits.bodyTime, limits.uploadCount) = (0.2, 1)
    let strict = try ServedPage(limits: limits)
    let slow = try RawConnection(port: strict.server.port)
    slow.send(upload(to: strict, length: 1000) + "begin")
    #expect(slow.receiveToEnd().isEmpty)
    while try !strict.folder.names().isEmpty { usleep(1000) }
    #expect(try strict.post("/file", "there is room").status == 200)
  }

  @Test func `answers that wait for another program hold up none but each other`() throws {
    let gate = DispatchSemaphore(value: 0)
    let page = try ServedPage(
      routes: [
        .post("/wait", mayWait: true) { _ in
          gate.wait()
          return .text("waited")
        }
      ])
    let waiting = try (0..<10).map { _ in try RawConnection(port: page.server.port) }
    for connection in waiting {
      connection.send(
        "POST \(page.place)/wait HTTP/1.1\r\nHost: \(page.host)\r\nCookie: \(page.cookie)\r\n"
          + "Origin: http://\(page.host)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
    }
    for _ in 0..<8 { #expect(try page.ask("GET /secret").body == "seventy-two") }
    for _ in waiting { gate.signal() }
    for connection in waiting { #expect(connection.receiveToEnd().hasSuffix("waited")) }
  }

  @Test func `a port that is taken is an error that says so`() throws {
    let error = #expect(throws: PageServerError.self) {
      _ = try PageServer(
        port: page.server.port, routes: [], hub: EventHub(), uploadFolder: "/nowhere"
      ) { PageGuard(hosts: ["x"], port: $0) }
    }
    #expect(error?.code == EADDRINUSE)
    #expect(throws: PageServerError.self) {
      _ = try PageServer(
        address: "no address", port: 0, routes: [], hub: EventHub(), uploadFolder: "/nowhere"
      ) { PageGuard(hosts: ["x"], port: $0) }
    }
  }
}
