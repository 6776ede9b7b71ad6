import Foundation

/// Chooses the test targets to build, before anything is built:
/// `TestChoice DESCRIPTION --filter REGEX...` for the tests that are asked for, or
/// `TestChoice DESCRIPTION --changed < FILES` for those that a change can touch.
///
/// DESCRIPTION is a file with what `swift package describe --type json` prints; FILES are the paths of what changed, a
/// line each. It is run in the package's folder, and prints the targets' names on one line.
@main
enum TestChoice {
  static func main() throws {
    let words = CommandLine.arguments
    guard words.count > 2 else {
      print("usage: TestChoice DESCRIPTION --filter REGEX... | --changed < FILES")
      exit(64)
    }
    let package = try JSONDecoder().decode(
      Description.self, from: Data(contentsOf: URL(filePath: words[1])))
    let chosen: [String]
    if words[2] == "--changed" {
      var files: [String] = []
      while let line = readLine() { files.append(line) }
      chosen = package.tests(touchedBy: files)
    } else {
      chosen = try package.tests(matching: words.dropFirst(2).filter { $0 != "--filter" })
    }
    print(chosen.joined(separator: " "))
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

    /// The texts of its Swift files.
    var sources: [String] {
      let files = FileManager.default.enumerator(atPath: path)?.compactMap { $0 as? String } ?? []
      return files.filter { $0.hasSuffix(".swift") }.compactMap {
        try? String(contentsOfFile: "\(path)/\($0)", encoding: .utf8)
      }
    }

    /// What its tests may be called, as `--filter` sees them: MODULE.SUITE/NAME with each suite and test of a file.
    func matches(_ patterns: [Regex<AnyRegexOutput>]) -> Bool {
      sources.contains { source in
        let suites = source.matches(of: /(?:struct|class|enum|actor|extension) (\w+)/).map { $0.1 }
        let tests = source.matches(of: /func (`[^`]+`|\w+)/).map { $0.1 }
        return suites.contains { suite in
          (tests + [""]).contains { test in
            let id = "\(name).\(suite)/\(test)()"
            return patterns.contains { id.contains($0) }
          }
        }
      }
    }
  }

  let targets: [Target]

  private var tests: [Target] { targets.filter { $0.type == "test" } }

  /// The test targets in which a pattern finds a name: all of them where none does, so that the run itself says so.
  func tests(matching patterns: [String]) throws -> [String] {
    let patterns = try patterns.map { try Regex($0) }
    let found = tests.filter { $0.matches(patterns) }
    return (found.isEmpty ? tests : found).map(\.name)
  }

  /// The test targets that a change can touch. A room's are those of all targets that stand on it. A file of no target
  /// touches those tests that name it or its folder; how everything is built and run touches all.
  func tests(touchedBy files: [String]) -> [String] {
    let ofAll: Set = ["Package.swift", "scripts/test", "scripts/functions", "scripts/setup"]
    if files.contains(where: ofAll.contains) { return tests.map(\.name) }
    lazy var readers = tests.map { (name: $0.name, text: $0.sources.joined()) }
    var touched: Set<String> = []
    for file in files {
      // The target whose folder is nearest above the file.
      let owner =
        targets.filter { file.hasPrefix($0.path + "/") }.max { $0.path.count < $1.path.count }
      if let owner {
        touched.insert(owner.name)
        continue
      }
      let parts = file.split(separator: "/")
      let places = (1...parts.count).map { parts[..<$0].joined(separator: "/") }
      touched.formUnion(
        readers.filter { reader in places.contains { reader.text.contains("\"\($0)") } }
          .map(\.name))
    }
    // What tests start by its path is no dependency.
    let started = ["heartcam", "HeartcamLibrary"]
    let starters = ["CameraMachineTests", "HeartcamLibraryTests", "ProgramTests"]
    var count = -1
    while count != touched.count {
      count = touched.count
      for target in targets where !touched.isDisjoint(with: target.dependencies ?? []) {
        touched.insert(target.name)
      }
      if !touched.isDisjoint(with: started) { touched.formUnion(starters) }
    }
    return tests.map(\.name).filter(touched.contains)
  }
}
