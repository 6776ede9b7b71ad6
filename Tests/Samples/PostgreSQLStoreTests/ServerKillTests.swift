#if PostgreSQL
import TestSamples
import TestDatabases
import FoundationEssentials
import Glibc
import PostgreSQLStore
import SampleStore
import TestSupport
import Testing

/// A server of the test's own that is killed as by a loss of power, and started again.
@Suite(.onServer)
struct ServerKillTests {
  /// `HEARTCAM_SERVER_KILLS` asks for more.
  static let kills = getenv("HEARTCAM_SERVER_KILLS").flatMap { Int(String(cString: $0)) } ?? 5

  @Test func `a server killed during saving loses nothing acknowledged and doubles nothing`() throws
  {
    let server = try PostgreSQLServer(isDurable: true)
    let url = server.url(participant: "P01")
    let store = try HealthStore(
      location: StoreLocation(url, environment: [:]), engines: [.postgreSQL])
    let writers = try (0..<2).map { _ in try ToolProcess("save", url, "1000000", "5") }
    var generator = SeededGenerator(seed: 31)
    var acknowledged: [Substring] = []
    func take(_ lines: [String]) { acknowledged += lines.flatMap { $0.split(separator: " ") } }
    for _ in 0..<Self.kills {
      for writer in writers {
        for _ in 0..<Int.random(in: 1...30, using: &generator) {
          take([try #require(writer.line(), "a writer gave up")])
        }
      }
      usleep(UInt32.random(in: 0...4000, using: &generator))
      try server.killNow()
      try server.startAgain()
      // This store has lost its connection too.
      let found = try store.samples(matching: SampleQuery()).map(\.id.uuidString)
      #expect(Set(found).count == found.count)
      #expect(found.count % 5 == 0)
      #expect(Set(acknowledged.map(String.init)).isSubset(of: found))
    }
    for writer in writers {
      writer.killNow()
      take(writer.lines())
    }
    for writer in writers { #expect(writer.wait() == -SIGKILL) }
    // A writer that was killed may have a transaction that has not been rolled back yet; writing waits
    // for it.
    try store.save([reading()])
    let found = try store.samples(matching: SampleQuery()).map(\.id.uuidString)
    #expect(Set(acknowledged.map(String.init)).isSubset(of: found))
    // The last transaction of each may be there without having been acknowledged.
    #expect(found.count - acknowledged.count - 1 <= 2 * 5)
    #expect(Set(acknowledged).count == acknowledged.count)
    #expect(try store.problems() == [])
  }
}
#endif
