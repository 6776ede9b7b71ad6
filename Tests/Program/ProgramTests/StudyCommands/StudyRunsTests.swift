import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import TestPrograms

/// Tests that run studies in a folder of their own.
protocol StudyRunsTests {
  var folder: TemporaryFolder { get }
}

extension StudyRunsTests {
  var store: String { folder.file("place/health.db") }
  var runs: String { folder.file("runs") }

  /// The folders of all runs, the oldest first.
  func runFolders() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: runs).sorted().map { "\(runs)/\($0)" }
  }

  func json(_ path: String) throws -> JSONValue {
    try JSONValue.value(of: Array(Data(contentsOf: URL(filePath: path))))
  }

  /// All items of all recorders' files of a run.
  func items(of run: String) throws -> [JSONValue] {
    var items: [JSONValue] = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: run).sorted()
    where name.hasPrefix("recorder-") && name.hasSuffix(".json") {
      items += try #require(json("\(run)/\(name)")["items"]).elements
    }
    return items
  }

  /// How many samples the store holds.
  func storedCount() throws -> Int {
    let result = try Heartcam.run("store", "list", "--json", "--store", store)
    return result.output.split(separator: "\n").count
  }

  func permissions(_ path: String) -> UInt32 {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
  }

  /// A task without any waiting: a step that a person ends, and a question.
  func quickTask() throws -> String {
    try folder.write(
      """
      {"heartcam_task": 1, "identifier": "quick", "steps": [
        {"type": "active", "identifier": "open", "duration_s": 0, "starts_automatically": true,
         "recorders": [{"identifier": "hr", "type": "quantity", "quantity": "HeartRate"}]},
        {"type": "question", "identifier": "mood", "question": "How are you?", "optional": false,
         "answer": {"type": "choice", "choices": ["well", "not so well"]}},
        {"type": "completion", "identifier": "end", "title": "Bye"}]}
      """, to: "quick.json")
  }
}
