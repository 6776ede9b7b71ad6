import Foundation
import TestSupport
import Testing

/// The article's own code compiles as it is printed, where its text is at hand.
@Suite struct SeedListingTests {
  private static let article = URL(filePath: #filePath)
    .appending(path: "../../../../shared/seeds/004_41c6f019cdff0b60.txt").standardized

  /// Where the build put the modules: beside the tests.
  private static let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "Modules")

  private static func isThere(_ url: URL) -> Bool {
    FileManager.default.fileExists(atPath: url.path)
  }

  @Test(
    .enabled(if: isThere(article), "the article's text is not here"),
    .enabled(if: isThere(modules), "the build's modules are elsewhere"))
  func `the two listings on drawing a workout compile`() throws {
    let text = try String(contentsOf: Self.article, encoding: .utf8)
    func listing(from first: String, to last: String) throws -> String {
      let start = try #require(text.range(of: first))
      let end = try #require(text.range(of: last, range: start.upperBound..<text.endIndex))
      return String(text[start.lowerBound..<end.upperBound])
    }
    let interval = try listing(from: "let interval = DateComponents(", to: "/ 20)")
    let query = try listing(from: "let quantityType = ", to: "// use `weeklyData`\n}")
    let sample = try listing(from: "struct HRSample", to: "let max: Int\n}")
    let chart = try listing(from: "let mappedMeasurements", to: ".frame(height: 150)")
    let source = """
      import Charts
      import HealthKit

      enum ChartStrideBy {
        case hour
        var time: Calendar.Component { .hour }
      }

      \(sample)

      func load(_ workout: HKWorkout, anchorDate: Date) -> HKQuery {
      \(interval)
      \(query)
      return query
      }

      @ViewBuilder func draw(_ measurements: [Date: (Double, Double)]) -> some View {
      \(chart)
      }

      """
    let folder = try TemporaryFolder()
    let file = try folder.write(source, to: "Article.swift")
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized.path
    // A module of C is compiled from its headers again.
    let headers = try run(["pkg-config", "--cflags", "cairo", "libpq"]).output.split(
      whereSeparator: \.isWhitespace)
    let compilation = try run(
      ["swiftc", "-typecheck", "-swift-version", "5", "-I", Self.modules.path]
        + ["CCairo", "CPostgreSQL", "CSQLite"].flatMap { ["-I", "\(root)/Sources/\($0)"] }
        + headers.flatMap { ["-Xcc", String($0)] } + [file])
    #expect(compilation.code == 0, "\(compilation.output)")
  }

  private func run(_ words: [String]) throws -> (code: Int32, output: String) {
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
