import FoundationEssentials

/// A table of somebody else's, as its beginning shows it: which columns are which, and how it is written.
struct ForeignTable {
  let map: CSVMap
  let form: CSVForm

  /// Rows that are looked at for the order of dates.
  private static let mostRows = 2000

  /// Looks at the first bytes of a file; `nil` if it says itself what its columns are, or is no table.
  ///
  /// Throws `FormatError` if it is a table whose columns or dates could be anything.
  /// - Parameters:
  ///   - map: Which columns are which, if that is given.
  ///   - dateOrder: Which number comes first in dates in digits, if that is given.
  ///   - isTable: Whether the file is a table; `nil` if that is not known.
  init?(
    _ head: [UInt8], map given: CSVMap?, _ dateOrder: DateOrder?, isTable: Bool?
  ) throws {
    var form = CSVForm(head: head)
    var rows = CSVRows(MemorySource(head), delimiter: form.delimiter)
    guard isTable != false, given != nil || HealthFormat(head: head) == nil,
      let headings = try? rows.next()
    else { return nil }
    if let given {
      map = given
    } else {
      guard headings.count > 1, Self.isText(head) else { return nil }
      guard let known = CSVMap(recognizing: headings) else {
        throw FormatError(
          .unknownColumns, "it may be a table, but its first row does not say what its columns are")
      }
      map = known
    }
    form.dateOrder = dateOrder
    let roles = try map.roles(of: headings)
    if dateOrder == nil {
      var dates: [String] = []
      while dates.count < Self.mostRows, let row = try? rows.next() {
        for (role, cell) in zip(roles, row) where role == .date || role == .end {
          if let cell { dates.append(cell.filter { $0 != "\u{FEFF}" }) }
        }
      }
      try form.learnOrder(of: dates)
    }
    self.form = form
  }

  /// `date=Datum,value=Puls,type=HeartRate, semicolons between cells`.
  var description: String {
    form.description.isEmpty ? map.text : "\(map.text), with \(form.description)"
  }

  /// Whether bytes are the beginning of a text: no other file has a first line in words.
  private static func isText(_ head: [UInt8]) -> Bool {
    let line = head.prefix { $0 != 0x0A && $0 != 0x0D }
    return line.count < 1 << 12 && line.allSatisfy { $0 >= 0x20 || $0 == 0x09 }
      && String(validating: line, as: UTF8.self) != nil
  }
}

/// Bytes in memory.
private final class MemorySource: ByteSource {
  private var rest: ArraySlice<UInt8>
  private(set) var bytesRead = 0

  init(_ bytes: [UInt8]) { rest = bytes[...] }

  func read(into memory: UnsafeMutableRawBufferPointer) throws -> Int {
    let count = min(memory.count, rest.count)
    memory.copyBytes(from: rest.prefix(count))
    rest = rest.dropFirst(count)
    bytesRead += count
    return count
  }
}
