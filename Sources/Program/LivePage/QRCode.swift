import CQRencode

/// A text as a QR code, for a phone to scan.
public struct QRCode: Sendable {
  /// Dark and light squares, row by row.
  private let squares: [Bool]
  private let side: Int

  /// Squares around the code that stay light, as the standard asks (ISO/IEC 18004).
  private static let margin = 4

  /// `nil` for a text that is too long for one.
  public init?(_ text: String) {
    guard let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1) else { return nil }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    squares = (0..<(side * side)).map { code.pointee.data[$0] & 1 == 1 }
  }

  private func isDark(_ row: Int, _ column: Int) -> Bool {
    (0..<side).contains(row) && (0..<side).contains(column) && squares[row * side + column]
  }

  /// Lines of half blocks for a terminal, black on white whatever its own colors are.
  public var terminalText: String {
    let places = -Self.margin..<(side + Self.margin)
    return stride(from: places.lowerBound, to: places.upperBound, by: 2).map { row in
      let line = places.map { column in
        switch (isDark(row, column), isDark(row + 1, column)) {
        case (true, true): "█"
        case (true, false): "▀"
        case (false, true): "▄"
        case (false, false): " "
        }
      }
      return "\u{1B}[30;107m" + line.joined() + "\u{1B}[0m\n"
    }.joined()
  }

  /// The code as an element of a page.
  public var svg: String {
    let length = side + 2 * Self.margin
    let path = squares.indices.filter { squares[$0] }.map {
      "M\($0 % side + Self.margin) \($0 / side + Self.margin)h1v1h-1z"
    }.joined()
    return """
      <svg viewBox="0 0 \(length) \(length)" width="\(length * 7)" role="img" aria-label="QR code" \
      shape-rendering="crispEdges"><path fill="#fff" d="M0 0h\(length)v\(length)H0z"/><path d="\(path)"/></svg>
      """
  }
}
