import TestSamples
import TestDatabases
import Glibc
import SampleStore
import TestSupport
import Testing

/// What a store does when its file is locked by another program or the disk is full.
struct FileFailureTests {
  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore(.sqlite)
  }

  @Test func `a writer that waits too long throws busy`() throws {
    let store = try place.open(busyTimeout: .milliseconds(20))
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

  @Test(.enabled(if: canMount, "no file system can be mounted here: unshare -rm is refused"))
  func `a save on a full disk fails whole, and succeeds when there is space`() throws {
    let lines = try onSmallDisk(
      "head -c 400000 /dev/zero > ballast && \(ToolProcess.path) fill ./data/health.db ballast")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("diskFull: cannot save to the store ./data/health.db") == true)
    #expect(lines.last == "0 too many, then 10 more, 0 problems")
  }

  @Test(.enabled(if: canMount, "no file system can be mounted here: unshare -rm is refused"))
  func `a store cannot be made on a full disk`() throws {
    let lines = try onSmallDisk(
      "{ head -c 9000000 /dev/zero > ballast; \(ToolProcess.path) save ./health.db 1 1; } 2>/dev/null"
    )
    #expect(lines.count == 1)
    #expect(lines.first?.hasPrefix("diskFull: ") == true, "\(lines)")
  }
}
