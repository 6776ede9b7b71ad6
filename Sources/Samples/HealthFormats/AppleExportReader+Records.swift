import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

extension AppleExportReader {
  /// The attributes that the tags of records, correlations and workouts have in common.
  struct Head {
    var type: SampleType
    var start: Date
    var end: Date
    var name: String
    var version: String?
    var device: Device?
    var created: Date?

    /// Made of parts that are the same in every export: devices carry an address, and time zones change.
    var identity: ContentIdentifier

    /// Returns the record's part of the sample, under an identifier from the file or one made from the content.
    ///
    /// The form has no bundle identifiers: a source without one is identified by its name.
    func sample(
      _ own: (id: UUID?, bundle: String?), _ metadata: [String: MetadataValue]
    ) throws(InvalidSample) -> SampleHead {
      try SampleHead(
        id: own.id ?? identity.id(at: start), start: start, end: end,
        source: Source(
          name: name, bundleIdentifier: own.bundle ?? "apple-health: \(name)", version: version),
        device: device, metadata: metadata, created: created)
    }
  }

  /// Returns a time; also one with "am" or "pm", which phones write whose clock has twelve hours.
  private static func date(_ bytes: UnsafeRawBufferPointer) -> Date? {
    if let date = TimeText.date(bytes) { return date }
    let written = WrittenDate(String(decoding: bytes, as: UTF8.self))
    return written?.offset == nil ? nil : written?.date(nil, in: .utc)
  }

  /// `nil`, with the defect counted, if type or times cannot be read.
  mutating func head(type known: SampleType? = nil) -> Head? {
    metadataSize = 0
    guard let startBytes = parser.value(of: "startDate"),
      let endBytes = parser.value(of: "endDate") ?? parser.value(of: "startDate")
    else {
      parser.note(.missingDate, at: place(isNeeded: true))
      return nil
    }
    guard let start = Self.date(startBytes), let end = Self.date(endBytes) else {
      parser.note(.unreadableDate, at: place(isNeeded: true))
      return nil
    }
    var identity = ContentIdentifier()
    var type = known
    if type == nil, let bytes = parser.value(of: "type") {
      let parser = parser
      type = types.value(of: bytes) { SampleType(exported: parser.text(of: $0)) }
      identity.add(bytes)
    }
    guard let type else {
      parser.note(.unknownType, at: place(isNeeded: true))
      return nil
    }
    let parser = parser
    let name = parser.value(of: "sourceName")
    let version = parser.value(of: "sourceVersion")
    let device = parser.value(of: "device").map(Self.withoutAddress)
    if let name { identity.add(name) }
    identity.add(start)
    identity.add(end)
    let created = parser.value(of: "creationDate").flatMap(TimeText.date)
    if let created { identity.add(created) }
    return Head(
      type: type, start: start, end: end,
      name: name.map { sources.value(of: $0) { parser.text(of: $0) } } ?? "",
      version: version.map { versions.value(of: $0) { parser.text(of: $0) } },
      device: device.flatMap {
        devices.value(of: $0) { AppleDevice.device(parser.text(of: $0)) }
      }, created: created, identity: identity)
  }

  /// Returns the position of the record whose tag was read last, if it will be needed.
  func place(isNeeded: Bool) -> ImportLog.Place? {
    guard isNeeded else { return nil }
    return ImportLog.Place(
      line: parser.line(), type: parser.shown("type") ?? parser.shown("workoutActivityType"),
      unit: parser.shown("unit"), text: parser.tagText)
  }

  /// Returns bytes without the address after `HKDevice: `, which differs for each record of one device.
  private static func withoutAddress(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    guard bytes.starts(with: "&lt;&lt;HKDevice".utf8),
      let comma = bytes.firstIndex(of: UInt8(ascii: ","))
    else { return bytes }
    return UnsafeRawBufferPointer(rebasing: bytes[comma...])
  }

