import Sandbox
import VideoFrames

/// A message from a locked process about a recording, with the rules that it must keep.
///
/// The inner side writes these; the outer side reads them and trusts nothing. A message with a
/// wrong length, count, text or number is `Malformed`. At worst, a wrong color frame gets through.
enum ReaderMessage {
  typealias Facts = RecordingFacts

  /// The recording is open: when it starts and how long it is, if the file says so.
  case opened(Facts, start: Double?, duration: Double?)

  /// Color frames, each with the share of the recording that was read.
  case samples([(sample: ColorSample, share: Double?)], Facts)

  /// All has been read.
  case finished(Facts, wasInterrupted: Bool, warnings: [String])

  /// It cannot be read, or no further.
  case failed(operation: String, reason: String)

  /// The picture of this index is wanted.
  case picture(Int)

  private enum Kind: UInt8 { case opened = 16, samples, finished, failed, picture }

  /// The maximum number of frames in one message.
  static let most = 160

  /// The maximum size of a frame in bytes.
  private static let sampleSize = 4 * 8 + 5 * 9 + 1 + 1 + 8 * LightPattern.termCount

  private static let operations = ["open", "read", "measure", "decode"]
  private static let (longestText, mostWarnings) = (2000, 20)

  // MARK: Writing

  var bytes: [UInt8] {
    switch self {
    case .opened(let facts, let start, let duration):
      var packet = PacketWriter(Kind.opened.rawValue)
      Self.put(facts, &packet)
      packet.put(start)
      packet.put(duration)
      return packet.bytes
    case .samples(let samples, let facts):
      var packet = PacketWriter(Kind.samples.rawValue)
      packet.bytes.reserveCapacity(1000 + samples.count * Self.sampleSize)
      Self.put(facts, &packet)
      packet.put(UInt32(samples.count))
      for (sample, share) in samples {
        packet.put(sample.time)
        packet.put(sample.red)
        packet.put(sample.green)
        packet.put(sample.blue)
        packet.put(sample.spread)
        packet.put(sample.clippedShare)
        packet.put(sample.blackShare)
        packet.put(sample.skinShare)
        packet.put(sample.isKeyFrame.map { $0 ? 1 : 0 } ?? 2 as UInt8)
        Self.put(sample.pattern, &packet)
        packet.put(share.flatMap { $0.isFinite ? $0 : nil })
      }
      return packet.bytes
    case .finished(let facts, let wasInterrupted, let warnings):
      var packet = PacketWriter(Kind.finished.rawValue)
      Self.put(facts, &packet)
      packet.put(wasInterrupted ? 1 : 0 as UInt8)
      Self.put(warnings, &packet)
      return packet.bytes
    case .failed(let operation, let reason):
      var packet = PacketWriter(Kind.failed.rawValue)
      packet.put(operation, limit: 20)
      packet.put(reason, limit: Self.longestText)
      return packet.bytes
    case .picture(let index):
      var packet = PacketWriter(Kind.picture.rawValue)
      packet.put(UInt32(index))
      return packet.bytes
    }
  }

  private static func put(_ pattern: LightPattern?, _ packet: inout PacketWriter) {
    packet.put(pattern == nil ? 0 : 1 as UInt8)
    guard let terms = pattern?.terms else { return }
    for index in 0..<LightPattern.termCount { packet.put(terms[index]) }
  }

  private static func put(_ facts: Facts, _ packet: inout PacketWriter) {
    packet.put(facts.kind, limit: longestText)
    packet.put(facts.identity, limit: 100)
    packet.put(facts.dependsOnThreads ? 1 : 0 as UInt8)
    packet.put(facts.isSimulated ? 1 : 0 as UInt8)
    packet.put(UInt32(clamping: facts.lostCount))
    put(facts.warnings, &packet)
  }

  private static func put(_ warnings: [String], _ packet: inout PacketWriter) {
    packet.put(UInt32(min(warnings.count, mostWarnings)))
    for warning in warnings.prefix(mostWarnings) { packet.put(warning, limit: longestText) }
  }

