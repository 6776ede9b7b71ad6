import VisibleText

/// Remembers what a screen shows, so that only what has changed is sent.
package struct ScreenLines {
  private var shown: [String] = []
  private var columns = 0

  /// A curve moves by so many cells from one drawing to the next at most.
  private static let longestShift = 12

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
      text += "\u{1B}[\(row + 1);1H" + (Self.shift(shown[row], to: line) ?? "\u{1B}[K\(line)")
    }
    shown = lines
    return text
  }

  /// What moves a line to the left and adds its new end; `nil` if that is not how it has changed.
  private static func shift(_ old: String, to new: String) -> String? {
    let (before, after) = (Array(old), Array(new))
    guard before.count > longestShift, old.cells == before.count, new.cells == after.count else {
      return nil
    }
    for count in 1...longestShift {
      let kept = before.count - count
      guard after.count >= kept, after.starts(with: before[count...]) else { continue }
      // DCH of ECMA-48 deletes cells, and what follows them moves up.
      let end = after[kept...]
      let isBlank = end.allSatisfy { $0 == " " }
      return "\u{1B}[\(count)P" + (isBlank ? "" : "\u{1B}[\(kept)C" + String(end))
    }
    return nil
  }
}
