import FoundationEssentials
import Glibc
import SampleStore
import Testing

struct ManyProcessesTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore()
  }

  @Test func `processes that make and fill one store at once lose nothing`() throws {
    let tools = try (0..<4).map { _ in try ToolProcess("save", place.path, "25", "3") }
    let lines = tools.flatMap { $0.lines() }
    for tool in tools { #expect(tool.wait() == 0, "\(lines)") }
    let acknowledged = Set(lines.flatMap { $0.split(separator: " ").map(String.init) })
    let store = try place.open()
    #expect(acknowledged.count == 300)
    #expect(
      try Set(store.samples(matching: SampleQuery()).map(\.id.uuidString)) == acknowledged)
    #expect(try store.problems() == [])
    // One source, whoever saved it first.
    #expect(try RawDatabase(place.path).texts("SELECT count(*) FROM source") == ["1"])
  }

  /// Thirty kills, each after a random number of acknowledged transactions and a random while that
  /// ends somewhere within the next.
  @Test func `what was acknowledged before a kill is there once, and of the rest all or nothing`()
    throws
  {
    var generator = SampleGenerator(seed: 11)
    var acknowledged: Set<String> = []
    for round in 0..<30 {
      let tool = try ToolProcess("save", place.path, "100000", "5")
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

  @Test func `a writer that is kept waiting too long says so`() throws {
    let store = try HealthStore(
      location: StoreLocation(path: place.path), busyTimeout: .milliseconds(20))
    let other = try RawDatabase(place.path)
    try other.run("BEGIN IMMEDIATE")
    let error = #expect(throws: StoreError.self) { try store.save([try reading()]) }
    #expect(error?.reason == .busy)
    #expect(try store.count(matching: SampleQuery()) == 0)
    try other.run("COMMIT")
    try store.save([reading()])
  }

  /// Whether this user may have a file system of their own to fill.
  static let canMount: Bool = {
    let shell = try? ToolProcess(
      command: [
        "/usr/bin/unshare", "-rm", "/bin/sh", "-c", "mount -t tmpfs tmpfs /mnt 2>/dev/null",
      ])
    return shell?.wait() == 0
  }()

  private func onSmallDisk(_ script: String) throws -> [String] {
    let setting = "mount -t tmpfs -o size=1m tmpfs \(place.folder) && cd \(place.folder) && "
    let shell = try ToolProcess(
      command: ["/usr/bin/unshare", "-rm", "/bin/sh", "-c", setting + script])
    let lines = shell.lines()
    _ = shell.wait()
    return lines
  }

  @Test(.enabled(if: canMount, "needs a mount of its own"))
  func `a full disk refuses a save whole, and takes it when there is space`() throws {
    let lines = try onSmallDisk(
      "head -c 400000 /dev/zero > ballast && \(ToolProcess.path) fill ./data/health.db ballast")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("diskFull: cannot save to the store ./data/health.db") == true)
    #expect(lines.last == "0 too many, then 10 more, 0 problems")
  }

  @Test(.enabled(if: canMount, "needs a mount of its own"))
  func `a store cannot be made on a full disk`() throws {
    let lines = try onSmallDisk(
      "{ head -c 9000000 /dev/zero > ballast; \(ToolProcess.path) save ./health.db 1 1; } 2>/dev/null"
    )
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("diskFull: ") == true, "\(lines)")
  }
}
