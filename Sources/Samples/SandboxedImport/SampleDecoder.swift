import FoundationEssentials
import HealthFormats
import SampleStore
import Sandbox

/// Reads the messages of a process that may lie, and returns their items one after the other.
struct SampleDecoder {
  /// The kind of a message.
  enum Arrival: Equatable {
    case opened(HealthFormat, reading: String?)

    /// There may be items now.
    case items

    /// More must come before there are.
    case part

    case finished
    case failed(FormatError.Reason, String)

    /// It asks for the file beside the export to which an element refers by this text.
    case companion(String)

    /// The next file beside the export is wanted.
    case rest
  }

  /// An item of a message.
  enum Item {
    case sample(Sample, line: Int)
    case note(ImportDefect, ImportLog.Place?)
    case profile(PersonProfile)
  }

  typealias Malformed = PacketReader.Malformed

  /// Bytes of the file that were read, as the process says.
  private(set) var bytesRead = 0

  private var isOpen = false
  private var hasEnded = false
  private var parts: [UInt8] = []
  private var reader = PacketReader([], from: 0)
  private var types = KeptTable<SampleType>()
  private var units = KeptTable<QuantityUnit>()
  private var sources = KeptTable<Source>()
  private var devices = KeptTable<Device>()
  private var keys = KeptTable<String>()

  // MARK: Messages

  /// Takes the next message. All items of the one before must have been read.
  mutating func take(_ message: [UInt8]) throws(Malformed) -> Arrival {
    guard let kind = message.first.flatMap(ImportMessage.init), !hasEnded,
      isOpen || [.opened, .finished, .failed].contains(kind),
      parts.isEmpty || kind == .part || kind == .items
    else { throw Malformed() }
    switch kind {
    case .opened:
      guard !isOpen else { throw Malformed() }
      let (format, reading) = try Self.choice(message, ImportMessage.formats)
      isOpen = true
      return .opened(format, reading: reading.isEmpty ? nil : reading)
    case .part, .items:
      var head = PacketReader(message, from: 1)
      let count = try head.integer(Int64.self)
      guard count >= 0 else { throw Malformed() }
      bytesRead = Int(count)
      guard kind == .part || !parts.isEmpty else {
        reader = PacketReader(message, from: ImportMessage.headSize)
        return .items
      }
      parts += message[ImportMessage.headSize...]
      guard parts.count <= ImportMessage.mostItems, message.count > ImportMessage.headSize else {
        throw Malformed()
      }
      if kind == .part { return .part }
      reader = PacketReader(parts, from: 0)
      parts = []
      return .items
    case .finished:
      guard message.count == 1 else { throw Malformed() }
      hasEnded = true
      return .finished
    case .failed:
      hasEnded = true
      let (kind, reason) = try Self.choice(message, ImportMessage.failures)
      return .failed(kind, reason)
    case .companion:
      return .companion(try Self.text(message, ImportMessage.longestReference))
    case .rest:
      guard message.count == 1 else { throw Malformed() }
      return .rest
    }
  }

  /// Returns the one of some cases whose number follows a message's kind, and the text after it.
  private static func choice<Case>(
    _ message: [UInt8], _ cases: [Case]
  ) throws(Malformed) -> (Case, String) {
    guard message.count > 1, cases.indices.contains(Int(message[1])) else { throw Malformed() }
    return (cases[Int(message[1])], try text(message.dropFirst(), ImportMessage.longestReason))
  }

  /// Returns the text after a message's kind, without control characters.
  private static func text(
    _ message: some Collection<UInt8>, _ limit: Int
  ) throws(Malformed) -> String {
    guard message.count - 1 <= limit,
      let text = String(validating: message.dropFirst(), as: UTF8.self)
    else { throw Malformed() }
    return PacketReader.harmless(text)
  }

  // MARK: Items

  /// Returns the next item; `nil` if another message must come first.
  mutating func next() throws(Malformed) -> Item? {
    guard !reader.isAtEnd else { return nil }
    guard let kind = ItemKind(rawValue: try reader.byte()) else { throw Malformed() }
    switch kind {
    case .note: return try note()
    case .profile:
      var profile = PersonProfile()
      for key in ImportMessage.profileKeys { profile[key] = try reader.optionalText() }
      return .profile(profile)
    case .sample:
      let line = try line()
      return .sample(try sample(), line: line)
    }
  }

