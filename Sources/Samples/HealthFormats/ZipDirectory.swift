import CZlib

/// The headers of a zip that is written front to back: sizes follow each entry, and all of them are
/// in the directory at the end (PKWARE's APPNOTE 6.3, without zip64).
struct ZipDirectory {
  private struct Entry {
    let name: [UInt8]
    let offset: Int
    let dataOffset: Int
    var checksum: UInt = 0
    var size = 0
    var packedSize = 0
  }

  private var entries: [Entry] = []

  /// Returns the header before an entry's bytes.
  mutating func begin(_ name: String, at offset: Int) -> [UInt8] {
    let name = Array(name.utf8)
    let header =
      Self.number(0x0403_4B50, 4) + Self.common + Self.number(0, 12) + Self.number(name.count, 2)
      + Self.number(0, 2) + name
    entries.append(Entry(name: name, offset: offset, dataOffset: offset + header.count))
    return header
  }

  /// Counts bytes of the present entry, before they are packed.
  mutating func add(_ bytes: [UInt8]) {
    guard let last = entries.indices.last, !bytes.isEmpty else { return }
    entries[last].size += bytes.count
    entries[last].checksum = bytes.withUnsafeBufferPointer {
      crc32(entries[last].checksum, $0.baseAddress, UInt32($0.count))
    }
  }

  /// Returns the sizes after an entry's bytes; `nil` if they do not fit.
  mutating func end(at offset: Int) -> [UInt8]? {
    guard let last = entries.indices.last else { return [] }
    entries[last].packedSize = offset - entries[last].dataOffset
    guard max(entries[last].size, entries[last].packedSize, offset) < 0xFFFF_FFFF else {
      return nil
    }
    return Self.number(0x0807_4B50, 4) + sizes(of: entries[last])
  }

  /// Returns the directory; `nil` if it does not fit.
  func bytes(at offset: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    for entry in entries {
      bytes += Self.number(0x0201_4B50, 4) + Self.number(20, 2) + Self.common
      bytes += sizes(of: entry) + Self.number(entry.name.count, 2) + Self.number(0, 12)
      bytes += Self.number(entry.offset, 4) + entry.name
    }
    guard entries.count < 0xFFFF, offset + bytes.count < 0xFFFF_FFFF else { return nil }
    return bytes + Self.number(0x0605_4B50, 4) + Self.number(0, 4)
      + Self.number(entries.count, 2) + Self.number(entries.count, 2)
      + Self.number(bytes.count, 4) + Self.number(offset, 4) + Self.number(0, 2)
  }

  private func sizes(of entry: Entry) -> [UInt8] {
    Self.number(Int(entry.checksum), 4) + Self.number(entry.packedSize, 4)
      + Self.number(entry.size, 4)
  }

  /// Version, flags (sizes follow, names are UTF-8), method, and 1 January 1980 as the time: a zip of the
  /// same samples is the same file.
  private static let common =
    number(20, 2) + number(0x0808, 2) + number(8, 2) + number(0, 2) + number(0x21, 2)

  private static func number(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
  }
}
