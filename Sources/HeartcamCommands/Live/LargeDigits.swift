/// Digits that can be read from across a room: three by five cells each.
enum LargeDigits {
  static let rows = 5

  /// The rows of cells, five bits of three cells each, of the digits 0 to 9 from the top.
  private static let shapes: [[UInt8]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]

  /// A whole number, or two dashes for none, as five lines of the same width.
  static func lines(_ number: Int?, isUnicode: Bool) -> [String] {
    let full = isUnicode ? "██" : "##"
    let shapes =
      number.map { "\(max($0, 0))".compactMap(\.wholeNumberValue).map { Self.shapes[$0] } }
      ?? [[0, 0, 7, 0, 0], [0, 0, 7, 0, 0]]
    return (0..<rows).map { row in
      shapes.map { shape in
        [4, 2, 1].map { shape[row] & $0 == 0 ? "  " : full }.joined()
      }.joined(separator: "  ")
    }
  }
}
