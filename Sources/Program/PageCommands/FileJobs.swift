import CommandEnvironment
import FileAccess
import FoundationEssentials
import Glibc
import JSONCoding
import LivePage
import SampleStore
import Sandbox
import Synchronization
import Threads

/// Files that were dropped on the page: each is measured or imported by this same program in a
/// separate process, one after the other, and removed. Meanwhile that process reports its progress.
///
/// A file that a decoder stumbles over ends that process alone.
final class FileJobs: Sendable {
  enum Kind: String {
    case measure, `import`
  }

  private struct State {
    var lines: [(id: Int, line: JSONValue)] = []
    var count = 0
    var process: pid_t?
    var waitingCount = 0
    var isStopping = false
  }

  private let state = Mutex(State())
  private let hub: EventHub
  private let folder: String
  private let location: StoreLocation?
  private let environment: [String: String]

  /// Further words of both commands.
  private let words: [String]
  private let thread: WorkThread

  /// Jobs that are remembered, and jobs that may wait.
  private static let (kept, most) = (50, 20)

  /// - Parameter words: Options that `measure` and `store import` both have.
  /// - Returns: `nil` if the system gives no further thread.
  init?(
    hub: EventHub, folder: String, location: StoreLocation?, words: [String] = [],
    environment: [String: String]
  ) {
    guard let thread = WorkThread() else { return nil }
    self.thread = thread
    self.words = words
    self.hub = hub
    self.folder = folder
    self.location = location
    self.environment = environment
  }

  /// All jobs that are remembered, the oldest first.
  var all: [JSONValue] { state.withLock { $0.lines.map(\.line) } }

  /// The files that a job leaves: the records that an import left out, the identifiers of the samples that it saved,
  /// and the report of a measurement.
  enum Kept: String, CaseIterable {
    case rejects, saved, report
  }

  private func path(_ kept: Kept, _ id: Int) -> String { "\(folder)/\(kept.rawValue)-\(id)" }

  /// Returns a file that a job has left, under a name for people; `nil` without any.
  func file(_ kept: Kept, ofJob id: Int) -> PageResponse? {
    guard let file = PageResponse.HeldFile(open(path(kept, id), O_RDONLY | O_CLOEXEC)) else {
      return nil
    }
    let name = state.withLock { $0.lines.first { $0.id == id }?.line["name"]?.string } ?? ""
    let plain = name.prefix { $0 != "." }.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    return kept == .report
      ? PageResponse(type: "text/html; charset=utf-8", .file(file)).download(
        as: "heart-rate-\(plain).html")
      : PageResponse(type: "application/x-ndjson", .file(file)).download(
        as: "left-out-of-\(plain).ndjson")
  }

  /// Forgets a job with what it left; its samples stay. One that is not done comes back.
  func forget(_ id: Int) {
    state.withLock { $0.lines.removeAll { $0.id == id } }
    for kept in Kept.allCases { unlink(path(kept, id)) }
  }

  /// Returns the identifiers of the samples that an import has saved; `nil` if that is not known any more.
  func savedSamples(ofJob id: Int) -> [UUID]? {
    guard let text = try? OpenFile.bytes(of: path(.saved, id), limit: 1 << 30) else { return nil }
    return text.split(separator: UInt8(ascii: "\n")).compactMap {
      UUID(uuidString: String(decoding: $0, as: UTF8.self))
    }
  }

  /// Takes over the file of a request, with the name and the time of change that it names; a recording without a date
  /// ends at that time.
  /// - Parameters:
  ///   - options: Further words of the command.
  ///   - accept: Answers with the job's number.
  func take(
    _ kind: Kind, _ request: PageRequest, options: [String] = [], accept: (Int) -> PageResponse
  ) -> PageResponse {
    guard let file = request.file else { return .error(400, "there is no file") }
    let id: Int? = state.withLock { state in
      guard state.waitingCount < Self.most, !state.isStopping else { return nil }
      state.waitingCount += 1
      state.count += 1
      return state.count
    }
    guard let id else { return .error(503, "too many files wait; try again") }
    let place = "\(folder)/job-\(id)"
    let name = Self.plainName(request.query["name"] ?? "")
    guard mkdir(place, 0o700) == 0, rename(file.path, "\(place)/\(name)") == 0 else {
      let error = FileError(.open, path: place, code: errno)
      state.withLock { $0.waitingCount -= 1 }
      return .error(507, "the file cannot be kept: \(error)")
    }
    if let modified = request.query["modified"].flatMap({ Double($0) }), abs(modified) < 1e11 {
      var times = [timespec](repeating: timespec(tv_sec: Int(modified), tv_nsec: 0), count: 2)
      utimensat(AT_FDCWD, "\(place)/\(name)", &times, 0)
    }
    note(id, kind, name, "waiting", [])
    thread.add { [self] in
      work(on: id, kind, name, options, in: place)
      try? FileManager.default.removeItem(atPath: place)
      state.withLock { $0.waitingCount -= 1 }
    }
    return accept(id)
  }

  /// Ends the running process, begins no other, and names the accepted files that are not done.
  func stop() {
    state.withLock { state in
      state.isStopping = true
      if let process = state.process { kill(process, SIGKILL) }
      let names = state.lines.map(\.line).filter {
        ["waiting", "running"].contains($0["state"]?.string)
      }.compactMap { $0["name"]?.string }
      if !names.isEmpty {
        report("ended before it was done with \(names.joined(separator: ", ")); drop them again")
      }
    }
    thread.finish()
  }

