/// The part of a baseline JPEG before its scan (ITU-T T.81, B.2) that block means need.
struct JPEGHeader {
  struct Component {
    let identifier: UInt8

    /// The number of its blocks in a unit, across and down.
    let across: Int
    let down: Int
    let quantization: Int
    var dc = 0
    var ac = 0
  }

  private(set) var components: [Component] = []

  /// The number of units, across and down.
  private(set) var columns = 0
  private(set) var rows = 0

  /// In units; 0 without restarts.
  private(set) var restartInterval = 0

  /// The position of the first coded byte.
  private(set) var scanStart = 0

  /// All segments but those of tables. Pictures that differ in nothing of it are of one kind.
  private(set) var kind: [UInt8] = []

  /// The tables that it defines: one bit each for four of quantizers, of DC codes and of AC codes.
  private(set) var tables = 0

  /// The quantizer of each table's first coefficient.
  private var quantizers: InlineArray<4, Int32> = .init(repeating: 0)

  /// The Huffman codes, which stay from picture to picture.
  let dc = (0..<4).map { _ in HuffmanCodes() }
  let ac = (0..<4).map { _ in HuffmanCodes() }

  /// The bits of `tables` for codes.
  static let codeTables = 0xFF << 4

  init() {
    for (index, (first, rest)) in [
      (StandardCodes.lumaDC, StandardCodes.lumaAC),
      (StandardCodes.chromaDC, StandardCodes.chromaAC),
    ].enumerated() {
      _ = dc[index].read(first.span, at: 0)
      _ = ac[index].read(rest.span, at: 0)
    }
  }

  func quantizer(of component: Component) -> Int32 { quantizers[component.quantization] }

  /// Reads all up to the scan. Returns false for pictures that this room leaves out, and for damaged ones.
  mutating func read(_ jpeg: Span<UInt8>) -> Bool {
    components.removeAll(keepingCapacity: true)
    kind.removeAll(keepingCapacity: true)
    (tables, restartInterval) = (0, 0)
    guard jpeg.count > 4, jpeg[0] == 0xFF, jpeg[1] == 0xD8 else { return false }
    var place = 2
    while place + 4 <= jpeg.count, jpeg[place] == 0xFF {
      let marker = jpeg[place + 1]
      let end = place + 2 + Self.number(jpeg, place + 2)
      guard end >= place + 4, end <= jpeg.count else { return false }
      let segment = jpeg.extracting(place + 4..<end)
      switch marker {
      case 0xDB, 0xC4:
        guard marker == 0xDB ? readQuantizers(segment) : readCodes(segment) else { return false }
      case 0xC0, 0xDD, 0xDA, 0xE0...0xEF, 0xFE:
        for index in place..<end { kind.append(jpeg[index]) }
        if marker == 0xC0, !readFrame(segment) { return false }
        if marker == 0xDD {
          guard segment.count == 2 else { return false }
          restartInterval = Self.number(segment, 0)
        }
        if marker == 0xDA {
          scanStart = end
          return readScan(segment)
        }
      default: return false
      }
      place = end
    }
    return false
  }

  private static func number(_ bytes: Span<UInt8>, _ place: Int) -> Int {
    Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  /// Reads quantizers (B.2.4.1).
  private mutating func readQuantizers(_ segment: Span<UInt8>) -> Bool {
    var place = 0
    while place < segment.count {
      let (bytes, index) = (Int(segment[place] >> 4) + 1, Int(segment[place] & 15))
      let end = place + 1 + 64 * bytes
      guard bytes <= 2, index < 4, end <= segment.count else { return false }
      for value in stride(from: place + 1, to: end, by: bytes)
      where bytes == 1 ? segment[value] == 0 : Self.number(segment, value) == 0 { return false }
      quantizers[index] = Int32(
        bytes == 1 ? Int(segment[place + 1]) : Self.number(segment, place + 1))
      tables |= 1 << index
      place = end
    }
    return true
  }

  /// Reads codes (B.2.4.2).
  private mutating func readCodes(_ segment: Span<UInt8>) -> Bool {
    var place = 0
    while place < segment.count {
      let (isAC, index) = (segment[place] >> 4, Int(segment[place] & 15))
      guard isAC < 2, index < 4 else { return false }
      let size =
        isAC == 0
        ? dc[index].read(segment, at: place + 1) : ac[index].read(segment, at: place + 1)
      guard let size else { return false }
      tables |= 1 << (4 + 4 * Int(isAC) + index)
      place += 1 + size
    }
    return true
  }

  /// Reads the frame's header (B.2.2).
  private mutating func readFrame(_ segment: Span<UInt8>) -> Bool {
    guard components.isEmpty, segment.count > 6, segment[0] == 8 else { return false }
    let (height, width) = (Self.number(segment, 1), Self.number(segment, 3))
    let count = Int(segment[5])
    guard width > 0, height > 0, count == 1 || count == 3, segment.count == 6 + 3 * count else {
      return false
    }
    for index in 0..<count {
      let place = 6 + 3 * index
      // A unit of a single component is a block, whatever is said (A.2.2).
      let factors = count == 1 ? 0x11 : segment[place + 1]
      let component = Component(
        identifier: segment[place], across: Int(factors >> 4), down: Int(factors & 15),
        quantization: Int(segment[place + 2]))
      guard (1...4).contains(component.across), (1...4).contains(component.down),
        component.quantization < 4
      else { return false }
      components.append(component)
    }
    guard blocksInUnit <= 10 else { return false }
    let across = components.reduce(1) { max($0, $1.across) }
    let down = components.reduce(1) { max($0, $1.down) }
    columns = (width + 8 * across - 1) / (8 * across)
    rows = (height + 8 * down - 1) / (8 * down)
    return true
  }

  var blocksInUnit: Int { components.reduce(0) { $0 + $1.across * $1.down } }

  /// B.2.3. One scan has all components, and all tables that it uses are in this picture. If it has no codes at all, it
  /// means the standard ones.
  private mutating func readScan(_ segment: Span<UInt8>) -> Bool {
    let count = components.count
    guard count > 0, segment.count == 4 + 2 * count, segment[0] == count else { return false }
    let hasCodes = tables & Self.codeTables != 0
    for index in 0..<count {
      let selected = segment[2 + 2 * index]
      let (dc, ac) = (Int(selected >> 4), Int(selected & 15))
      guard segment[1 + 2 * index] == components[index].identifier, dc < (hasCodes ? 4 : 2),
        ac < (hasCodes ? 4 : 2), tables >> components[index].quantization & 1 != 0,
        !hasCodes || tables >> (4 + dc) & tables >> (8 + ac) & 1 != 0
      else { return false }
      (components[index].dc, components[index].ac) = (dc, ac)
    }
    let tail = 1 + 2 * count
    return segment[tail] == 0 && segment[tail + 1] == 63 && segment[tail + 2] == 0
  }
}
