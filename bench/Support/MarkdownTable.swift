/// A table in Markdown, with words aligned left and numbers right.
package struct MarkdownTable: Sendable {
  /// The lines so far, each with its line break.
  package private(set) var text: String
  private let columnCount: Int

  /// Begins a table with its column titles.
  /// - Parameter words: How many columns from the left hold words.
  package init(columns: [String], words: Int = 1) {
    columnCount = columns.count
    text = Self.line(columns)
    text += Self.line(columns.indices.map { $0 < words ? "---" : "---:" })
  }

  /// Adds a row.
  /// - Precondition: As many cells as columns.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count == columnCount)
    text += Self.line(cells)
  }

  private static func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |\n"
  }
}
