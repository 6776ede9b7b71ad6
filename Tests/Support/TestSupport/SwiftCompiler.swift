import Foundation

/// The toolchain's compiler, on code that uses the modules of these tests.
public struct SwiftCompiler: Sendable {
  /// The folder of the modules that the tests were built with.
  public let modules: String

  let arguments: [String]

  /// `nil` if the machine has no compiler, or the modules are not beside the tests. Looked for once.
  public static let found = SwiftCompiler()

  private init?() {
    modules = URL(filePath: ToolProcess.path).deletingLastPathComponent().path + "/Modules"
    guard FileManager.default.fileExists(atPath: modules),
      let search = Self.run(
        "/bin/bash",
        ["-c", "source scripts/functions && module_search \"$1\"", "bash", modules]),
      search.code == 0, Self.run("/usr/bin/env", ["swiftc", "--version"])?.code == 0
    else { return nil }
    arguments = search.output.split(separator: "\n").map(String.init)
  }

  /// Returns the errors, and the warnings, of files that are checked as one module; each with its place.
  public func diagnostics(
    of files: [String], module: String = "Client", options: [String] = ["-swift-version", "5"]
  ) throws -> [String] {
    let run = Self.run(
      "/usr/bin/env",
      ["swiftc", "-typecheck", "-wmo", "-module-name", module, "-diagnostic-style", "llvm"]
        + options
        + arguments + files)
    guard let run else { throw CocoaError(.executableLoad) }
    let lines = run.output.split(separator: "\n").map(String.init).filter {
      $0.contains(": error: ") || $0.contains(": warning: ")
    }
    // A compiler that fails says why.
    return lines.isEmpty && run.code != 0 ? [run.output] : lines
  }

  /// The package's name as the compiler was told it: that of its folder.
  public static let package = URL(filePath: Repository.root).lastPathComponent.lowercased()
    .map { $0.isLetter || $0.isNumber ? String($0) : "_" }.joined()

  /// The Swift files in a folder and the folders in it.
  public static func files(in folder: String) -> [String] {
    let found = FileManager.default.enumerator(atPath: folder)
    return (found?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }.sorted()
      .map { folder + "/" + $0 }
  }

  static func run(
    _ program: String, _ arguments: [String]
  ) -> (code: Int32, output: String)? {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: Repository.root)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    guard (try? process.run()) != nil else { return nil }
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
