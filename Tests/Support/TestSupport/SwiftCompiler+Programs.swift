import Foundation

/// Programs of public code, over the rooms that the tests were built with.
extension SwiftCompiler {
  /// The rooms that a program with `import HealthKit` is linked with.
  public static let healthKit = [
    "HealthKit", "CoreLocation", "HealthFormats", "JSONCoding", "SampleStore", "CivilTime",
    "FileAccess", "Threads", "VisibleText",
  ]

  /// The rooms that a program with `import Charts` is linked with.
  public static let charts = ["Charts", "CivilTime", "FileAccess", "VisibleText"]

  /// The rooms that ResearchKit's program is linked with, itself among them.
  public static let researchKit =
    ["ResearchKit", "ResearchKitActiveTask", "ResearchKitUI", "Charts", "StudyTasks"] + healthKit

  /// Makes a module of a text, for an import of code that needs little of it; returns the errors.
  public func makeModule(_ name: String, of text: String, in folder: String) throws -> [String] {
    let file = "\(folder)/\(name).swift"
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return try compile(
      ["-emit-module", "-parse-as-library", "-module-name", name, "-o"]
        + ["\(folder)/\(name).swiftmodule", "-emit-object", "-o", "\(folder)/\(name).o", file])
  }

  /// Makes a program of files and rooms; returns the errors.
  /// - Parameter folder: Where further modules are, and their objects.
  public func makeProgram(
    _ path: String, of files: [String], over rooms: [String], with folder: String
  ) throws -> [String] {
    let built = URL(filePath: modules).deletingLastPathComponent().path
    let all = FileManager.default
    var objects = try all.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".o") }
      .map { "\(folder)/\($0)" }
    for room in rooms {
      let place = "\(built)/\(room).build"
      // Of a source that is gone, an earlier build's object may still lie there.
      let sources = Set(
        Self.files(in: try Repository.room(room)).map { ($0 as NSString).lastPathComponent })
      objects += try all.contentsOfDirectory(atPath: place).filter {
        $0.hasSuffix(".o") && (sources.contains("\($0.dropLast(2))") || $0.contains("resources"))
      }.map { "\(place)/\($0)" }
    }
    return try compile(["-swift-version", "5", "-I", folder, "-o", path] + files + objects)
  }

  /// The shared libraries that a program loads when it starts, but for those of Swift and the C library.
  public static func libraries(of program: String) -> Set<String> {
    let lines = run("/usr/bin/ldd", [program])?.output.split(separator: "\n") ?? []
    let names = lines.compactMap { $0.split(whereSeparator: { " \t".contains($0) }).first }
      .map { $0.prefix(while: { $0 != "." }) }.map(String.init)
    let base: Set = [
      "libc", "libm", "libgcc_s", "libstdc++", "libdispatch", "libBlocksRuntime", "linux-vdso",
      "/lib64/ld-linux-x86-64", "/lib/ld-linux-aarch64",
    ]
    return Set(names).subtracting(base).filter { name in
      !["libswift", "libFoundation", "lib_Foundation"].contains { name.hasPrefix($0) }
    }
  }

  private func compile(_ words: [String]) throws -> [String] {
    let run = Self.run(
      "/usr/bin/env", ["swiftc", "-diagnostic-style", "llvm"] + arguments + words)
    guard let run else { throw CocoaError(.executableLoad) }
    let lines = run.output.split(separator: "\n").map(String.init)
    let errors = lines.filter { $0.contains("error: ") }
    return errors.isEmpty && run.code != 0 ? [run.output] : errors
  }
}
