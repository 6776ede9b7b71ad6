/// A table for a terminal, with words aligned left and numbers right.
package struct TextTable: Sendable {
  private enum Line: Sendable {
    case cells([String])
    case rule
  }

  private var lines: [Line]
  private let columnCount: Int
  private let wordColumns: Set<Int>

  /// - Parameter words: The indices of the columns that hold words.
  package init(columns: [String], words: Set<Int> = [0]) {
    wordColumns = words
    lines = [.cells(columns), .rule]
    columnCount = columns.count
  }

  /// - Precondition: As many cells as columns.
  package mutating func add(_ cells: [String]) {
    precondition(cells.count == columnCount)
    lines.append(.cells(cells))
  }

  package mutating func addRule() { lines.append(.rule) }

  /// The lines, each with its line break and without trailing spaces.
  package var text: String {
    var widths = [Int](repeating: 0, count: columnCount)
    for case .cells(let cells) in lines {
      for (column, cell) in cells.enumerated() { widths[column] = max(widths[column], cell.count) }
    }
    var text = ""
    for line in lines {
      switch line {
      case .rule:
        text += String(repeating: "-", count: widths.reduce(0, +) + 2 * (columnCount - 1))
      case .cells(let cells):
        text +=
          cells.enumerated().map { column, cell in
            cell.padded(to: wordColumns.contains(column) ? widths[column] : -widths[column])
          }.joined(separator: "  ").trimmingSpaces
      }
      text += "\n"
    }
    return text
  }
}
