import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// Ctrl-C, and readers that close the output.
struct InterruptionTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Starts a measurement of a pipe and gives it a part of a file. Once it waits for more, sends it the
  /// signal; the pipe stays open.
  private func interrupted(
    _ file: String, bytes: Int, byName: Bool, signal: Int32, options: [String] = []
  ) throws -> ProcessResult {
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    // Opened for reading too, so that opening does not wait for the other side.
    let end = open(pipe, O_RDWR | O_CLOEXEC)
    try #require(end >= 0)
    defer { close(end) }
    let process = try Heartcam.start(
      ["measure", "--json", "--store", folder.file("health.db"), byName ? pipe : "-"]
        + options,
      input: byName ? .nothing : .descriptor(end))
    try Data(contentsOf: URL(filePath: file)).prefix(bytes).withUnsafeBytes { bytes in
      var written = 0
      while written < bytes.count {
        let count = write(end, bytes.baseAddress! + written, bytes.count - written)
        try #require(count > 0)
        written += count
      }
    }
    try waitUntilIdle(process, pipe: end)
    process.send(signal)
    return process.result(within: .seconds(30))
  }

  /// Waits until the process and its reader have read the whole pipe, are idle, and wait for more.
  private func waitUntilIdle(_ process: ChildProcess, pipe: Int32) throws {
    let children = "/proc/\(process.pid)/task/\(process.pid)/children"
    try process.waitUntilAsleep {
      var waiting: Int32 = 0
      try #require(ioctl(pipe, UInt(FIONREAD), &waiting) == 0)
      let readers = try? String(contentsOfFile: children, encoding: .utf8)
      return waiting == 0 && readers?.isEmpty == false
    }
  }

  @Test(arguments: [(true, SIGINT), (false, SIGINT), (false, SIGTERM)])
  func `an interrupted video prints its readings so far, saves nothing and exits with 130`(
    byName: Bool, signal: Int32
  ) throws {
    let result = try interrupted(
      Heartcam.samples + "/exercise.mkv", bytes: 60_000, byName: byName, signal: signal)
    #expect(result.ending == .exit(128 + signal), "\(result)")
    #expect(
      result.errors.hasSuffix("interrupted; what was measured until then was not saved\n"))
    let row = try result.row()
    let whole = try Heartcam.measure(Heartcam.samples + "/exercise.mkv")
    #expect(row.readings?.first == whole.readings?.first)
    #expect((10..<25).contains(row.duration ?? 0))
    #expect(try folder.names() == ["pipe"])
  }

  @Test func `a part of a measurement takes no whole file's place`() throws {
    let input = Heartcam.samples + "/resting.csv"
    let outputs = [
      "--signal", folder.file("sig.csv"), "--beats", folder.file("beats.csv"), "--report",
      folder.file("page.html"), "--plot", folder.file("plot.svg"),
    ]
    func files() throws -> [Data] {
      try stride(from: 1, to: outputs.count, by: 2).map {
        try Data(contentsOf: URL(filePath: outputs[$0]))
      }
    }
    let whole = try Heartcam.start(["measure", "--store", "none", input] + outputs).result()
    #expect(whole.ending == .exit(0), "\(whole)")
    let before = try files()
    let result = try interrupted(
      input, bytes: 60_000, byName: true, signal: SIGTERM, options: outputs + ["--force"])
    #expect(result.ending == .exit(143), "\(result)")
    #expect(try files() == before)
  }

  @Test func `an interrupted color signal prints its readings so far`() throws {
    let result = try interrupted(
      Heartcam.samples + "/resting.csv", bytes: 60_000, byName: false, signal: SIGINT)
    #expect(result.ending == .exit(130), "\(result)")
    #expect(abs((try result.row().bpm ?? 0) - 66) < 1)
    #expect(try folder.names() == ["pipe"])
  }

  @Test func `inputs after the interrupted one are not measured`() throws {
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let end = open(pipe, O_RDWR | O_CLOEXEC)
    defer { close(end) }
    let process = try Heartcam.start(
      ["measure", "--json", "--store", "none", "-", Heartcam.samples + "/resting.csv"],
      input: .descriptor(end))
    try waitUntilIdle(process, pipe: end)
    process.send(SIGINT)
    let result = process.result(within: .seconds(30))
    #expect(result.ending == .exit(130), "\(result)")
    #expect(try result.rows().map(\.input) == ["-"])
  }

  @Test func `results that cannot be written give exit code 74 and are not saved`() throws {
    let signal = Heartcam.samples + "/resting.csv"
    let store = folder.file("health.db")
    _ = try Heartcam.run("measure", "--store", store, signal)
    for output in [ChildProcess.Output.file("/dev/full"), .closed] {
      for format in ["--json", "--csv", "--again"] {
        let result = try Heartcam.run(
          "measure", format, "--store", store, signal, signal, output: output)
        #expect(result.ending == .exit(74), "\(result)")
        #expect(result.errors.hasSuffix("heartcam: cannot write to standard output\n"))
      }
      for words in [["--help"], ["--version"], ["store", "list", "--store", store]] {
        let result = try Heartcam.start(words, output: output).result()
        #expect(result.ending == .exit(74), "\(result)")
      }
    }
    #expect(try Heartcam.storedSamples(in: store).count == 6)
  }

  @Test func `a reader that closes the output ends the program quietly`() throws {
    let line = """
      "$heartcam" measure --csv --store none "$signal" "$signal" "$signal" | head -n 1
      """
    let result = try Heartcam.sh(line, ["signal": Heartcam.samples + "/resting.csv"])
    #expect(result.ending == .exit(0))
    #expect(result.output.hasPrefix("input,start,"), "\(result)")
    #expect(result.errorLines.allSatisfy { $0.contains("its start is a guess") }, "\(result)")
  }
}