  private mutating func note() throws(Malformed) -> Item {
    let index = Int(try reader.byte())
    guard ImportMessage.defects.indices.contains(index) else { throw Malformed() }
    let defect = ImportMessage.defects[index]
    guard try reader.flag() else { return .note(defect, nil) }
    let line = try line()
    return .note(
      defect,
      ImportLog.Place(
        line: line, type: try reader.optionalText(), unit: try reader.optionalText(),
        text: try reader.text()))
  }

  private mutating func line() throws(Malformed) -> Int {
    let line = Int(try reader.integer(Int64.self))
    guard line >= 0 else { throw Malformed() }
    return line
  }

  /// - Parameter isMember: Whether it is one of a correlation's, which are quantities and categories.
  private mutating func sample(isMember: Bool = false) throws(Malformed) -> Sample {
    do {
      let parts = ItemParts(rawValue: try reader.byte())
      let (id, start) = (try reader.identifier(), try reader.date())
      let end = parts.contains(.end) ? try reader.date() : start
      let created = parts.contains(.created) ? try reader.date() : nil
      let type = try type()
      if isMember, type.kind != .quantity, type.kind != .category { throw Malformed() }
      let head = try SampleHead(
        id: id, start: start, end: end, source: source(),
        device: parts.contains(.device) ? device() : nil,
        metadata: parts.contains(.metadata) ? metadata() : [:], created: created)
      let hasSeries = parts.contains(.series)
      switch type {
      case .quantity(let type):
        let quantity = Quantity(try reader.number(), try unit())
        return .quantity(
          try QuantitySample(
            head, type: type, quantity: quantity, series: hasSeries ? series() : nil))
      case .category(let type):
        return .category(
          try CategorySample(head, type: type, value: Int(reader.integer(Int64.self))))
      case .correlation(let type):
        return .correlation(try Correlation(head, type: type, members: members()))
      case .workout: return .workout(try workout(head, hasParts: hasSeries))
      case .heartbeatSeries:
        guard let beats = HeartbeatSeries.beats(of: try reader.bytes()) else { throw Malformed() }
        return .heartbeatSeries(try HeartbeatSeries(head, beats: beats))
      case .record(let type):
        let json = try reader.json()
        let series = hasSeries ? try reader.series() : nil
        guard let content = RecordContent(type: type, json: json, series: series) else {
          throw Malformed()
        }
        return .record(try RecordSample(head, content: content))
      }
    } catch {
      // A sample that cannot be is not one that was read.
      throw Malformed()
    }
  }

  private mutating func series() throws(Malformed) -> QuantitySeries {
    guard let series = QuantitySeries(try reader.series()) else { throw Malformed() }
    return series
  }

  private mutating func members() throws(Malformed) -> [Sample] {
    var members: [Sample] = []
    for _ in 0..<(try count(upTo: ImportMessage.mostMembers)) {
      members.append(try sample(isMember: true))
    }
    return members
  }

  /// Reads a count of things: at most `most`, each of at least one byte.
  private mutating func count(upTo most: Int) throws(Malformed) -> Int {
    let count = try reader.count()
    guard count <= most else { throw Malformed() }
    return count
  }

  private mutating func workout(_ head: SampleHead, hasParts: Bool) throws -> Workout {
    guard let activity = Int(exactly: try reader.integer(Int64.self)) else { throw Malformed() }
    let duration = try reader.number()
    var events: [WorkoutEvent] = []
    for _ in 0..<(try count(upTo: ImportMessage.mostEntries)) {
      guard let kind = WorkoutEvent.Kind(rawValue: Int(try reader.byte())) else {
        throw Malformed()
      }
      events.append(
        WorkoutEvent(
          kind: kind, start: try reader.date(), end: try reader.date(), metadata: try metadata()))
    }
    var totals: [QuantityType: Quantity] = [:]
    for _ in 0..<(try count(upTo: ImportMessage.mostEntries)) {
      guard case .quantity(let type) = try type() else { throw Malformed() }
      totals[type] = Quantity(try reader.number(), try unit())
    }
    var parts: (activities: [WorkoutActivity], statistics: [QuantityType: WorkoutStatistics])?
    if hasParts {
      parts = Workout.parts(of: try reader.json())
      guard parts != nil else { throw Malformed() }
    }
    return try Workout(
      head, activity: WorkoutActivityType(rawValue: activity), events: events,
      totals: totals, activities: parts?.activities ?? [], statistics: parts?.statistics ?? [:],
      activeDuration: duration)
  }

