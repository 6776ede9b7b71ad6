import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// `heartcam live --replay`: everything in a live session except the camera.
struct LiveReplayTests {
  let folder: TemporaryFolder
  let signal = Heartcam.samples + "/resting.csv"

  init() throws { folder = try TemporaryFolder() }

  private var store: String { folder.file("place/health.db") }

  /// Returns the lines of `--json` of one type, as objects.
  private func events(_ type: String, in result: ProcessResult) throws -> [[String: JSONValue]] {
    try result.output.split(separator: "\n").map {
      try JSONDecoder().decode([String: JSONValue].self, from: Data($0.utf8))
    }.filter { $0["type"] == .string(type) }
  }

  /// Starts a slow replay that saves, and waits until it has completed an interval.
  private func startSaving(into store: String) throws -> ChildProcess {
    let process = try Heartcam.start([
      "live", "--replay", signal, "--speed", "6", "--plain", "--save", "--store", store,
    ])
    try process.wait { process.outputSoFar.contains(/\n\ *1[2-9]\.\d\ s\ /) }
    return process
  }

  private func replay(_ file: String, _ options: String...) throws -> ProcessResult {
    try Heartcam.start(["live", "--replay", file, "--speed", "100000"] + options).result()
  }

  @Test(arguments: ["resting.csv", "resting.mp4", "lifted.mp4", "restless.mp4", "no-finger.mp4"])
  func `a replay gives the readings of measure, to the last digit`(name: String) throws {
    let file = "\(Heartcam.samples)/\(name)"
    let live = try replay(file, "--json", "--store", "none", "--every", "5")
    let measured = try Heartcam.run("measure", "--json", "--store", "none", "--every", "5", file)
    #expect(live.ending == measured.ending)
    var session = try #require(try events("session", in: live).first)
    #expect(session.removeValue(forKey: "type") != nil)
    #expect(session.removeValue(forKey: "lost_frames") == .number(0))
    let row = try JSONDecoder().decode([String: JSONValue].self, from: Data(measured.output.utf8))
    #expect(session == row)
    // The readings streamed during the run are the same, except those that only the end completes.
    let printed = try events("reading", in: live).map { reading in
      reading.filter { $0.key != "type" }
    }
    guard case .array(let readings) = row["readings"] else {
      Issue.record("no readings")
      return
    }
    #expect(printed.map(JSONValue.members) == Array(readings.prefix(printed.count)))
    #expect(printed.count >= readings.count - 2)
  }

  @Test func `rates come from the seventh second on, with their intervals and qualities`() throws {
    let result = try replay(signal, "--json", "--store", "none")
    let rates = try events("rate", in: result).filter { $0["bpm"] != .null }
    guard case .number(let first) = rates.first?["time_s"] else {
      Issue.record("no rate")
      return
    }
    #expect((6...8).contains(first))
    #expect(rates.count > 100)
    var near = 0
    for rate in rates {
      guard case .number(let bpm) = rate["bpm"], case .number(let low) = rate["bpm_low"],
        case .number(let high) = rate["bpm_high"]
      else {
        Issue.record("\(rate)")
        return
      }
      #expect(low < bpm && bpm < high)
      // Seconds with an early beat have a rate of their own.
      #expect(abs(bpm - 66) < 5)
      if abs(bpm - 66) < 1.5 { near += 1 }
    }
    #expect(near > rates.count * 9 / 10, "\(near) of \(rates.count)")
    let advice = try events("advice", in: result).compactMap { $0["advice"] }
    #expect(advice == [.string("measuring"), .string("measured")])
    #expect(try events("source", in: result).first?["kind"] == .string("color signal"))
  }

