import FoundationEssentials
import Glibc
import Measurement
import Sandbox
import Synchronization
import TestSupport
import Testing

@testable import TestPrograms

/// Strangers' recordings are read by a locked process: the readings are the same, and nothing that goes
/// wrong there costs more than one message.
struct SandboxedMeasuringTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let command = [Heartcam.path, "sandboxed-reader"]

  // MARK: The lock

  @Test(arguments: SandboxTrial.allCases)
  func `what a locked process tries is held back, each with its own message`(
    trial: SandboxTrial
  ) throws {
    var limits = SandboxLimits()
    limits.work = 0.3
    let (text, lacks) = try trial.outcome(
      of: Self.command, limits: limits, environment: Heartcam.environment)
    let part =
      switch trial {
      case .read, .write, .signal, .memory: "it was refused"
      case .connect, .spawn: "signal 31 (Bad system call): it tried what the sandbox forbids"
      case .endless: "s of processor time without a result"
      case .fault: "signal 11 (Segmentation fault)"
      case .lie: "sent what is no result"
      }
    let found = try #require(text, "\(trial.attempt) succeeded")
    #expect(found.contains(part), "\(trial): \(found)")
    #expect(lacks.isEmpty)
  }

  @Test func `without seccomp or Landlock the other part still holds files`() throws {
    for part in SandboxPart.allCases {
      let (text, lacks) = try SandboxTrial.read.outcome(
        of: Self.command + ["--without", part.name], limits: SandboxLimits(),
        environment: Heartcam.environment)
      #expect(text == "it was refused" && lacks == [part])
    }
  }

  @Test func `what a kernel lacks is said once, and recordings are measured`() throws {
    let said = Said()
    var options = MeasurementOptions()
    options.sandbox = RecordingSandbox(
      command: Self.command + ["--without", "Landlock", "--without", "seccomp"],
      environment: Heartcam.environment
    ) { said.add($0) }
    for _ in 0..<2 {
      let result = try RecordingInput(Heartcam.samples + "/resting.csv").measure(options)
      #expect(result.reason == nil)
    }
    #expect(
      said.all.count == 1 && said.all[0].contains("lacks seccomp and Landlock"), "\(said.all)")
  }

  // MARK: The same readings

  @Test(arguments: [
    ["resting.mp4"], ["resting.csv"], ["no-finger.mp4"], ["lifted.mp4"], ["exercise.mkv"],
    ["restless.mp4", "--threads", "2"], ["resting.mp4", "--channel", "pos"],
    ["resting.mp4", "--roi", "10,10,40,40"], ["resting.mp4", "--stream", "0", "--fast"],
    ["resting.mp4", "--true-rate", "60"], ["resting.mp4", "--stream", "7"],
  ])
  func `readings and messages are the same bytes with and without a sandbox`(
    words: [String]
  ) throws {
    let input = "\(Heartcam.samples)/\(words[0])"
    try expectSame(["\(input)"] + words.dropFirst())
  }

  @Test func `pipes, redirected files, pictures and broken files give the same`() throws {
    let video = Heartcam.samples + "/resting.mp4"
    try Heartcam.ffmpeg("-i", video, "-frames:v", "40", to: folder.file("p%03d.png"))
    try folder.write("no picture", to: "p017.png")
    unlink(folder.file("p020.png"))
    try expectSame([folder.file("p%03d.png"), "--true-rate", "30"])
    try expectSame(["-"], input: .file(video))
    try expectSame(["-"], input: .file(Heartcam.samples + "/resting.csv"))
    for name in ["exercise.mkv", "resting.csv", "resting.mp4"] {
      let lines = try ["", "--no-sandbox"].map { flag in
        try Heartcam.sh(
          "cat \"$file\" | \"$heartcam\" measure --json --store none \(flag) -",
          ["file": "\(Heartcam.samples)/\(name)"])
      }
      #expect(undated(lines[0].output) == undated(lines[1].output), "\(name)")
      #expect(lines[0].errors == lines[1].errors, "\(name)")
      #expect(lines[0].ending == lines[1].ending)
    }
    let bytes = try Data(contentsOf: URL(filePath: video))
    try bytes.prefix(bytes.count / 2).write(to: URL(filePath: folder.file("half.mp4")))
    var spoilt = try Data(contentsOf: URL(filePath: Heartcam.samples + "/exercise.mkv"))
    for index in stride(from: 20_000, to: spoilt.count, by: 9_973) { spoilt[index] ^= 0x55 }
    try spoilt.write(to: URL(filePath: folder.file("spoilt.mkv")))
    try folder.write("", to: "empty.mp4")
    try folder.write("#EXTM3U\n/etc/passwd\n", to: "list.mp4")
    try folder.write("time_s,red\n0,1\nx\n", to: "short.csv")
    for name in ["half.mp4", "spoilt.mkv", "empty.mp4", "list.mp4", "short.csv", "none.mp4", "."] {
      try expectSame([folder.file(name)])
    }
  }

  private func expectSame(
    _ words: [String], input: ChildProcess.Input = .nothing
  ) throws {
    let runs = try [[], ["--no-sandbox"]].map { flag in
      try Heartcam.start(["measure", "--json", "--store", "none"] + flag + words, input: input)
        .result()
    }
    let outputs = runs.map {
      words.contains("-") || words[0].contains("%") ? undated($0.output) : $0.output
    }
    #expect(outputs[0] == outputs[1], "\(words)")
    #expect(runs[0].errors == runs[1].errors, "\(words)")
    #expect(runs[0].ending == runs[1].ending, "\(words)")
  }

  /// Without the dates of a recording that does not say when it was made: it then ended just now.
  private func undated(_ output: String) -> String {
    output.replacing(/"(start|end)":"[^"]*"/, with: "")
  }

  @Test func `several at a time, each in a process of its own, give the same`() throws {
    let names = ["resting.mp4", "lifted.mp4", "resting.csv", "restless.mp4"]
    try expectSame(names.map { "\(Heartcam.samples)/\($0)" } + ["--jobs", "3"])
  }

  // MARK: Faults

  /// Starts a measurement of a pipe that stays open, and returns it with its reader once it waits.
  private func waiting() throws -> (
    process: ChildProcess, reader: SandboxedReader, end: Int32
  ) {
    let pipe = folder.file("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let end = open(pipe, O_RDWR | O_CLOEXEC)
    let process = try Heartcam.start(
      ["measure", "--json", "--store", "none", pipe, Heartcam.samples + "/resting.csv"])
    var reader: SandboxedReader?
    try process.wait {
      reader = SandboxedReader(of: process.pid)
      return reader != nil
    }
    return (process, try #require(reader), end)
  }

  @Test(arguments: [SIGSEGV, SIGKILL])
  func `a decoder that crashes costs one message, and the next file is measured`(
    signal: Int32
  ) throws {
    let (process, reader, end) = try waiting()
    defer { close(end) }
    kill(reader.id, signal)
    let result = process.result()
    #expect(result.ending == .exit(2), "\(result)")
    #expect(result.errors.contains("cannot read \(folder.file("pipe")): the process that reads it"))
    #expect(
      result.errors.split(separator: "\n").count { $0.contains("cannot read") } == 1, "\(result)")
    #expect(try result.rows().count == 2)
  }

  @Test func `a killed program leaves no reader, even a stopped one`() throws {
    let (process, reader, end) = try waiting()
    defer { close(end) }
    kill(reader.id, SIGSTOP)
    process.send(SIGKILL)
    _ = process.result()
    // Its parent is gone: whoever adopts it reaps it some time, so a dead one may still have a number.
    var state = ""
    for _ in 0..<1000 {
      state = (try? String(contentsOfFile: "/proc/\(reader.id)/stat", encoding: .utf8)) ?? ""
      if state.isEmpty || state.contains(") Z ") { break }
      usleep(10_000)
    }
    #expect(state.isEmpty || state.contains(") Z "), "\(state)")
  }

  @Test func `a reader has no capabilities, and no rights of root`() throws {
    let (process, reader, end) = try waiting()
    defer {
      process.send(SIGKILL)
      _ = process.result()
      close(end)
    }
    for name in ["CapInh", "CapPrm", "CapEff", "CapAmb"] {
      #expect(try reader.status(name).allSatisfy { $0 == "0" }, "\(name)")
    }
    #expect(try reader.status("NoNewPrivs") == "1")
    guard geteuid() == 0 else { return }
    #expect(try reader.status("Uid") == "65534\t65534\t65534\t65534")
    #expect(try reader.status("Gid") == "65534\t65534\t65534\t65534")
    #expect(try reader.status("Groups").isEmpty)
  }

  @Test func `one descriptor of the reader is its socket, and one its input`() throws {
    let (process, reader, end) = try waiting()
    defer {
      process.send(SIGKILL)
      _ = process.result()
      close(end)
    }
    let places = try reader.descriptors()
    #expect(places.first?.hasPrefix("socket:") == true, "\(places)")
    #expect(places.dropFirst(3).allSatisfy { $0.hasSuffix("/pipe") }, "\(places)")
    #expect(places[1...2].allSatisfy { $0 == "/dev/null" }, "\(places)")
  }
}

/// What has been said, from any thread, behind a mutex.
private final class Said: Sendable {
  private let lines = Mutex<[String]>([])

  func add(_ line: String) { lines.withLock { $0.append(line) } }

  var all: [String] { lines.withLock { $0 } }
}
