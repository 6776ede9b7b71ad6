/// The four characters that are Video4Linux's name of a picture format.
public struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  /// The characters as a number, the first in the lowest byte.
  public let rawValue: UInt32

  /// Makes a code of a number.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Makes a code of one to four ASCII characters, filled up with spaces; `nil` for anything else.
  public init?(_ name: String) {
    guard (1...4).contains(name.utf8.count), name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return nil }
    self.init(ascii: name)
  }

  init(ascii name: String) {
    var value: UInt32 = 0
    for (index, byte) in (Array(name.utf8) + [0x20, 0x20, 0x20]).prefix(4).enumerated() {
      value |= UInt32(byte) << (8 * UInt32(index))
    }
    rawValue = value
  }

  /// The characters without spaces at the end, followed by "-BE" for the big-endian kind. A point
  /// replaces a character that cannot be shown.
  public var description: String {
    var name = ""
    for index in 0..<4 {
      let byte = UInt8(rawValue >> (8 * UInt32(index)) & 0x7F)
      name.append((0x20..<0x7F).contains(byte) ? Character(Unicode.Scalar(byte)) : ".")
    }
    while name.last == " " { name.removeLast() }
    return rawValue >> 31 == 1 ? name + "-BE" : name
  }
}
