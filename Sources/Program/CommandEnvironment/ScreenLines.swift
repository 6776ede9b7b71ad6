import VisibleText

/// Remembers what a screen shows, so that only what has changed is sent.
package struct ScreenLines {
  private var shown: [String] = []
  private var columns = 0

  /// How often each line has given way to others.
  private var waits: [Int] = []

  /// A curve moves by so many cells from one drawing to the next at most.
  private static let longestShift = 12

  package init() {}

  /// The bytes that turn what is shown into `lines`, of which each must fit into the columns.
  ///
  /// - Parameter most: About as many bytes as are sent at a time: short changes, as of numbers and texts, come before
  ///   those of curves, and what finds no room comes with one of the next calls.
  package mutating func update(to lines: [String], columns: Int, most: Int = .max) -> String {
    var text = ""
    if columns != self.columns || lines.count != shown.count {
      text = "\u{1B}[2J"
      shown = Array(repeating: "", count: lines.count)
      waits = Array(repeating: 0, count: lines.count)
      self.columns = columns
    }
    let changes = lines.indices.filter { lines[$0] != shown[$0] }.map { row in
      let text = "\u{1B}[\(row + 1);1H" + Self.change(shown[row], to: lines[row])
      return (row: row, text: text, weight: text.utf8.count >> waits[row])
    }
    for change in changes.sorted(by: { $0.weight < $1.weight }) {
      guard text.isEmpty || text.utf8.count + change.text.utf8.count <= most else {
        waits[change.row] += 1
        continue
      }
      text += change.text
      (shown[change.row], waits[change.row]) = (lines[change.row], 0)
    }
    return text
  }

  /// Returns the text that turns a line into another from its first cell: it moves a curve, and draws changes.
  private static func change(_ old: String, to new: String) -> String {
    // Erased first: after a full line the cursor waits in its last cell.
    let whole = "\u{1B}[K" + new.trimmed(atStart: false)
    var (before, after) = (Array(old), Array(new))
    guard !old.isEmpty, old.cells == before.count, new.cells == after.count else { return whole }
    let width = max(before.count, after.count)
    before += Array(repeating: " ", count: width + longestShift - before.count)
    after += Array(repeating: " ", count: width - after.count)
    let differing = (0...longestShift).map { shift in
      after.indices.count { before[shift + $0] != after[$0] }
    }
    let shift = differing.firstIndex(of: differing.min() ?? 0) ?? 0
    // DCH of ECMA-48 deletes cells, and the cells after them move up.
    var text = shift > 0 ? "\u{1B}[\(shift)P" : ""
    var drawn = 0
    func move(to index: Int) {
      let (move, cells) = ("\u{1B}[\(index - drawn)C", String(after[drawn..<index]))
      text += cells.utf8.count <= move.utf8.count ? cells : move
    }
    let end = (after.lastIndex { $0 != " " } ?? -1) + 1
    for index in 0..<end where before[shift + index] != after[index] {
      move(to: index)
      text.append(after[index])
      drawn = index + 1
    }
    if before[(shift + end)...].contains(where: { $0 != " " }) {
      move(to: end)
      text += "\u{1B}[K"
    }
    return text.utf8.count < whole.utf8.count ? text : whole
  }
}
