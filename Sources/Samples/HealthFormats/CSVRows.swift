import JSONCoding

/// The rows of a CSV file (RFC 4180): commas or another mark, quotes that are doubled within,
/// any line end.
///
/// An empty cell is `nil` and a quoted empty one an empty text.
struct CSVRows {
  static let largestRow = 1 << 24

  /// An empty cell is a byte in the file, and many in memory.
  static let mostCells = 2000

  private let source: any ByteSource
  private let delimiter: UInt8
  private var block = [UInt8](repeating: 0, count: 1 << 18)
  private var at = 0
  private var end = 0
  private var lines = 1

  /// The line on which the row that was read last begins, counted from 1.
  private(set) var line = 1

  var bytesRead: Int { source.bytesRead }

  /// Whether the file ended within quotes.
  private(set) var isTruncated = false

  /// - Parameter delimiter: What stands between two cells.
  init(_ source: any ByteSource, delimiter: UInt8 = UInt8(ascii: ",")) {
    self.source = source
    self.delimiter = delimiter
  }

  /// The next row that is not empty; `nil` at the end.
  mutating func next() throws -> [String?]? {
    while true {
      line = lines
      guard let row = try row() else { return nil }
      if row.count > 1 || row[0] != nil { return row }
    }
  }

  private mutating func row() throws -> [String?]? {
    guard var byte = try take() else { return nil }
    var cells: [String?] = []
    var cell: [UInt8] = []
    var size = 0
    while true {
      var isQuoted = false
      cell.removeAll(keepingCapacity: true)
      var next: UInt8? = byte
      if byte == UInt8(ascii: "\"") {
        isQuoted = true
        next = try quoted(into: &cell)
      }
      while let current = next, current != delimiter, current != 0x0A, current != 0x0D {
        cell.append(current)
        guard cell.count <= Self.largestRow else { throw tooLarge }
        next = try take()
      }
      size += cell.count
      guard size <= Self.largestRow else { throw tooLarge }
      guard cells.count < Self.mostCells else {
        throw FormatError(.refused, "it has a row of more than \(Self.mostCells) cells")
      }
      cells.append(cell.isEmpty && !isQuoted ? nil : Self.text(of: cell))
      guard next == delimiter else {
        if next == 0x0D, let following = try take(), following != 0x0A { at -= 1 }
        return cells
      }
      // A mark at the end of the file is followed by an empty cell.
      byte = try take() ?? 0x0A
    }
  }

  /// What follows the closing quote.
  private mutating func quoted(into cell: inout [UInt8]) throws -> UInt8? {
    while let byte = try take() {
      if byte == UInt8(ascii: "\"") {
        let next = try take()
        guard next == UInt8(ascii: "\"") else { return next }
      }
      cell.append(byte)
      guard cell.count <= Self.largestRow else { throw tooLarge }
    }
    isTruncated = true
    return nil
  }

  private mutating func take() throws -> UInt8? {
    if at == end {
      end = try block.withUnsafeMutableBytes { try source.read(into: $0) }
      at = 0
      if end == 0 { return nil }
    }
    at += 1
    if block[at - 1] == 0x0A { lines += 1 }
    return block[at - 1]
  }

  private var tooLarge: FormatError { FormatError(.refused, "it has a row larger than 16 MB") }

  /// The text of bytes, which older programs write in Latin 1.
  static func text(of bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// A cell as it is written.
  static func cell(_ text: String?) -> String {
    text.map { $0.isEmpty ? "\"\"" : CSVCell.text($0) } ?? ""
  }
}
