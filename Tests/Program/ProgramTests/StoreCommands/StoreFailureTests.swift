import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// If a store cannot save a measurement, the measurement and the reason are printed and the exit code is 74.
struct StoreFailureTests {
  let folder: TemporaryFolder
  let signal = Heartcam.samples + "/resting.csv"
  var store: String { folder.file("health.db") }

  init() throws { folder = try TemporaryFolder() }

  /// Expects that the measurement was printed and that saving failed for the reason.
  private func expect(_ result: ProcessResult, _ reason: String) throws {
    #expect(result.ending == .exit(74), "\(result)")
    #expect(abs((try result.row().bpm ?? 0) - 66) < 1, "\(result)")
    #expect(result.errorLines.last?.contains(reason) == true, "\(result)")
    #expect(!result.errors.contains("have been logged"))
  }

  private func measure(into store: String) throws -> ProcessResult {
    try Heartcam.run("measure", "--json", "--again", "--store", store, signal)
  }

  @Test func `a store file that cannot grow fails and keeps its content`() throws {
    _ = try measure(into: store)
    let before = try Heartcam.storedSamples(in: store).map(\.id)
    // The file and its log may grow to this many blocks of 512 bytes, no further.
    let size = try #require(
      try FileManager.default.attributesOfItem(atPath: store)[.size] as? Int)
    let line = """
      ulimit -f $(( \(size) / 512 ))
      for i in 1 2 3 4 5 6 7 8 9; do
        "$heartcam" measure --json --again --store "$store" "$signal" || exit $?
      done
      """
    let result = try Heartcam.sh(line, ["store": store, "signal": signal])
    #expect(result.ending == .exit(74), "\(result)")
    #expect(result.errorLines.last?.hasPrefix("heartcam: cannot ") == true, "\(result)")
    let logged = result.errorLines.count { $0.contains("have been logged") }
    let after = try Heartcam.storedSamples(in: store).map(\.id)
    #expect(after.count == 6 + 6 * logged)
    #expect(Set(after).isSuperset(of: before))
    #expect(try result.rows().count == logged + 1)
  }

  @Test(
    .enabled(if: Heartcam.mountObstacle == nil, Comment(rawValue: Heartcam.mountObstacle ?? "")))
  func `a full disk fails, and saving works again once there is room`() throws {
    // The mount is in a namespace of its own and ends with it.
    let line = """
      exec $unshare sh -c '
        mount -t tmpfs -o size=512k tmpfs "$folder" && cd "$folder" || exit 1
        head -c 440000 /dev/zero > ballast
        "$heartcam" measure --json --start 2026-01-31 --store health.db "$signal"; echo "exit $?" >&2
        rm ballast
        "$heartcam" measure --json --start 2026-01-31 --store health.db "$signal"; echo "exit $?" >&2
        "$heartcam" store list --json --type HeartRate --store health.db | wc -l >&2
      '
      """
    let result = try Heartcam.sh(
      line, ["folder": folder.path, "signal": signal, "unshare": Heartcam.unshare])
    let lines = result.errorLines
    #expect(lines.count == 5, "\(result)")
    #expect(lines[0].contains("disk is full; free some space and try again"))
    #expect(lines[1] == "exit 74")
    #expect(
      lines[2] == "heartcam: 66 beats per minute have been logged (6 readings to health.db; "
        + "marked simulated: statistics and charts leave them out)")
    #expect(lines[3...].map { $0.trimming(while: \.isWhitespace) } == ["exit 0", "6"])
    let rows = try result.rows()
    #expect(rows.count == 2 && rows[0].readings == rows[1].readings)
  }

  @Test(.enabled(if: OtherUser.obstacle == nil, Comment(rawValue: OtherUser.obstacle ?? "")))
  func `a read-only store fails`() throws {
    _ = try measure(into: store)
    chmod(store, 0o444)
    let copy = try folder.copy(signal, to: "signal.csv")
    chmod(copy, 0o644)
    let result = try OtherUser.run(
      ["measure", "--json", "--again", "--store", store, copy], from: folder)
    try expect(result, "it may only be read; make the file and its folder writable")
    #expect(try Heartcam.storedSamples(in: store).count == 6)
  }

  @Test func `a store of a newer schema is left unchanged`() throws {
    _ = try measure(into: store)
    var bytes = try Data(contentsOf: URL(filePath: store))
    // SQLite's header keeps the schema's version at byte 60, big-endian.
    bytes[63] += 1
    try folder.write(bytes, to: "health.db")
    try expect(measure(into: store), "is newer than \(bytes[63] - 1), which this program knows")
    #expect(try Data(contentsOf: URL(filePath: store)) == bytes)
    let list = try Heartcam.run("store", "list", "--store", store)
    #expect(list.ending == .exit(74) && list.output.isEmpty)
  }

  @Test func `files that are not a store are left unchanged`() throws {
    let texts: [(Data, String)] = [
      (Data("a letter".utf8), "this one was left as it is"),
      (Data(repeating: 7, count: 9000), "this one was left as it is"),
    ]
    for (bytes, reason) in texts {
      try folder.write(bytes, to: "health.db")
      try expect(measure(into: store), reason)
      #expect(try Data(contentsOf: URL(filePath: store)) == bytes)
    }
    try expect(measure(into: folder.path), "cannot open the store \(folder.path)")
    try expect(
      measure(into: store + "/below.db"), "cannot open the store \(store)/below.db: Not a directory"
    )
  }

  @Test func `a damaged store is reported as damaged`() throws {
    for _ in 0..<4 { _ = try measure(into: store) }
    var bytes = try Data(contentsOf: URL(filePath: store))
    for place in stride(from: 4096, to: bytes.count, by: 7) { bytes[place] = 0x5A }
    try folder.write(bytes, to: "health.db")
    try expect(measure(into: store), "restore a copy")
    for command in ["list", "show"] {
      let result = try Heartcam.run("store", command, "--store", store)
      #expect(result.ending == .exit(74), "\(result)")
      #expect(result.errorLines.count == 1, "\(result)")
    }
  }

  @Test func `a sample that cannot be saved has no identifier`() throws {
    let result = try Heartcam.sh(
      "ulimit -f 4; \"$heartcam\" store add HeartRate 62 --store '\(store)'")
    #expect(result.ending == .exit(74) && result.output.isEmpty, "\(result)")
  }

  @Test func `there is no store until something is saved`() throws {
    let result = try Heartcam.run("store", "list", "--store", store)
    #expect(result.ending == .exit(0) && result.output.isEmpty)
    #expect(
      result.errors == "heartcam: there is no store at \(store) yet; measuring makes one\n")
    // The state that a program leaves if it is killed just after it has made the file.
    try folder.write("", to: "health.db")
    #expect(try Heartcam.run("store", "show", "--store", store).errors == result.errors)
    try FileManager.default.removeItem(atPath: store)
    let none = try Heartcam.run(
      "measure", "--json", "--start", "2026-01-31", "--store", "none", signal)
    #expect(none.ending == .exit(0) && none.errors.isEmpty)
    #expect(try folder.names().isEmpty)
  }

  @Test(arguments: ["store add HeartRate 62", "store import \"$file\""])
  func `a limit on the size of files is an error, not a death`(command: String) throws {
    let file = try folder.write(
      "type,start,value\nHeartRate,2026-01-31T09:00:00Z,62\n", to: "a.csv")
    let result = try Heartcam.sh(
      "ulimit -f 4; \"$heartcam\" \(command) --store '\(store)'", ["file": file])
    #expect(result.ending == .exit(74), "\(result)")
  }
}

extension String {
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> String {
    String(drop(while: isTrimmed).reversed().drop(while: isTrimmed).reversed())
  }
}