  private mutating func metadata() throws(Malformed) -> [String: MetadataValue] {
    let count = try count(upTo: ImportMessage.mostEntries)
    var metadata: [String: MetadataValue] = [:]
    metadata.reserveCapacity(min(count, 64))
    for _ in 0..<count {
      let key = try keys.value(&reader) { reader throws(Malformed) in try reader.text() }
      switch try reader.byte() {
      case 0: metadata[key] = .string(try reader.text())
      case 1: metadata[key] = .number(try reader.number())
      case 2: metadata[key] = .bool(false)
      case 3: metadata[key] = .bool(true)
      case 4: metadata[key] = .date(try reader.date())
      case 5: metadata[key] = .quantity(Quantity(try reader.number(), try unit()))
      default: throw Malformed()
      }
    }
    return metadata
  }

  // MARK: Repeated values

  private mutating func type() throws(Malformed) -> SampleType {
    try types.value(&reader) { reader throws(Malformed) in
      let kind = SampleKind(rawValue: Int(try reader.byte()))
      let identifier = try reader.text()
      var unit: QuantityUnit?
      var style: AggregationStyle?
      if kind == .quantity {
        unit = try? QuantityUnit(try reader.text())
        style = AggregationStyle(rawValue: Int(try reader.byte()))
      }
      // A known type has this program's own properties.
      if let known = SampleType(knownIdentifier: identifier) {
        guard known.kind == kind else { throw Malformed() }
        return known
      }
      guard !identifier.isEmpty, let kind, [.quantity, .category, .correlation].contains(kind),
        let type = SampleType(kind, identifier, unit: unit, style: style)
      else { throw Malformed() }
      return type
    }
  }

  private mutating func unit() throws(Malformed) -> QuantityUnit {
    try units.value(&reader) { reader throws(Malformed) in
      guard let unit = try? QuantityUnit(try reader.text()) else { throw Malformed() }
      return unit
    }
  }

  private mutating func source() throws(Malformed) -> Source {
    try sources.value(&reader) { reader throws(Malformed) in
      Source(
        name: try reader.text(), bundleIdentifier: try reader.text(),
        version: try reader.optionalText(), productType: try reader.optionalText(),
        operatingSystemVersion: try reader.optionalText())
    }
  }

  private mutating func device() throws(Malformed) -> Device {
    try devices.value(&reader) { reader throws(Malformed) in
      var device = Device()
      for (_, path) in Device.properties { device[keyPath: path] = try reader.optionalText() }
      return device
    }
  }
}

/// Values that came and come again by their place.
private struct KeptTable<Value> {
  private var values: [Value] = []

  mutating func value(
    _ reader: inout PacketReader,
    _ read: (inout PacketReader) throws(PacketReader.Malformed) -> Value
  ) throws(PacketReader.Malformed) -> Value {
    let place = try reader.integer(UInt16.self)
    switch place {
    case KeptValue.unkept: return try read(&reader)
    case KeptValue.anew: values.removeAll(keepingCapacity: true)
    case UInt16(values.count) where place < KeptValue.greatestPlace: break
    default:
      guard values.indices.contains(Int(place)) else { throw PacketReader.Malformed() }
      return values[Int(place)]
    }
    let before = reader.position
    let value = try read(&reader)
    // Texts have their lengths before them.
    guard reader.position - before <= ImportMessage.longestKept + 64 else {
      throw PacketReader.Malformed()
    }
    values.append(value)
    return value
  }
}
