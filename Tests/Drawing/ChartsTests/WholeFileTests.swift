import Foundation
import TestSupport
import Testing

/// Files that were written for Apple's systems, which `scripts/chart-file` makes fit.
@Suite(.enabled(if: SwiftCompiler() != nil, "there is no Swift compiler"))
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

  @Test func `previews and the import of SwiftUI are taken away, and no other line moves`() throws {
    let compiler = try #require(SwiftCompiler())
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
    for (line, now) in zip(lines, kept) where line != now { #expect(now.isEmpty) }
    let gone = zip(lines, kept).filter { !$0.0.isEmpty && $0.1.isEmpty }.map { $0.0 }
    #expect(gone.count == 11)
    #expect(gone.first == "import SwiftUI")
    #expect(kept[lines.count - 2].hasPrefix("struct Page"))
  }

  @Test func `a preview without an end is an error`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("import Charts\n#Preview {\n  Text(\"}\")\n", to: "open.swift")
    #expect(throws: CocoaError.self) { try fitted(file) }
  }

  /// What `scripts/chart-file` writes; an error if it fails.
  private func fitted(_ file: String) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: Repository.path("scripts/chart-file"))
    process.arguments = [file]
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
