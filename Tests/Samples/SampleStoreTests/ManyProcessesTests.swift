import FoundationEssentials
import Glibc
import SampleStore
import TestSupport
import Testing

@Suite(.everyEngine)
struct ManyProcessesTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  @Test func `processes that make and fill one store at once lose nothing`() throws {
    let tools = try (0..<4).map { _ in
      try ToolProcess("save", place.location.description, "25", "3")
    }
    let lines = tools.flatMap { $0.lines() }
    for tool in tools { #expect(tool.wait() == 0, "\(lines)") }
    let acknowledged = Set(lines.flatMap { $0.split(separator: " ").map(String.init) })
    let store = try place.open()
    #expect(acknowledged.count == 300)
    #expect(
      try Set(store.samples(matching: SampleQuery()).map(\.id.uuidString)) == acknowledged)
    #expect(try store.problems() == [])
    // One source, whoever saved it first.
    #expect(try store.sources(matching: SampleQuery()).count == 1)
  }

  /// Thirty kills, each after a random number of acknowledged transactions and a random while that
  /// ends somewhere within the next.
  @Test
  func `transactions acknowledged before a kill are there once, the others whole or not at all`()
    throws
  {
    var generator = SampleGenerator(seed: 11)
    var acknowledged: Set<String> = []
    for round in 0..<30 {
      let tool = try ToolProcess("save", place.location.description, "100000", "5")
      for _ in 0..<Int.random(in: 0...20, using: &generator) {
        let line = try #require(tool.line())
        acknowledged.formUnion(line.split(separator: " ").map(String.init))
      }
      usleep(UInt32.random(in: 0...3000, using: &generator))
      tool.killNow()
      for line in tool.lines() {
        acknowledged.formUnion(line.split(separator: " ").map(String.init))
      }
      #expect(tool.wait() == -SIGKILL)

      let store = try place.open()
      let found = try store.samples(matching: SampleQuery()).map(\.id.uuidString)
      #expect(Set(found).count == found.count)
      #expect(acknowledged.isSubset(of: found), "round \(round)")
      #expect(found.count % 5 == 0)
      #expect(found.count - acknowledged.count <= 5 * (round + 1))
      #expect(try store.problems() == [])
    }
    #expect(acknowledged.count > 500)
  }
}
