import Foundation
import TestSupport
import Testing

@testable import TestPrograms

/// Color signals from other programs and by hand.
struct ColorSignalInputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    (
      "time_s\n0\n",
      "no column is known to be a pulse signal; name it ppg in a line of headings; its first line is 'time_s'"
    ),
    ("time_s,red,green,blue\n", "it holds no frame"),
    ("time_s,red,green,blue", "it holds no frame"),
    ("time_s,red,green,blue\na,b,c,d\n", "it holds no frame"),
    ("time_s,red,green,blue\n\u{0}\u{1}\n", "it holds no frame"),
    ("time_s,red,green,blue\n" + String(repeating: "1", count: 1 << 21), "a line is longer than"),
  ])
  func `a file that is not a color signal is refused with a reason`(text: String, reason: String)
    throws
  {
    let path = try folder.write(text, to: "signal.csv")
    let result = try Heartcam.run("measure", "--store", "none", path)
    #expect(result.ending == .exit(2), "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("heartcam: cannot measure \(path): \(reason)"), "\(result)")
  }

  @Test(arguments: [
    ("red,green,blue\n1,2,3\n", "its first line is 'red,green,blue'"),
    ("0,1,2,3\n", "its first line holds numbers"),
  ])
  func `a signal without times asks for its rate`(text: String, found: String) throws {
    for name in ["signal.txt", "signal.CSV"] {
      let path = try folder.write(text, to: name)
      let result = try Heartcam.run("measure", "--store", "none", path)
      #expect(result.ending == .exit(2))
      #expect(
        result.errors
          == "heartcam: cannot measure \(path): it has no column of times, so the number of "
          + "samples per second must be given; \(found)\n")
    }
  }

  /// The signals that the project keeps, where they are: beats per minute, and a start that dates say.
  @Test(
    .enabled(if: FileManager.default.fileExists(atPath: Repository.path("../shared/imports"))),
    arguments: [
      ("ppg_100hz_one_column.csv", ["--rate", "100"], 63.0), ("ppg_timer_ms.csv", [], 88),
      ("ppg_datetime.csv", [], 71), ("rgb_normalized.csv", [], 77),
    ])
  func `signals are measured as people keep them`(name: String, words: [String], bpm: Double) throws
  {
    let path = Repository.path("../shared/imports/\(name)")
    let result = try Heartcam.start(["measure", "--json", "--store", "none", path] + words).result()
    #expect(try abs((result.row().bpm ?? 0) - bpm) < 1, "\(result)")
  }

  @Test(arguments: [
    "0,1e308,1e308,1e308\n1,-1e308,1e308,-1e308\n", "-1e308,1,2,3\n1e308,1,2,3\n",
    "5,1,2,3\n4,1,2,3\n3,1,2,3\n", "1,1,2,3\n1,1,2,3\n1,1,2,3\n", "1e-320,1,2,3\n2e-320,1,2,3\n",
    "0,-5,-6,-7\n100,1,2,3\n9999999,4,5,6\n",
  ])
  func `absurd values give a reason and no rate`(lines: String) throws {
    let path = try folder.write(
      "time_s,red,green,blue\n" + String(repeating: lines, count: 200), to: "signal.csv")
    let process = try Heartcam.start(["measure", "--json", "--store", "none", path])
    let result = process.result(within: .seconds(20))
    #expect(result.ending == .exit(1), "\(result)")
    let row = try result.row()
    #expect(row.bpm == nil && row.reason != nil)
  }

  @Test func `a signal truncated in the middle of a line is measured`() throws {
    let whole = try String(contentsOfSample: "resting.csv")
    let path = try folder.write(String(whole.prefix(whole.count * 2 / 3 + 3)), to: "cut.csv")
    #expect(try abs((Heartcam.measure(path).bpm ?? 0) - 66) < 1)
  }

  @Test func `lines without a sample are counted in a warning`() throws {
    let whole = try String(contentsOfSample: "resting.csv")
    let lines = whole.split(separator: "\n")
    let broken = lines.prefix(300) + ["oops", "1,2", ",,,,,,"] + lines.dropFirst(300)
    let path = try folder.write(broken.joined(separator: "\r\n"), to: "broken.csv")
    let result = try Heartcam.run(
      "measure", "--json", "--store", "none", "--start", "2026-01-31T09:00:00Z", path)
    #expect(result.ending == .exit(0))
    #expect(result.errors == "heartcam: \(path): 3 lines hold no sample and were skipped\n")
    #expect(
      try result.row().readings == Heartcam.measure(Heartcam.samples + "/resting.csv").readings)
    #expect(result.output.contains("\"damaged\":3,"))
  }

  @Test func `what damage has left is called damaged, and what was short is called short`() throws {
    let lines = try String(contentsOfSample: "resting.csv").split(separator: "\n")
    let short = try folder.write(lines.prefix(100).joined(separator: "\n"), to: "short.csv")
    #expect(try Heartcam.measure(short).reason == "too_short")
    let words = lines.prefix(100) + lines.dropFirst(100).map { "x" + $0 }
    let damaged = try folder.write(words.joined(separator: "\n"), to: "damaged.csv")
    #expect(try Heartcam.measure(damaged).reason == "damaged")
    let video = folder.file("damaged.mp4")
    var bytes = try [UInt8](Data(contentsOf: URL(filePath: Heartcam.samples + "/resting.mp4")))
    for place in stride(from: 2_000, to: bytes.count - 20_000, by: 97) { bytes[place] ^= 0xFF }
    try Data(bytes).write(to: URL(filePath: video))
    let row = try Heartcam.measure(video)
    #expect(row.bpm == nil)
    let batch = try Heartcam.run("batch", short, damaged, video, "-o", folder.file("results"))
    #expect(batch.ending == .exit(1), "\(batch)")
    let table = try String(
      contentsOf: URL(filePath: folder.file("results/recordings.csv")), encoding: .utf8)
    let rows = table.split(separator: "\n").filter { $0.contains("damaged.csv") }
    #expect(rows.first?.contains("lines hold no sample and were skipped") == true, "\(table)")
  }
}

extension String {
  /// Returns the text of a file in `samples`.
  init(contentsOfSample name: String) throws {
    let result = try Heartcam.sh("cat \"$sample\"", ["sample": "\(Heartcam.samples)/\(name)"])
    self = result.output
  }
}
