import TestSupport
import Testing

/// Colour signals from other programs and by hand.
struct ColorSignalInputTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("time_s\n0\n", "the header of a colour signal names no colour: red, green, blue or gray"),
    ("time_s,red,green,blue\n", "it holds no frame"),
    ("time_s,red,green,blue", "it holds no frame"),
    ("time_s,red,green,blue\na,b,c,d\n", "it holds no frame"),
    ("time_s,red,green,blue\n\u{0}\u{1}\n", "it holds no frame"),
    ("time_s,red,green,blue\n" + String(repeating: "1", count: 1 << 21), "a line is longer than"),
  ])
  func `a file that is not a colour signal is refused with a reason`(text: String, reason: String)
    throws
  {
    let path = try folder.write(text, to: "signal.csv")
    let result = try Heartcam.run("measure", "--store", "none", path)
    #expect(result.ending == .exit(2), "\(result)")
    #expect(result.output.isEmpty)
    #expect(result.errorLines.count == 1)
    #expect(result.errors.hasPrefix("heartcam: cannot measure \(path): \(reason)"), "\(result)")
  }

  @Test(arguments: ["red,green,blue\n1,2,3\n", "\n\ntime_s,red,green,blue\n0,1,2,3\n", "0,1,2,3\n"])
  func `text without the header is not a recording`(text: String) throws {
    for (name, reason) in [
      ("signal.txt", "cannot open PATH: it is not a video that FFmpeg knows"),
      (
        "signal.CSV",
        "cannot measure PATH: the first line of a colour signal must name the columns "
          + "time_s,red,green,blue"
      ),
    ] {
      let path = try folder.write(text, to: name)
      let result = try Heartcam.run("measure", "--store", "none", path)
      #expect(result.ending == .exit(2))
      #expect(result.errors == "heartcam: \(reason.replacing("PATH", with: path))\n")
    }
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
  }
}

extension String {
  /// Returns the text of a file in `samples`.
  init(contentsOfSample name: String) throws {
    let result = try Heartcam.sh("cat \"$sample\"", ["sample": "\(Heartcam.samples)/\(name)"])
    self = result.output
  }
}
