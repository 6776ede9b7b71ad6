import BlockMeans

/// Writes JPEGs whose block means are known: it chooses the first coefficients and draws all others at random.
package struct TestJPEG {
  package var width = 80
  package var height = 48

  /// The sampling factors of luma; chroma has 1 by 1. There is one component if `isGray`.
  package var horizontal = 2
  package var vertical = 1
  package var isGray = false
  package var restartInterval = 0
  package var quantizer = 5
  package var hasTables = true

  /// How many of 100 blocks have all their coefficients, so that no end-of-block code follows them.
  package var fullBlocks = 20
  package var seed: UInt64 = 1

  private var random: UInt64 = 0
  private var bits: UInt64 = 0
  private var count = 0
  private var bytes: [UInt8] = []

  package init() {}

  private struct Code {
    let length: Int
    let bits: Int
  }

  private static func codes(_ specification: [UInt8]) -> [UInt8: Code] {
    var codes: [UInt8: Code] = [:]
    var (code, place) = (0, 16)
    for length in 1...16 {
      for _ in 0..<Int(specification[length - 1]) {
        codes[specification[place]] = Code(length: length, bits: code)
        code += 1
        place += 1
      }
      code <<= 1
    }
    return codes
  }

  private static let dc = [codes(StandardCodes.lumaDC), codes(StandardCodes.chromaDC)]
  private static let ac = [codes(StandardCodes.lumaAC), codes(StandardCodes.chromaAC)]

  /// Returns the file, and the means of each component's blocks in rows, including padding.
  package mutating func encode() -> (bytes: [UInt8], means: [[UInt8]]) {
    random = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    bytes = [0xFF, 0xD8]
    segment(0xDB, [0] + [UInt8](repeating: UInt8(quantizer), count: 64))
    let factors = isGray ? [(1, 1)] : [(horizontal, vertical), (1, 1), (1, 1)]
    var frame: [UInt8] = [
      8, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255),
      UInt8(factors.count),
    ]
    for (index, factor) in factors.enumerated() {
      frame += [UInt8(index + 1), UInt8(factor.0 << 4 | factor.1), 0]
    }
    segment(0xC0, frame)
    if hasTables {
      segment(0xC4, [0x00] + StandardCodes.lumaDC + [0x10] + StandardCodes.lumaAC)
      segment(0xC4, [0x01] + StandardCodes.chromaDC + [0x11] + StandardCodes.chromaAC)
    }
    if restartInterval > 0 {
      segment(0xDD, [UInt8(restartInterval >> 8), UInt8(restartInterval & 255)])
    }
    var scan = [UInt8(factors.count)]
    for index in factors.indices { scan += [UInt8(index + 1), index == 0 ? 0x00 : 0x11] }
    segment(0xDA, scan + [0, 63, 0])
    let means = self.scan(factors)
    flush()
    bytes += [0xFF, 0xD9]
    return (bytes, means)
  }

  /// The part of the means that is shown: a JPEG is filled up to whole units of its largest sampling.
  package func shown(_ means: [[UInt8]]) -> [[UInt8]] {
    let factors = isGray ? [(1, 1)] : [(horizontal, vertical), (1, 1), (1, 1)]
    let most = factors[0]
    return zip(means, factors).map { means, factor in
      let stride = (width + 8 * most.0 - 1) / (8 * most.0) * factor.0
      // Chroma is rounded up from the luma that is shown.
      let across = ((width + 7) / 8 * factor.0 + most.0 - 1) / most.0
      let down = ((height + 7) / 8 * factor.1 + most.1 - 1) / most.1
      return (0..<down).flatMap { means[($0 * stride)..<($0 * stride + across)] }
    }
  }

  private mutating func scan(_ factors: [(Int, Int)]) -> [[UInt8]] {
    let across = (width + 8 * factors[0].0 - 1) / (8 * factors[0].0)
    let down = (height + 8 * factors[0].1 - 1) / (8 * factors[0].1)
    var means = factors.map { [UInt8](repeating: 0, count: across * $0.0 * down * $0.1) }
    var predictions = factors.map { _ in 0 }
    var (unit, restarts) = (0, 0)
    for row in 0..<down {
      for column in 0..<across {
        if restartInterval > 0 && unit == restartInterval {
          flush()
          bytes += [0xFF, 0xD0 + UInt8(restarts)]
          restarts = (restarts + 1) % 8
          unit = 0
          predictions = factors.map { _ in 0 }
        }
        unit += 1
        for (index, factor) in factors.enumerated() {
          for y in 0..<factor.1 {
            for x in 0..<factor.0 {
              // Far enough that some means are clamped.
              let value = next(2400 / quantizer) - 1200 / quantizer
              put(difference: value - predictions[index], kind: min(index, 1))
              predictions[index] = value
              putRest(kind: min(index, 1))
              let level = (value * quantizer + 1028) >> 3
              means[index][(row * factor.1 + y) * across * factor.0 + column * factor.0 + x] =
                UInt8(
                  min(max(level, 0), 255))
            }
          }
        }
      }
    }
    return means
  }

  private mutating func put(difference: Int, kind: Int) {
    let size = Int.bitWidth - abs(difference).leadingZeroBitCount
    put(Self.dc[kind][UInt8(size)]!)
    put(difference < 0 ? difference + (1 << size) - 1 : difference, size)
  }

  private mutating func putRest(kind: Int) {
    let isFull = next(100) < fullBlocks
    var place = 1
    while place < 64 {
      if !isFull && next(6) == 0 {
        put(Self.ac[kind][0]!)
        return
      }
      if place < 48 && next(40) == 0 {
        put(Self.ac[kind][0xF0]!)
        place += 16
        continue
      }
      let run = min(next(8) == 0 ? next(16) : next(3), 63 - place)
      let size = next(10) == 0 ? 1 + next(10) : 1 + next(3)
      put(Self.ac[kind][UInt8(run << 4 | size)]!)
      put(next(1 << size), size)
      place += run + 1
    }
  }

  private mutating func next(_ bound: Int) -> Int {
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return Int(random >> 20) % max(bound, 1)
  }

  private mutating func put(_ code: Code) { put(code.bits, code.length) }

  private mutating func put(_ value: Int, _ width: Int) {
    guard width > 0 else { return }
    bits = bits << UInt64(width) | UInt64(value & ((1 << width) - 1))
    count += width
    while count >= 8 {
      count -= 8
      let byte = UInt8(truncatingIfNeeded: bits >> UInt64(count))
      bytes.append(byte)
      if byte == 0xFF { bytes.append(0) }
    }
  }

  private mutating func flush() {
    if count > 0 { put((1 << (8 - count)) - 1, 8 - count) }
  }

  private mutating func segment(_ marker: UInt8, _ content: [UInt8]) {
    let length = content.count + 2
    bytes += [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + content
  }
}
