import Foundation
import TestSupport
import Testing

/// What the compiler says of the room's own sources, and of public code that uses them.
@Suite(.enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"))
struct CompilerTests {
  /// Libraries for Apple's systems, beside the project. Nothing of them is part of it.
  @Test(arguments: ["HealthKitExtensions", "HealthKitReporter"])
  func `a public library compiles without a change`(_ library: String) throws {
    let files = SwiftCompiler.files(in: Repository.path("../shared/clients/\(library)/Sources"))
    guard !files.isEmpty else {
      try Test.cancel("there is no \(library) beside the project")
    }
    let errors = try #require(SwiftCompiler.found).diagnostics(of: files).filter {
      $0.contains(": error: ")
    }
    #expect(errors.prefix(3) == [], "\(errors.count) errors in \(files.count) files")
  }

  /// Swift lets no class that is not final be checked, nor one below it. Without the word, it checks all
  /// that each class holds, and names the classes that are not final.
  @Test(arguments: ["HealthKit", "CoreLocation"])
  func `what is unchecked Sendable holds constants and locks alone`(_ room: String) throws {
    let compiler = try #require(SwiftCompiler.found)
    let folder = try TemporaryFolder()
    var files: [String] = []
    for file in SwiftCompiler.files(in: try Repository.room(room)) {
      let text = try String(contentsOfFile: file, encoding: .utf8)
      files.append(folder.file("\(files.count)-" + URL(filePath: file).lastPathComponent))
      try text.replacing(": @unchecked Sendable", with: ": Sendable")
        .replacing(", @unchecked Sendable", with: ", Sendable")
        .write(toFile: files[files.count - 1], atomically: false, encoding: .utf8)
    }
    let all = try compiler.diagnostics(
      of: files, module: room,
      options: [
        "-swift-version", "6", "-package-name", SwiftCompiler.package, "-enable-upcoming-feature",
        "InternalImportsByDefault", "-enable-upcoming-feature", "MemberImportVisibility",
        "-enable-upcoming-feature", "ExistentialAny",
      ])
    let others = all.filter { !$0.contains("error: non-final class '") }
    #expect(all.count > others.count)
    // One struct hands objects of Foundation back to who gave them.
    #expect(
      others.allSatisfy { $0.contains("'Sendable'-conforming generic struct 'Returned'") }
        && others.count == (room == "HealthKit" ? 1 : 0), "\(others.prefix(3))")
  }
}
