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
        table.add(path, fault, outcome, calls: trial.counts[fault.call.index])
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

/// What came of all tries, as a table in Markdown.
struct FaultTable {
  private struct Row {
    var calls = 0
    var outcomes: [FaultTrial.Outcome: Int] = [:]
  }

  private var rows: [(path: String, fault: String, row: Row)] = []

  /// How many tries reached their call.
  var tries: Int {
    rows.reduce(0) { $0 + Self.tries($1.row) }
  }

  private static func tries(_ row: Row) -> Int {
    row.outcomes.filter { $0.key != .notReached }.values.reduce(0, +)
  }

  mutating func add(
    _ path: FaultedPath, _ fault: Fault, _ outcome: FaultTrial.Outcome, calls: Int
  ) {
    if rows.last?.path != path.name || rows.last?.fault != fault.name {
      rows.append((path.name, fault.name, Row(calls: calls)))
    }
    rows[rows.count - 1].row.outcomes[outcome, default: 0] += 1
  }

  var text: String {
    var text = "| path | fault | calls | tries | refused with an error | succeeded | stopped |\n"
    text += "| --- | --- | --- | --- | --- | --- | --- |\n"
    for (path, fault, row) in rows where Self.tries(row) > 0 {
      let counts = [FaultTrial.Outcome.refused, .succeeded, .stopped].map {
        "\(row.outcomes[$0] ?? 0)"
      }
      text +=
        "| \(path) | \(fault) | \(row.calls) | \(Self.tries(row)) | "
        + counts.joined(separator: " | ") + " |\n"
    }
    return text
  }
}
