import CFFmpeg

/// The 128-bit MurmurHash3 of all bytes given so far, as libavutil has it: with its seed, and with its way of
/// hashing the last bytes. It is written out here so that a color signal needs none of FFmpeg's libraries.
///
/// It distinguishes recordings. It does not withstand deliberate forgery.
public final class ContentHash: CustomStringConvertible {
  private var state = (first: seed, second: seed)

  /// The bytes after the last whole block of 16.
  private var rest: [UInt8] = []
  private var count: UInt64 = 0

  private static let seed: UInt64 = 0x725a_cc55_dadd_ca55
  private static let blockSize = 16

  /// Creates the hash of no bytes.
  public init() { rest.reserveCapacity(Self.blockSize) }

  /// Adds bytes to the hash.
  public func update(_ bytes: UnsafeBufferPointer<UInt8>) {
    count &+= UInt64(bytes.count)
    var bytes = UnsafeRawBufferPointer(bytes)[...]
    if !rest.isEmpty {
      let missing = bytes.prefix(Self.blockSize - rest.count)
      rest.append(contentsOf: missing)
      bytes = bytes.dropFirst(missing.count)
      guard rest.count == Self.blockSize else { return }
      rest.withUnsafeBytes { state = Self.mixed(state, $0[...]) }
      rest.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count & ~(Self.blockSize - 1)
    state = Self.mixed(state, bytes.prefix(whole))
    rest.append(contentsOf: bytes.dropFirst(whole))
  }

  /// "murmur3:" and 32 hexadecimal digits. Reading it does not change the hash.
  public var description: String {
    var (first, second) = state
    let last = rest + [UInt8](repeating: 0, count: Self.blockSize - rest.count)
    last.withUnsafeBytes {
      first ^= Self.firstWord($0, at: 0) ^ count
      second ^= Self.secondWord($0, at: 0) ^ count
    }
    first &+= second
    second &+= first
    first = Self.finished(first)
    second = Self.finished(second)
    first &+= second
    second &+= first
    let alphabet = Array("0123456789abcdef".utf8)
    var digits: [UInt8] = []
    for word in [first, second] {
      withUnsafeBytes(of: word.littleEndian) {
        for byte in $0 { digits += [alphabet[Int(byte >> 4)], alphabet[Int(byte & 15)]] }
      }
    }
    return "murmur3:" + String(decoding: digits, as: UTF8.self)
  }

  // MARK: -

  /// Returns the state after whole blocks.
  private static func mixed(
    _ state: (first: UInt64, second: UInt64), _ blocks: Slice<UnsafeRawBufferPointer>
  ) -> (first: UInt64, second: UInt64) {
    var (first, second) = state
    let bytes = UnsafeRawBufferPointer(rebasing: blocks)
    var place = 0
    while place < bytes.count {
      first = rotated(first ^ firstWord(bytes, at: place), 27)
      first = (first &+ second) &* 5 &+ 0x52dc_e729
      second = rotated(second ^ secondWord(bytes, at: place), 31)
      second = (second &+ first) &* 5 &+ 0x3849_5ab5
      place += blockSize
    }
    return (first, second)
  }

  private static let factors: (UInt64, UInt64) = (0x87c3_7b91_1142_53d5, 0x4cf5_ad43_2745_937f)

  private static func firstWord(_ block: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
    let word = UInt64(littleEndian: block.loadUnaligned(fromByteOffset: place, as: UInt64.self))
    return rotated(word &* factors.0, 31) &* factors.1
  }

  private static func secondWord(_ block: UnsafeRawBufferPointer, at place: Int) -> UInt64 {
    let word = UInt64(littleEndian: block.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self))
    return rotated(word &* factors.1, 33) &* factors.0
  }

  private static func rotated(_ word: UInt64, _ bits: UInt64) -> UInt64 {
    word &<< bits | word &>> (64 - bits)
  }

  private static func finished(_ word: UInt64) -> UInt64 {
    var word = (word ^ word >> 33) &* 0xff51_afd7_ed55_8ccd
    word = (word ^ word >> 33) &* 0xc4ce_b9fe_1a85_ec53
    return word ^ word >> 33
  }
}

extension ContentHash {
  /// Returns the 32 bytes of SHA-256 of a text, where forgery must be impossible.
  package static func sha256(of text: String) -> [UInt8] {
    guard let state = av_sha_alloc() else { outOfMemory() }
    defer { av_free(UnsafeMutableRawPointer(state)) }
    av_sha_init(state, 256)
    av_sha_update(state, Array(text.utf8), text.utf8.count)
    var digest = [UInt8](repeating: 0, count: 32)
    av_sha_final(state, &digest)
    return digest
  }
}
