import FileAccess
import FoundationEssentials
import Measurement
import SampleStore

/// Writes a table as an Arrow IPC file ("Arrow Columnar Format", version 5), which pandas, R and DuckDB
/// read with its types.
///
/// It takes the cells of a CSV table, so that both hold the same numbers. An empty cell is null.
final class ArrowTable {
  /// The kind of a column's cells.
  enum Kind: Equatable {
    case text, number, count

    /// ISO 8601, with milliseconds.
    case time

    init(_ kind: ResultValue.Kind) {
      self =
        switch kind {
        case .text, .texts: .text
        case .number: .number
        case .count: .count
        case .time: .time
        }
    }
  }

  private static let magic = Array("ARROW1".utf8)
  private static let rowsOfBatch = 65_536

  private let columns: [(name: String, kind: Kind)]
  private let file: OutputFile
  private var rows: [[String]] = []

  /// Bytes written so far.
  private var offset = 0

  /// The location of each batch: its offset, and the lengths of its metadata and of its body.
  private var blocks: [(offset: Int, metadata: Int, body: Int)] = []

  init(_ path: String, columns: [(name: String, kind: Kind)]) throws(FileError) {
    self.columns = columns
    file = try OutputFile(path)
    try write(Self.magic + [0, 0])
    var buffer = FlatBuffer()
    let schema = schema(&buffer)
    try write(message(&buffer, kind: 1, header: schema, bodyLength: 0))
  }

  /// Adds a row of as many cells as there are columns.
  func add(_ cells: [String]) throws(FileError) {
    rows.append(cells)
    if rows.count == Self.rowsOfBatch { try writeBatch() }
  }

  /// Writes the end; the file then takes its name.
  func finish() throws(FileError) {
    if !rows.isEmpty { try writeBatch() }
    try write([0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0])
    var buffer = FlatBuffer()
    // A block is an offset, a length of 32 bits with as many of padding, and a length.
    let batches = buffer.vector(
      ofLongs: blocks.map { [Int64($0.offset), Int64($0.metadata), Int64($0.body)] })
    let schema = schema(&buffer)
    let footer = buffer.table([
      .reference(1, schema), .reference(3, batches), .short(0, Self.version),
    ])
    let bytes = buffer.bytes(root: footer)
    try write(bytes + Self.littleEndian(Int32(bytes.count)) + Self.magic)
    try file.commit()
  }

  // MARK: Metadata

  /// The version of the metadata: V5.
  private static let version: Int16 = 4

  private func schema(_ buffer: inout FlatBuffer) -> FlatBuffer.Reference {
    var fields: [FlatBuffer.Reference] = []
    for column in columns {
      let (number, type): (UInt8, FlatBuffer.Reference)
      switch column.kind {
      case .text: (number, type) = (5, buffer.table([]))
      case .number: (number, type) = (3, buffer.table([.short(0, 2)]))
      case .count: (number, type) = (2, buffer.table([.int(0, 64), .byte(1, 1)]))
      case .time:
        let zone = buffer.string("UTC")
        (number, type) = (10, buffer.table([.reference(1, zone), .short(0, 1)]))
      }
      let name = buffer.string(column.name)
      let children = buffer.vector([])
      fields.append(
        buffer.table([
          .reference(0, name), .reference(3, type), .reference(5, children), .byte(1, 1),
          .byte(2, number),
        ]))
    }
    let list = buffer.vector(fields)
    return buffer.table([.reference(1, list), .short(0, 0)])
  }

  /// Returns a message's length, its metadata and their padding.
  private func message(
    _ buffer: inout FlatBuffer, kind: UInt8, header: FlatBuffer.Reference, bodyLength: Int
  ) -> [UInt8] {
    let message = buffer.table([
      .long(3, Int64(bodyLength)), .reference(2, header), .short(0, Self.version), .byte(1, kind),
    ])
    var bytes = buffer.bytes(root: message)
    bytes += [UInt8](repeating: 0, count: -bytes.count & 7)
    return [0xFF, 0xFF, 0xFF, 0xFF] + Self.littleEndian(Int32(bytes.count)) + bytes
  }

  // MARK: Batches

  private func writeBatch() throws(FileError) {
    var body: [UInt8] = []
    var nodes: [[Int64]] = []
    var buffers: [[Int64]] = []
    func add(_ bytes: [UInt8]) {
      buffers.append([Int64(body.count), Int64(bytes.count)])
      body += bytes
      body += [UInt8](repeating: 0, count: -body.count & 7)
    }
    for (index, column) in columns.enumerated() {
      let cells = rows.map { $0[index] }
      guard column.kind != .text else {
        nodes.append([Int64(cells.count), Int64(cells.count(where: \.isEmpty))])
        add(Self.bitmap(cells.map { !$0.isEmpty }))
        var (ends, end) = (Self.littleEndian(Int32(0)), Int32(0))
        for cell in cells {
          end += Int32(cell.utf8.count)
          ends += Self.littleEndian(end)
        }
        add(ends)
        add(cells.flatMap(\.utf8))
        continue
      }
      let numbers = cells.map { Self.bits(of: $0, column.kind) }
      nodes.append([Int64(cells.count), Int64(numbers.count { $0 == nil })])
      add(Self.bitmap(numbers.map { $0 != nil }))
      add(numbers.flatMap { Self.littleEndian($0 ?? 0) })
    }
    var buffer = FlatBuffer()
    let bufferList = buffer.vector(ofLongs: buffers)
    let nodeList = buffer.vector(ofLongs: nodes)
    let batch = buffer.table([
      .long(0, Int64(rows.count)), .reference(1, nodeList), .reference(2, bufferList),
    ])
    let metadata = message(&buffer, kind: 3, header: batch, bodyLength: body.count)
    blocks.append((offset, metadata.count, body.count))
    try write(metadata)
    try write(body)
    rows.removeAll(keepingCapacity: true)
  }

  /// Returns a bit for each cell, the first one lowest.
  private static func bitmap(_ isKnown: [Bool]) -> [UInt8] {
    var bits = [UInt8](repeating: 0, count: (isKnown.count + 7) / 8)
    for (row, isKnown) in isKnown.enumerated() where isKnown {
      bits[row >> 3] |= 1 << UInt8(row & 7)
    }
    return bits
  }

  /// Returns the 64 bits of a cell; `nil` if it is empty.
  private static func bits(of cell: String, _ kind: Kind) -> UInt64? {
    switch kind {
    case .text: return nil
    case .number: return Double(cell)?.bitPattern
    case .count: return Int64(cell).map { UInt64(bitPattern: $0) }
    case .time:
      guard let date = TimeText.date(iso: cell) else { return nil }
      let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
      return Int64(exactly: milliseconds).map { UInt64(bitPattern: $0) }
    }
  }

  private static func littleEndian(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private func write(_ bytes: [UInt8]) throws(FileError) {
    try file.withDescriptor { descriptor throws(FileError) in try descriptor.write(bytes) }
    offset += bytes.count
  }
}