  /// Returns the sample of the record whose tag was read, and of its beat times, if it has any; its
  /// children are read.
  mutating func record(isEmpty: Bool, extra: inout Sample?) throws -> Sample? {
    guard var head = head() else {
      if !isEmpty { try parser.skipElement() }
      return nil
    }
    let unitBytes = parser.value(of: "unit")
    let parser = parser
    let unit = unitBytes.flatMap { bytes in
      units.value(of: bytes) { try? QuantityUnit(spelled: parser.text(of: $0)) }
    }
    let hasUnreadableUnit = unitBytes?.isEmpty == false && unit == nil
    let bytes = parser.value(of: "value")
    if let unitBytes { head.identity.add(unitBytes) }
    if let bytes { head.identity.add(bytes) }
    let number = bytes.flatMap { DecimalNumber.value(of: $0) }
    let label = number == nil ? bytes.map { parser.text(of: $0) } : nil
    // The tag is gone when the children have been read.
    var isDoubtful = hasUnreadableUnit || head.end < head.start
    if case .quantity(let type) = head.type {
      let fits = unit.map { type.fitting($0).canonicalUnit.isCompatible(with: $0) } ?? true
      isDoubtful = isDoubtful || number == nil || !fits
    } else if case .category(let type) = head.type {
      isDoubtful = isDoubtful || type.exportedValue(number, label) == nil
    }
    let doubtful = place(isNeeded: isDoubtful)
    let (line, type) = (parser.line(), head.type)
    func here() -> ImportLog.Place {
      doubtful ?? ImportLog.Place(line: line, type: type.identifier)
    }
    var metadata: [String: MetadataValue] = [:]
    var beats: [BeatTime]?
    if !isEmpty { try readChildren(&metadata, &beats) }
    let own = ownIdentity(&metadata)
    do {
      switch head.type {
      case .quantity(let type):
        guard let number else {
          parser.note(label == nil ? .missingValue : .unreadableValue, at: here())
          return nil
        }
        guard !hasUnreadableUnit else {
          parser.note(.unreadableUnit, at: here())
          return nil
        }
        let sample = try QuantitySample(
          head.sample(own, metadata), type: type.fitting(unit),
          quantity: unit.map { Quantity(number, $0) } ?? type.quantity(asWritten: number, in: nil))
        if unit == nil { parser.note(.assumedUnit, at: here()) }
        if let beats { extra = series(beats, of: sample, head.identity) }
        return .quantity(sample)
      case .category(let type):
        guard let value = type.exportedValue(number, label) else {
          parser.note(.unreadableValue, at: here())
          return nil
        }
        return .category(
          try CategorySample(head.sample(own, metadata), type: type, value: value))
      default:
        parser.note(.unsupported, at: here())
        return nil
      }
    } catch InvalidSample.unitDoesNotFit {
      parser.note(.unreadableUnit, at: here())
    } catch {
      parser.note(.invalidSample, at: here())
    }
    return nil
  }

  struct BeatTime {
    var rate: Double?
    var clock: Double
  }

  private mutating func readChildren(
    _ metadata: inout [String: MetadataValue], _ beats: inout [BeatTime]?
  ) throws {
    while case .start(let isEmpty) = try parser.next() {
      if parser.isNamed("HeartRateVariabilityMetadataList"), !isEmpty {
        beats = try readBeats()
      } else {
        try readMetadata(isEmpty: isEmpty, into: &metadata)
      }
    }
  }

  /// `nil`, with a defect counted, if a time cannot be read.
  private mutating func readBeats() throws -> [BeatTime]? {
    var beats: [BeatTime] = []
    var areReadable = true
    while case .start(let isEmpty) = try parser.next() {
      if parser.isNamed("InstantaneousBeatsPerMinute"), beats.count < Self.mostParts,
        let clock = parser.text(of: "time").flatMap(BeatClock.seconds)
      {
        let rate = parser.value(of: "bpm").flatMap { DecimalNumber.value(of: $0) }
        beats.append(BeatTime(rate: rate, clock: clock))
      } else {
        areReadable = false
      }
      if !isEmpty { try parser.skipElement() }
    }
    if !areReadable { parser.note(.unreadableBeats) }
    return areReadable ? beats : nil
  }

  /// Returns the beat times of day as a series that starts with the first; beats that are further
  /// apart than their rate implies come after a gap.
  private mutating func series(
    _ beats: [BeatTime], of sample: QuantitySample, _ identity: ContentIdentifier
  ) -> Sample? {
    guard let first = beats.first else { return nil }
    var series: [HeartbeatSeries.Beat] = []
    for beat in beats {
      var time = beat.clock - first.clock
      // Past midnight.
      if time < 0 { time += 86_400 }
      time = (time * 1000).rounded() / 1000
      let longest = beat.rate.map { 60 / max(1, $0 - 0.5) + 0.03 }
      let step = time - (series.last?.time ?? time)
      series.append(.init(time: time, precededByGap: longest.map { step > $0 } ?? false))
    }
    var identity = identity
    identity.add("beats")
    do {
      return .heartbeatSeries(
        try HeartbeatSeries(
          id: identity.id(at: sample.start), beats: series, start: sample.start,
          source: sample.source,
          device: sample.device))
    } catch {
      parser.note(.unreadableBeats)
      return nil
    }
  }
}

extension SampleType {
  /// Creates the type of an identifier as exports write it, also of an unknown one; `nil` if not
  /// even its kind is recognizable.
  init?(exported identifier: String) {
    if let type = SampleType(knownIdentifier: identifier)
      ?? SampleType(unknownIdentifier: identifier)
    {
      self = type
    } else if identifier == "HKDataTypeSleepDurationGoal" {
      self = .category(CategoryType(identifier: identifier))
    } else if identifier == QuantityType.sessionHeartRate.identifier {
      self = .quantity(.sessionHeartRate)
    } else {
      return nil
    }
  }
}

extension QuantityType {
  /// Returns the type, an unknown one in the unit of its first record.
  func fitting(_ unit: QuantityUnit?) -> QuantityType {
    guard let unit, !unit.isCompatible(with: canonicalUnit),
      QuantityType(knownIdentifier: identifier) == nil
    else { return self }
    return QuantityType(
      identifier: identifier, canonicalUnit: unit, aggregationStyle: aggregationStyle)
  }
}

extension CategoryType {
  /// Returns a label, a number, or nothing if the category has only one value.
  func exportedValue(_ number: Double?, _ label: String?) -> Int? {
    if let number { return Int(exactly: number) }
    guard let label, !label.isEmpty else { return 0 }
    return values?.value(written: label) ?? (label == "HKCategoryValueNotApplicable" ? 0 : nil)
  }
}
