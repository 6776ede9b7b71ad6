/// Remembers what a screen shows, so that only lines that have changed are sent.
package struct ScreenLines {
  private var shown: [String] = []
  private var columns = 0

  package init() {}

  /// The bytes that turn what is shown into `lines`, of which each must fit into the columns.
  package mutating func update(to lines: [String], columns: Int) -> String {
    var text = ""
    if columns != self.columns || lines.count != shown.count {
      text = "\u{1B}[2J"
      shown = Array(repeating: "", count: lines.count)
      self.columns = columns
    }
    for (row, line) in lines.enumerated() where line != shown[row] {
      // Erased first: after a full line the cursor waits in its last cell.
      text += "\u{1B}[\(row + 1);1H\u{1B}[K\(line)"
    }
    shown = lines
    return text
  }
}
