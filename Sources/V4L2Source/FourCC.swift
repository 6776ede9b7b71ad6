/// Four characters that name a way to store pictures, as Video4Linux writes them.
public struct FourCC: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
  public let rawValue: UInt32

  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Of one to four ASCII characters, filled up with blanks; `nil` for anything else.
  public init?(_ name: String) {
    guard (1...4).contains(name.utf8.count), name.utf8.allSatisfy({ (0x20..<0x7F).contains($0) })
    else { return nil }
    self.init(ascii: name)
  }

  init(ascii name: String) {
    var value: UInt32 = 0
    for (place, byte) in (Array(name.utf8) + [0x20, 0x20, 0x20]).prefix(4).enumerated() {
      value |= UInt32(byte) << (8 * UInt32(place))
    }
    rawValue = value
  }

  /// The characters without blanks at the end, "-BE" behind them for the big-endian kind, and a point
  /// for what cannot be shown.
  public var description: String {
    var name = ""
    for place in 0..<4 {
      let byte = UInt8(rawValue >> (8 * UInt32(place)) & 0x7F)
      name.append((0x20..<0x7F).contains(byte) ? Character(Unicode.Scalar(byte)) : ".")
    }
    while name.last == " " { name.removeLast() }
    return rawValue >> 31 == 1 ? name + "-BE" : name
  }
}
