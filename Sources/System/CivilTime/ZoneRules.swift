public import FoundationEssentials
import Glibc
import Synchronization

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

  /// The rule after the last transition; `nil` if the last offset holds forever.
  private let rule: ZoneRecurrence?

  /// Universal time.
  public static let utc = ZoneRules(identifier: "UTC", transitions: [], offsets: [0], rule: nil)

  /// Creates the zone of a name such as `Europe/Berlin` or `GMT+0530`; `nil` if the system's
  /// database has none.
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
    guard identifier.wholeMatch(of: /[A-Za-z0-9_+-][A-Za-z0-9_+\/-]*/) != nil,
      let bytes = Self.contents(of: "\(folder)/\(identifier)")
    else { return nil }
    self.init(identifier: identifier, bytes: bytes)
  }

  /// Creates the zone that Foundation knows by a name; `nil` if the system's database has none.
  public init?(_ zone: TimeZone) {
    guard
      let rules = ZoneRules(identifier: zone.identifier)
        ?? zone.abbreviation().flatMap({ ZoneRules(identifier: $0) })
    else { return nil }
    self = rules
  }

  /// Returns this machine's zone: the one that `TZ` names, as the C library reads it, else the zone
  /// of `/etc/localtime`, else UTC.
  ///
  /// `TZ` is a name (`Europe/Berlin`), the path of a compiled file, or a rule
  /// (`CET-1CEST,M3.5.0,M10.5.0/3`); an empty one is UTC.
  ///
  /// - Parameter file: The file of the machine's zone.
  /// - Throws: `UnknownZone` if `TZ` is not one of these, or the file is no zone. The C library would take UTC.
  public static func current(
    environment: [String: String], file: String = "/etc/localtime"
  ) throws(UnknownZone) -> ZoneRules {
    // Naming the file keeps the C library from looking into it each time.
    guard let text = environment["TZ"], text != ":" + file else {
      guard access(file, F_OK) == 0 else { return .utc }
      let name = Self.name(ofLinkAt: file) ?? "localtime"
      guard let zone = contents(of: file).flatMap({ ZoneRules(identifier: name, bytes: $0) })
      else { throw UnknownZone(name: file, isVariable: false) }
      return zone
    }
    let name = text.hasPrefix(":") ? String(text.dropFirst()) : text
    guard !name.isEmpty else { return .utc }
    if name.hasPrefix("/") {
      let known = Self.name(ofLinkAt: name) ?? "localtime"
      if let zone = contents(of: name).flatMap({ ZoneRules(identifier: known, bytes: $0) }) {
        return zone
      }
    } else if let zone = ZoneRules(identifier: name) {
      return zone
    } else if let rule = ZoneRecurrence(name) {
      return ZoneRules(identifier: name, transitions: [], offsets: [0], rule: rule)
    }
    throw UnknownZone(name: name, isVariable: true)
  }

  /// This machine's zone as the process found it when it first asked.
  package static let local = Result { () throws(UnknownZone) in
    try current(environment: ProcessInfo.processInfo.environment)
  }

  /// Returns the name of the zone to whose file a link leads; `nil` if it leads elsewhere.
  private static func name(ofLinkAt path: String) -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    guard realpath(path, &buffer) != nil else { return nil }
    let real = String(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let folder = real.firstRange(of: "/zoneinfo/") else { return nil }
    return String(real[folder.upperBound...])
  }

  /// Returns the bytes of a compiled zone; `nil` if the file cannot be read.
  private static func contents(of path: String) -> [UInt8]? {
    kept.withLock { $0[path] } ?? FileManager.default.contents(atPath: path).map { [UInt8]($0) }
  }

  /// Files that were read while that was possible, by path.
  private static let kept = Mutex<[String: [UInt8]]>([:])

  /// Keeps all zones of the system's database, 1 MB, for a process that will have no files.
  package static func keepAll(folder: String = "/usr/share/zoneinfo") {
    let names = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
    for name in names where name.first?.isUppercase == true {
      guard let bytes = contents(of: "\(folder)/\(name)"), bytes.count < 1 << 14 else { continue }
      kept.withLock { $0["\(folder)/\(name)"] = bytes }
    }
  }

  /// Returns the seconds of a name that Foundation gives to a zone without rules: `GMT+0530`.
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

  /// Returns the seconds east of UTC at a moment, given in seconds since 1970.
  package func offset(at time: Int) -> Int {
    if let last = transitions.last, time >= last, let rule { return rule.offset(at: time) }
    if transitions.isEmpty, let rule { return rule.offset(at: time) }
    var (low, high) = (0, transitions.count)
    while low < high {
      let middle = (low + high) / 2
      if transitions[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return offsets[low]
  }

  /// Returns the seconds since 1970 at which clocks show a local time, given in seconds as if it were UTC.
  ///
  /// A local time that occurs twice is the first of the two. One that clocks skip is read by the
  /// offset before the change, so that it comes as long after the change as the clock would have
  /// shown.
  package func time(ofLocal local: Int) -> Int {
    let before = offset(at: local - 86_400)
    let early = local - before
    if offset(at: early) == before { return early }
    // The change lies within the day around: either the later offset fits, or the time is skipped.
    let after = offset(at: local + 86_400)
    let late = local - after
    return offset(at: late) == after ? late : early
  }

  /// Returns whether clocks show the same time at another moment too, because they are set back.
  package func isShownTwice(_ date: Date) -> Bool {
    let time = Int(max(-1e13, min(1e13, date.timeIntervalSince1970.rounded(.down))))
    let own = offset(at: time)
    return [-86_400, 86_400].contains {
      let other = offset(at: time + $0)
      return other != own && offset(at: time + own - other) == other
    }
  }

  /// Returns the moment at which clocks show a second of a day, by the rule of `time(ofLocal:)`.
  package func date(_ day: CivilDate, second: Int = 0) -> Date {
    Date(timeIntervalSince1970: Double(time(ofLocal: day.dayNumber * 86_400 + second)))
  }
}

/// A time zone that this machine does not know.
public struct UnknownZone: Error, Hashable, CustomStringConvertible {
  /// The requested zone: a name, a rule or a file.
  public let name: String

  /// Whether the environment asked for it.
  let isVariable: Bool

  /// The error and advice on what to do.
  public var description: String {
    isVariable
      ? "TZ is '\(name)', which is no time zone that this machine knows; set it to a name such as Europe/Berlin"
      : "\(name) is no time zone; set TZ to a name such as Europe/Berlin"
  }
}
