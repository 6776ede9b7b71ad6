import FoundationEssentials

/// One run of tests, read from the lines of JSON that Swift Testing writes during the run.
struct TestRun {
  struct Test {
    var name = ""
    var place = ""
    var failures: [String] = []
    var skipReason: String?
    var hasBegun = false
    var hasEnded = false

    /// The name, the place in the source, and the first and last lines of each of its first failures: what a program
    /// of other tests printed says at its end what failed.
    var report: String {
      let shown = failures.prefix(5).map { failure in
        let lines = failure.split(separator: "\n").map { "    \($0.prefix(300))" }
        let isLong = lines.count > 32
        return (isLong ? lines.prefix(8) + ["    (…)"] + lines.suffix(24) : lines[...])
          .joined(separator: "\n")
      }
      let more = failures.count > 5 ? ["    (\(failures.count - 5) more failures)"] : []
      return (["FAILED \(name) (\(place))"] + shown + more).joined(separator: "\n") + "\n"
    }
  }

  private var tests: [String: Test] = [:]
  private var order: [String] = []

  /// Whether the run finished by itself.
  private(set) var hasEnded = false

  init(events: Data) {
    let decoder = JSONDecoder()
    for line in events.split(separator: UInt8(ascii: "\n")) {
      // The last line of a run that broke off may be incomplete.
      guard let record = try? decoder.decode(Record.self, from: line) else { continue }
      take(record)
    }
  }

  private mutating func take(_ record: Record) {
    let payload = record.payload
    if record.kind == "test" {
      guard payload.kind == "function", let id = payload.id else { return }
      let module = id.prefix { $0 != "/" }
      tests[id] = Test(
        name: "\(module): \(payload.displayName ?? payload.name ?? id)",
        place: payload.sourceLocation.map { "\($0.file):\($0.line)" } ?? "?")
      order.append(id)
      return
    }
    if payload.kind == "runEnded" { hasEnded = true }
    guard let id = payload.testID else {
      // An issue outside any test.
      if payload.kind == "issueRecorded", payload.issue?.isFailure != false {
        fail("the run", payload)
      }
      return
    }
    switch payload.kind {
    case "testStarted": tests[id]?.hasBegun = true
    case "testEnded": tests[id]?.hasEnded = true
    case "testSkipped":
      tests[id]?.skipReason = payload.reason ?? "without a reason"
    case "testCancelled":
      tests[id]?.skipReason = payload.reason ?? "cancelled, for a reason that its log has"
    case "issueRecorded":
      if payload.issue?.isFailure != false { fail(id, payload) }
    default: break
    }
  }

  private mutating func fail(_ id: String, _ payload: Record.Payload) {
    // A suite whose set-up fails is not among the functions.
    if tests[id] == nil {
      tests[id] = Test(name: id)
      order.append(id)
    }
    let messages = (payload.messages ?? []).map(\.text).joined(separator: "\n")
    let place = payload.issue?.sourceLocation.map { "\($0.file):\($0.line): " } ?? ""
    tests[id]?.failures.append(place + messages)
  }

  private var all: [Test] { order.compactMap { tests[$0] } }

  var failed: [Test] { all.filter { !$0.failures.isEmpty } }

  /// Tests that had begun when the run broke off.
  var unfinished: [Test] {
    hasEnded ? [] : all.filter { $0.hasBegun && !$0.hasEnded && $0.failures.isEmpty }
  }

  var skipped: [(name: String, reason: String)] {
    all.compactMap { test in test.skipReason.map { (test.name, $0) } }
  }

  var passedCount: Int {
    all.count { $0.hasEnded && $0.failures.isEmpty && $0.skipReason == nil }
  }
}

/// A line of the stream, with the fields that are used.
private struct Record: Decodable {
  struct Payload: Decodable {
    let kind: String
    let id: String?
    let name: String?
    let displayName: String?
    let sourceLocation: Place?
    let testID: String?
    let issue: Issue?
    let messages: [Message]?

    /// Swift Testing puts the reason for skipping or cancelling in quotation marks at the end of its message.
    var reason: String? {
      guard let text = messages?.first?.text,
        let start = text.firstRange(of: /(skipped|cancelled): "/)
      else { return nil }
      return String(text[start.upperBound...].dropLast())
    }
  }

  struct Place: Decodable {
    let fileID: String
    let line: Int
    var file: Substring { fileID.split(separator: "/").last ?? "?" }
  }

  struct Issue: Decodable {
    let isKnown: Bool?
    let severity: String?
    let sourceLocation: Place?
    var isFailure: Bool { isKnown != true && severity != "warning" }
  }

  struct Message: Decodable { let text: String }

  let kind: String
  let payload: Payload
}
