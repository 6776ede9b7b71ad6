/// Separates a person's keys from a terminal's other input: function and cursor keys, keys with Alt, reports of
/// the mouse, pasted text, and answers to questions (ECMA-48, and xterm's control sequences). All these are ignored.
package struct KeyReader {
  private enum State {
    case plain

    /// After Escape, which may be the key itself.
    case escape

    /// In a control sequence, with its parameters so far.
    case control([UInt8])

    /// This many bytes belong to the sequence that has begun.
    case skipping(Int)

    /// In an answer that ends with BEL or ST.
    case string(afterEscape: Bool)

    /// In pasted text, with its newest bytes.
    case paste([UInt8])
  }

  private var state = State.plain

  /// The number of answers from the terminal about its cursor.
  package private(set) var answerCount = 0

  /// When the newest byte came.
  private var newest = ContinuousClock.now

  /// The time after which an Escape without anything after it is the key, and the time after which
  /// no more of a begun sequence is awaited.
  private static let escapeTime = Duration.milliseconds(100)
  private static let longestPause = Duration.seconds(1)

  private static let escape: UInt8 = 0x1B
  private static let pasteBegin = Array("200".utf8)
  private static let pasteEnd = Array("\u{1B}[201~".utf8)

  /// The bytes that stand for the cursor keys: no text in UTF-8 has them.
  package static let (up, down): (UInt8, UInt8) = (0xFE, 0xFF)
  private static let arrows = [UInt8(ascii: "A"): up, UInt8(ascii: "B"): down]

  package init() {}

  /// Returns the keys among the bytes that have come since the last call.
  package mutating func keys(
    in bytes: [UInt8], at now: ContinuousClock.Instant = .now
  ) -> [UInt8] {
    var keys: [UInt8] = []
    switch state {
    case .escape where now - newest >= Self.escapeTime:
      state = .plain
      keys.append(Self.escape)
    case .control, .skipping, .string, .paste:
      if now - newest >= Self.longestPause { state = .plain }
    case .plain, .escape: break
    }
    if !bytes.isEmpty { newest = now }
    for byte in bytes { if let key = key(byte) { keys.append(key) } }
    return keys
  }

  /// Returns the key that a byte is; `nil` if it is a part of something else.
  private mutating func key(_ byte: UInt8) -> UInt8? {
    switch state {
    case .plain:
      guard byte == Self.escape else { return byte }
      state = .escape
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .control([])
      case UInt8(ascii: "O"): state = .skipping(1)
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
        UInt8(ascii: "X"):
        state = .string(afterEscape: false)
      case Self.escape: state = .escape
      // A key with Alt.
      default: state = .plain
      }
    case .control(let parameters):
      switch byte {
      case Self.escape: state = .escape
      case 0x20..<0x40: state = .control(parameters + [byte])
      case UInt8(ascii: "~") where parameters == Self.pasteBegin: state = .paste([])
      // A report of the mouse in its first form: button, column and row.
      case UInt8(ascii: "M") where parameters.isEmpty: state = .skipping(3)
      case let last:
        if last == UInt8(ascii: "R"), parameters.contains(UInt8(ascii: ";")) { answerCount += 1 }
        state = .plain
        return parameters.isEmpty ? Self.arrows[last] : nil
      }
    case .skipping(let count): state = count > 1 ? .skipping(count - 1) : .plain
    case .string(let afterEscape):
      let isEnd = byte == 0x07 || afterEscape && byte == UInt8(ascii: "\\")
      state = isEnd ? .plain : .string(afterEscape: byte == Self.escape)
    case .paste(let newest):
      let bytes = (newest + [byte]).suffix(Self.pasteEnd.count)
      state = bytes.elementsEqual(Self.pasteEnd) ? .plain : .paste(Array(bytes))
    }
    return nil
  }
}
