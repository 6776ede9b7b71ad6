import FoundationEssentials
import Glibc
import SampleStore
import TestSupport
import Testing

/// Two programs that save and delete, one that reads and one that follows an anchor, killed again
/// and again.
@Suite(.serialized, .everyEngine)
struct CrashTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  /// What a line of "+ID" and "-ID" words says.
  private static func apply(_ words: some Sequence<Substring>, to live: inout Set<String>) -> Int {
    var mistakes = 0
    for word in words {
      let id = String(word.dropFirst())
      if word.first == "+" {
        if !live.insert(id).inserted { mistakes += 1 }
      } else {
        live.remove(id)
      }
    }
    return mistakes
  }

  @Test func `two hundred kills lose nothing, repeat nothing and mislead no follower`() throws {
    var generator = SampleGenerator(seed: 21)
    let anchor = place.folder + "/anchor"
    var acknowledged: Set<String> = []
    // A transaction whose line was not read may have happened or not.
    var kills = 0
    while kills < 200 {
      let writers = try (0..<2).map { _ in try ToolProcess("churn", place.location.description) }
      for writer in writers {
        let line = try #require(writer.line())
        _ = Self.apply(line.split(separator: " "), to: &acknowledged)
      }
      let others = try [
        ToolProcess("read", place.location.description),
        ToolProcess("follow", place.location.description, anchor),
      ]
      if kills % 20 == 0 { for other in others { #expect(other.line() != nil) } }
      usleep(UInt32.random(in: 0...12_000, using: &generator))
      for process in (writers + others).shuffled(using: &generator) {
        process.killNow()
        kills += 1
        usleep(UInt32.random(in: 0...1500, using: &generator))
      }
      for writer in writers {
        for line in writer.lines() {
          _ = Self.apply(line.split(separator: " "), to: &acknowledged)
        }
      }
      for process in writers + others { #expect(process.wait() == -SIGKILL) }
      if kills % 40 == 0 {
        let store = try place.open()
        #expect(try store.problems() == [])
        let found = try store.samples(matching: SampleQuery()).map(\.id.uuidString)
        #expect(Set(found).count == found.count)
        // Each writer's last transaction may be there without having been acknowledged: three
        // samples more, or two fewer.
        let rounds = 2 * 10
        #expect(Set(found).subtracting(acknowledged).count <= 3 * rounds)
        #expect(acknowledged.subtracting(found).count <= 2 * rounds)
        acknowledged = Set(found)
      }
    }
    try expectFollower(at: anchor)
    if TestEngine.current == .sqlite { #expect(place.mode() == 0o600) }
  }

  /// Lets the follower come to the end, and compares what it has reported with what is there.
  private func expectFollower(at anchor: String) throws {
    let follower = try ToolProcess("follow", place.location.description, anchor)
    while let line = follower.line(), line != "at the end" {}
    follower.killNow()
    _ = follower.wait()
    var live: Set<String> = []
    var mistakes = 0
    let reported = try String(contentsOfFile: anchor, encoding: .utf8)
    for line in reported.split(separator: "\n") {
      mistakes += Self.apply(line.split(separator: " ").dropFirst(), to: &live)
    }
    #expect(mistakes == 0)
    let found = try place.open().samples(matching: SampleQuery()).map(\.id.uuidString)
    #expect(live == Set(found))
    #expect(found.count > 300)
  }
}
