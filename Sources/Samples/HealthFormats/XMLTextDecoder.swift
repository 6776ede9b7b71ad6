/// The text of an attribute, with XML's own references resolved and control characters removed.
struct XMLTextDecoder {
  private(set) var defects: [ImportDefect] = []

  mutating func text(of bytes: UnsafeRawBufferPointer) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "&") {
        at += reference(bytes[at...], into: &result)
      } else {
        switch byte {
        // White space in an attribute counts as a space.
        case 0x09, 0x0A, 0x0D: result.append(0x20)
        case 0..<0x20: defects.append(.controlCharacter)
        default: result.append(byte)
        }
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// Reads a reference, and returns how many bytes it takes.
  private mutating func reference(
    _ bytes: Slice<UnsafeRawBufferPointer>, into result: inout [UInt8]
  )
    -> Int
  {
    // The longest is a number such as &#x10FFFF; with some zeros before it.
    guard let close = bytes.prefix(16).firstIndex(of: UInt8(ascii: ";")) else {
      defects.append(.unknownEntity)
      result.append(UInt8(ascii: "&"))
      return 1
    }
    let name = String(decoding: bytes[bytes.startIndex + 1..<close], as: UTF8.self)
    let length = close - bytes.startIndex + 1
    switch name {
    case "lt": result.append(UInt8(ascii: "<"))
    case "gt": result.append(UInt8(ascii: ">"))
    case "amp": result.append(UInt8(ascii: "&"))
    case "quot": result.append(UInt8(ascii: "\""))
    case "apos": result.append(UInt8(ascii: "'"))
    default:
      guard let scalar = Self.scalar(name) else {
        defects.append(.unknownEntity)
        result += bytes[bytes.startIndex..<bytes.startIndex + length]
        break
      }
      if scalar.value < 0x20, ![0x09, 0x0A, 0x0D].contains(scalar.value) {
        defects.append(.controlCharacter)
      } else {
        result += Array(String(Character(scalar)).utf8)
      }
    }
    return length
  }

  private static func scalar(_ name: String) -> Unicode.Scalar? {
    guard name.hasPrefix("#") else { return nil }
    let digits = name.dropFirst()
    let number =
      digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits, radix: 10)
    return number.flatMap(Unicode.Scalar.init)
  }
}
