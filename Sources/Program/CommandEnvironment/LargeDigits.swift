/// Digits that can be read from across a room: three by five cells each.
package enum LargeDigits {
  package static let rows = 5

  /// The rows of cells, three bits each, of the digits 0 to 9 from the top.
  private static let digits: [[UInt8]] = [
    [7, 5, 5, 5, 7], [2, 6, 2, 2, 7], [7, 1, 7, 4, 7], [7, 1, 7, 1, 7], [5, 5, 7, 1, 1],
    [7, 4, 7, 1, 7], [7, 4, 7, 5, 7], [7, 1, 1, 1, 1], [7, 5, 7, 5, 7], [7, 5, 7, 1, 7],
  ]

  private static func shape(of character: Character) -> [UInt8] {
    switch character {
    case "-": [0, 0, 7, 0, 0]
    case ":": [0, 2, 0, 2, 0]
    default: character.wholeNumberValue.map { digits[$0] } ?? [0, 0, 0, 0, 0]
    }
  }

  /// Digits, dashes and colons as five lines of the same width.
  package static func lines(_ text: String, isUnicode: Bool) -> [String] {
    let full = isUnicode ? "██" : "##"
    let shapes = text.map(shape)
    return (0..<rows).map { row in
      shapes.map { shape in
        [4, 2, 1].map { shape[row] & $0 == 0 ? "  " : full }.joined()
      }.joined(separator: "  ")
    }
  }
}
