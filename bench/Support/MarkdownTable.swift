/// A table in Markdown: words to the left, numbers to the right.
package struct MarkdownTable: Sendable {
  /// One line each, with its end.
  package private(set) var text: String
  private let columnCount: Int

  /// - Parameter words: How many columns from the left hold words.
  package init(columns: [String], words: Int = 1) {
    columnCount = columns.count
    text = Self.line(columns)
    text += Self.line(columns.indices.map { $0 < words ? "---" : "---:" })
  }

  /// - Precondition: As many cells as columns.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count == columnCount)
    text += Self.line(cells)
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}
