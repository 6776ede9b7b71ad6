import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// A live session on a terminal's screen.
struct LiveScreenTests {
  let folder: TemporaryFolder
  let terminal: PseudoTerminal
  let signal = Heartcam.samples + "/resting.csv"

  init() throws {
    folder = try TemporaryFolder()
    terminal = try PseudoTerminal()
  }

  private var store: String { folder.file("place/health.db") }

  private func start(
    _ options: String..., columns: Int = 80, rows: Int = 24, speed: String = "20",
    environment: [String: String] = [:]
  ) throws -> ChildProcess {
    terminal.resize(columns: columns, rows: rows)
    return try ChildProcess(
      [Heartcam.path, "live", "--replay", signal, "--speed", speed, "--store", store] + options,
      input: .descriptor(terminal.other), output: .descriptor(terminal.other),
      errors: .descriptor(terminal.other),
      environment: Heartcam.environment.merging(["TERM": "xterm"]) { $1 }
        .merging(environment) { $1 })
  }

  private func end(_ process: ChildProcess) -> ProcessResult {
    // The process waits because its terminal is full.
    while process.isRunning { if !terminal.read() { usleep(1000) } }
    let result = process.result(within: .seconds(60))
    while terminal.read() {}
    return result
  }

  @Test func `the screen is taken over, shows number and pulse, and is restored`() throws {
    let process = try start()
    try terminal.wait { $0.contains("quality 0.9") && $0.contains("▾") }
    let screen = terminal.screen(columns: 80, rows: 24)
    #expect(screen.count == 24)
    #expect(screen[0].hasPrefix(signal) || screen[0].contains("resting.csv"))
    #expect(screen.contains { $0.contains("beats per minute") })
    #expect(screen.contains { $0.contains("██████") })
    #expect(screen.contains { $0.contains(/[⠁-⣿]/) })
    #expect(screen.contains { $0.contains("frames/s") })
    #expect(screen.contains { $0.contains("[s] save   [q] quit   [p] pause   [?] keys") })
    terminal.press("q")
    try terminal.wait { $0.hasSuffix("Save it? [y]es or [n]o: ") }
    terminal.press("n")
    let result = end(process)
    #expect(result.ending == .exit(0), "\(terminal.shown)")
    #expect(terminal.shown.contains("\u{1B}[?1049h") && terminal.shown.contains("\u{1B}[?1049l"))
    #expect(terminal.shown.contains("\u{1B}[?25h"))
    #expect(!FileManager.default.fileExists(atPath: store))
    #expect(terminal.isAsBefore)
  }

  @Test func `a large terminal has spectrum and intervals too, and a small one cuts no word`()
    throws
  {
    var process = try start("--store", "none", columns: 200, rows: 50)
    try terminal.wait { $0.contains("0:10 to 0:20") }
    let screen = terminal.screen(columns: 200, rows: 50)
    #expect(screen.contains { $0.contains("▴") && $0.hasSuffix(" bpm") })
    #expect(screen.count { $0.contains(/[⠁-⣿]/) } > 12)
    #expect(screen.contains { $0.contains(/0:00 to 0:10 +6\d\.\d bpm \(.* quality 0\.9/) })
    terminal.press("q")
    #expect(end(process).ending == .exit(0))
    process = try start("--store", "none", columns: 40, rows: 12, speed: "5")
    // With its unit it stands on the larger screen.
    try terminal.wait { $0.contains(/average \d+\.\d over/) }
    var small = terminal.screen(columns: 40, rows: 12)
    #expect(small.contains { $0.contains(/^average \d+\.\d over \d:\d\d \(\d+\.\d to \d+\.\d\)/) })
    #expect(small.contains { $0.contains("frames/s") })
    terminal.press("?")
    try terminal.wait { $0.contains("Ctrl-Z") }
    small = terminal.screen(columns: 40, rows: 12)
    #expect(small.contains { $0.hasPrefix("?           show this") })
    #expect(!small.contains { $0.contains(/[⠁-⣿]/) })
    terminal.press("q")
    #expect(end(process).ending == .exit(0))
  }

  @Test func `a screen of 20 by 5 shows whole numbers and keys alone`() throws {
    let process = try start("--store", "none", columns: 20, rows: 5, speed: "6")
    func lines() -> [String] { terminal.screen(columns: 20, rows: 5) }
    try terminal.wait { _ in
      lines().contains { $0.contains(/^average \d+\.\d( over \d:\d\d)? *$/) }
    }
    #expect(lines()[4].hasPrefix("[q] quit [?] keys"), "\(lines())")
    terminal.press("p")
    try terminal.wait { _ in lines()[4].hasPrefix("paused: [p] go on  ") }
    #expect(lines().contains { $0.contains(/^\d+\.\d bpm *$/) }, "\(lines())")
    terminal.press("q")
    #expect(end(process).ending == .exit(0))
  }

