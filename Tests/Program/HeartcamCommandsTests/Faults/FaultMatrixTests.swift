import TestDatabases
import FoundationEssentials
import TestSupport
import Testing

@testable import TestPrograms

/// Every call of the system and of memory that can fail, made to fail on every path that reads, saves or writes.
///
/// The law of each try: the program ends by itself, with an error if it could not do its work; the store is sound and has all
/// that was there and all that was acknowledged; no file under its final name is a part; and the same once more works.
/// A run of the tests takes a sample. `HEARTCAM_FAULTS`, the most tries of one fault on one path, tries all and prints the
/// table of `docs/internals/reliability.md`; `scripts/faults` puts it there.
@Suite(
  .enabled(if: FaultInjector.obstacle == nil, Comment(rawValue: FaultInjector.obstacle ?? "")))
struct FaultMatrixTests {
  private static let most = ProcessInfo.processInfo.environment["HEARTCAM_FAULTS"].flatMap {
    Int($0)
  }

  @Test func `whatever call fails, nothing acknowledged is lost and no file is a part`() throws {
    // A table without the paths on a server would look whole.
    #expect(PostgreSQLServer.problem == nil)
    let inputs = try TemporaryFolder()
    try FaultedPath.prepareInputs(in: inputs)
    let injector = try FaultInjector(in: inputs)
    var generator = SeededGenerator(seed: 19)
    var table = FaultTable()
    let chosen = ProcessInfo.processInfo.environment["HEARTCAM_FAULT_PATH"]
    for path in FaultedPath.all where chosen.map(path.name.contains) ?? true {
      let trial = try FaultTrial(path, inputs: inputs, injector: injector)
      for (fault, nth) in Self.tries(trial, &generator) {
        let (outcome, broken) = try trial.attempt(fault, nth: nth)
        table.add(path, fault, outcome)
        for sentence in broken { Issue.record(Comment(rawValue: sentence)) }
      }
    }
    #expect(table.tries > 20)
    if Self.most != nil, chosen == nil {
      try Data(table.text.utf8).write(to: URL(filePath: Self.tablePath))
    }
  }

  /// Where the table goes; `scripts/faults` names it.
  private static let tablePath =
    ProcessInfo.processInfo.environment["HEARTCAM_FAULT_TABLE"] ?? "/dev/null"

  /// The calls that fail: those of a sample, or up to so many of each fault, spread over all its calls.
  private static func tries(
    _ trial: FaultTrial, _ generator: inout SeededGenerator
  ) -> [(Fault, Int)] {
    let possible = Fault.all.filter { trial.counts[$0.call.index] > 0 }
    guard let most else {
      return (0..<4).map { _ in
        let fault = possible[Int.random(in: 0..<possible.count, using: &generator)]
        return (fault, Int.random(in: 1...trial.counts[fault.call.index], using: &generator))
      }
    }
    return possible.flatMap { fault in
      let count = trial.counts[fault.call.index]
      guard count > most else { return (1...count).map { (fault, $0) } }
      return (0..<most).map { (fault, 1 + $0 * (count - 1) / max(1, most - 1)) }
    }
  }
}

extension FaultCall {
  /// Its place among the counts.
  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// The outcomes of all tries, as two tables in Markdown: by fault, and by path.
struct FaultTable {
  private typealias Counts = [FaultTrial.Outcome: Int]

  private var byFault = Sums()
  private var byPath = Sums()

  /// How many tries reached their call.
  private(set) var tries = 0

  mutating func add(_ path: FaultedPath, _ fault: Fault, _ outcome: FaultTrial.Outcome) {
    guard outcome != .notReached else { return }
    tries += 1
    byFault.add(outcome, to: fault.name)
    byPath.add(outcome, to: path.name)
  }

  var text: String { byFault.table(of: "fault") + "\n" + byPath.table(of: "path") }

  /// How often each outcome came, by name, in the order of first use.
  private struct Sums {
    private var names: [String] = []
    private var counts: [String: Counts] = [:]

    mutating func add(_ outcome: FaultTrial.Outcome, to name: String) {
      if counts[name] == nil { names.append(name) }
      counts[name, default: [:]][outcome, default: 0] += 1
    }

    func table(of heading: String) -> String {
      var text = "| \(heading) | tries | refused with an error | succeeded | stopped |\n"
      text += "| --- | ---: | ---: | ---: | ---: |\n"
      for name in names {
        let own = counts[name] ?? [:]
        let shown = [FaultTrial.Outcome.refused, .succeeded, .stopped].map { own[$0] ?? 0 }
        let cells = ([own.values.reduce(0, +)] + shown).map(String.init)
        text += "| \(name) | " + cells.joined(separator: " | ") + " |\n"
      }
      return text
    }
  }
}
