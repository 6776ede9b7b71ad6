import TestSamples
import TestDatabases
import FoundationEssentials
import Glibc
import SampleStore
import TestSupport
import Testing

struct PermissionTests {
  /// As root nothing is forbidden, so the tool becomes nobody; any other user stays who they are.
  static let someone = getuid() == 0 ? "65534" : "-"

  let place: TemporaryStore

  init() throws {
    place = try TemporaryStore(.sqlite)
  }

  private func giveAway(_ path: String) {
    if getuid() == 0 { chown(path, 65534, 65534) }
  }

  @Test(arguments: ["000", "022", "077", "777"])
  func `files are readable by their owner alone under any umask`(_ umask: String) throws {
    let tool = try ToolProcess("probe", place.path, "readWrite", "-", umask)
    #expect(
      tool.lines() == [
        "opened to write", "0 samples", "0 lent", "mode 600", "mode 600", "mode 600", "mode 700",
        "saved",
      ])
    #expect(tool.wait() == 0)
    #expect(place.mode() == 0o600)
  }

  @Test func `missing folders are made for their owner alone`() throws {
    let path = place.folder + "/a/b/c/health.db"
    _ = try HealthStore(location: StoreLocation(path: path))
    var status = stat()
    for folder in ["/a", "/a/b", "/a/b/c"] {
      #expect(stat(place.folder + folder, &status) == 0)
      #expect(status.st_mode & 0o777 == 0o700)
    }
  }

  @Test func `a file open to others is closed to them, with one warning`() throws {
    _ = try place.open()
    chmod(place.path, 0o664)
    #expect(
      try place.open().warnings == [
        "\(place.path) was open to other users (mode 664); now only its owner can read it"
      ])
    #expect(place.mode() == 0o600)
    #expect(try place.open().warnings == [])
  }

  @Test func `a store in a folder that may not be written is read`() throws {
    try place.open().save([reading(), reading(from: 5)])
    chmod(place.path, 0o444)
    chmod(place.folder + "/data", 0o555)
    for access in ["readWrite", "readOnly"] {
      let tool = try ToolProcess("probe", place.path, access, Self.someone, "-")
      let lines = tool.lines()
      #expect(lines.first == "opened to read")
      #expect(lines.contains("2 samples") && lines.contains("2 lent"))
      #expect(lines.last?.hasPrefix("readOnly: cannot save to the store \(place.path)") == true)
      #expect(tool.wait() == 74)
    }
    chmod(place.folder + "/data", 0o700)
  }

  @Test func `a store whose file may not be written is read`() throws {
    try place.open().save([reading()])
    giveAway(place.path)
    giveAway(place.folder + "/data")
    chmod(place.path, 0o400)
    let tool = try ToolProcess("probe", place.path, "readWrite", Self.someone, "-")
    let lines = tool.lines()
    #expect(
      lines.prefix(3) == [
        "opened to read", "warning: \(place.path) may not be written; it is only read", "1 samples",
      ])
    #expect(lines.last?.hasPrefix("readOnly: ") == true)
    #expect(tool.wait() == 74)
  }

  @Test func `a link in a folder that may not be written leads to a store that may`() throws {
    try place.open().save([reading()])
    giveAway(place.path)
    giveAway(place.folder + "/data")
    let links = place.folder + "/links"
    mkdir(links, 0o700)
    symlink(place.path, links + "/link.db")
    chmod(links, 0o555)
    let tool = try ToolProcess("probe", links + "/link.db", "readWrite", Self.someone, "-")
    let lines = tool.lines()
    #expect(lines.first == "opened to write")
    #expect(lines.last == "saved")
    chmod(links, 0o700)
  }

  @Test func `a store opened to read refuses to save and to delete`() throws {
    let sample = try reading()
    try place.open().save([sample])
    let store = try place.open(.readOnly)
    #expect(store.isReadOnly)
    #expect(try store.samples(matching: SampleQuery()) == [sample])
    let saving = #expect(throws: StoreError.self) { try store.save([try reading()]) }
    #expect(saving?.reason == .readOnly)
    let deleting = #expect(throws: StoreError.self) { try store.delete([sample.id]) }
    #expect(deleting?.reason == .readOnly)
  }

  @Test func `a store is available where it can be read or could be made`() throws {
    func isAvailable(_ path: String) throws -> Bool {
      HealthStore.isAvailable(at: try StoreLocation(path: path))
    }
    #expect(try isAvailable(place.path) && place.mode() == nil)
    try place.open().save([reading()])
    #expect(try isAvailable(place.path))
    #expect(try !isAvailable(place.path + "/below/a/file.db"))
    #expect(try !isAvailable(place.folder))
    try place.write(Array("a letter".utf8))
    #expect(try !isAvailable(place.path))
  }

  @Test func `a missing store is not made for reading`() throws {
    let error = try place.openingError(.readOnly)
    #expect(error?.reason == .notFound)
    #expect(place.mode() == nil)
  }

  @Test(.enabled(if: getuid() == 0, "only root can be another user"))
  func `another user's store cannot be opened`() throws {
    try place.open().save([reading()])
    chmod(place.folder + "/data", 0o755)
    let tool = try ToolProcess("probe", place.path, "readWrite", Self.someone, "-")
    #expect(tool.lines().last?.hasPrefix("permissionDenied: cannot open the store") == true)
    let other = place.folder + "/other.db"
    let maker = try ToolProcess("probe", other, "readWrite", Self.someone, "-")
    #expect(maker.lines().last?.hasPrefix("permissionDenied: cannot create the store") == true)
  }

  @Test func `a folder that others may write in is warned of`() throws {
    let store = try place.open()
    #expect(store.warnings == [])
    chmod(place.folder + "/data", 0o770)
    let warnings = try place.open(.readOnly).warnings
    #expect(warnings.count == 1 && warnings[0].contains("other users may write in the folder"))
    chmod(place.folder + "/data", 0o1777)
    #expect(try place.open().warnings == [])
  }

  /// A program is killed in the middle of a change, before the store is in its final mode: SQLite's
  /// journal says how to take it back, and whoever only reads could not.
  @Test func `a change that was cut short is taken back also for readers`() throws {
    try place.open().save((0..<3000).map { try reading(60, from: Double($0)) })
    let database = try RawDatabase(place.path)
    try database.run(
      """
      PRAGMA journal_mode = DELETE; PRAGMA cache_size = 1; BEGIN;
      UPDATE sample SET given_value = 99;
      """)
    let copies = try ["", "-journal"].map { suffix in
      (suffix, try Data(contentsOf: URL(filePath: place.path + suffix)))
    }
    try #require(copies[1].1.count > 10_000)
    try database.run("ROLLBACK")
    for (suffix, bytes) in copies {
      try bytes.write(to: URL(filePath: place.folder + "/data/copy.db" + suffix))
    }
    let copy = try StoreLocation(path: place.folder + "/data/copy.db")
    let store = try HealthStore(location: copy, access: .readOnly)
    let values = try store.samples(matching: SampleQuery()).map(\.quantity.value)
    #expect(values.count == 3000 && Set(values) == [60])
  }

  @Test func `what was deleted is not left in the file`() throws {
    let mark = "a text that nobody else writes"
    let store = try place.open()
    try store.save((0..<50).map { try reading(from: Double($0), metadata: ["k": .string(mark)]) })
    try store.settle()
    #expect(try Data(contentsOf: URL(filePath: place.path)).firstRange(of: Data(mark.utf8)) != nil)
    try store.delete(matching: SampleQuery())
    try store.settle()
    #expect(try Data(contentsOf: URL(filePath: place.path)).firstRange(of: Data(mark.utf8)) == nil)
  }
}
