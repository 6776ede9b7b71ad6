import JSONCoding

/// Reads the values of a file of JSON one at a time: values that follow each other, the elements of
/// an array, or the entries of a FHIR bundle. One value is in memory at a time, and no more than
/// 16 MB of text.
struct JSONStream {
  static let largestValue = 1 << 24

  private var reader: ByteReader

  /// The array or bundle that was entered.
  private enum Container { case none, array, entries }
  private var container = Container.none

  /// The line on which the value that was read last begins, counted from 1.
  private(set) var line = 1

  /// The text of the value that was read last.
  private(set) var text: [UInt8] = []

  var bytesRead: Int { reader.bytesRead }

  init(_ source: any ByteSource) { reader = ByteReader(source) }

  /// Returns the next value; `nil` at the end.
  mutating func next() throws -> JSONValue? {
    while true {
      guard let byte = try reader.peekPastBlanks() else {
        guard container == .none else {
          throw FormatError(
            .malformed,
            "it is no JSON: \(container == .array ? "an array" : "a bundle") does not end")
        }
        return nil
      }
      switch (container, byte) {
      case (.none, UInt8(ascii: "[")):
        _ = try reader.take()
        container = .array
      case (.array, UInt8(ascii: "]")):
        _ = try reader.take()
        container = .none
      case (.entries, UInt8(ascii: "]")):
        _ = try reader.take()
        container = .none
        try skipRestOfObject()
      case (.array, UInt8(ascii: ",")), (.entries, UInt8(ascii: ",")):
        _ = try reader.take()
      default:
        if let value = try value() { return value }
      }
    }
  }

  /// Returns the value that comes next; `nil` if it is a bundle whose entries come one by one.
  private mutating func value() throws -> JSONValue? {
    line = reader.line
    text.removeAll(keepingCapacity: true)
    var place = Nesting()
    var textStart = 0
    // The last key of the outermost object.
    var key: Range<Int>?
    repeat {
      guard let byte = try reader.take() else { break }
      if byte == UInt8(ascii: "["), !place.isInText, container == .none, place.depth == 1, let key,
        text[key].elementsEqual("entry".utf8), isBundle(text[..<(key.lowerBound - 1)])
      {
        container = .entries
        return nil
      }
      let wasInText = place.isInText
      place.take(byte)
      if !wasInText, place.isInText { textStart = text.count + 1 }
      if wasInText, !place.isInText, place.depth == 1 { key = textStart..<text.count }
      text.append(byte)
      guard text.count <= Self.largestValue else {
        throw FormatError(.refused, "a value of its JSON is larger than 16 MB")
      }
      if place.depth == 0, !place.isInText {
        // A number or a word ends before the mark that follows it.
        guard let next = try reader.peek() else { break }
        let isNested = text[0] == UInt8(ascii: "{") || text[0] == UInt8(ascii: "[")
        if isNested || text[0] == UInt8(ascii: "\"") || ",]} \n\r\t".utf8.contains(next) { break }
      }
    } while true
    do throws(JSONError) {
      return try JSONParser.value(of: text)
    } catch {
      throw FormatError(error)
    }
  }

  /// Returns whether the members of an object up to its entries say that it is a bundle.
  private func isBundle(_ head: ArraySlice<UInt8>) -> Bool {
    var bytes = Array(head)
    while let last = bytes.last, [0x20, 0x0A, 0x0D, 0x09, UInt8(ascii: ",")].contains(last) {
      bytes.removeLast()
    }
    bytes.append(UInt8(ascii: "}"))
    return (try? JSONParser.value(of: bytes))?["resourceType"]?.string == "Bundle"
  }

  private mutating func skipRestOfObject() throws {
    var place = Nesting(depth: 1)
    while place.depth > 0 {
      guard let byte = try reader.take() else {
        throw FormatError(.malformed, "it is no JSON: the bundle does not end")
      }
      place.take(byte)
    }
  }

  /// The depth of a byte in arrays and objects, and whether it is part of a text.
  private struct Nesting {
    var depth = 0
    private(set) var isInText = false
    private var isEscaped = false

    init(depth: Int = 0) { self.depth = depth }

    mutating func take(_ byte: UInt8) {
      switch byte {
      case _ where isEscaped: isEscaped = false
      case UInt8(ascii: "\\"): isEscaped = isInText
      case UInt8(ascii: "\""): isInText.toggle()
      case _ where isInText: break
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
      default: break
      }
    }
  }
}
