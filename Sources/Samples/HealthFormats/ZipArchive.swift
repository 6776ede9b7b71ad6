/// The directory of a zip file, also of one beyond 4 GB (zip64), and its entries one at a time.
///
/// Fields are those of PKWARE's APPNOTE 6.3; encrypted entries and methods other than stored and
/// deflated are refused.
struct ZipArchive {
  struct Entry {
    let name: String
    let isEncrypted: Bool
    let method: Int
    let checksum: UInt32
    let compressedSize: UInt64
    let size: UInt64
    let headerOffset: UInt64
  }

  private let file: FileSource
  let entries: [Entry]

  init(_ file: FileSource) throws {
    self.file = file
    guard let size = file.size else {
      throw FormatError(.unknownFormat, "a zip must be a file, as its directory is at its end")
    }
    let tail = try file.bytes(at: max(0, size - 65_557), count: min(size, 65_557))
    guard let end = Self.lastIndex(of: 0x0605_4B50, in: tail, size: 22) else {
      throw FormatError(.damaged, "the zip has no directory: it is incomplete")
    }
    var count = tail.number(end + 10, 2)
    var length = tail.number(end + 12, 4)
    var offset = tail.number(end + 16, 4)
    if count == 0xFFFF || length == 0xFFFF_FFFF || offset == 0xFFFF_FFFF,
      end >= 20, tail.number(end - 20, 4) == 0x0706_4B50
    {
      let record = try file.bytes(at: Self.place(tail.number(end - 12, 8)), count: 56)
      guard record.count == 56, record.number(0, 4) == 0x0606_4B50 else {
        throw FormatError(.damaged, "the zip's directory is damaged")
      }
      (count, length, offset) = (record.number(32, 8), record.number(40, 8), record.number(48, 8))
    }
    guard length <= 1 << 28, count <= 1 << 20 else {
      throw FormatError(.refused, "the zip's directory is larger than 256 MB")
    }
    let directory = try file.bytes(at: Self.place(offset), count: Int(length))
    entries = try Self.entries(in: directory, count: Int(count))
  }

  private static func entries(in directory: [UInt8], count: Int) throws -> [Entry] {
    var entries: [Entry] = []
    var at = 0
    for _ in 0..<count {
      guard at + 46 <= directory.count, directory.number(at, 4) == 0x0201_4B50 else {
        throw FormatError(.damaged, "the zip's directory is damaged")
      }
      let nameLength = Int(directory.number(at + 28, 2))
      let extraLength = Int(directory.number(at + 30, 2))
      let commentLength = Int(directory.number(at + 32, 2))
      let name = at + 46
      let extra = name + nameLength
      let next = extra + extraLength + commentLength
      guard next <= directory.count else {
        throw FormatError(.damaged, "the zip's directory is damaged")
      }
      var sizes = [
        directory.number(at + 24, 4), directory.number(at + 20, 4), directory.number(at + 42, 4),
      ]
      // Values that do not fit are in an extra field, in this order.
      var field = extra
      while field + 4 <= extra + extraLength {
        let length = Int(directory.number(field + 2, 2))
        var value = field + 4
        let fieldEnd = value + length
        if directory.number(field, 2) == 1, fieldEnd <= extra + extraLength {
          for index in sizes.indices where sizes[index] == 0xFFFF_FFFF && value + 8 <= fieldEnd {
            sizes[index] = directory.number(value, 8)
            value += 8
          }
        }
        field = fieldEnd
      }
      entries.append(
        Entry(
          name: String(decoding: directory[name..<extra], as: UTF8.self),
          isEncrypted: directory.number(at + 8, 2) & 1 == 1,
          method: Int(directory.number(at + 10, 2)),
          checksum: UInt32(directory.number(at + 16, 4)), compressedSize: sizes[1],
          size: sizes[0], headerOffset: sizes[2]))
      at = next
    }
    return entries
  }

  /// Returns the entry's bytes; they share the archive's file, so only one entry is read at a time.
  func source(of entry: Entry) throws -> any ByteSource {
    guard !entry.isEncrypted else {
      throw FormatError(.unknownFormat, "the zip is encrypted: unpack it first")
    }
    let header = try file.bytes(at: Self.place(entry.headerOffset), count: 30)
    guard header.count == 30, header.number(0, 4) == 0x0403_4B50 else {
      throw FormatError(.damaged, "the zip's entry is not where its directory says")
    }
    let start =
      Int(entry.headerOffset) + 30 + Int(header.number(26, 2)) + Int(header.number(28, 2))
    file.seek(to: start, count: try Self.place(entry.compressedSize))
    switch entry.method {
    case 0: return file
    case 8:
      return try InflatingSource(file, .raw(size: entry.size, checksum: entry.checksum))
    default:
      throw FormatError(.unknownFormat, "the zip is packed by a method that is not supported")
    }
  }

  /// The health export: the largest XML file that is not the clinical document, in whatever
  /// language it is named.
  var healthExport: Entry? {
    entries.filter {
      let name = $0.name.lowercased()
      return name.hasSuffix(".xml") && !name.contains("_cda.")
    }.max { $0.size < $1.size }
  }

  private static func place(_ number: UInt64) throws -> Int {
    guard number < 1 << 48 else { throw FormatError(.damaged, "the zip's directory is damaged") }
    return Int(number)
  }

  private static func lastIndex(of mark: UInt64, in bytes: [UInt8], size: Int) -> Int? {
    guard bytes.count >= size else { return nil }
    return (0...bytes.count - size).last { bytes[$0] == 0x50 && bytes.number($0, 4) == mark }
  }
}

extension [UInt8] {
  /// Returns a little-endian number of n bytes.
  fileprivate func number(_ at: Int, _ count: Int) -> UInt64 {
    self[at..<at + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}
