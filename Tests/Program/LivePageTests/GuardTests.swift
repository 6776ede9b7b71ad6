import LivePage
import Synchronization
import TestSupport
import Testing

/// Who is answered, and who is not.
struct GuardTests {
  let page: ServedPage

  init() throws { page = try ServedPage() }

  @Test func `the printed address admits one browser, once, and the next one is announced`() throws
  {
    #expect(page.cookie.count > 64)
    let first = try #require(page.announced.addresses.withLock { $0.first })
    #expect(first == page.admission.address)
    let line = first.drop { $0 != "?" }
    let second = try page.ask("GET /\(line)", cookie: "", place: "")
    #expect(second.status == 200)
    let cookie = try #require(second.header("Set-Cookie"))
    let place = ServedPage.place(in: second)
    #expect(place.count == 65 && place != page.place)
    #expect(cookie.hasSuffix("; Path=\(place)/; HttpOnly; SameSite=Strict"))
    let again = try page.ask("GET /\(line)", cookie: "", place: "")
    #expect(again.status == 403 && again.header("Set-Cookie") == nil)
    // Both browsers are known from here on.
    #expect(try page.ask("GET /secret").body == "seventy-two")
    let other = String(cookie.prefix { $0 != ";" })
    #expect(try page.ask("GET /secret", cookie: other, place: place).body == "seventy-two")
  }

  /// A browser sends a cookie to every server of a host, whatever its port, if it is for the path.
  @Test func `the cookie alone opens nothing, and neither does the place`() throws {
    let line = page.admission.address.drop { $0 != "?" }
    let other = try page.ask("GET /\(line)", cookie: "", place: "")
    let theirs = ServedPage.place(in: other)
    for place in ["", "/", "/x", theirs, String(page.place.dropLast()), page.place + "0"] {
      for path in ["/", "/secret", "/events", "/nothing"] {
        let answer = try page.ask("GET \(path)", place: place)
        #expect(answer.status == 403, "\(place)\(path)")
        #expect(!answer.text.contains("seventy") && !answer.text.contains("the page"))
        #expect(try page.ask("GET \(path)", cookie: "").status == 403)
      }
      let answer = try page.ask(
        "POST /echo", place: place, ["Content-Length: 2", "Origin: http://\(page.host)"], body: "hi"
      )
      #expect(answer.status == 403)
    }
  }

  @Test(arguments: ["", "heartcam=1", "heartcam_1=00", "x; y", "=", "heartcam_"])
  func `nothing is given without the cookie`(cookie: String) throws {
    for path in ["/", "/secret", "/events", "/nothing"] {
      let answer = try page.ask("GET \(path)", cookie: cookie)
      #expect(answer.status == 403)
      #expect(!answer.text.contains("seventy"))
    }
    let wrong = page.cookie.dropLast() + (page.cookie.last == "0" ? "1" : "0")
    #expect(try page.ask("GET /secret", cookie: String(wrong)).status == 403)
    #expect(try page.ask("GET /secret", cookie: "\(wrong); \(wrong)").status == 403)
  }

  /// A page of another server of this host can give a browser cookies of any name, for every path.
  @Test func `a cookie of the same name that another server sets shuts nobody out`() throws {
    let name = page.cookie.prefix { $0 != "=" }
    for cookie in ["\(name)=1; \(page.cookie)", "\(page.cookie); \(name)=; \(name)"] {
      #expect(try page.ask("GET /secret", cookie: cookie).status == 200)
    }
  }

  @Test(arguments: [
    "evil.example", "127.0.0.1", "127.0.0.1:1", "localhost", "[::1]", "127.0.0.1.evil.example:80",
    "", "127.0.0.1:80@evil.example",
  ])
  func `another name of this server is not answered, even with the cookie`(host: String) throws {
    let answer = try page.ask("GET /secret", host: host)
    #expect([400, 421].contains(answer.status))
    #expect(!answer.text.contains("seventy"))
  }

  @Test func `the names that can lead to the address are answered, and two at once are not`() throws
  {
    let port = page.server.port
    for host in ["127.0.0.1:\(port)", "localhost:\(port)", "LOCALHOST:\(port)"] {
      #expect(try page.ask("GET /secret", host: host).status == 200)
    }
    #expect(try page.ask("GET /secret", host: "[::1]:\(port)").status == 421)
    #expect(PageGuard.hosts(address: "::1", port: 80) == ["[::1]:80", "localhost:80"])
    #expect(PageGuard.hosts(address: "192.0.2.1", port: 80) == ["192.0.2.1:80"])
    let twice = try page.ask("GET /secret", ["Host: evil.example"])
    #expect([400, 421].contains(twice.status))
  }

  @Test func `a change is taken from the page itself alone`() throws {
    let length = "Content-Length: 2"
    let own = "Origin: http://\(page.host)"
    #expect(try page.ask("POST /echo", [length, own], body: "hi").body == "hi")
    #expect(
      try page.ask("POST /echo", [length, own, "Sec-Fetch-Site: same-origin"], body: "hi").body
        == "hi")
    let foreign: [[String]] = [
      [], ["Origin: null"], ["Origin: http://evil.example"], ["Origin: https://\(page.host)"],
      ["Origin: http://localhost:\(page.server.port)"], [own, "Origin: http://evil.example"],
      [own, "Sec-Fetch-Site: cross-site"], [own, "Sec-Fetch-Site: same-site"],
    ]
    for headers in foreign {
      #expect(try page.ask("POST /echo", [length] + headers, body: "hi").status == 403)
    }
  }

  @Test func `a page of another site cannot load a part of this one`() throws {
    for site in ["cross-site", "same-site"] {
      #expect(try page.ask("GET /secret", ["Sec-Fetch-Site: \(site)"]).status == 403)
      #expect(try page.ask("GET /events", ["Sec-Fetch-Site: \(site)"]).status == 403)
    }
  }

  @Test func `every answer forbids in-line code, guessing of types, and keeping`() throws {
    for path in ["/", "/secret", "/nothing"] {
      let answer = try page.ask("GET \(path)")
      let policy = try #require(answer.header("Content-Security-Policy"))
      #expect(policy.hasPrefix("default-src 'none'") && !policy.contains("unsafe"))
      #expect(answer.header("X-Content-Type-Options") == "nosniff")
      #expect(answer.header("Referrer-Policy") == "no-referrer")
      #expect(answer.header("Cache-Control") == "no-store")
      #expect(answer.header("Access-Control-Allow-Origin") == nil)
    }
  }

  @Test func `the sixty-fifth browser takes the place of the first`() throws {
    for _ in 0..<64 {
      let line = page.admission.address.drop { $0 != "?" }
      #expect(try page.ask("GET /\(line)", cookie: "", place: "").status == 200)
    }
    #expect(try page.ask("GET /secret").status == 403)
  }
}
