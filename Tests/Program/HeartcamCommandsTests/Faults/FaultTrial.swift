import TestDatabases
import FoundationEssentials
import Glibc
import SampleStore
import StoreEngines
import TestSupport

@testable import TestPrograms

/// Runs a path with calls that fail, and judges what came of it.
struct FaultTrial {
  /// What came of a try.
  enum Outcome: CaseIterable {
    /// The call was not made that often.
    case notReached
    case succeeded
    case refused

    /// Swift's runtime ended the program because there was no memory.
    case stopped
  }

  let path: FaultedPath

  /// How often each call is made without a fault.
  let counts: [Int]

  private let inputs: TemporaryFolder
  private let injector: FaultInjector
  private let before: [String]
  private let whole: [String]
  private let files: [String: [String]]

  /// Runs the path without a fault twice, to know what it gives and that it always gives the same.
  init(_ path: FaultedPath, inputs: TemporaryFolder, injector: FaultInjector) throws {
    self.path = path
    self.inputs = inputs
    self.injector = injector
    var seen: [(samples: [String], files: [String: [String]])] = []
    var counts: [Int] = []
    var before: [String] = []
    for _ in 0..<2 {
      let place = try Self.place(path, inputs)
      before = try Self.samples(of: path, in: place)
      let (result, isSaved) = try Self.run(path, inputs, place, injector.environment(nil, nth: 0))
      guard
        result.ending == (path.drive == nil ? .exit(0) : .exit(130)) || result.ending == .exit(0),
        isSaved
      else { throw UnexpectedOutput(description: "without a fault: \(result)") }
      counts = try injector.counts()
      seen.append((try Self.samples(of: path, in: place), try Self.files(of: path, in: place)))
    }
    guard seen[0] == seen[1] else {
      throw UnexpectedOutput(description: "\(path.name): two runs differ: \(seen)")
    }
    (self.counts, self.before) = (counts, before)
    (whole, files) = seen[0]
  }

  /// Lets the `nth` call fail and returns the outcome and each law that was broken.
  func attempt(_ fault: Fault, nth: Int) throws -> (outcome: Outcome, broken: [String]) {
    let place = try Self.place(path, inputs)
    let (result, isSaved) = try Self.run(
      path, inputs, place, injector.environment(fault, nth: nth))
    var broken: [String] = []
    let outcome: Outcome
    switch result.ending {
    case _ where try injector.counts()[FaultCall.allCases.count] == 0: outcome = .notReached
    case .exit(0): outcome = .succeeded
    // What waits for a lock that another program keeps ends at the second tick of `Interruption`.
    case .exit(let code) where path.drive != nil && [130, 143].contains(code): outcome = .succeeded
    case .exit(let code):
      outcome = .refused
      if ![1, 2, 65, 74, 130].contains(code) { broken.append("the exit code is \(code)") }
      if !result.errors.contains("heartcam: "), !result.output.contains("error") {
        broken.append("no error was printed")
      }
      // A batch and the page say it in a row and to a visitor.
      if fault.call == .takeLock, path.drive == nil, path.name != "batch",
        !result.errors.contains("another program ")
      {
        broken.append("the error does not say that another program has the lock")
      }
    case .signal(let signal) where fault.mayStop(by: signal, result.errors): outcome = .stopped
    case .signal(let signal):
      outcome = .stopped
      broken.append("ended by signal \(signal)")
    case .outOfTime:
      outcome = .stopped
      broken.append("did not end")
    }
    guard outcome != .notReached else { return (outcome, []) }
    broken += try judge(place, isSaved: isSaved, outcome)
    broken += try runAgain(place)
    return (outcome, broken.map { "\(path.name), \(fault.name), call \(nth): \($0)\n\(result)" })
  }

  /// What must hold right after the fault.
  private func judge(
    _ place: TemporaryFolder, isSaved: Bool, _ outcome: Outcome
  ) throws -> [String] {
    var broken = try Self.problems(of: path, in: place)
    let samples = try Self.samples(of: path, in: place)
    if !Self.contains(samples, before) { broken.append("samples of before are lost") }
    if isSaved, samples != whole {
      broken.append("what was acknowledged is not all there: \(samples.count) of \(whole.count)")
    }
    if !Self.contains(whole, samples) { broken.append("samples that nobody gave") }
    if path.isOneTransaction, samples != before, samples != whole {
      broken.append("a part was saved: \(samples.count) of \(whole.count)")
    }
    let written = try Self.files(of: path, in: place)
    for name in path.outputs {
      if let lines = written[name] {
        let expected = files[name] ?? []
        // What could not be read has a row with the reason, and the table is whole.
        let isWhole =
          lines == expected || (path.name == "batch" && lines.last == "" && outcome == .refused)
        if !isWhole { broken.append("\(name) has \(lines.count) lines of \(expected.count)") }
      } else if outcome == .succeeded {
        broken.append("\(name) is missing")
      }
    }
    for name in try FileManager.default.subpathsOfDirectory(atPath: place.path)
    where name.hasSuffix(".json") {
      let bytes = try Array(Data(contentsOf: URL(filePath: place.file(name))))
      if (try? JSONValue.value(of: bytes)) == nil { broken.append("\(name) is no JSON") }
    }
    return broken
  }

