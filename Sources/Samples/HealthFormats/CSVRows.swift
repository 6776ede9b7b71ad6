import JSONCoding

/// The rows of a CSV file (RFC 4180): commas or another mark, quotes that are doubled within,
/// any line end.
///
/// An empty cell is `nil` and a quoted empty one an empty text.
struct CSVRows {
  static let largestRow = 1 << 24

  /// An empty cell is a byte in the file, and many in memory.
  static let mostCells = 2000

  private var reader: ByteReader
  private let delimiter: UInt8

  /// The line on which the row that was read last begins, counted from 1.
  private(set) var line = 1

  var bytesRead: Int { reader.bytesRead }

  /// Whether the file ended within quotes.
  private(set) var isTruncated = false

  /// - Parameter delimiter: The separator of two cells.
  init(_ source: any ByteSource, delimiter: UInt8 = UInt8(ascii: ",")) {
    reader = ByteReader(source)
    self.delimiter = delimiter
  }

  /// Returns the next row that is not empty; `nil` at the end.
  mutating func next() throws -> [String?]? {
    while true {
      line = reader.line
      guard let row = try row() else { return nil }
      if row.count > 1 || row[0] != nil { return row }
    }
  }

  private mutating func row() throws -> [String?]? {
    guard var byte = try reader.take() else { return nil }
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
        next = try reader.take()
      }
      size += cell.count
      guard size <= Self.largestRow else { throw tooLarge }
      guard cells.count < Self.mostCells else {
        throw FormatError(.refused, "it has a row of more than \(Self.mostCells) cells")
      }
      cells.append(cell.isEmpty && !isQuoted ? nil : Self.text(of: cell))
      guard next == delimiter else {
        if next == 0x0D, try reader.peek() == 0x0A { _ = try reader.take() }
        return cells
      }
      // A mark at the end of the file is followed by an empty cell.
      byte = try reader.take() ?? 0x0A
    }
  }

  /// Reads a quoted cell, and returns the byte after the closing quote.
  private mutating func quoted(into cell: inout [UInt8]) throws -> UInt8? {
    while let byte = try reader.take() {
      if byte == UInt8(ascii: "\"") {
        let next = try reader.take()
        guard next == UInt8(ascii: "\"") else { return next }
      }
      cell.append(byte)
      guard cell.count <= Self.largestRow else { throw tooLarge }
    }
    isTruncated = true
    return nil
  }

  private var tooLarge: FormatError { FormatError(.refused, "it has a row larger than 16 MB") }

  /// Returns the text of bytes, which older programs write in Latin 1.
  static func text(of bytes: [UInt8]) -> String {
    String(validating: bytes, as: UTF8.self)
      ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// Returns a cell as it is written.
  static func cell(_ text: String?) -> String {
    text.map { $0.isEmpty ? "\"\"" : CSVCell.text($0) } ?? ""
  }
}
