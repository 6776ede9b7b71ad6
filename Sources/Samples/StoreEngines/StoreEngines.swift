#if PostgreSQL
import PostgreSQLStore
#endif
public import SampleStore

extension [StoreEngine] {
  /// The engines of this build: the one list of them.
  public static var all: [StoreEngine] {
    #if PostgreSQL
    [.sqlite, .postgreSQL]
    #else
    [
      .sqlite,
      .absent(
        ["postgresql", "postgres"],
        "this build has no engine for PostgreSQL; build it with the package's trait PostgreSQL, "
          + "which needs Debian's package libpq-dev"),
    ]
    #endif
  }
}

#if !PostgreSQL
extension StoreEngine {
  /// Represents an engine that a build has left out, and says how to include it.
  fileprivate static func absent(_ schemes: Set<String>, _ sentence: String) -> StoreEngine {
    StoreEngine(
      schemes: schemes, library: { nil }, isAvailable: { _ in false },
      open: { request throws(StoreError) in
        throw StoreError(
          .open, request.location.description, .locationIsUnusable, detail: sentence)
      })
  }
}
#endif
