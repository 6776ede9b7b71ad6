import CLinux
package import CommandEnvironment
package import CommandLineParsing
import FFmpegSource
import FileAccess
import FoundationEssentials
import Glibc
import JSONCoding
import MeasureCommands
import Measurement
import Sandbox

/// What a worker is asked and what it answers: lines of a word, a blank and a text.
enum WorkerMessage {
  /// How far the recording is read: a share from 0 to 1.
  case progress(Double?)

  /// The hash of the file's bytes.
  case content(String)

  /// The page about the recording.
  case page(String)

  /// The process that decoded for it has ended: how.
  case died(String)

  /// What a person should know of this machine.
  case notice(String)

  /// The outcome, and its JSON.
  case outcome(BatchOutcome.Status, [UInt8])

  var bytes: [UInt8] {
    switch self {
    case .progress(let share): Array("progress \(share.map { "\($0)" } ?? "-")\n".utf8)
    case .content(let hash): Array("content \(hash)\n".utf8)
    case .page(let html): Array("page \(JSONValue.string(html).text)\n".utf8)
    case .died(let how): Array("died \(how)\n".utf8)
    case .notice(let text): Array("notice \(text)\n".utf8)
    case .outcome(let status, let json): Array("\(status.rawValue) ".utf8) + json + [0x0A]
    }
  }

  /// Reads a line without its end; `nil` if it is none of these.
  init?(line: some Collection<UInt8>) {
    guard let blank = line.firstIndex(of: 0x20) else { return nil }
    let word = String(decoding: line[..<blank], as: UTF8.self)
    let rest = Array(line[line.index(after: blank)...])
    switch word {
    case "progress": self = .progress(Double(String(decoding: rest, as: UTF8.self)))
    case "content": self = .content(String(decoding: rest, as: UTF8.self))
    case "page":
      guard let html = (try? JSONParser.value(of: rest))?.string else { return nil }
      self = .page(html)
    case "died": self = .died(String(decoding: rest, as: UTF8.self))
    case "notice": self = .notice(String(decoding: rest, as: UTF8.self))
    default:
      guard let status = BatchOutcome.Status(rawValue: word) else { return nil }
      self = .outcome(status, rest)
    }
  }
}

/// What a worker does with a file.
struct WorkerOrder: Codable, Equatable {
  enum Work: String, Codable {
    /// Hashes the file's bytes.
    case identify

    /// Hashes them and measures the recording.
    case measure
  }

  var work: Work
  var path: String

  /// When the first frame was taken, if that is known better than the file knows it.
  var start: Date?

  /// Whether a page about the recording is wanted.
  var makesPage = false
}

/// A process of a batch that measures one file after the other: `heartcam batch-worker`, which only
/// `heartcam batch` starts.
///
/// Orders come on standard input, a line of JSON each; messages go to standard output. A file that
/// a decoder dies of ends this process alone.
package enum BatchWorker {
  package static let name = "batch-worker"

  package static let memory = DefaultedOption(
    "memory", .integer(in: 64...1_000_000), value: "MB", help: "Memory that it may use.",
    default: 2048)

  private static let description = CommandDescription(
    name: name, summary: "Measures files for heartcam batch.",
    options: BatchSettings.options + [memory, SandboxOptions.noSandbox])

  package static func run(_ words: [String], environment: [String: String]) -> ExitCode {
    guard case .run(let arguments)? = try? description.parse(words) else { return .usage }
    // Killed with the batch, also if that is killed itself.
    _ = heartcam_end_with_parent()
    limitMemory(to: arguments[memory] << 20)
    var options = MeasureOptions.measurement(arguments)
    options.video.threads = 1
    if !arguments[SandboxOptions.noSandbox] {
      var limits = SandboxLimits()
      limits.memory = arguments[memory]
      options.sandbox = RecordingSandbox(
        command: SandboxOptions.command,
        environment: SandboxOptions.environment(from: environment), limits: limits, isReused: true
      ) { send(.notice($0)) }
    }
    var lines = OrderLines()
    while let line = lines.next() {
      guard let order: WorkerOrder = try? BatchJSON.value(of: line) else {
        return .usage
      }
      guard carryOut(order, options) else { return .ioError }
    }
    return .success
  }

  private static func carryOut(_ order: WorkerOrder, _ options: MeasurementOptions) -> Bool {
    if let problem = problem(order.path) { return send(BatchOutcome.unreadable(problem)) }
    if let content = try? TextHash.content(of: order.path) {
      guard send(.content(content)) else { return false }
    }
    guard order.work == .measure else { return send(.progress(1)) }
    let clock = ContinuousClock()
    var last = clock.now
    var isHeard = true
    let outcome: BatchOutcome
    do throws(MeasurementError) {
      let result = try RecordingInput(order.path).measure(
        options,
        progress: { share in
          if clock.now - last > .milliseconds(500) {
            last = clock.now
            isHeard = send(.progress(share))
          }
          return isHeard
        })
      guard isHeard else { return false }
      if order.makesPage {
        // The outcome keeps what the file says: another listing may give another start.
        let shown = order.start.map { result.starting(at: $0) } ?? result
        if let page = try? RecordingReport(results: [shown]).html() {
          guard send(.page(page)) else { return false }
        }
      }
      outcome = .measured(result.withoutPulse)
    } catch {
      // The batch ends this process, and tries once more with a new one.
      if error.readerHasDied { return send(.died(error.reason)) }
      outcome = .unreadable(error.reason)
    }
    return send(outcome)
  }

  /// Why a path need not be opened: a pipe would be waited for.
  private static func problem(_ path: String) -> String? {
    var status = stat()
    guard path.withFileName({ stat($0, &status) }) == 0 else { return nil }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return nil
    case S_IFDIR:
      let isOpen = path.withFileName { access($0, R_OK | X_OK) } == 0
      return isOpen ? nil : String(cString: strerror(EACCES))
    default: return "it is a pipe or a device, not a file"
    }
  }

  private static func send(_ outcome: BatchOutcome) -> Bool {
    guard let json = try? outcome.json() else { return false }
    return send(.outcome(outcome.status, json))
  }

  @discardableResult
  private static func send(_ message: WorkerMessage) -> Bool {
    (try? FileDescriptor.standardOutput.write(message.bytes)) != nil
  }

  /// Limits what the process may allocate; the kernel ends it before others if memory runs out.
  private static func limitMemory(to bytes: Int) {
    var limit = rlimit(rlim_cur: rlim_t(bytes), rlim_max: rlim_t(bytes))
    setrlimit(__rlimit_resource_t(RLIMIT_DATA.rawValue), &limit)
    // A core file of a recording's pictures is of no use to anyone.
    limit = rlimit(rlim_cur: 0, rlim_max: 0)
    setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    try? FileDescriptor(file).write("500")
  }

  /// The lines of standard input.
  private struct OrderLines {
    private var buffer: [UInt8] = []

    mutating func next() -> [UInt8]? {
      while true {
        if let end = buffer.firstIndex(of: 0x0A) {
          defer { buffer.removeFirst(end + 1) }
          return Array(buffer[..<end])
        }
        guard
          let count = try? FileDescriptor.standardInput.read(4096, appendingTo: &buffer), count > 0
        else { return nil }
      }
    }
  }
}
