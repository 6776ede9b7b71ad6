import Glibc

/// A pull parser for the XML of health exports: elements and attributes, no text, no entities but
/// XML's own and numbers, tolerant of known defects of real files.
///
/// Goals in order: to be safe with a hostile file, to read on after a defect, to be fast. It
/// holds one block of the file; names and values are in it until the next call.
package final class XMLPullParser {
  /// The next thing found.
  package enum Event {
    /// `isEmpty` if the element ends with its tag; then no `end` follows.
    case start(isEmpty: Bool)

    /// The end of the element that was begun last.
    case end

    /// The end of the document.
    case endOfFile
  }

  private struct Attribute {
    var name: Range<Int>
    var value: Range<Int>
  }

  static let longestTag = 1 << 20
  static let deepestNesting = 64
  static let longestDeclaration = 1 << 20

  private let source: any ByteSource
  private var memory: UnsafeMutableRawBufferPointer
  private var position = 0
  private var end = 0
  private var isSourceAtEnd = false
  private var offset = 0
  private var attributes: [Attribute] = []
  private var nameRange = 0..<0
  private(set) var depth = 0
  let log: ImportLog
  var defects: [ImportDefect: Int] { log.counts }

  // Lines are counted up to `linesTo` in the block.
  private var lines = 1
  private var linesTo = 0
  private var tag = 0..<0

  /// Makes a parser of a source, which it reads block by block.
  package convenience init(_ source: any ByteSource) { self.init(source, log: ImportLog()) }

  init(_ source: any ByteSource, log: ImportLog) {
    (self.source, self.log) = (source, log)
    memory = .allocate(byteCount: 1 << 18, alignment: 16)
  }

  deinit { memory.deallocate() }

  var bytesRead: Int { source.bytesRead }

  /// The element that the last event was about.
  var name: UnsafeRawBufferPointer { slice(nameRange) }

  func isNamed(_ name: StaticString) -> Bool { Self.equals(self.name, name) }

  /// Returns an attribute's bytes as they are in the file; `nil` if it is missing.
  package func value(of name: StaticString) -> UnsafeRawBufferPointer? {
    for attribute in attributes where attribute.name.count == name.utf8CodeUnitCount {
      if Self.equals(slice(attribute.name), name) { return slice(attribute.value) }
    }
    return nil
  }

  /// Returns the same for a name that is not written here.
  func value(named name: String) -> UnsafeRawBufferPointer? {
    attributes.first { slice($0.name).elementsEqual(name.utf8) }.map { slice($0.value) }
  }

  /// Returns an attribute's text, with references resolved and control characters removed.
  func text(of name: StaticString) -> String? {
    value(of: name).map { text(of: $0) }
  }

  func text(named name: String) -> String? { value(named: name).map { text(of: $0) } }

  func text(of bytes: UnsafeRawBufferPointer) -> String {
    guard bytes.contains(where: { $0 == UInt8(ascii: "&") || $0 < 0x20 }) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    var decoder = XMLTextDecoder()
    let text = decoder.text(of: bytes)
    for defect in decoder.defects { note(defect) }
    return text
  }

  /// All attributes of the last start tag, in their order.
  var attributeTexts: [(name: String, value: String)] {
    attributes.map { (String(decoding: slice($0.name), as: UTF8.self), text(of: slice($0.value))) }
  }

  /// Returns the text between the last tag and the next, which stays; the names of the last are gone then.
  func textBeforeNextTag() throws -> String {
    while true {
      if let found = find(UInt8(ascii: "<"), from: position) {
        return text(of: slice(position..<found))
      }
      guard try more() else { return "" }
    }
  }

  /// Reads on to the next start or end of an element. Throws `FormatError` for a hostile document.
  package func next() throws -> Event {
    while true {
      guard try skipToTag() else {
        if depth > 0 { note(.truncated) }
        return .endOfFile
      }
      guard try isAvailable(2) else { return truncated() }
      switch memory[position + 1] {
      case UInt8(ascii: "?"): try skip(past: "?>", limit: Self.longestTag)
      case UInt8(ascii: "!"): try skipDeclaration()
      case UInt8(ascii: "/"): return try readEndTag()
      default:
        if let event = try readStartTag() { return event }
      }
    }
  }

  /// Skips to the end of the element that has just begun.
  func skipElement() throws {
    let outer = depth
    while depth >= outer {
      if case .endOfFile = try next() { return }
    }
  }

  func note(_ defect: ImportDefect, at place: ImportLog.Place? = nil) {
    log.note(defect, at: place)
  }

  /// Returns an attribute's text for a message, whose own defects are not counted.
  func shown(_ name: StaticString) -> String? {
    value(of: name).map {
      var decoder = XMLTextDecoder()
      return decoder.text(of: $0)
    }
  }

  /// Returns the line on which the last tag begins, counted from 1.
  func line() -> Int {
    countLines(to: tag.lowerBound)
    return lines
  }

  /// The last start tag as it is in the file, the beginning of it if it is long.
  var tagText: String {
    String(
      decoding: slice(tag.lowerBound..<min(tag.upperBound, tag.lowerBound + 4000)), as: UTF8.self)
  }

  private func countLines(to place: Int) {
    guard let base = memory.baseAddress else { return }
    while linesTo < place {
      guard let found = memchr(base + linesTo, 0x0A, place - linesTo) else {
        linesTo = place
        return
      }
      lines += 1
      linesTo = UnsafeRawPointer(found) - UnsafeRawPointer(base) + 1
    }
  }

  // MARK: Tags

  private func readEndTag() throws -> Event {
    var close = 2
    while true {
      if let found = find(UInt8(ascii: ">"), from: position + close) {
        nameRange = trimmed(position + 2..<found)
        attributes.removeAll(keepingCapacity: true)
        position = found + 1
        if depth > 0 { depth -= 1 } else { note(.malformed) }
        return .end
      }
      close = end - position
      guard try more() else { return truncated() }
    }
  }

  /// `nil` if an apparent tag is not one and was skipped.
  private func readStartTag() throws -> Event? {
    while true {
      switch scanStartTag() {
      case .tag(let next, let isEmpty, let malformed):
        tag = position..<next
        position = next
        for _ in 0..<malformed { note(.malformedAttribute) }
        if !isEmpty {
          depth += 1
          guard depth <= Self.deepestNesting else {
            throw FormatError(.refused, "the XML is nested too deeply \(place)")
          }
        }
        return .start(isEmpty: isEmpty)
      case .noTag:
        note(.malformed)
        position += 1
        return nil
      case .incomplete:
        guard try more() else { return truncated() }
      }
    }
  }

  /// Notes that the file ends within a part of it.
  @discardableResult
  private func truncated() -> Event {
    note(.truncated)
    position = end
    return .endOfFile
  }

  private enum Scan {
    case tag(next: Int, isEmpty: Bool, malformed: Int)
    case noTag
    case incomplete
  }

  private func scanStartTag() -> Scan {
    attributes.removeAll(keepingCapacity: true)
    var at = position + 1
    while at < end, Self.isNameByte(memory[at]) { at += 1 }
    guard at < end else { return .incomplete }
    guard at > position + 1 else { return .noTag }
    nameRange = position + 1..<at
    var malformed = 0
    while true {
      while at < end, Self.isSpace(memory[at]) { at += 1 }
      guard at < end else { return .incomplete }
      if memory[at] == UInt8(ascii: ">") {
        return .tag(next: at + 1, isEmpty: false, malformed: malformed)
      }
      if memory[at] == UInt8(ascii: "/") {
        guard at + 1 < end else { return .incomplete }
        if memory[at + 1] == UInt8(ascii: ">") {
          return .tag(next: at + 2, isEmpty: true, malformed: malformed)
        }
        malformed += 1
        at += 1
        continue
      }
      // A name, up to the equals sign; one with a space in it is not an attribute that anybody asks
      // for.
      let first = at
      var isPlain = true
      while at < end, memory[at] != UInt8(ascii: "="), memory[at] != UInt8(ascii: ">") {
        if !Self.isNameByte(memory[at]) { isPlain = isPlain && Self.isSpace(memory[at]) }
        at += 1
      }
      guard at < end else { return .incomplete }
      guard memory[at] == UInt8(ascii: "=") else {
        malformed += 1
        // A slash right before the end still ends the element.
        if memory[at - 1] == UInt8(ascii: "/") {
          return .tag(next: at + 1, isEmpty: true, malformed: malformed)
        }
        continue
      }
      let name = trimmed(first..<at)
      if !isPlain || name.isEmpty || slice(name).contains(where: Self.isSpace) { malformed += 1 }
      at += 1
      while at < end, Self.isSpace(memory[at]) { at += 1 }
      guard at < end else { return .incomplete }
      let quote = memory[at]
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        malformed += 1
        continue
      }
      guard let close = find(quote, from: at + 1) else { return .incomplete }
      attributes.append(Attribute(name: name, value: at + 1..<close))
      at = close + 1
    }
  }

  // MARK: Skipping

  private func skipToTag() throws -> Bool {
    while true {
      if let found = find(UInt8(ascii: "<"), from: position) {
        position = found
        return true
      }
      position = end
      guard try more() else { return false }
    }
  }

  private func skipDeclaration() throws {
    _ = try isAvailable(9)
    let head = slice(position..<min(end, position + 9))
    if head.starts(with: "<!--".utf8) {
      try skip(past: "-->", limit: .max)
    } else if head.starts(with: "<![CDATA[".utf8) {
      try skip(past: "]]>", limit: .max)
    } else if head.starts(with: "<!DOCTYPE".utf8) {
      try skipDocumentType()
    } else {
      try skip(past: ">", limit: Self.longestDeclaration)
    }
  }

  /// The document type is not read, as some systems write a broken one; one that declares entities
  /// is refused.
  private func skipDocumentType() throws {
    var length = 0
    var at = position
    var inside = false
    while true {
      if at >= end {
        at -= position
        guard try more() else {
          truncated()
          return
        }
        at += position
      }
      let byte = memory[at]
      if byte == UInt8(ascii: "[") { inside = true }
      if byte == UInt8(ascii: "]") { inside = false }
      if byte == UInt8(ascii: ">"), !inside {
        if containsEntity(position..<at) {
          throw FormatError(.refused, "the XML declares entities of its own")
        }
        position = at + 1
        return
      }
      at += 1
      length += 1
      guard length < Self.longestDeclaration else {
        throw FormatError(.refused, "the XML's document type is longer than 1 MB")
      }
    }
  }

  private func containsEntity(_ range: Range<Int>) -> Bool {
    var at = range.lowerBound
    while let found = find(UInt8(ascii: "<"), from: at), found < range.upperBound {
      if slice(found..<min(range.upperBound, found + 8)).starts(with: "<!ENTITY".utf8) {
        return true
      }
      at = found + 1
    }
    return false
  }

  private func skip(past mark: StaticString, limit: Int) throws {
    let last = mark.utf8Start[mark.utf8CodeUnitCount - 1]
    var skipped = 0
    var at = position + mark.utf8CodeUnitCount - 1
    while true {
      if at < end, let found = find(last, from: at) {
        let first = found + 1 - mark.utf8CodeUnitCount
        if first >= position, Self.equals(slice(first..<found + 1), mark) {
          position = found + 1
          return
        }
        at = found + 1
        continue
      }
      // The mark may cross the end of the block.
      let keep = max(position, end - mark.utf8CodeUnitCount + 1)
      skipped += keep - position
      guard skipped < limit else {
        throw FormatError(.refused, "the XML has a part without an end \(place)")
      }
      position = keep
      guard try more() else {
        truncated()
        return
      }
      at = position
    }
  }

  // MARK: The block

  private func isAvailable(_ count: Int) throws -> Bool {
    while end - position < count {
      guard try more() else { return false }
    }
    return true
  }

  /// Moves the unread bytes to the front and reads on; false at the end of the source.
  private func more() throws -> Bool {
    guard !isSourceAtEnd else { return false }
    if position > 0 {
      let base = memory.baseAddress!
      countLines(to: position)
      linesTo = 0
      tag = 0..<0
      memmove(base, base + position, end - position)
      offset += position
      end -= position
      position = 0
    }
    if end == memory.count {
      guard memory.count < Self.longestTag * 2 else {
        throw FormatError(.refused, "the XML has a tag longer than 1 MB \(place)")
      }
      let larger = UnsafeMutableRawBufferPointer.allocate(
        byteCount: memory.count * 2, alignment: 16)
      larger.copyMemory(from: UnsafeRawBufferPointer(memory))
      memory.deallocate()
      memory = larger
    }
    let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: memory[end...]))
    if count == 0 { isSourceAtEnd = true }
    end += count
    return count > 0
  }

  private var place: String { "at byte \(offset + position)" }

  private func find(_ byte: UInt8, from start: Int) -> Int? {
    guard start < end, let base = memory.baseAddress,
      let found = memchr(base + start, Int32(byte), end - start)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: memory[range])
  }

  private func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (first, last) = (range.lowerBound, range.upperBound)
    while first < last, Self.isSpace(memory[first]) { first += 1 }
    while last > first, Self.isSpace(memory[last - 1]) { last -= 1 }
    return first..<last
  }

  private static func equals(_ bytes: UnsafeRawBufferPointer, _ text: StaticString) -> Bool {
    bytes.count == text.utf8CodeUnitCount
      && memcmp(bytes.baseAddress!, text.utf8Start, bytes.count) == 0
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"),
      UInt8(ascii: ":"), UInt8(ascii: "."), 0x80...:
      true
    default: false
    }
  }
}
