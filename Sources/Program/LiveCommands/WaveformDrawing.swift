/// A curve as lines of characters: of Braille patterns, which hold two by four dots, or of
/// asterisks.
enum WaveformDrawing {
  /// Points that share a column.
  static let pointsPerColumn = 2

  /// - Parameters:
  ///   - points: From -1 to 1, the newest last; it is in the last column.
  ///   - columns: Characters in a line.
  ///   - rows: Lines.
  static func lines(
    _ points: [Double], columns: Int, rows: Int, isUnicode: Bool
  ) -> [String] {
    guard columns > 0, rows > 0 else { return [] }
    let lines = braille(points, columns, rows)
    return isUnicode ? lines : lines.map { String($0.map { $0 == " " ? " " : "*" }) }
  }

  private static func braille(_ points: [Double], _ columns: Int, _ rows: Int) -> [String] {
    var cells = [UInt8](repeating: 0, count: columns * rows)
    let shown = points.suffix(2 * columns)
    let height = 4 * rows
    var before: Int?
    for (index, point) in shown.enumerated() {
      let x = 2 * columns - shown.count + index
      let y = place(point, height)
      // A steep line has no holes.
      let start = before.map { $0 < y ? min($0 + 1, y) : max($0 - 1, y) } ?? y
      for dot in min(start, y)...max(start, y) {
        cells[dot / 4 * columns + x / 2] |= dots[x & 1][dot & 3]
      }
      before = y
    }
    return (0..<rows).map { row in
      var line = String.UnicodeScalarView()
      for cell in cells[row * columns..<(row + 1) * columns] {
        line.append(cell == 0 ? " " : Unicode.Scalar(0x2800 + UInt32(cell)) ?? " ")
      }
      return String(line)
    }
  }

  /// The bits of a pattern's left and right column, from the top (Unicode standard, chapter 21.1).
  private static let dots: [[UInt8]] = [[0x01, 0x02, 0x04, 0x40], [0x08, 0x10, 0x20, 0x80]]

  /// Returns the row of a value, from the top.
  private static func place(_ value: Double, _ height: Int) -> Int {
    let share = (1 - min(max(value, -1), 1)) / 2
    return min(Int(share * Double(height)), height - 1)
  }
}
