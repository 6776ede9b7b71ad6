import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// What becomes of the files, links, pipes and devices that outputs are named after.
struct OutputPlacesTests {
  private let folder: TemporaryFolder
  private var store: String { folder.file("health.db") }

  init() throws {
    folder = try TemporaryFolder()
    _ = try run("add", "HeartRate", "62")
  }

  @discardableResult
  private func run(_ words: String...) throws -> ProcessResult {
    try Heartcam.start(["store"] + words + ["--store", store]).result()
  }

  private func kind(_ name: String) -> mode_t? {
    var status = stat()
    return lstat(folder.file(name), &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  @Test(arguments: ["nosuch/../health.db", "./health.db", "link.db", "hard.db", "health.db-wal"])
  func `a copy never takes the place of the store, by whatever name`(name: String) throws {
    symlink("health.db", folder.file("link.db"))
    link(store, folder.file("hard.db"))
    for words in [
      ["backup", folder.file(name), "--force"], ["export", "--force", "-o", folder.file(name)],
    ] {
      let result = try Heartcam.start(["store"] + words + ["--store", store]).result()
      #expect([.exit(64), .exit(74)].contains(result.ending), "\(result)")
      #expect(try run("list").output.contains("62.0"))
    }
  }

  @Test func `a device and a pipe are written into and stay what they are`() throws {
    // As root, a device of the test's own; others test with the pipe alone.
    let null = mknod(folder.file("null"), S_IFCHR | 0o666, dev_t(0x103)) == 0
    if null {
      #expect(try run("export", "-o", folder.file("null"), "--force").ending == .exit(0))
      #expect(try run("backup", folder.file("null"), "--force").ending == .exit(74))
      #expect(kind("null") == S_IFCHR)
    }
    mkfifo(folder.file("pipe"), 0o600)
    let reader = try ChildProcess(
      ["/bin/cat", folder.file("pipe")], environment: Heartcam.environment)
    #expect(try run("export", "-o", folder.file("pipe")).ending == .exit(0))
    #expect(reader.result().output.contains("HeartRate"))
    #expect(kind("pipe") == S_IFIFO)
  }

  @Test func `a symbolic link is kept, and what it leads to is replaced`() throws {
    try folder.write("old", to: "target")
    symlink("target", folder.file("link"))
    #expect(
      try run("export", "-o", folder.file("link"), "--force", "--format", "ndjson").ending
        == .exit(0))
    #expect(kind("link") == S_IFLNK)
    #expect(try folder.text(of: "target").contains("HeartRate"))
    symlink("fresh.db", folder.file("dangling"))
    #expect(try run("backup", folder.file("dangling")).ending == .exit(0))
    #expect(kind("dangling") == S_IFLNK && kind("fresh.db") == S_IFREG)
  }

  @Test func `an export says that it is written after it has its name`() throws {
    let result = try run("export", "-o", folder.file("nosuch/a.ndjson"))
    #expect(result.ending == .exit(73) && !result.errors.contains("wrote"), "\(result)")
    let good = try run("export", "-o", folder.file("a.ndjson"))
    #expect(good.errors.contains("wrote 1 sample\n"), "\(good)")
  }

  @Test func `a backup that is interrupted leaves nothing behind`() throws {
    let lines = (0..<60_000).map {
      "HeartRate,2026-01-31T09:00:00.\(100_000 + $0)Z,60,count/min"
    }
    try folder.write("type,start,value,unit\n" + lines.joined(separator: "\n"), to: "a.csv")
    #expect(try run("import", folder.file("a.csv")).ending == .exit(0))
    for signal in [SIGTERM, SIGKILL] {
      let process = try Heartcam.start([
        "store", "backup", folder.file("copy.db"), "--store", store,
      ])
      try process.wait { (try? folder.names().contains { $0.hasPrefix("copy.db") }) == true }
      process.send(signal)
      let result = process.result()
      // It may have been done already; a part never bears the name.
      if (try folder.names().contains("copy.db")) {
        #expect(
          try Heartcam.run("store", "list", "--limit", "1", "--store", folder.file("copy.db"))
            .output != "")
        unlink(folder.file("copy.db"))
      } else if signal == SIGTERM {
        #expect(result.ending == .exit(143), "\(result)")
        #expect(try folder.names().filter { $0.hasPrefix("copy.db") } == [])
      }
      for name in try folder.names() where name.hasSuffix(".part") { unlink(folder.file(name)) }
    }
  }

  @Test func `a store that was made read-only for a while can be written again`() throws {
    try #require(OtherUser.obstacle == nil)
    // In a folder of the user to whom permissions apply.
    let place = try TemporaryFolder()
    chmod(place.path, 0o777)
    let own = place.file("own.db")
    func other(_ words: String...) throws -> ProcessResult {
      try OtherUser.run(["store"] + words + ["--store", own], from: place)
    }
    #expect(try other("add", "HeartRate", "62").ending == .exit(0))
    chmod(own, 0o400)
    #expect(try other("list").ending == .exit(0))
    chmod(own, 0o600)
    let result = try other("add", "HeartRate", "63")
    #expect(result.ending == .exit(0), "\(result)")
    #expect(try other("list").output.split(separator: "\n").count == 2)
  }
}