  /// The same once more without a fault gives what it would have given at once.
  private func runAgain(_ place: TemporaryFolder) throws -> [String] {
    // A backup never replaces a file; the first may be there.
    if path.name == "back up" { unlink(place.file("copy.db")) }
    let (result, isSaved) = try Self.run(path, inputs, place, [:])
    var broken = try Self.problems(of: path, in: place)
    if !isSaved { broken.append("a second run failed: \(result)") }
    let samples = try Self.samples(of: path, in: place)
    if samples != whole {
      broken.append("after a second run \(samples.count) samples, not \(whole.count)")
    }
    if try Self.files(of: path, in: place) != files {
      broken.append("a second run wrote other files")
    }
    return broken
  }

  // MARK: Parts

  private static func place(_ path: FaultedPath, _ inputs: TemporaryFolder) throws
    -> TemporaryFolder
  {
    let place = try TemporaryFolder()
    if path.hasStore, path.isOnServer {
      let sample = try QuantitySample(
        type: .heartRate, quantity: Quantity(62, .countPerMinute), start: .now, end: .now,
        source: Source(name: "Before", bundleIdentifier: "org.example.before"))
      try HealthStore(location: location(of: path, place), engines: .all).save([sample])
    } else if path.hasStore {
      try place.copy(inputs.file("h.db"), to: "health.db")
    }
    return place
  }

  private static func run(
    _ path: FaultedPath, _ inputs: TemporaryFolder, _ place: TemporaryFolder,
    _ environment: [String: String]
  ) throws -> (ProcessResult, isSaved: Bool) {
    let process = try Heartcam.start(
      path.words(inputs, place), environment: environment.merging(["TMPDIR": place.path]) { $1 })
    if let drive = path.drive {
      let isSaved = drive(process, place)
      return (process.result(within: .seconds(120)), isSaved)
    }
    let result = process.result(within: .seconds(120))
    return (
      result, result.ending == .exit(0) || result.errors.contains("have been logged")
    )
  }

  private static func location(
    of path: FaultedPath, _ place: TemporaryFolder
  ) throws -> StoreLocation {
    try StoreLocation(path.store(in: place), environment: [:])
  }

  private static func problems(
    of path: FaultedPath, in place: TemporaryFolder
  ) throws -> [String] {
    guard !path.isOnServer else {
      return try HealthStore(location: location(of: path, place), engines: .all).problems()
    }
    let store = place.file("health.db")
    guard let size = try? FileManager.default.attributesOfItem(atPath: store)[.size] as? Int,
      size > 0
    else { return [] }
    return try HealthStore(location: StoreLocation(path: store)).problems()
  }

  /// The type and value of each sample, sorted; on a server as its own client shows them.
  private static func samples(of path: FaultedPath, in place: TemporaryFolder) throws -> [String] {
    guard path.isOnServer else { return try samples(in: place) }
    let name = FaultedPath.participant(place)
    return try PostgreSQLServer.shared?.run(
      """
      SELECT sample_type.identifier || ' ' || coalesce(value::text, '')
      FROM sample JOIN sample_type ON sample_type.id = sample.type
      """, as: "heartcam", in: "heartcam",
      settings: ["DO $$ BEGIN PERFORM heartcam.choose('\(name)'); END $$"]
    ).split(separator: "\n").map(String.init).sorted() ?? []
  }

  private static func samples(in place: TemporaryFolder, _ name: String = "health.db") throws
    -> [String]
  {
    guard access(place.file(name), F_OK) == 0 else { return [] }
    let database = try RawDatabase(place.file(name))
    guard try database.texts("SELECT name FROM sqlite_master WHERE name = 'sample'").count == 1
    else { return [] }
    return try database.texts("SELECT type || ' ' || coalesce(value, '') FROM sample").sorted()
  }

  /// The lines of each file that a path has written; of a store, its samples.
  private static func files(of path: FaultedPath, in place: TemporaryFolder) throws
    -> [String: [String]]
  {
    var files: [String: [String]] = [:]
    for name in path.outputs where access(place.file(name), F_OK) == 0 {
      if name.hasSuffix(".db") {
        files[name] = try samples(in: place, name)
      } else {
        let bytes = try Data(contentsOf: URL(filePath: place.file(name)))
        files[name] = String(decoding: bytes, as: UTF8.self)
          .replacing(place.path, with: "PLACE").split(
            separator: "\n", omittingEmptySubsequences: false
          ).map(String.init)
      }
    }
    return files
  }

  /// Whether a sorted list holds all of another.
  private static func contains(_ list: [String], _ part: [String]) -> Bool {
    var rest = list[...]
    for item in part {
      guard let place = rest.firstIndex(of: item) else { return false }
      rest = rest[(place + 1)...]
    }
    return true
  }
}
