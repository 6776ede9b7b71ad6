/// The hash by which a page's security policy knows its own style sheet (FIPS 180-4).
enum SHA256 {
  /// Returns the 32 bytes of a text's hash.
  static func hash(_ text: String) -> [UInt8] {
    var message = Array(text.utf8)
    let bitCount = UInt64(message.count) * 8
    message.append(0x80)
    while message.count % 64 != 56 { message.append(0) }
    message += (0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) }
    var state = initial
    for start in stride(from: 0, to: message.count, by: 64) {
      add(message[start..<start + 64], to: &state)
    }
    return state.flatMap { word in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    }
  }

  private static func add(_ block: ArraySlice<UInt8>, to state: inout [UInt32]) {
    let bytes = Array(block)
    var words = (0..<16).map { index in
      bytes[index * 4..<index * 4 + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let (a, b) = (words[index - 15], words[index - 2])
      let first = turned(a, 7) ^ turned(a, 18) ^ a >> 3
      let second = turned(b, 17) ^ turned(b, 19) ^ b >> 10
      words.append(words[index - 16] &+ first &+ words[index - 7] &+ second)
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let sum = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ sum &+ choice &+ constants[index] &+ words[index]
      let other = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e) = (g, f, e, d &+ first)
      (d, c, b, a) = (c, b, a, first &+ other &+ majority)
    }
    for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
  }

  private static func turned(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  /// The first 32 bits of the fractional parts of the square roots of the first 8 primes.
  private static let initial: [UInt32] = primes.prefix(8).map { fraction(Double($0).squareRoot()) }

  /// Those of the cube roots of the first 64 primes.
  private static let constants: [UInt32] = primes.map { prime in cubeRootFraction(UInt64(prime)) }

  private static let primes: [Int] = {
    var primes: [Int] = []
    var candidate = 2
    while primes.count < 64 {
      if primes.allSatisfy({ candidate % $0 != 0 }) { primes.append(candidate) }
      candidate += 1
    }
    return primes
  }()

  private static func fraction(_ value: Double) -> UInt32 {
    UInt32((value - value.rounded(.down)) * 4_294_967_296)
  }

  /// In whole numbers: the largest r with r³ not above the prime times 2⁹⁶.
  private static func cubeRootFraction(_ prime: UInt64) -> UInt32 {
    var root: UInt64 = 0
    let target = UInt128(prime) << 96
    for bit in stride(from: 34, through: 0, by: -1) {
      let candidate = UInt128(root | 1 << UInt64(bit))
      if candidate * candidate * candidate <= target { root |= 1 << UInt64(bit) }
    }
    return UInt32(truncatingIfNeeded: root)
  }
}
