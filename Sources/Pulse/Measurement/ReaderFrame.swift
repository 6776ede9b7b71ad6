import Sandbox
import VideoFrames

/// A colour frame in a `ReaderMessage`: which of its measures are known, a bit each, and then the numbers in a row.
enum ReaderFrame {
  /// The bits of what is known, the numbers in the order in which they follow time and colours.
  private enum Known {
    static let spread: UInt16 = 1 << 0
    static let clippedShare: UInt16 = 1 << 1
    static let blackShare: UInt16 = 1 << 2
    static let skinShare: UInt16 = 1 << 3
    static let share: UInt16 = 1 << 4
    static let numbers: UInt16 = 1 << 5 - 1
    static let pattern: UInt16 = 1 << 5

    /// Whether the decoder says if it is a key frame, and what it says.
    static let key: UInt16 = 1 << 6
    static let isKey: UInt16 = 1 << 7
    static let all: UInt16 = 1 << 8 - 1
  }

  /// Time and colours, which every frame has.
  private static let leastCount = 4

  /// The bytes of a frame at most.
  static let mostBytes =
    2 + 8 * (leastCount + Known.numbers.nonzeroBitCount + LightPattern.termCount)

  private typealias Numbers = SIMD16<Double>

  // MARK: Writing

  static func put(_ sample: ColorSample, share: Double?, _ packet: inout PacketWriter) {
    var known: UInt16 = 0
    var numbers = Numbers.zero
    (numbers[0], numbers[1], numbers[2], numbers[3]) = (
      sample.time, sample.red, sample.green, sample.blue
    )
    var count = leastCount
    func add(_ number: Double?, _ bit: UInt16) {
      guard let number else { return }
      known |= bit
      numbers[count] = number
      count += 1
    }
    add(sample.spread, Known.spread)
    add(sample.clippedShare, Known.clippedShare)
    add(sample.blackShare, Known.blackShare)
    add(sample.skinShare, Known.skinShare)
    add(share.flatMap { $0.isFinite ? $0 : nil }, Known.share)
    if let terms = sample.pattern?.terms {
      known |= Known.pattern
      for index in 0..<LightPattern.termCount { numbers[count + index] = terms[index] }
      count += LightPattern.termCount
    }
    if let isKeyFrame = sample.isKeyFrame {
      known |= isKeyFrame ? Known.key | Known.isKey : Known.key
    }
    packet.put(known)
    withUnsafeBytes(of: numbers) { packet.bytes.append(contentsOf: $0.prefix(8 * count)) }
  }

  // MARK: Reading

  /// Reads a frame of a process that may lie.
  static func frame(
    _ packet: inout PacketReader
  ) throws(PacketReader.Malformed) -> (ColorSample, Double?) {
    let known = try packet.integer(UInt16.self)
    guard known <= Known.all, known & (Known.key | Known.isKey) != Known.isKey else {
      throw PacketReader.Malformed()
    }
    let ownCount = leastCount + (known & Known.numbers).nonzeroBitCount
    let count = ownCount + (known & Known.pattern == 0 ? 0 : LightPattern.termCount)
    let numbers = try packet.take(8 * count) { bytes in
      var numbers = Numbers.zero
      withUnsafeMutableBytes(of: &numbers) { $0.copyMemory(from: bytes) }
      return numbers
    }
    // A level is finite, or the one number that stands for a colour that was not measured.
    for index in 0..<count where !numbers[index].isFinite {
      guard 1...3 ~= index, numbers[index].isNaN else { throw PacketReader.Malformed() }
    }
    func level(_ index: Int) -> Double { numbers[index].isNaN ? .nan : numbers[index] }
    var sample = ColorSample(time: numbers[0], red: level(1), green: level(2), blue: level(3))
    var next = leastCount
    func number(_ bit: UInt16) -> Double? {
      guard known & bit != 0 else { return nil }
      defer { next += 1 }
      return numbers[next]
    }
    sample.spread = number(Known.spread)
    sample.clippedShare = number(Known.clippedShare)
    sample.blackShare = number(Known.blackShare)
    sample.skinShare = number(Known.skinShare)
    let share = number(Known.share)
    if known & Known.pattern != 0 {
      var terms = SIMD8<Double>.zero
      for index in 0..<LightPattern.termCount { terms[index] = numbers[ownCount + index] }
      sample.pattern = LightPattern(terms: terms)
    }
    sample.isKeyFrame = known & Known.key == 0 ? nil : known & Known.isKey != 0
    return (sample, share)
  }
}
