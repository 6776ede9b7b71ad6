import TestDatabases
import Synchronization
import TestSupport
import Testing

struct TestEngineTests {
  @Test func `a marked test runs once for every engine, with that engine as the current one`()
    async throws
  {
    let engines = Mutex<[TestEngine]>([])
    let test = try #require(Test.current)
    try await EveryEngine().provideScope(for: test, testCase: nil) {
      let engine = TestEngine.current
      engines.withLock { $0.append(engine) }
    }
    #expect(engines.withLock { $0 } == TestEngine.available)
  }

  @Test(
    .enabled(
      if: PostgreSQLServer.isInstalled,
      "no PostgreSQL server is installed or built for: the store's tests ran on SQLite alone (apt-get install postgresql)"
    ))
  func `the store's tests run on a real server where one is installed`() {
    #expect(PostgreSQLServer.shared != nil, "\(PostgreSQLServer.problem ?? "")")
    #expect(TestEngine.available.contains(.postgreSQL))
  }
}
