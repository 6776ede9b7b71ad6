import FoundationEssentials
import Glibc

/// Summarizes test runs: `TestReport EVENTS...`, each a file from a run's `--event-stream-output-path`.
///
/// Prints every failed test with the beginning of each of its failures, skipped tests with their reasons, tests
/// that had begun when a run broke off, and last a line with the three counts. Exits with 1 unless all passed.
@main
enum TestReport {
  static func main() {
    var runs: [TestRun] = []
    for path in CommandLine.arguments.dropFirst() {
      guard let bytes = try? Data(contentsOf: URL(filePath: path)) else {
        print("test: there is no record of a run at \(path)")
        print("0 passed, 1 failed, 0 skipped")
        exit(1)
      }
      runs.append(TestRun(events: bytes))
    }
    let failed = runs.flatMap(\.failed)
    for test in failed { print(test.report) }
    for test in runs.flatMap(\.unfinished) {
      print("FAILED \(test.name) had begun when the run broke off\n")
    }
    var skipped: [String: [String]] = [:]
    for test in runs.flatMap(\.skipped) { skipped[test.reason, default: []].append(test.name) }
    for (reason, names) in skipped.sorted(by: { $0.key < $1.key }) {
      print("skipped, \(reason):")
      for name in names { print("  \(name)") }
    }
    let brokenOff = runs.count { !$0.hasEnded }
    let failures =
      failed.count + runs.reduce(0) { $0 + max($1.unfinished.count, $1.hasEnded ? 0 : 1) }
    let passed = runs.reduce(0) { $0 + $1.passedCount }
    if brokenOff > 0 { print("test: \(brokenOff) of \(runs.count) runs broke off") }
    if passed + failures == 0 { print("test: no test was run") }
    print(
      "\(passed) passed, \(failures) failed, \(skipped.values.reduce(0) { $0 + $1.count }) skipped")
    exit(failures == 0 && passed > 0 ? 0 : 1)
  }
}
