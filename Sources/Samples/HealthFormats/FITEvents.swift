import Glibc

/// The events of FIT, Garmin's Flexible and Interoperable Data Transfer, as watches and bicycle computers write it
/// (the protocol's description, D00001275): the messages with data that the store holds, with fields by their numbers.
struct FITEvents: TreeEvents {
  /// Messages that are records, by their numbers in the profile.
  private static let messages: [Int: String] = [
    18: "session", 20: "record", 30: "weight", 51: "pressure", 55: "monitoring", 78: "hrv",
    269: "spo2",
  ]

  private struct Definition {
    var message = 0
    var isBigEndian = false
    var fields: [(number: Int, size: Int, type: UInt8)] = []

    /// Bytes of developers' own fields, after the others.
    var rest = 0
  }

  private var reader: ByteReader
  private var definitions = [Definition?](repeating: nil, count: 16)
  private var dataEnd = 0
  private var clock = 0
  private var waiting: [TreeEvent] = []
  private let log: ImportLog

  /// Seconds from 1970 to the end of 1989, from which FIT counts.
  private static let epoch = 631_065_600

  init(_ source: any ByteSource, log: ImportLog) {
    reader = ByteReader(source)
    self.log = log
  }

  var line: Int { 0 }
  var bytesRead: Int { reader.bytesRead }

  /// Returns whether a file begins so.
  static func isHeader(_ head: [UInt8]) -> Bool {
    head.count >= 12 && head[8..<12].elementsEqual(".FIT".utf8)
  }

  mutating func next() throws -> TreeEvent? {
    while waiting.isEmpty {
      do {
        guard try readMessage() else { return nil }
      } catch let defect as ImportDefect {
        log.note(defect)
        return nil
      }
    }
    return waiting.removeFirst()
  }

  /// Reads a message; false at the end. Throws `ImportDefect` where the rest cannot be read.
  private mutating func readMessage() throws -> Bool {
    if reader.count >= dataEnd {
      // A checksum ends each part, and another part may follow.
      if dataEnd > 0 { for _ in 0..<2 { _ = try reader.take() } }
      guard try reader.peek() != nil else { return false }
      try readHeader()
    }
    let head = try byte()
    let isCompressed = head & 0x80 != 0
    let local = Int(isCompressed ? head >> 5 & 3 : head & 15)
    if !isCompressed, head & 0x40 != 0 {
      definitions[local] = try definition(hasOwnFields: head & 0x20 != 0)
      return true
    }
    guard let definition = definitions[local] else { throw ImportDefect.malformed }
    if isCompressed { clock += (Int(head & 31) - clock) & 31 }
    let name = Self.messages[definition.message]
    var leaves: [TreeEvent] = []
    // Intervals have the time of what came before.
    if isCompressed || definition.message == 78 && clock > 0, let name {
      leaves.append(.leaf("\(name).253", "\(clock + Self.epoch)"))
    }
    for field in definition.fields {
      for var number in try numbers(of: field, definition.isBigEndian) {
        if field.number == 253 { clock = number }
        guard let name else { continue }
        var place = field.number
        if name == "monitoring", place == 26 {
          // The last half of the time.
          clock += (number - clock) & 0xFFFF
          (place, number) = (253, clock)
        }
        let isTime = place == 253 || (name == "session" && place == 2)
        leaves.append(.leaf("\(name).\(place)", "\(isTime ? number + Self.epoch : number)"))
      }
    }
    for _ in 0..<definition.rest { _ = try byte() }
    if let name, !leaves.isEmpty {
      waiting = [.open(name, isElement: true)] + leaves + [.close]
    }
    return true
  }

  private mutating func readHeader() throws {
    let start = reader.count
    let size = Int(try byte())
    var header: [UInt8] = [UInt8(size)]
    guard (12...64).contains(size) else { throw ImportDefect.malformed }
    while header.count < size { header.append(try byte()) }
    guard Self.isHeader(header) else { throw ImportDefect.malformed }
    let length = header[4..<8].reversed().reduce(0) { $0 << 8 | Int($1) }
    dataEnd = start + size + length
    definitions = [Definition?](repeating: nil, count: 16)
  }

  private mutating func definition(hasOwnFields: Bool) throws -> Definition {
    var definition = Definition()
    _ = try byte()
    definition.isBigEndian = try byte() != 0
    let (first, second) = (Int(try byte()), Int(try byte()))
    definition.message = definition.isBigEndian ? first << 8 | second : second << 8 | first
    for _ in 0..<(try byte()) {
      definition.fields.append((Int(try byte()), Int(try byte()), try byte()))
    }
    guard hasOwnFields else { return definition }
    for _ in 0..<(try byte()) {
      _ = try byte()
      definition.rest += Int(try byte())
      _ = try byte()
    }
    return definition
  }

  /// Returns the whole numbers of a field; none for texts, fractions, and numbers that mean nothing.
  private mutating func numbers(
    of field: (number: Int, size: Int, type: UInt8), _ isBigEndian: Bool
  ) throws -> [Int] {
    var bytes: [UInt8] = []
    for _ in 0..<field.size { bytes.append(try byte()) }
    // The number of bytes, whether it has a sign, and whether zero means nothing.
    let types: [UInt8: (Int, Bool, Bool)] = [
      0x00: (1, false, false), 0x01: (1, true, false), 0x02: (1, false, false),
      0x83: (2, true, false), 0x84: (2, false, false), 0x85: (4, true, false),
      0x86: (4, false, false), 0x0A: (1, false, true), 0x8B: (2, false, true),
      0x8C: (4, false, true),
    ]
    guard let (width, isSigned, isZeroNothing) = types[field.type], field.size % width == 0 else {
      return []
    }
    return stride(from: 0, to: bytes.count, by: width).compactMap { start in
      let part = bytes[start..<(start + width)]
      let number = (isBigEndian ? Array(part) : part.reversed()).reduce(0) { $0 << 8 | Int($1) }
      let all = 1 << (8 * width) - 1
      if isZeroNothing ? number == 0 : number == (isSigned ? all >> 1 : all) { return nil }
      return isSigned && number > all >> 1 ? number - all - 1 : number
    }
  }

  private mutating func byte() throws -> UInt8 {
    guard let byte = try reader.take() else { throw ImportDefect.truncated }
    return byte
  }
}
