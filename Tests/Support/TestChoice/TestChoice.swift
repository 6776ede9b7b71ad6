import FoundationEssentials
import Glibc

/// Chooses the tests that a change can touch: `TestChoice DESCRIPTION < FILES`, where DESCRIPTION is a file with what
/// `swift package describe --type json` prints, and FILES are the paths of what changed, a line each.
///
/// A room's tests are those of all targets that stand on it. Documents are read by the program's tests alone. What belongs to no
/// target, as scripts, touches everything. Prints a regular expression for `--filter`; nothing for no test; a dot for all.
@main
enum TestChoice {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else {
      print("usage: TestChoice DESCRIPTION < FILES")
      exit(64)
    }
    let bytes = try Data(contentsOf: URL(filePath: CommandLine.arguments[1]))
    let package = try JSONDecoder().decode(Description.self, from: bytes)
    var files: [String] = []
    while let line = readLine() { files.append(line) }
    print(package.filter(for: files))
  }
}

/// What SwiftPM says of a package.
struct Description: Decodable {
  struct Target: Decodable {
    let name: String
    let path: String
    let type: String
    let dependencies: [String]?

    enum CodingKeys: String, CodingKey {
      case name, path, type
      case dependencies = "target_dependencies"
    }
  }

  let targets: [Target]

  /// The documents that tests of the program compare with it.
  private static let documentReaders: Set<String> = ["HeartcamCommandsTests"]

  func filter(for files: [String]) -> String {
    var touched: Set<String> = []
    for file in files {
      // The target whose folder is nearest above the file.
      let owner =
        targets.filter { file.hasPrefix($0.path + "/") }.max { $0.path.count < $1.path.count }
      if let owner {
        touched.insert(owner.name)
      } else if file.hasSuffix(".md") || file.hasPrefix("docs/") {
        touched.formUnion(Self.documentReaders)
      } else {
        return "."
      }
    }
    var count = -1
    while count != touched.count {
      count = touched.count
      for target in targets where !touched.isDisjoint(with: target.dependencies ?? []) {
        touched.insert(target.name)
      }
    }
    let tests = targets.filter { $0.type == "test" && touched.contains($0.name) }.map(\.name)
      .sorted()
    return tests.isEmpty ? "" : "^(\(tests.joined(separator: "|")))\\."
  }
}
