import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// Random sequences of commands, some by two processes at once and some killed, against a plain model:
/// nothing is lost, nothing doubled, and the check finds nothing. `HEARTCAM_PROGRAM_LAWS` says how many
/// sequences. `StoreLawTests` has the many.
struct ProgramLawTests {
  private static let count =
    ProcessInfo.processInfo.environment["HEARTCAM_PROGRAM_LAWS"].flatMap { Int($0) } ?? 6

  @Test(arguments: 0..<2)
  func `commands in any order do what a plain model does`(worker: Int) throws {
    for seed in stride(from: worker, to: Self.count, by: 2) {
      var sequence = try CommandSequence(seed: UInt64(seed))
      for _ in 0..<10 { try sequence.step() }
    }
  }
}

private struct CommandSequence {
  private var random: SeededGenerator
  private let seed: UInt64
  private let folder: TemporaryFolder
  private var ids: Set<String> = []
  private var contents: Set<Int> = []
  private var copy: (ids: Set<String>, contents: Set<Int>)?
  private var steps: [String] = []

  private var store: String { folder.file("h.db") }

  init(seed: UInt64) throws {
    self.seed = seed
    random = SeededGenerator(seed: seed)
    folder = try TemporaryFolder()
    for content in 0..<2 {
      try Heartcam.simulate(
        folder.file("\(content).csv"), "--duration", "21", "--seed", "\(content + 7)")
    }
    try start(["store", "add", "StepCount", "1"])
    ids = try listed()
  }

  private func begin(_ words: [String]) throws -> ChildProcess {
    try Heartcam.start(words + ["--store", store])
  }

  @discardableResult
  private func start(_ words: [String], _ ending: ProcessResult.Ending = .exit(0)) throws
    -> ProcessResult
  {
    let result = try begin(words).result()
    #expect(result.ending == ending, "\(name): \(result)")
    return result
  }

  private var name: String { "seed \(seed): \(steps.joined(separator: ", "))" }

  private func listed(_ type: String = "StepCount") throws -> Set<String> {
    let lines = try start(["store", "list", "--json", "--type", type]).output.split(separator: "\n")
    let ids = Set(lines.map { String($0.dropFirst(7).prefix(36)) })
    #expect(ids.count == lines.count, "\(name)")
    return ids
  }

  mutating func step() throws {
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      steps.append("add")
      let line = try start(["store", "add", "StepCount", "\(ids.count + 1)", "--json"]).output
      ids.insert(String(line.dropFirst(7).prefix(36)))
    case 1...3:
      let (file, records) = try records()
      let ending = Int.random(in: 0..<3, using: &random)
      steps.append("import \(records.count)\(["", " twice at once", " and is killed"][ending])")
      let processes = try (0..<(ending == 1 ? 2 : 1)).map { _ in
        try begin(["store", "import", file])
      }
      if ending == 2 {
        usleep(UInt32.random(in: 0..<30_000, using: &random))
        processes[0].send(SIGKILL)
        _ = processes[0].result()
        try start(["store", "import", file])
      } else {
        for process in processes { #expect(process.result().ending == .exit(0), "\(name)") }
      }
      ids.formUnion(records)
    case 4:
      steps.append("delete")
      guard let id = ids.sorted().randomElement(using: &random) else { return }
      try start(["store", "delete", id])
      ids.remove(id)
    case 5:
      steps.append("back up")
      try start(["store", "backup", folder.file("copy.db"), "--force"])
      copy = (ids, contents)
    case 6:
      guard let copy else { return }
      steps.append("restore")
      for suffix in ["", "-wal", "-shm"] { unlink(store + suffix) }
      try folder.copy(folder.file("copy.db"), to: "h.db")
      (ids, contents) = copy
    case 7:
      let content = Int.random(in: 0..<2, using: &random)
      steps.append("measure \(content) twice at once")
      let processes = try (0..<2).map { _ in
        try begin(["measure", "--json", folder.file("\(content).csv")])
      }
      for process in processes { #expect(process.result().ending == .exit(0), "\(name)") }
      contents.insert(content)
    default:
      steps.append("read only for a while")
      chmod(store, 0o400)
      _ = try listed()
      chmod(store, 0o600)
    }
    #expect(try listed() == ids, "\(name)")
    #expect(try listed("HeartRate").count == 2 * contents.count, "\(name)")
    try start(["store", "check"])
    try start(["store", "export", "-o", folder.file("export.ndjson"), "--force"])
  }

  private mutating func records() throws -> (file: String, ids: Set<String>) {
    var ids: Set<String> = []
    var text = ""
    for _ in 0..<Int.random(in: 1...2000, using: &random) {
      let number = Int.random(in: 100_000..<104_000, using: &random)
      let id = "00000000-0000-4000-8000-000000\(number)"
      ids.insert(id)
      text += """
        {"type":"StepCount","id":"\(id)","start":"2026-01-31T09:00:00Z","value":\(number % 100),\
        "unit":"count"}\n
        """
    }
    return (try folder.write(text, to: "\(steps.count).ndjson"), ids)
  }
}
