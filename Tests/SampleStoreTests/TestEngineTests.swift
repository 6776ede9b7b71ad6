import Synchronization
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
    #expect(engines.withLock { $0 } == TestEngine.allCases)
  }
}
