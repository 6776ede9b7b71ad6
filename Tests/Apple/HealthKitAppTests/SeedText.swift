import Foundation
import TestSupport
import Testing

/// A published article with code in it, and parts that are cut out of it.
struct SeedText {
  private static let folder = URL(filePath: Repository.path("../shared/seeds")).standardized

  /// Where the build put the modules: beside the tests.
  private static let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "Modules")

  /// Whether the articles and the modules are at hand.
  static var isThere: Bool { isThere(folder) && isThere(modules) }

  private static func isThere(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }

  let text: String

  /// - Parameter number: The first digits of the file's name.
  init(_ number: String) throws {
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
    let name = try #require(names.first { $0.hasPrefix(number + "_") })
    text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
  }

  /// The text from one passage to the end of another, both included.
  ///
  /// - Parameter completion: What the page's layout lost after it, such as closing braces.
  func cut(from first: String, to last: String, _ completion: String = "") throws -> String {
    let start = try #require(text.range(of: first), "\(first)")
    let end = try #require(text.range(of: last, range: start.upperBound..<text.endIndex), "\(last)")
    return text[start.lowerBound..<end.upperBound] + "\n" + completion + "\n"
  }

  /// Every declaration that stands whole in the text, from its first line to its closing brace.
  var declarations: [String] {
    var found: [String] = []
    var lines: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if lines == nil,
        line.prefixMatch(of: #/@\w+$|(final )?(extension|struct|enum|class) /#) != nil
      {
        lines = []
      }
      lines?.append(line)
      if line == "}", let whole = lines {
        found.append(whole.joined(separator: "\n"))
        lines = nil
      }
    }
    return found
  }

  /// Returns what the compiler says of a source that imports our modules; nothing if it compiles.
  static func errors(in source: String) throws -> String {
    let folder = try TemporaryFolder()
    let file = try folder.write(source, to: "Article.swift")
    // A module of C is compiled from its headers again.
    #if PostgreSQL
    let packages = ["cairo", "libpq"]
    #else
    let packages = ["cairo"]
    #endif
    let headers = try run(["pkg-config", "--cflags"] + packages).output.split(
      whereSeparator: \.isWhitespace)
    let compilation = try run(
      ["swiftc", "-typecheck", "-swift-version", "5", "-I", modules.path]
        + ["CCairo", "CLinux", "CPostgreSQL", "CSQLite", "CZlib"].flatMap {
          ["-I", Repository.path("Sources/System/\($0)")]
        }
        + headers.flatMap { ["-Xcc", String($0)] } + [file])
    guard compilation.code != 0 else { return "" }
    let errors = compilation.output.split(separator: "\n").filter { $0.contains("error: ") }
    return errors.isEmpty ? compilation.output : errors.joined(separator: "\n")
  }

  private static func run(_ words: [String]) throws -> (code: Int32, output: String) {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = words
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