  @Test func `with plain lines, rates go to standard output and guidance to standard error`() throws
  {
    let result = try replay(signal, "--store", "none")
    #expect(result.ending == .exit(0))
    #expect(
      result.output.contains(/\ 7\.0\ s\ +6[56]\.\d\ bpm\ +6\d\.\d\ to\ 6\d\.\d\ +quality\ 0\.\d\d/)
    )
    #expect(result.output.contains("average"))
    #expect(result.errors.contains("measuring, hold still"))
    #expect(!(result.output + result.errors).contains("\u{1B}"))
  }

  @Test func `it ends after the requested seconds`() throws {
    let result = try replay(signal, "--json", "--store", "none", "--duration", "20")
    #expect(result.ending == .exit(0))
    let session = try #require(try events("session", in: result).first)
    #expect(session["duration_s"] == .number(20))
  }

  @Test func `it ends when the rate is stable`() throws {
    let result = try replay(signal, "--json", "--store", "none", "--until-stable")
    #expect(result.ending == .exit(0))
    let session = try #require(try events("session", in: result).first)
    guard case .number(let duration) = session["duration_s"], case .number(let bpm) = session["bpm"]
    else {
      Issue.record("\(session)")
      return
    }
    #expect((12...18).contains(duration) && abs(bpm - 66) < 1)
    let nothing = try replay(
      Heartcam.samples + "/no-finger.mp4", "--json", "--store", "none", "--until-stable")
    #expect(nothing.ending == .exit(1))
  }

  @Test func `a session is saved once, as its average and its intervals`() throws {
    let result = try replay(signal, "--save", "--store", store)
    #expect(result.ending == .exit(0))
    #expect(
      result.errors.contains(
        "66 beats per minute have been logged (their average and 6 readings to \(store); marked simulated: statistics and charts leave them out)"
      ))
    let samples = try Heartcam.storedSamples(in: store)
    // The average is of a type of its own, which statistics of heart rates do not count.
    #expect(samples.count == 6)
    let shown = try Heartcam.run("store", "list", "--json", "--store", store)
    let averages = shown.output.split(separator: "\n").filter {
      $0.contains("HeartcamSessionAverage")
    }
    #expect(averages.count == 1 && averages[0].contains("\"type\":\"HeartcamSessionHeartRate\""))
    #expect(shown.output.split(separator: "\n").allSatisfy { $0.contains("HeartcamCamera\"") })
    let stats = try Heartcam.run(
      "store", "stats", "--json", "--type", "HeartRate", "--source", "simulated", "--store", store)
    #expect(stats.output.contains("\"count\":6,"))
    let again = try replay(signal, "--save", "--store", store)
    #expect(again.errors.contains("already in \(store); nothing was saved"))
    // A replay does not keep the recording itself out of the store.
    let measured = try Heartcam.run("measure", "--store", store, signal)
    #expect(measured.errors.contains("6 readings"), "\(measured)")
    #expect(try Heartcam.storedSamples(in: store).count == 12)
  }

  @Test func `an interruption prints the readings and saves them if asked`() throws {
    let process = try startSaving(into: store)
    process.send(SIGTERM)
    let result = process.result(within: .seconds(20))
    #expect(result.ending == .exit(143), "\(result)")
    #expect(result.output.contains("average") && result.errors.contains("have been logged"))
    #expect(try Heartcam.savedRates(in: store).count >= 2)
  }

  @Test func `a stalled reader does not delay the end for long`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // F_SETPIPE_SZ, which Swift does not import: the pipe holds one page.
    try #require(fcntl(ends[1], 1031, 4096) == 4096)
    let process = try Heartcam.start(
      ["live", "--replay", signal, "--speed", "100000", "--json", "--store", "none"],
      output: .descriptor(ends[1]))
    // Wait until the program waits for the reader and the pipe is full.
    try process.waitUntilAsleep {
      var waiting: Int32 = 0
      try #require(ioctl(ends[0], UInt(FIONREAD), &waiting) == 0)
      return waiting > 0
    }
    #expect(process.isRunning)
    process.send(SIGTERM)
    let result = process.result(within: .seconds(20))
    #expect(result.ending == .exit(143), "\(result)")
  }

  @Test func `two signals at once count as one, and nothing is lost`() throws {
    for signals in [[SIGINT, SIGINT], [SIGHUP, SIGHUP], [SIGTERM, SIGINT]] {
      let place = folder.file("signals-\(signals[0])-\(signals[1]).db")
      let process = try startSaving(into: place)
      process.send(signals[0])
      process.send(signals[1])
      let result = process.result(within: .seconds(20))
      #expect(result.ending == .exit(128 + signals[0]), "\(result)")
      #expect(result.output.contains("average") && result.errors.contains("have been logged"))
      #expect(try Heartcam.savedRates(in: place).count >= 2)
    }
  }

  @Test func `contradicting options are usage errors, and nothing is overwritten`() throws {
    let own = folder.file("own.csv")
    try FileManager.default.copyItem(atPath: signal, toPath: own)
    let before = try folder.text(of: "own.csv")
    for words in [
      ["--signal", own], ["--beats", own], ["--camera", "0"], ["--wait"], ["--size", "320x240"],
      ["--json", "--plain"], ["--save", "--store", "none"], ["--mains", "55"],
    ] {
      let result = try Heartcam.start(["live", "--replay", own, "--speed", "100000"] + words)
        .result()
      #expect(result.ending == .exit(64), "\(words): \(result)")
    }
    #expect(try folder.text(of: "own.csv") == before)
    let header = try folder.write("time_s,red,green,blue\n", to: "header.csv")
    let empty = try replay(header)
    #expect(empty.ending == .exit(2) && empty.errors.contains("it holds no frame"), "\(empty)")
  }

  @Test func `a missing camera is an error, or awaited with --wait`() throws {
    let absent = try Heartcam.run("live", "--camera", "No such camera", "--json", "--store", "none")
    #expect(absent.ending == .exit(2))
    #expect(absent.errors.contains("no camera is called 'No such camera'"))
    #expect(try events("error", in: absent).count == 1)
    let process = try Heartcam.start([
      "live", "--camera", "No such camera", "--wait", "--plain", "--store", "none",
    ])
    try process.wait { process.errorsSoFar.contains("waiting for it") }
    process.send(SIGTERM)
    let awaited = process.result(within: .seconds(20))
    #expect(awaited.ending == .exit(143), "\(awaited)")
    #expect(awaited.errors.contains("waiting for it"))
  }

  @Test func `what the store warns of is reported, as measure reports it`() throws {
    let path = folder.file("open.db")
    let first = try Heartcam.run("measure", "--store", path, signal)
    #expect(first.ending == .exit(0))
    for words in [
      ["live", "--replay", signal, "--speed", "100000", "--save"], ["measure", signal],
    ] {
      try #require(chmod(path, 0o644) == 0)
      let result = try Heartcam.start(words + ["--store", path]).result()
      #expect(result.ending == .exit(0))
      #expect(
        result.errorLines.count { $0.contains("\(path) was open to other users") } == 1, "\(result)"
      )
    }
  }

  @Test(
    .enabled(
      if: Heartcam.environment["TSAN_OPTIONS"] == nil,
      "the thread sanitizer has a file of its own, which the limit would cut off"))
  func `if saving fails, the result is printed and the exit code is an error`() throws {
    let result = try Heartcam.sh(
      "ulimit -f 4; exec \"$heartcam\" live --replay \"$signal\" --speed 100000 --save --store \"$store\"",
      ["signal": signal, "store": store])
    #expect(result.ending == .exit(74))
    #expect(result.output.contains("average"))
    #expect(result.errors.contains("the store \(store): disk I/O error"), "\(result.errors)")
  }

  @Test func `with --save a store that cannot be opened ends it before anything is measured`()
    throws
  {
    try folder.write("", to: "place")
    for (store, status) in [(store, 74), ("sqlite:///tmp/a.db", 64)] as [(String, Int32)] {
      // At the recording's own speed, which takes a minute.
      let process = try Heartcam.start([
        "live", "--replay", signal, "--plain", "--save", "--store", store,
      ])
      let result = process.result(within: .seconds(20))
      #expect(result.ending == .exit(status), "\(result)")
      #expect(result.output.isEmpty && !result.errors.contains("measuring"), "\(result)")
    }
  }

  @Test func `the signal and the beats are those that measure writes`() throws {
    let result = try replay(
      signal, "--json", "--store", "none", "--beats", folder.file("live.csv"), "--signal",
      folder.file("signal.csv"))
    #expect(result.ending == .exit(0))
    let measured = try Heartcam.run(
      "measure", "--json", "--store", "none", "--beats", folder.file("measured.csv"), signal)
    #expect(measured.ending == .exit(0))
    #expect(try folder.text(of: "live.csv") == folder.text(of: "measured.csv"))
    let again = try Heartcam.measure(folder.file("signal.csv"))
    #expect(abs((again.bpm ?? 0) - 66) < 1)
  }

  @Test func `a part of a replay is not saved when nobody takes its output any more`() throws {
    let added = try Heartcam.run("store", "add", "HeartRate", "62", "--store", store)
    #expect(added.ending == .exit(0))
    let line = """
      "$heartcam" live --replay "$signal" --speed 20 --json --save --store "$store" |
        grep -m 1 '"type":"reading"'
      """
    let result = try Heartcam.sh(line, ["signal": signal, "store": store])
    #expect(result.output.contains("reading"), "\(result)")
    for (type, count) in [("HeartRate", 1), ("HeartcamSessionHeartRate", 0)] {
      let stored = try Heartcam.run("store", "list", "--json", "--type", type, "--store", store)
      #expect(stored.output.split(separator: "\n").count == count, "\(stored)")
    }
  }

  @Test func `a file that cannot be replayed is an error with a reason`() throws {
    let missing = try replay("/nonexistent.mp4")
    #expect(missing.ending == .exit(2))
    #expect(missing.errors.contains("cannot open /nonexistent.mp4: No such file or directory"))
    let folderInstead = try replay(folder.path)
    #expect(folderInstead.ending == .exit(2))
    let standardInput = try replay("-")
    #expect(standardInput.ending == .exit(2))
    #expect(standardInput.errors.contains("a replay needs a file"))
    mkfifo(folder.file("pipe"), 0o600)
    #expect(try replay(folder.file("pipe")).ending == .exit(2))
    let text = try folder.write("no video", to: "text.mp4")
    #expect(try replay(text).ending == .exit(2))
    let usage = try Heartcam.run("live", "--replay", signal, "--speed", "0")
    #expect(usage.ending == .exit(64))
    let closed = try Heartcam.start(
      ["live", "--replay", signal, "--json", "--speed", "10"], output: .closed
    ).result(within: .seconds(20))
    #expect(closed.ending == .exit(74))
  }
}
