#if PostgreSQL
import TestSamples
import TestDatabases
import Foundation
import PostgreSQLStore
import SampleStore
import Synchronization
import TestSupport
import Testing

/// A server whose processes are ended at random, while many save and follow.
@Suite(.onServer)
struct EndedBackendsTests {
  /// How many are ended; `HEARTCAM_ENDED_BACKENDS` asks for more.
  private static let wanted =
    ProcessInfo.processInfo.environment["HEARTCAM_ENDED_BACKENDS"].flatMap { Int($0) } ?? 40

  private struct State {
    var saved: [QuantitySample] = []
    var unknown: [QuantitySample] = []
    var isDone = false
    var writing = 8
    var failures: [String] = []
  }

  @Test func `eight writers and four readers lose and repeat nothing as 40 backends are ended`()
    throws
  {
    let server = try #require(PostgreSQLServer.shared)
    // Other tests' sessions on this server go on.
    let (database, url) = try server.freshDatabase()
    @Sendable func open() throws -> HealthStore {
      try HealthStore(location: StoreLocation(url, environment: [:]), engines: [.postgreSQL])
    }
    _ = try open()
    let state = Mutex(State())
    let writers = (0..<8).map { writer in
      Thread {
        defer { state.withLock { $0.writing -= 1 } }
        do {
          let store = try open()
          var count = 0
          while !state.withLock({ $0.isDone }) {
            let samples = try (0..<(1 + count % 5)).map {
              try reading(Double(50 + writer), from: Double(writer * 100_000 + count * 10 + $0))
            }
            count += 1
            do {
              try store.save(samples)
              state.withLock { $0.saved += samples }
            } catch {
              // It may have been saved.
              state.withLock { $0.unknown += samples }
            }
          }
        } catch {
          state.withLock { $0.failures.append("\(error)") }
        }
      }
    }
    let followed = Mutex<[[UUID]]>([])
    let readers = (0..<4).map { _ in
      Thread {
        var found: [UUID] = []
        do {
          let store = try open()
          var anchor: QueryAnchor?
          var isLast = false
          while true {
            let changes = try store.changes(since: anchor, matching: SampleQuery(), limit: 50)
            found += changes.added.map(\.id)
            anchor = changes.anchor
            if isLast, !changes.hasMore { break }
            isLast = state.withLock { $0.writing == 0 }
          }
        } catch {
          state.withLock { $0.failures.append("\(error)") }
        }
        followed.withLock { $0.append(found) }
      }
    }
    for thread in writers + readers { thread.start() }
    var generator = SeededGenerator(seed: 200)
    var ended = 0
    while ended < Self.wanted {
      usleep(UInt32.random(in: 0...30_000, using: &generator))
      let answer = try server.run(
        """
        SELECT count(pg_terminate_backend(pid)) FROM (SELECT pid FROM pg_stat_activity
          WHERE datname = '\(database)' AND usename = 'heartcam' AND query LIKE '%heartcam%' ORDER BY random() LIMIT 1) AS one
        """)
      ended += Int(answer) ?? 0
    }
    state.withLock { $0.isDone = true }
    while (writers + readers).contains(where: { !$0.isFinished }) { usleep(10_000) }
    let end = state.withLock { $0 }
    #expect(end.failures == [])
    let store = try open()
    let rows = try store.samples(matching: SampleQuery()).map(\.id)
    #expect(Set(rows).count == rows.count)
    #expect(Set(rows).isSuperset(of: end.saved.map(\.id)))
    #expect(Set(rows).isSubset(of: (end.saved + end.unknown).map(\.id)))
    #expect(end.saved.count > 40)
    for found in followed.withLock({ $0 }) {
      #expect(found.count == rows.count && Set(found) == Set(rows))
    }
    #expect(try store.problems() == [])
    print("ended \(ended), saved \(end.saved.count), not known \(end.unknown.count)")
  }
}
#endif
