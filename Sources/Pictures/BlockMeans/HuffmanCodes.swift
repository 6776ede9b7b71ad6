/// The codes of one table of a DHT segment (ITU-T T.81, C.2), in the order of their bits.
final class HuffmanCodes {
  struct Code {
    let symbol: UInt8
    let length: Int
    let bits: Int
  }

  /// Each has fewer than 2 to the power of its length in bits.
  private(set) var codes: [Code] = []

  /// Changes with the codes, so that tables are rebuilt only then; 0 without any.
  private(set) var version = 0

  /// The numbers of codes of 1 to 16 bits, then their meanings (B.2.4.2).
  private var specification: [UInt8] = []

  /// For each length, where codes of it and of all shorter ones end, as the first 16 bits of the input.
  private var ends: InlineArray<17, Int> = .init(repeating: 0)

  /// For each length, how many codes are shorter, less the bits of its first code.
  private var offsets: InlineArray<17, Int> = .init(repeating: 0)

  init() {
    codes.reserveCapacity(256)
    specification.reserveCapacity(16 + 256)
  }

  /// Reads a table, and returns how many bytes it takes; `nil` if the bytes are no table.
  func read(_ bytes: Span<UInt8>, at place: Int) -> Int? {
    guard place + 16 <= bytes.count else { return nil }
    var total = 0
    for index in place..<place + 16 { total += Int(bytes[index]) }
    let size = 16 + total
    guard (1...256).contains(total), place + size <= bytes.count else { return nil }
    if isSame(bytes, at: place, size) { return size }
    specification.removeAll(keepingCapacity: true)
    for index in place..<place + size { specification.append(bytes[index]) }
    guard assign() else {
      // It is refused again if it comes again.
      specification.removeAll(keepingCapacity: true)
      codes.removeAll(keepingCapacity: true)
      return nil
    }
    return size
  }

  /// Returns the code with which these 16 bits begin; `nil` if none does.
  func first(in bits: Int) -> Code? {
    for length in 1...16 where bits < ends[length] {
      let index = offsets[length] + bits >> (16 - length)
      return codes.indices.contains(index) ? codes[index] : nil
    }
    return nil
  }

  private func isSame(_ bytes: Span<UInt8>, at place: Int, _ size: Int) -> Bool {
    guard version > 0, specification.count == size else { return false }
    for index in 0..<size where specification[index] != bytes[place + index] { return false }
    return true
  }

  /// Gives each symbol its code: as the former one and 1, with a 0 for each bit more.
  private func assign() -> Bool {
    version += 1
    codes.removeAll(keepingCapacity: true)
    var next = 0
    for length in 1...16 {
      offsets[length] = codes.count - next
      for _ in 0..<specification[length - 1] {
        codes.append(Code(symbol: specification[16 + codes.count], length: length, bits: next))
        next += 1
      }
      guard next <= 1 << length else { return false }
      ends[length] = next << (16 - length)
      next <<= 1
    }
    return true
  }
}
