import VisibleText

/// A table for a person, whose columns are as wide as their content. A column with nothing in it is
/// left out. Nothing is cut: where a terminal is too narrow, columns of words continue in further
/// lines, and where that would divide words, each row is a list.
package struct TextTable {
  /// A column, written as its heading.
  package struct Column: ExpressibleByStringLiteral {
    fileprivate let heading: String

    /// Whether it stands to the right.
    fileprivate var isNumber = false

    package init(stringLiteral heading: String) { self.heading = heading }

    /// A column that stands to the right.
    package static func number(_ heading: String) -> Self {
      var column = Self(stringLiteral: heading)
      column.isNumber = true
      return column
    }
  }

  private let columns: [Column]
  private var rows: [[String]] = []

  package init(_ columns: [Column]) { self.columns = columns }

  /// Adds a row of a text for each column.
  package mutating func add(_ row: [String]) { rows.append(row.map(\.withVisibleControls)) }

  /// Returns the heading and the rows: in lines that fit a terminal, and as wide as they are for a file or a pipe.
  package func text(in terminal: Terminal) -> String {
    text(width: terminal.isOutputTerminal ? terminal.width : nil)
  }

  package func text(width: Int?) -> String {
    let shown = columns.indices.filter { index in
      self.rows.isEmpty || self.rows.contains { !$0[index].isEmpty }
    }
    let rows = alignedRows
    var widths = columns.indices.map { index in
      rows.reduce(columns[index].heading.cells) { max($0, $1[index].cells) }
    }
    if let width {
      let least = columns.indices.map { index in
        columns[index].isNumber
          ? widths[index]
          : (rows.map { $0[index] } + [columns[index].heading]).flatMap(Self.pieces)
            .reduce(0) { max($0, $1.cells) }
      }
      let gaps = 2 * (shown.count - 1)
      guard shown.reduce(gaps, { $0 + least[$1] }) <= width else {
        let labels = columns.map(\.heading)
        return rows.map { row in
          Self.list(
            shown.map { (labels[$0], row[$0].trimmed()) }.filter { !$0.1.isEmpty }, width: width)
        }.joined(separator: "\n")
      }
      var surplus = shown.reduce(gaps) { $0 + widths[$1] } - width
      // The widest column of words gives way first.
      while surplus > 0,
        let widest = shown.filter({ widths[$0] > least[$0] }).max(by: { widths[$0] < widths[$1] })
      {
        widths[widest] -= 1
        surplus -= 1
      }
    }
    func lines(_ cells: [String]) -> String {
      let parts = shown.map { Self.folded(cells[$0], widths[$0]) }
      return (0..<(parts.map(\.count).max() ?? 0)).map { line in
        let text = zip(shown, parts).map { index, part in
          padded(line < part.count ? part[line] : "", widths[index], right: columns[index].isNumber)
        }.joined(separator: "  ")
        return text.trimmed(atStart: false) + "\n"
      }.joined()
    }
    return lines(columns.map(\.heading)) + rows.map(lines).joined()
  }

  /// The rows with the decimal points of each column of numbers below each other.
  private var alignedRows: [[String]] {
    func decimals(_ cell: String) -> Int { cell.lastIndex(of: ".").map { cell[$0...].count } ?? 0 }
    var rows = rows
    for index in columns.indices where columns[index].isNumber {
      let most = rows.reduce(0) { max($0, decimals($1[index])) }
      for row in rows.indices where !rows[row][index].isEmpty {
        rows[row][index] += String(repeating: " ", count: most - decimals(rows[row][index]))
      }
    }
    return rows
  }

  /// Returns a cell in lines of a width, divided at spaces, and names at their capitals.
  private static func folded(_ cell: String, _ width: Int) -> [String] {
    guard cell.cells > width else { return [cell] }
    var lines = [""]
    for piece in pieces(cell) {
      if lines[lines.count - 1].cells + piece.trimmed().cells > width { lines.append("") }
      lines[lines.count - 1] += piece
    }
    return lines.map { $0.trimmed() }
  }

  /// Returns the indivisible pieces of a cell: words with the space after them, and the parts of "HeartRate".
  private static func pieces(_ cell: String) -> [String] {
    var pieces = [""]
    var last: Character = " "
    for character in cell {
      if last == " " || last.isLowercase && character.isUppercase { pieces.append("") }
      pieces[pieces.count - 1].append(character)
      last = character
    }
    return pieces.filter { !$0.trimmed().isEmpty }
  }

  /// Returns one line per fact, with its name before it; longer facts continue below each other.
  package static func list(_ facts: [(name: String, text: String)], width: Int?) -> String {
    let left = (facts.map(\.name.cells).max() ?? 0) + 2
    return facts.map { name, text in
      let line = padded(name, left) + text.withVisibleControls
      return wrapped(line, width: width ?? .max, indent: left)
        .map { $0.trimmed(atStart: false) + "\n" }.joined()
    }.joined()
  }
}

extension String {
  /// Returns the text without spaces at its end, and at its start unless that stays.
  package func trimmed(atStart: Bool = true) -> String {
    var text = atStart ? Substring(drop { $0 == " " }) : self[...]
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}

/// Returns the text, filled up with spaces to a width.
package func padded(_ text: String, _ width: Int, right: Bool = false) -> String {
  let text = text.withVisibleControls
  let blanks = String(repeating: " ", count: max(0, width - text.cells))
  return right ? blanks + text : text + blanks
}