  /// Bytes of a name, within the limits of file systems; and of its end, which is kept.
  private static let (longestName, longestEnd) = (120, 16)

  /// Returns a name without folders and control characters that is no option and no hidden file,
  /// and not too long for a file.
  static func plainName(_ name: String) -> String {
    let plain = name.unicodeScalars.filter {
      $0.value >= 0x20 && $0 != "/" && $0 != "\\" && $0.value != 0x7F
    }
    let text = String(String.UnicodeScalarView(plain)).drop { $0 == "." || $0 == "-" }
    guard text.utf8.count > longestName else { return text.isEmpty ? "file" : String(text) }
    let end = text.lastIndex(of: ".").map { text[$0...] } ?? ""
    let kept = end.utf8.count <= longestEnd ? end : ""
    // A character may be of any length, so scalars are counted.
    var (short, count) = (String.UnicodeScalarView(), kept.utf8.count)
    for scalar in text.unicodeScalars {
      count += scalar.utf8.count
      if count > longestName { break }
      short.append(scalar)
    }
    return String(short) + kept
  }

  private func work(
    on id: Int, _ kind: Kind, _ name: String, _ options: [String], in place: String
  ) {
    let own =
      switch kind {
      case .measure: ["measure", "--report", "\(place)/.report.html"]
      case .import:
        ["store", "import", "--rejects", "\(place)/.rejects", "--saved", "\(place)/.saved"]
      }
    let store = ["--json", "--store", location?.description ?? "none"]
    let command = own + store + words + options + ["\(place)/\(name)"]
    note(id, kind, name, "running", [])
    guard let output = try? OpenFile("\(place)/.output", for: .creating),
      let messages = MessagePipe()
    else { return note(id, kind, name, "failed", [("text", .string("no room for the answer"))]) }
    let end = messages.end
    let process: pid_t? = output.withDescriptor { output in
      state.withLock { state in
        guard !state.isStopping else { return nil }
        state.process = try? ChildProgram.start(
          [ChildProgram.own] + command, output: output.number, errors: end,
          environment: environment.merging(["HEARTCAM_PROGRESS": "json"]) { $1 })
        return state.process
      }
    }
    guard let process else {
      return note(id, kind, name, "failed", [("text", .string("no process can be started"))])
    }
    let errors = messages.lines(of: process) {
      note(id, kind, name, "running", [], share: $0, secondsLeft: $1)
    }
    // It has ended and is reaped under the lock, so that `stop` never ends a stranger.
    var status: Int32 = 0
    state.withLock { state in
      state.process = nil
      _ = waitpid(process, &status, 0)
    }
    let lines = (try? OpenFile.bytes(of: "\(place)/.output", limit: 4 << 20)) ?? []
    let result = lines.isEmpty ? nil : try? JSONParser.value(of: lines)
    let answer = result.map { Self.short($0, place) } ?? .null
    // The folder's name says nothing to a person, a failure is also in the result, and the page words what was saved.
    let saved = errors.lazy.compactMap { try? JSONParser.value(of: Array($0.utf8)) }.first
    let notes =
      errors.filter { !$0.hasPrefix("{") }
      .map { String($0.replacing("\(place)/", with: "").trimmingPrefix("heartcam: ")) }
      .filter { $0 != answer["error"]?.string }
      .map(JSONValue.string)
    func keeps(_ name: String, as kept: Kept) -> JSONValue {
      var found = stat()
      return .bool(
        stat("\(place)/\(name)", &found) == 0 && found.st_size > 0
          && rename("\(place)/\(name)", path(kept, id)) == 0)
    }
    _ = keeps(".saved", as: .saved)
    let isDone = status & 0x7F == 0 && (status >> 8) & 0xFF <= 1 && result != nil
    note(
      id, kind, name, isDone ? "done" : "failed",
      [
        ("notes", .array(notes)), ("has_rejects", keeps(".rejects", as: .rejects)),
        ("has_report", keeps(".report.html", as: .report)), ("result", answer),
      ] + ["readings", "kept_apart"].compactMap { key in saved?[key].map { (key, $0) } })
  }

  /// Returns the result without the parts that only a program needs, and without the folder.
  private static func short(_ value: JSONValue, _ place: String) -> JSONValue {
    guard let members = value.members else { return value }
    return .members(
      members.filter { $0.key != "readings" }.map { member in
        guard case .string(let text) = member.value else { return member }
        return .init(key: member.key, value: .string(text.replacing("\(place)/", with: "")))
      })
  }

  /// Keeps the result of a job and sends it to the browsers.
  private func note(
    _ id: Int, _ kind: Kind, _ name: String, _ progress: String, _ more: [(String, JSONValue)],
    share: JSONValue = .null, secondsLeft: JSONValue = .null
  ) {
    let line = JSONValue.object(
      [
        ("type", .string("job")), ("id", .integer(id)), ("kind", .string(kind.rawValue)),
        ("name", .string(name)), ("state", .string(progress)),
        ("share", share), ("left_s", secondsLeft),
      ] + more)
    state.withLock { state in
      if let index = state.lines.firstIndex(where: { $0.id == id }) {
        state.lines[index].line = line
        return
      }
      state.lines.append((id, line))
      if state.lines.count > Self.kept {
        let old = state.lines.removeFirst().id
        for kept in Kept.allCases { unlink(path(kept, old)) }
      }
    }
    hub.publish(line.text)
    if progress != "running" { hub.publish(ServedStore.change, retainedAs: "store") }
  }
}