  @Test func `p stops the screen, and up and down go through the readings`() throws {
    let process = try start("--store", "none", columns: 60, rows: 12, speed: "6")
    func lines() -> [String] { terminal.screen(columns: 60, rows: 12) }
    try terminal.wait { _ in lines().contains { $0.contains(/average .* over 0:50/) } }
    terminal.press("p")
    try terminal.wait { _ in lines().contains { $0.contains("0:40 to 0:50") } }
    #expect(lines().last?.hasPrefix("paused: [p] go on   [up] [down] readings") == true)
    let held = lines()[0]
    terminal.press("\u{1B}[A\u{1B}[A\u{1B}[A")
    try terminal.wait { _ in
      !lines().contains { $0.contains("0:40 to") } || lines().contains { $0.contains("0:00 to") }
    }
    #expect(lines()[0] == held)
    terminal.press("p")
    try terminal.wait { _ in lines().contains { $0.contains("[p] pause") } && lines()[0] != held }
    terminal.press("q")
    #expect(end(process).ending == .exit(0))
  }

  @Test func `a slow line gets few drawings, and the screen is given back soon`() throws {
    terminal.answers = false
    let process = try start("--store", "none", speed: "1")
    // Without an answer the next drawing waits for two seconds.
    try terminal.wait { $0.contains("\u{1B}[6n") }
    let clock = ContinuousClock.now
    try terminal.wait { $0.split(separator: "\u{1B}[6n").count > 2 }
    #expect(ContinuousClock.now - clock > .seconds(1.5))
    // A terminal that never answers is drawn on all the same, ten times per second at most.
    let count = terminal.shown.split(separator: "\u{1B}[6n").count
    let start = ContinuousClock.now
    try terminal.wait { $0.split(separator: "\u{1B}[6n").count > count + 10 }
    #expect(ContinuousClock.now - start > .seconds(0.9))
    terminal.press("q")
    #expect(end(process).ending == .exit(1))
  }

  /// The bytes that a second of the session takes, once its curve is there.
  @Test(arguments: [(80, 24, 2500.0), (200, 60, 6000)])
  func `a session sends a few kilobytes a second`(columns: Int, rows: Int, most: Double) throws {
    let process = try start("--store", "none", columns: columns, rows: rows, speed: "1")
    try terminal.wait { $0.contains("quality 0.") }
    let (start, before) = (ContinuousClock.now, terminal.shown.utf8.count)
    while ContinuousClock.now - start < .seconds(8) { if !terminal.read() { usleep(1000) } }
    let rate = Double(terminal.shown.utf8.count - before) / 8
    #expect((100..<most).contains(rate), "\(rate) bytes a second")
    terminal.press("q")
    _ = end(process)
  }

  @Test(arguments: [(80, 24), (200, 60)])
  func `a line of 2 kB a second shows within a second or so what a key does`(
    columns: Int, rows: Int
  ) throws {
    terminal.bytesPerSecond = 2000
    let process = try start("--store", "none", columns: columns, rows: rows, speed: "1")
    func lines() -> [String] { terminal.screen(columns: columns, rows: rows) }
    try terminal.wait { $0.contains("quality 0.") }
    var times: [Duration] = []
    for (key, text) in [
      ("?", "Ctrl-Z"), ("?", "▾"), ("p", "paused"), ("p", "[p] pause"), ("?", "Ctrl-Z"),
    ] {
      let pressed = ContinuousClock.now
      terminal.press(key)
      try terminal.wait { _ in lines().contains { $0.contains(text) } }
      times.append(.now - pressed)
      let rest = ContinuousClock.now
      while ContinuousClock.now - rest < .seconds(1) { if !terminal.read() { usleep(1000) } }
    }
    #expect(times.sorted()[times.count / 2] < .seconds(1), "\(times)")
    #expect((times.max() ?? .zero) < .seconds(2.5), "\(times)")
    let pressed = ContinuousClock.now
    terminal.press("q")
    try terminal.wait { $0.contains("\u{1B}[?1049l") }
    #expect(ContinuousClock.now - pressed < .seconds(2.5))
    terminal.bytesPerSecond = nil
    _ = end(process)
  }

  @Test(
    .enabled(if: XTerminal.isInstalled, "there is no xterm: scripts/setup --tests installs it"),
    arguments: [(80, 24), (40, 12)])
  func `in a real xterm each line has its last column`(columns: Int, rows: Int) throws {
    let terminal = try XTerminal(
      in: folder.path, columns: columns, rows: rows, environment: Heartcam.environment,
      command: [
        Heartcam.path, "live", "--replay", signal, "--speed", "1", "--store", "none",
      ])
    let screen = try terminal.wait { lines in
      lines.first?.contains(/0:[1-5]\d$/) == true && lines.contains { $0.contains("quality 0.9") }
    }
    #expect(screen.count == rows && screen[0].count == columns, "\(screen)")
    #expect(screen.last?.hasPrefix("[q] quit   [p] pause   [?] keys") == true, "\(screen)")
    #expect(screen.contains { $0.contains("▾") }, "\(screen)")
  }

