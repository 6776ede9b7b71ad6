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
    "", "postgresql://ada:secret@host/db", "postgres://ada:secret@host/db", "https://secret/x",
    "file://host/secret", "file:///a%zz", "a\0b",
  ])
  func `what is no file is refused without repeating it`(_ text: String) {
    let error = #expect(throws: StoreError.self) {
      try StoreLocation(text, environment: Self.home)
    }
    #expect(error?.reason == .locationIsUnusable)
    #expect(error?.description.contains("secret") == false)
  }

  @Test func `the standard place follows the XDG specification`() throws {
    func standard(_ environment: [String: String]) throws -> String {
      try StoreLocation.standard(environment: environment).path
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
