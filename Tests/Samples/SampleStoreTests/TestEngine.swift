import TestDatabases
import SampleStore
import TestSupport
import Testing

/// The engines that the suites marked `.everyEngine` run with. A further engine is a further case
/// here.
enum TestEngine: CaseIterable {
  case sqlite
  case postgreSQL

  /// Those that can run here.
  static let available = allCases.filter { $0 == .sqlite || PostgreSQLServer.shared != nil }

  /// The engine of the running test.
  @TaskLocal static var current = TestEngine.sqlite

  /// Where a store of a test's own is to be, in no test's way.
  func freshLocation(in folder: TemporaryFolder) throws -> StoreLocation {
    switch self {
    case .sqlite: try StoreLocation(path: folder.file("data/health.db"))
    case .postgreSQL:
      // A participant of its own.
      try StoreLocation(try #require(PostgreSQLServer.shared).freshURL(), environment: [:])
    }
  }
}

/// Runs each test of a suite once for every engine.
struct EveryEngine: SuiteTrait, TestTrait, TestScoping {
  var isRecursive: Bool { true }

  func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    for engine in TestEngine.available {
      try await TestEngine.$current.withValue(engine) { try await function() }
    }
  }
}

extension Trait where Self == EveryEngine {
  /// Runs each test once for every engine of this build.
  static var everyEngine: EveryEngine { EveryEngine() }
}