  @Test func `s saves the session so far, and a second s saves what follows`() throws {
    let process = try start(
      "--signal", folder.file("signal.csv"), "--beats", folder.file("beats.csv"), speed: "15")
    try terminal.wait { $0.contains("average") }
    terminal.press("s")
    try terminal.wait { $0.contains("have been logged") }
    #expect(try Heartcam.savedRates(in: store).count >= 2)
    let saved = try Heartcam.storedSamples(in: store).count
    // Wait until another interval is complete.
    let saveTime = terminal.elapsed
    try terminal.wait { _ in terminal.elapsed >= saveTime + 16 }
    terminal.press("q")
    try terminal.wait { $0.hasSuffix("Save it? [y]es or [n]o: ") }
    terminal.press("y")
    #expect(end(process).ending == .exit(0))
    #expect(try Heartcam.storedSamples(in: store).count >= saved + 2)
    // At the end both parts are shown, and written to the files, one after the other.
    let tables = terminal.shown.split(separator: "\u{1B}[?1049l").last ?? ""
    #expect(tables.split(separator: "average   ").count == 3, "\(tables)")
    let times = try folder.text(of: "signal.csv").split(separator: "\n").dropFirst().compactMap {
      $0.split(separator: ",").first.flatMap { Double($0) }
    }
    #expect(times == times.sorted() && times.count > 600)
    #expect((times.first ?? 9) < 0.1)
    let beats = try folder.text(of: "beats.csv").split(separator: "\n").count
    #expect(Double(beats) > (times.last ?? 0) * 0.8)
  }

  @Test func `failed saving can be repeated while measuring continues`() throws {
    try folder.write("", to: "place")
    let process = try start(speed: "10")
    try terminal.wait { $0.contains("average") }
    terminal.press("s")
    try terminal.wait { $0.contains("[r] repeat saving") }
    try terminal.pressAndWait("r")
    try FileManager.default.removeItem(atPath: folder.file("place"))
    terminal.press("r")
    try terminal.wait { $0.contains("have been logged") }
    terminal.press("q")
    try terminal.wait { $0.hasSuffix("Save it? [y]es or [n]o: ") || !process.isRunning }
    terminal.press("n")
    _ = end(process)
    #expect(try Heartcam.savedRates(in: store).count >= 2)
  }

  @Test func `the first Ctrl-C asks, the second ends without saving`() throws {
    let process = try start()
    try terminal.wait { $0.contains("average") }
    terminal.press("\u{3}")
    try terminal.wait { $0.hasSuffix("Save it? [y]es or [n]o: ") }
    process.send(SIGINT)
    #expect(end(process).ending == .exit(130))
    #expect(terminal.isAsBefore && !FileManager.default.fileExists(atPath: store))
  }

  @Test func `an interruption restores the terminal`() throws {
    let process = try start(speed: "5")
    try terminal.wait { $0.contains("measuring") }
    process.send(SIGINT)
    let result = end(process)
    #expect(result.ending == .exit(130), "\(result)")
    #expect(terminal.shown.contains("\u{1B}[?1049l") && terminal.isAsBefore)
  }

  @Test func `without Unicode and color the screen uses plain characters`() throws {
    let process = try start(environment: ["LC_ALL": "C", "NO_COLOR": "1"])
    var screen: [String] = []
    try terminal.wait { _ in
      screen = terminal.screen(columns: 80, rows: 24)
      return screen.contains { $0.contains("quality 0.9") }
    }
    #expect(screen.joined().unicodeScalars.allSatisfy { $0.isASCII })
    #expect(screen.contains { $0.contains("######") } && screen.contains { $0.contains("*") })
    #expect(!terminal.shown.contains("\u{1B}[1m"))
    process.send(SIGTERM)
    #expect(end(process).ending == .exit(143))
  }

  @Test(arguments: [(80, 24), (40, 12), (20, 5), (5, 2), (1, 1), (200, 60)])
  func `the screen fits every size and follows changes of it`(columns: Int, rows: Int) throws {
    let process = try start(columns: columns, rows: rows)
    try terminal.wait { _ in terminal.drawingCount > 0 }
    try watch(process)
    #expect((1...columns).contains(terminal.longestLine))
    let count = terminal.drawingCount
    let (wide, high) = (rows * 3, max(columns / 4, 1))
    terminal.resize(columns: wide, rows: high)
    try terminal.wait { _ in terminal.drawingCount > count }
    try watch(process)
    #expect((1...wide).contains(terminal.longestLine))
    process.send(SIGINT)
    let result = end(process)
    #expect(result.ending == .exit(130), "\(result)")
  }

  @Test func `a blocked terminal does not delay the end`() throws {
    let process = try start("--save", columns: 200, rows: 60)
    try terminal.wait { $0.contains("average") }
    // Nobody reads, and the terminal is full.
    try terminal.fill()
    process.send(SIGTERM)
    let result = process.result(within: .seconds(20))
    #expect(result.ending == .exit(143), "\(result.ending)")
    #expect(try Heartcam.savedRates(in: store).count >= 2)
  }

  /// Reads the screen until the process has been woken for some dozens of further frames.
  private func watch(_ process: ChildProcess) throws {
    let before = process.wakeUpCount
    try process.wait {
      terminal.read()
      return process.wakeUpCount > before + 60
    }
  }
}
