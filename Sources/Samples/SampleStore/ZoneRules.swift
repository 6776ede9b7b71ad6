import FoundationEssentials

/// The offsets of a time zone from UTC over time, from the system's time zone database.
///
/// FoundationEssentials knows no zone but GMT, and the whole Foundation would bring ICU into every
/// program that counts by days, so the compiled files (RFC 8536) are read here.
public struct ZoneRules: Sendable, Hashable {
  /// The zone's name.
  public let identifier: String

  /// Seconds since 1970 from which an offset holds, ascending.
  private let transitions: [Int]

  /// Seconds east of UTC, one more than transitions: the first holds before them all.
  private let offsets: [Int]

  /// The rule after the last transition; `nil` if the last offset holds for ever.
  private let rule: ZoneRecurrence?

  /// Universal time.
  public static let utc = ZoneRules(identifier: "UTC", transitions: [], offsets: [0], rule: nil)

  /// The zone of a name such as `Europe/Berlin` or `GMT+0530`; `nil` if the system's database has
  /// none.
  ///
  /// - Parameter folder: Where the compiled database is.
  public init?(identifier: String, folder: String = "/usr/share/zoneinfo") {
    if ["UTC", "GMT"].contains(identifier) {
      self = ZoneRules(identifier: identifier, transitions: [], offsets: [0], rule: nil)
      return
    }
    if let seconds = Self.fixedOffset(identifier) {
      self = ZoneRules(identifier: identifier, transitions: [], offsets: [seconds], rule: nil)
      return
    }
    let isPlain = identifier.utf8.allSatisfy {
      switch $0 {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "_"),
        UInt8(ascii: "-"), UInt8(ascii: "+"):
        true
      default: false
      }
    }
    guard isPlain, !identifier.isEmpty, !identifier.hasPrefix("/"),
      let bytes = Self.contents(of: "\(folder)/\(identifier)")
    else { return nil }
    self.init(identifier: identifier, bytes: bytes)
  }

  /// This machine's zone: `TZ` if it names a zone or is a rule (`CET-1CEST,M3.5.0,M10.5.0/3`), else
  /// the zone of `/etc/localtime`, else UTC.
  public static func current(environment: [String: String]) -> ZoneRules {
    if let text = environment["TZ"], !text.isEmpty {
      let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
      if let zone = ZoneRules(identifier: name) { return zone }
      if let rule = ZoneRecurrence(name) {
        return ZoneRules(identifier: name, transitions: [], offsets: [0], rule: rule)
      }
    }
    if let bytes = contents(of: "/etc/localtime"),
      let zone = ZoneRules(identifier: "localtime", bytes: bytes)
    {
      return zone
    }
    return .utc
  }

  /// The bytes of a compiled zone; `nil` if the file cannot be read.
  private static func contents(of path: String) -> [UInt8]? {
    FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }

  /// Seconds of a name that Foundation gives to a zone without rules: `GMT+0530`.
  private static func fixedOffset(_ identifier: String) -> Int? {
    guard identifier.hasPrefix("GMT") else { return nil }
    let digits = identifier.dropFirst(4)
    guard let sign = identifier.dropFirst(3).first, "+-".contains(sign), digits.count == 4,
      let hours = Int(digits.prefix(2)), let minutes = Int(digits.suffix(2)), hours <= 18,
      minutes < 60, digits.allSatisfy({ $0.isASCII && $0.isNumber })
    else { return nil }
    return (sign == "-" ? -1 : 1) * (hours * 3600 + minutes * 60)
  }

  private init(
    identifier: String, transitions: [Int], offsets: [Int], rule: ZoneRecurrence?
  ) {
    self.identifier = identifier
    self.transitions = transitions
    self.offsets = offsets
    self.rule = rule
  }

  /// Reads a compiled file of version 2 or later, whose second part has times of eight bytes.
  init?(identifier: String, bytes: [UInt8]) {
    var reader = ZoneFileReader(bytes)
    guard let first = reader.header(), first.version >= 2 else { return nil }
    reader.skip(first.size(timeBytes: 4))
    guard let header = reader.header(), header.typeCount > 0 else { return nil }
    var transitions: [Int] = []
    for _ in 0..<header.timeCount {
      guard let time = reader.integer(8) else { return nil }
      transitions.append(time)
    }
    var kinds: [Int] = []
    for _ in 0..<header.timeCount {
      guard let kind = reader.integer(1), (0..<Int(header.typeCount)).contains(kind) else {
        return nil
      }
      kinds.append(kind)
    }
    var types: [Int] = []
    for _ in 0..<header.typeCount {
      guard let offset = reader.integer(4), abs(offset) < 2 * 86_400, reader.integer(2) != nil
      else { return nil }
      types.append(offset)
    }
    guard zip(transitions, transitions.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    reader.skip(
      header.charCount + header.leapCount * 12 + header.standardCount + header.universalCount)
    self.identifier = identifier
    self.transitions = transitions
    // Before the first transition holds type 0 (RFC 8536, section 3.2).
    offsets = [types[0]] + kinds.map { types[$0] }
    rule = reader.footer().flatMap { ZoneRecurrence($0) }
  }

  /// Seconds east of UTC at a moment, given in seconds since 1970.
  func offset(at time: Int) -> Int {
    if let last = transitions.last, time >= last, let rule { return rule.offset(at: time) }
    if transitions.isEmpty, let rule { return rule.offset(at: time) }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return offsets[low]
  }

  /// Seconds since 1970 at which clocks show a local time, given in seconds as if it were UTC.
  ///
  /// A local time that occurs twice is the first of the two. One that clocks skip is read by the
  /// offset before the change, so that it comes as long after the change as the clock would have
  /// shown.
  func time(ofLocal local: Int) -> Int {
    let before = offset(at: local - 86_400)
    let early = local - before
    if offset(at: early) == before { return early }
    // The change lies within the day around: either the later offset fits, or the time is skipped.
    let after = offset(at: local + 86_400)
    let late = local - after
    return offset(at: late) == after ? late : early
  }
}
