import SampleStore
import Testing

struct StoreLocationTests {
  static let home = ["HOME": "/home/ada"]

  @Test(arguments: [
    ("/data/a.db", "/data/a.db"), ("a.db", "a.db"), ("~/a.db", "/home/ada/a.db"),
    ("~ada/a.db", "~ada/a.db"), ("file:///data/a%20b.db", "/data/a b.db"), (":memory:", ":memory:"),
    ("./postgresql://x", "./postgresql://x"), ("C:x", "C:x"),
  ])
  func `a location is the path that was meant`(_ text: String, _ path: String) throws {
    #expect(try StoreLocation(text, environment: Self.home).path == path)
  }

  @Test(arguments: [
    "", "https://ada:secret@x/y", "file://host/secret", "file:///a%zz", "a\0b",
    // A password that is not encoded must not be taken for a port, a database or a host.
    "postgresql://ada:1/secret@host/db", "postgresql://ada:secret",
    "postgresql://a b:secret@host/db",
    "postgresql://ada:x?secret@host/db", "postgresql://ada:x@host:secret/db",
    "postgresql://host/db secret", "postgresql://host/db?secret",
    "postgresql://host/db?participant=", "postgresql://host/db?participant=a&participant=secret",
    "postgresql://host/db?participant=%00secret", "postgresql://host/db?sslmode=secret@x",
    // Mistyped, and what libpq takes elsewhere: no file may have such a name.
    "postgresql:ada:secret@host", "postgres:secret", "host=localhost password=secret dbname=x",
  ])
  func `what is neither a file nor a server is refused without repeating it`(_ text: String) {
    let error = #expect(throws: StoreError.self) {
      try StoreLocation(text, environment: Self.home)
    }
    #expect(error?.reason == .locationIsUnusable)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(arguments: [
    ("postgresql://ada@host/db", nil), ("postgresql:///db", nil),
    ("postgresql://ada@host:5432/db?participant=P01&sslmode=verify-full", "P01"),
    ("postgresql://host?sslrootcert=/etc/ca.pem&participant=P%C3%A4r%201", "Pär 1"),
    ("postgresql://a:1,[::1]:2/db", nil), ("postgresql://%2Frun%2Fpostgresql/db", nil),
  ])
  func `a server's description names the same store again`(
    _ text: String, _ participant: String?
  ) throws {
    let location = try StoreLocation(text, environment: Self.home)
    #expect(location.description == text && location.path == nil)
    guard case .server(let server) = location.place else {
      Issue.record("\(text) is taken for a file")
      return
    }
    #expect(server.participant == participant)
    #expect(try StoreLocation("\(location)", environment: Self.home) == location)
    let scheme = text.replacing("postgresql:", with: "PostgreSQL:")
    #expect(try StoreLocation(scheme, environment: Self.home) == location)
  }

  @Test(arguments: [
    "postgresql://ada:secret@host/db", "postgres://ada:se@cret@host:5432/db",
    "postgresql://ada@host/db?password=secret", "postgresql://host/db?sslpassword=secret",
    "postgresql://:secret@host/db", "postgresql://ada@host/db?PassWord=secret&participant=P01",
    "postgresql://ada%3Asecret@host/db", "postgresql://ada@host/db?passwort=secret",
    "postgresql://ada@host/db?pwd=secret", "postgresql://ada@host/db?client_secret=secret",
  ])
  func `a password in a URL is refused, and where it may be is said`(_ text: String) {
    let error = #expect(throws: StoreError.self) {
      try StoreLocation(text, environment: Self.home)
    }
    #expect(error?.reason == .locationIsUnusable)
    for place in ["PGPASSWORD", "PGPASSFILE", "~/.pgpass"] {
      #expect(error?.description.contains(place) == true)
    }
    #expect(error?.description.contains("secret") == false)
    #expect(error?.description.contains("cret@") == false)
  }

  @Test(arguments: [
    "sqlite:///tmp/a.db", "sqlite://a.db/b/c", "postgresql+asyncpg://ada@host/db",
    "mysql://ada:secret@host/db",
  ])
  func `a URL of another kind is refused with the forms that there are`(_ text: String) {
    let error = #expect(throws: StoreError.self) {
      try StoreLocation(text, environment: Self.home)
    }
    #expect(
      error?.detail == "a store is a file's path, or a URL of the form "
        + "postgresql://USER@HOST:PORT/DATABASE?participant=NAME")
  }

  @Test func `the standard place follows the XDG specification`() throws {
    func standard(_ environment: [String: String]) throws -> String {
      try StoreLocation.standard(environment: environment).description
    }
    #expect(try standard(["XDG_DATA_HOME": "/x", "HOME": "/h"]) == "/x/heartcam/health.db")
    #expect(try standard(["HOME": "/h"]) == "/h/.local/share/heartcam/health.db")
    #expect(
      try standard(["XDG_DATA_HOME": "rel", "HOME": "/h"]) == "/h/.local/share/heartcam/health.db")
    #expect(
      try standard(["XDG_DATA_HOME": "", "HOME": "/h"]) == "/h/.local/share/heartcam/health.db")
    #expect(throws: StoreError.self) { try standard([:]) }
    #expect(throws: StoreError.self) { try standard(["HOME": ""]) }
  }
}
