#if PostgreSQL
import TestDatabases
import PostgreSQLStore
import TestSupport
import Testing

extension Trait where Self == ConditionTrait {
  /// Runs a suite or test only where a PostgreSQL server can be started.
  static var onServer: ConditionTrait {
    .enabled(
      if: PostgreSQLServer.shared != nil,
      "no PostgreSQL server can be started here (apt-get install postgresql)")
  }
}
#endif
