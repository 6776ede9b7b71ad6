/// What the next bits of a scan say, looked up: how many bits they take and how far they lead, for
/// symbols whose values nobody needs.
///
/// Goals, in order: never to read beyond a table or a block; then speed. A look-up of 12 bits
/// passes over all symbols that lie wholly in them, of which there are several in flat parts of a
/// picture.
final class SkippingTable {
  /// The bits of a look-up.
  static let width = 12

  /// An entry's bits from the lowest: 5 for the length in bits (0: longer than a look-up), 7 for
  /// how many coefficients it leads on, 1 for the end of the block.
  static let lengthMask: UInt16 = 0x1F
  static let advanceShift: UInt16 = 5
  static let advanceMask: UInt16 = 0x7F
  static let endFlag: UInt16 = 1 << 12

  /// As in a DHT segment.
  let specification: [UInt8]

  /// By look-up: all symbols that fit, and the first alone.
  let many: UnsafeMutablePointer<UInt16>
  let one: UnsafeMutablePointer<UInt16>

  /// By look-up: the first code's length and its symbol, `length << 8 | symbol`; 0 for longer
  /// codes.
  let symbols: UnsafeMutablePointer<UInt16>

  /// For longer codes: by length, the first code beyond it, left-aligned in 16 bits, and the place
  /// of the first symbol less the first code.
  private var limits = [Int](repeating: 0, count: 18)
  private var offsets = [Int](repeating: 0, count: 18)

  /// `nil` if the codes are more than there can be.
  init?(_ specification: [UInt8]) {
    guard specification.count >= 16 else { return nil }
    let counts = specification.prefix(16).map(Int.init)
    let total = counts.reduce(0, +)
    guard total <= 256, specification.count == 16 + total else { return nil }
    var code = 0
    for (index, count) in counts.enumerated() {
      code += count
      guard code <= 1 << (index + 1) else { return nil }
      code <<= 1
    }
    self.specification = specification
    let size = 1 << Self.width
    many = .allocate(capacity: size)
    one = .allocate(capacity: size)
    symbols = .allocate(capacity: size)
    many.initialize(repeating: 0, count: size)
    one.initialize(repeating: 0, count: size)
    symbols.initialize(repeating: 0, count: size)
    fillSymbols(counts)
    fillSteps()
  }

  deinit {
    many.deallocate()
    one.deallocate()
    symbols.deallocate()
  }

  /// The first code of 16 bits: its length and its symbol; `nil` for a code that there is not.
  func longSymbol(_ bits: Int) -> (length: Int, symbol: UInt8)? {
    for length in 1...16 where bits < limits[length] {
      let place = (bits >> (16 - length)) + offsets[length]
      guard place >= 0, 16 + place < specification.count else { return nil }
      return (length, specification[16 + place])
    }
    return nil
  }

  private func fillSymbols(_ counts: [Int]) {
    var code = 0
    var place = 0
    for length in 1...16 {
      offsets[length] = place - code
      for _ in 0..<counts[length - 1] {
        if length <= Self.width {
          let shift = Self.width - length
          for low in 0..<(1 << shift) {
            symbols[code << shift | low] = UInt16(length) << 8 | UInt16(specification[16 + place])
          }
        }
        code += 1
        place += 1
      }
      limits[length] = code << (16 - length)
      code <<= 1
    }
  }

  private func fillSteps() {
    let size = 1 << Self.width
    for bits in 0..<size {
      var length = 0
      var advance = 0
      var isEnd = false
      var first: UInt16 = 0
      while !isEnd {
        // The bits behind those that are used count as 0; a symbol that needs them does not fit.
        let entry = Int(symbols[bits << length & (size - 1)])
        let codeLength = entry >> 8
        guard codeLength > 0, length + codeLength <= Self.width else { break }
        let symbol = entry & 0xFF
        let whole = codeLength + (symbol & 15)
        let step = symbol == 0 ? 0 : (symbol >> 4) + 1
        guard length == 0 || (length + whole <= Self.width && advance + step <= 63) else { break }
        length += whole
        advance += step
        isEnd = symbol == 0
        if first == 0 { first = Self.entry(length, advance, isEnd) }
        if length >= Self.width { break }
      }
      one[bits] = first
      many[bits] = length == 0 ? 0 : Self.entry(length, advance, isEnd)
    }
  }

  static func entry(_ length: Int, _ advance: Int, _ isEnd: Bool) -> UInt16 {
    UInt16(length) | UInt16(advance) << advanceShift | (isEnd ? endFlag : 0)
  }
}
