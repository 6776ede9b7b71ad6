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
    "", "https://secret/x", "file://host/secret", "file:///a%zz", "a\0b",
    // A password that is not encoded must not be taken for a port, a database or a host.
    "postgresql://ada:1/secret@host/db", "postgresql://ada:secret",
    "postgresql://a b:secret@host/db",
    "postgresql://ada:x?secret@host/db", "postgresql://ada:x@host:secret/db",
    "postgresql://host/db secret",
  ])
  func `what is neither a file nor a server is refused without repeating it`(_ text: String) {
    let error = #expect(throws: StoreError.self) {
      try StoreLocation(text, environment: Self.home)
    }
    #expect(error?.reason == .locationIsUnusable)
    #expect(error?.description.contains("secret") == false)
  }

  @Test(arguments: [
    ("postgresql://ada:secret@host/db", "postgresql://ada@host/db"),
    ("postgres://ada:se@cret@host:5432/db?password=secret", "postgresql://ada@host:5432/db"),
    ("PostgreSQL://host", "postgresql://host"), ("postgresql:///db", "postgresql:///db"),
    ("postgresql://a:1,[::1]:2/db", "postgresql://a:1,[::1]:2/db"),
    ("postgresql://%2Frun%2Fpostgresql/db", "postgresql://%2Frun%2Fpostgresql/db"),
  ])
  func `a server is shown without its password`(_ text: String, _ shown: String) throws {
    let location = try StoreLocation(text, environment: Self.home)
    #expect(location.description == shown && location.path == nil)
    for text in ["\(location)", String(reflecting: location), "\(location.place)"] {
      #expect(!text.contains("secret") && !text.contains("cret@"))
    }
    #expect(try location != StoreLocation(text + "x", environment: Self.home))
  }

  @Test func `a server is refused by a build that has no engine for it`() throws {
    let location = try StoreLocation("postgresql://ada:secret@host/db", environment: Self.home)
    for access in [HealthStore.Access.readWrite, .readOnly] {
      let error = #expect(throws: StoreError.self) {
        try HealthStore(location: location, access: access)
      }
      #expect(error?.operation == .open && error?.reason == .locationIsUnusable)
      #expect(
        error?.description
          == "cannot open the store postgresql://ada@host/db: this build has no PostgreSQL engine; "
          + "name a file, such as ~/health.db")
    }
    #expect(!HealthStore.isAvailable(at: location))
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
