import SampleStore
import StoreEngines
import Testing

struct StoreEnginesTests {
  private func error(
    opening url: String, _ engines: [StoreEngine]
  ) throws -> StoreError? {
    let location = try StoreLocation(url, environment: [:])
    return #expect(throws: StoreError.self) {
      try HealthStore(location: location, access: .readOnly, engines: engines)
    }
  }

  /// Nothing listens on port 1.
  @Test(arguments: ["postgresql", "postgres"])
  func `a URL of PostgreSQL reaches its engine, or says what brings it`(_ scheme: String) throws {
    let url = "\(scheme)://ada@localhost:1/heart"
    let error = try #require(try error(opening: url, .all))
    #expect(error.location == url)
    #if PostgreSQL
    #expect(error.reason == .serverUnreachable)
    #else
    #expect(error.reason == .locationIsUnusable)
    #expect(
      error.detail
        == "this build has no engine for PostgreSQL; build it with the package's trait PostgreSQL, "
        + "which needs Debian's package libpq-dev")
    #endif
    #expect(
      HealthStore.isAvailable(at: try StoreLocation(url, environment: [:]), engines: .all) == false)
  }

  @Test func `a URL that no engine knows is refused without repeating it`() throws {
    let error = try #require(try error(opening: "https://secret/x", .all))
    #expect(error.reason == .locationIsUnusable && error.location == "https://...")
    #expect(
      error.detail
        == "this program keeps stores in files, and where a URL of postgres:// or postgresql:// names"
    )
    let own = try #require(try self.error(opening: "postgresql://host/db", [.sqlite]))
    #expect(own.detail == "this program keeps stores in files alone")
  }
}
