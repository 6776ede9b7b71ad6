import VisibleText

/// A part of a screen, which draws itself in the rows that it gets.
package struct ScreenPart {
  /// Parts of a lower rank get their rows first.
  private let rank: Int

  /// The minimum number of rows; with fewer it is left out.
  private let least: Int

  private let draw: (Int) -> [String]

  /// - Parameter draw: Makes lines, at most as many as the rows that it is given.
  package init(_ rank: Int, least: Int = 1, _ draw: @escaping (_ rows: Int) -> [String]) {
    (self.rank, self.least, self.draw) = (rank, least, draw)
  }

  /// Creates a text in as many lines as it needs, or as there are; no line if it is empty.
  package init(_ rank: Int, _ lines: [String]) {
    self.init(rank, least: min(lines.count, 1)) { Array(lines.prefix($0)) }
  }

  /// Keys with what they do, as many in a line as fit.
  package init(_ rank: Int, keys: [String], columns: Int) {
    var lines = [keys[0]]
    for key in keys.dropFirst() {
      let longer = "\(lines[lines.count - 1])  \(key)"
      if longer.cells > columns { lines.append(key) } else { lines[lines.count - 1] = longer }
    }
    self.init(rank, least: lines.count) { Array(lines.prefix($0)) }
  }

  /// A line without anything, where there are rows enough.
  package static var gap: ScreenPart { ScreenPart(3, least: 0) { $0 > 4 ? [""] : [] } }

  /// The rows that nothing else takes.
  package static var rest: ScreenPart {
    ScreenPart(.max, least: 0) { Array(repeating: "", count: $0) }
  }

  /// Returns a screen of these parts, from the top: as many lines as there are rows, none of more cells than columns.
  ///
  /// By rank each part gets the minimum that it needs, and then, by rank again, more if there is room.
  package static func lines(of parts: [ScreenPart], columns: Int, rows: Int) -> [String] {
    let order = parts.indices.sorted { (parts[$0].rank, $0) < (parts[$1].rank, $1) }
    var drawn = parts.map { _ in [String]() }
    var free = rows
    var kept: [Int] = []
    for index in order where parts[index].least <= free {
      free -= parts[index].least
      kept.append(index)
    }
    for index in kept {
      free += parts[index].least
      drawn[index] = Array(parts[index].draw(free).prefix(free))
      free -= drawn[index].count
    }
    let lines = drawn.joined().map { $0.prefix(cells: columns) }
    return lines + Array(repeating: "", count: free)
  }
}
