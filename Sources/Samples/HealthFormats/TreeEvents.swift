import JSONCoding

/// The contents of a file of nested elements, one after another: JSON, XML and FIT alike.
enum TreeEvent {
  /// An object, an element or a message begins; in JSON an element of an array, or a member.
  case open(String, isElement: Bool)

  /// A value in it, with its name; an empty name is the text of the element itself.
  case leaf(String, String)

  /// The end of the element begun last.
  case close
}

/// An engine that takes such a file apart.
protocol TreeEvents {
  /// Returns the next event; `nil` at the end.
  mutating func next() throws -> TreeEvent?

  /// The line of the last event, counted from 1; 0 in a file without lines.
  var line: Int { get }

  var bytesRead: Int { get }
}

/// The events of JSON: one value, or many on lines or behind one another. Texts are kept up to 64 KB.
struct JSONEvents: TreeEvents {
  private enum Frame {
    /// Whether its begin was an event.
    case object
    case array(String, count: Int, isOpen: Bool)
  }

  private var reader: ByteReader
  private var frames: [Frame] = []

  static let deepestNesting = 64
  private static let longestText = 1 << 16

  init(_ source: any ByteSource) { reader = ByteReader(source) }

  var line: Int { reader.line }
  var bytesRead: Int { reader.bytesRead }

  mutating func next() throws -> TreeEvent? {
    while true {
      guard let byte = try reader.peekPastBlanks() else {
        guard frames.isEmpty else { throw FormatError(.damaged, "its JSON does not end") }
        return nil
      }
      switch (frames.last, byte) {
      case (_, UInt8(ascii: ",")): _ = try reader.take()
      case (.object?, UInt8(ascii: "}")):
        _ = try reader.take()
        frames.removeLast()
        return .close
      case (.array(_, _, let isOpen)?, UInt8(ascii: "]")):
        _ = try reader.take()
        frames.removeLast()
        if isOpen { return .close }
      case (.object?, UInt8(ascii: "\"")):
        let key = try text()
        guard try reader.peekPastBlanks() == UInt8(ascii: ":") else { throw malformed }
        _ = try reader.take()
        if let event = try value(key, isElement: false) { return event }
      case (.object?, _): throw malformed
      case (.array(let name, let count, let isOpen)?, _):
        frames[frames.count - 1] = .array(name, count: count + 1, isOpen: isOpen)
        if let event = try value(
          name, isElement: true, place: isOpen ? "\(count)" : "\(name).\(count)")
        {
          return event
        }
      case (nil, _):
        if let event = try value("", isElement: true) { return event }
      }
    }
  }

  /// Returns the event of the value that comes next; `nil` for none.
  private mutating func value(
    _ name: String, isElement: Bool, place: String? = nil
  ) throws -> TreeEvent? {
    switch try reader.peekPastBlanks() {
    case UInt8(ascii: "{"):
      _ = try reader.take()
      try push(.object)
      return .open(name, isElement: isElement)
    case UInt8(ascii: "["):
      _ = try reader.take()
      // An array in an array is a record of numbers without names.
      guard case .array? = frames.last else {
        try push(.array(name, count: 0, isOpen: false))
        return nil
      }
      try push(.array(name, count: 0, isOpen: true))
      return .open(name, isElement: true)
    case UInt8(ascii: "\""): return .leaf(place ?? name, try text())
    case nil: throw FormatError(.damaged, "its JSON does not end")
    default:
      var word: [UInt8] = []
      while let byte = try reader.peek(), byte > 0x20, !",]}".utf8.contains(byte) {
        guard word.count < 400, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "{") else {
          throw malformed
        }
        word.append(byte)
        _ = try reader.take()
      }
      guard
        ["true", "false", "null"].contains(where: { word.elementsEqual($0.utf8) })
          || word.withUnsafeBytes({ DecimalNumber.value(of: $0) }) != nil
      else { throw malformed }
      if word.first == UInt8(ascii: "n") { return nil }
      let text = String(decoding: word, as: UTF8.self)
      // Moments may be written as 1.791178272E12.
      let whole =
        text.contains { "eE".contains($0) } ? Double(text).flatMap(Int.init(exactly:)) : nil
      return .leaf(place ?? name, whole.map { "\($0)" } ?? text)
    }
  }

  private mutating func push(_ frame: Frame) throws {
    guard frames.count < Self.deepestNesting else {
      throw FormatError(.refused, "its JSON is nested too deeply on line \(line)")
    }
    frames.append(frame)
  }

  /// Returns the text that begins with the next quotation mark.
  private mutating func text() throws -> String {
    _ = try reader.take()
    var bytes: [UInt8] = []
    var surrogate: UInt32?
    while let byte = try reader.take() {
      if byte == UInt8(ascii: "\"") { return String(decoding: bytes, as: UTF8.self) }
      guard byte == UInt8(ascii: "\\") else {
        if bytes.count < Self.longestText { bytes.append(byte) }
        continue
      }
      guard let mark = try reader.take() else { break }
      guard mark == UInt8(ascii: "u") else {
        let plain: [UInt8: UInt8] = [0x62: 0x08, 0x66: 0x0C, 0x6E: 0x0A, 0x72: 0x0D, 0x74: 0x09]
        if bytes.count < Self.longestText { bytes.append(plain[mark] ?? mark) }
        continue
      }
      var code: UInt32 = 0
      for _ in 0..<4 {
        guard let digit = try reader.take().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue })
        else { throw malformed }
        code = code << 4 | UInt32(digit)
      }
      if let high = surrogate, (0xDC00...0xDFFF).contains(code) {
        code = 0x10000 + (high - 0xD800) << 10 + (code - 0xDC00)
      }
      surrogate = (0xD800...0xDBFF).contains(code) ? code : nil
      if surrogate == nil, bytes.count < Self.longestText {
        bytes += String(Unicode.Scalar(code) ?? "\u{FFFD}").utf8
      }
    }
    throw FormatError(.damaged, "its JSON does not end")
  }

  private var malformed: FormatError { FormatError(.malformed, "it is no JSON on line \(line)") }
}

/// The events of XML: elements by their local names, attributes as `@name`, and the text before an element's first
/// child.
struct XMLEvents: TreeEvents {
  private let parser: XMLPullParser
  private var waiting: [TreeEvent] = []
  private(set) var line = 1

  init(_ source: any ByteSource, log: ImportLog) { parser = XMLPullParser(source, log: log) }

  var bytesRead: Int { parser.bytesRead }

  mutating func next() throws -> TreeEvent? {
    if let event = waiting.popLast() { return event }
    switch try parser.next() {
    case .endOfFile: return nil
    case .end: return .close
    case .start(let isEmpty):
      line = parser.line()
      let name = Self.local(String(decoding: parser.name, as: UTF8.self))
      let leaves = parser.attributeTexts.map { TreeEvent.leaf("@" + Self.local($0.name), $0.value) }
      // The last comes first.
      if isEmpty {
        waiting.append(.close)
      } else {
        let text = try parser.textBeforeNextTag().trimmed
        if !text.isEmpty { waiting.append(.leaf("", text)) }
      }
      waiting += leaves.reversed()
      return .open(name, isElement: true)
    }
  }

  private static func local(_ name: String) -> String {
    name.lastIndex(of: ":").map { String(name[name.index(after: $0)...]) } ?? name
  }
}