  // MARK: Reading

  /// Reads a message of a process that may lie.
  init(_ bytes: [UInt8]) throws(PacketReader.Malformed) {
    var packet = PacketReader(bytes)
    switch bytes.first.flatMap(Kind.init) {
    case .opened:
      self = .opened(
        try Self.facts(&packet), start: try packet.optionalNumber(),
        duration: try packet.optionalNumber())
    case .samples:
      let facts = try Self.facts(&packet)
      let count = try packet.count(upTo: Self.most)
      var samples: [(sample: ColorSample, share: Double?)] = []
      samples.reserveCapacity(count)
      for _ in 0..<count { samples.append(try Self.sample(&packet)) }
      self = .samples(samples, facts)
    case .finished:
      self = .finished(
        try Self.facts(&packet), wasInterrupted: try packet.flag(),
        warnings: try Self.warnings(&packet))
    case .failed:
      let operation = try packet.text(limit: 20)
      guard Self.operations.contains(operation) else { throw PacketReader.Malformed() }
      self = .failed(operation: operation, reason: try packet.text(limit: Self.longestText))
    case .picture: self = .picture(try packet.count(upTo: Int(Int32.max)))
    case nil: throw PacketReader.Malformed()
    }
    guard packet.isAtEnd else { throw PacketReader.Malformed() }
  }

  private static func sample(
    _ packet: inout PacketReader
  ) throws(PacketReader.Malformed) -> (ColorSample, Double?) {
    var sample = ColorSample(
      time: try packet.finiteNumber(), red: try color(&packet), green: try color(&packet),
      blue: try color(&packet))
    sample.spread = try packet.optionalNumber()
    sample.clippedShare = try packet.optionalNumber()
    sample.blackShare = try packet.optionalNumber()
    sample.skinShare = try packet.optionalNumber()
    switch try packet.byte() {
    case 0: sample.isKeyFrame = false
    case 1: sample.isKeyFrame = true
    case 2: sample.isKeyFrame = nil
    default: throw PacketReader.Malformed()
    }
    sample.pattern = try pattern(&packet)
    return (sample, try packet.optionalNumber())
  }

  private static func pattern(
    _ packet: inout PacketReader
  ) throws(PacketReader.Malformed) -> LightPattern? {
    guard try packet.flag() else { return nil }
    var terms = SIMD8<Double>.zero
    for index in 0..<LightPattern.termCount { terms[index] = try packet.finiteNumber() }
    return LightPattern(terms: terms)
  }

  /// Reads a level: finite, or the one number that marks a color that was not measured.
  private static func color(
    _ packet: inout PacketReader
  ) throws(PacketReader.Malformed) -> Double {
    let value = try packet.number()
    if value.isNaN { return .nan }
    guard value.isFinite else { throw PacketReader.Malformed() }
    return value
  }

  private static func facts(
    _ packet: inout PacketReader
  ) throws(PacketReader.Malformed) -> Facts {
    let kind = try packet.text(limit: longestText)
    let identity = try packet.text(limit: 100)
    let digits = identity.dropFirst("murmur3:".count)
    guard identity.hasPrefix("murmur3:"), digits.utf8.count == 32,
      digits.allSatisfy({ "0123456789abcdef".contains($0) })
    else { throw PacketReader.Malformed() }
    return Facts(
      kind: kind, identity: identity, dependsOnThreads: try packet.flag(),
      isSimulated: try packet.flag(),
      lostCount: try packet.count(upTo: Int(UInt32.max)),
      warnings: try warnings(&packet))
  }

  private static func warnings(
    _ packet: inout PacketReader
  ) throws(PacketReader.Malformed) -> [String] {
    var warnings: [String] = []
    for _ in 0..<(try packet.count(upTo: mostWarnings)) {
      warnings.append(try packet.text(limit: longestText))
    }
    return warnings
  }
}
