import Foundation
import TestSupport
import Testing

/// Files that were written for Apple's systems, which `scripts/chart-file` makes fit.
@Suite(.enabled(if: SwiftCompiler.found != nil, "there is no Swift compiler"))
struct WholeFileTests {
  private static let file = #"""
    import SwiftUI
    import Charts

    struct Sale: Identifiable { let id: Int; let day: Date; let amount: Double }

    struct SalesChart: View {
      let sales: [Sale]
      let names = ["}": "a"]

      var body: some View {
        // A brace in a comment: {
        Chart(sales) {
          BarMark(
            x: .value("Day {", $0.day, unit: .day), y: .value("Sold \(names["}"]!) {", $0.amount))
        }
        .frame(height: 200)
      }
    }

    #Preview("Sales } {", traits: .sizeThatFitsLayout) {
      VStack { SalesChart(sales: []) } // }
    }

    @available(iOS 17, *)
    #Preview { SalesChart(sales: []) }

    struct SalesChart_Previews: PreviewProvider {
      static var previews: some View {
        SalesChart(sales: [])
      }
    }

    struct Page: View { var body: some View { SalesChart(sales: []) } }

    """#

  @Test func `previews are taken away, Charts is imported for SwiftUI, and no line moves`() throws {
    let compiler = try #require(SwiftCompiler.found)
    let folder = try TemporaryFolder()
    let original = try folder.write(Self.file, to: "original.swift")
    let before = try compiler.diagnostics(of: [original])
    #expect(before.contains { $0.contains("SwiftUI") }, "\(before)")

    let text = try fitted(original)
    let file = try folder.write(text, to: "fitted.swift")
    #expect(try compiler.diagnostics(of: [file]) == [])
    let lines = Self.file.split(separator: "\n", omittingEmptySubsequences: false)
    let kept = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(kept.count == lines.count)
    #expect(lines[0] == "import SwiftUI")
    #expect(kept[0] == "import Charts")
    for (line, now) in zip(lines, kept).dropFirst() where line != now { #expect(now.isEmpty) }
    let gone = zip(lines, kept).filter { !$0.0.isEmpty && $0.1.isEmpty }
    #expect(gone.count == 10)
    #expect(kept[lines.count - 2].hasPrefix("struct Page"))
  }

  @Test func `a preview without an end is an error`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("import Charts\n#Preview {\n  Text(\"}\")\n", to: "open.swift")
    #expect(throws: CocoaError.self) { try fitted(file) }
  }

  @Test func `a file without charts gets SwiftUI's names from Charts too`() throws {
    let compiler = try #require(SwiftCompiler.found)
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "@preconcurrency import SwiftUI  // colors\n\nlet tint = Color(.systemGray6)\n",
      to: "tint.swift")
    let text = try fitted(file)
    #expect(text.hasPrefix("@preconcurrency import Charts  // colors\n"))
    try folder.write(text, to: "tint.swift")
    #expect(try compiler.diagnostics(of: [file]) == [])
  }

  @Test(arguments: ["-h", "--help"])
  func `help says what the command does`(option: String) throws {
    #expect(try fitted(option).contains("scripts/chart-file FILE"))
  }

  @Test func `import Charts brings cairo, and nothing that decodes or serves`() throws {
    let compiler = try #require(SwiftCompiler.found)
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "import Charts\nprint(Chart { RuleMark(y: .value(\"Rest\", 60)) })\n", to: "main.swift")
    let errors = try compiler.makeProgram(
      folder.file("program"), of: [file], over: SwiftCompiler.charts, with: folder.path)
    #expect(errors == [])
    let libraries = SwiftCompiler.libraries(of: folder.file("program"))
    #expect(libraries.isSuperset(of: ["libcairo", "libfreetype"]) && libraries.count < 40)
    for name in libraries {
      #expect(
        !["libav", "libsw", "libpq", "libmicrohttpd", "libv4l", "libsqlite"].contains {
          name.hasPrefix($0)
        }, "\(name)")
    }
  }

  @Test func `pages in the form of an app's compile as they are`() throws {
    let compiler = try #require(SwiftCompiler.found)
    let folder = try TemporaryFolder()
    let source = Repository.path("Tests/Drawing/ChartsTests/Pages.swift")
    let own = try String(contentsOfFile: source, encoding: .utf8)
    let file = try folder.write(
      own.replacing("import Charts\n", with: "import Charts\nimport SwiftUI\n"), to: "app.swift")
    try folder.write(try fitted(file), to: "app.swift")
    #expect(try compiler.diagnostics(of: [file]) == [])
  }

  @Test func `views of an app whose objects belong to the main actor compile with them`() throws {
    let compiler = try #require(SwiftCompiler.found)
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      import Charts

      @MainActor final class Walks: ObservableObject {
        @Published var kilometers = [3.5, 7, 4]
        func load() { kilometers.append(2) }
      }

      struct WalksPage: View {
        @StateObject private var walks = Walks()

        var body: some View {
          Chart(walks.kilometers, id: \\.self) { BarMark(x: .value("Length", $0)) }
            .onAppear { walks.load() }
        }
      }

      func draw() throws -> String { try ChartRenderer(WalksPage()).svg() }
      """, to: "walks.swift")
    #expect(!(try compiler.diagnostics(of: [file]).isEmpty))
    let options = ["-swift-version", "6", "-default-isolation", "MainActor"]
    #expect(try compiler.diagnostics(of: [file], options: options) == [])
  }

  /// What `scripts/chart-file` writes; an error if it fails.
  private func fitted(_ argument: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: Repository.path("scripts/chart-file"))
    process.arguments = [argument]
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return text
  }
}
