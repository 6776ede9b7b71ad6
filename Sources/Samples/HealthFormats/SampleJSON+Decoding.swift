import CivilTime
import FoundationEssentials
package import JSONCoding
package import SampleStore

extension SampleJSON {
  /// Returns the sample of an object as `value(of:)` makes it; `nil` if it is not one.
  package static func sample(of object: JSONValue) -> Sample? {
    var assumedUnit = false
    return try? sample(of: object, percentIsShare: true, assumedUnit: &assumedUnit)
  }

  /// Returns the sample of an object's text, whose long row of numbers stands elsewhere; `nil` if they make none.
  static func sample(of text: String, series: JSONValue) -> Sample? {
    guard let members = try? JSONParser.value(of: Array(text.utf8)).members else { return nil }
    return sample(of: .members(members + [.init(key: "series", value: series)]))
  }

  /// Returns the sample of an object as `value(of:)` makes it, or as `heartcam store list --json`
  /// prints quantities and categories. Throws `ImportDefect`.
  ///
  /// - Parameters:
  ///   - percentIsShare: Whether 0.97 in the unit `%` is 97%, as the store keeps it.
  ///   - assumedUnit: Becomes true if a number has no unit and the customary one was taken.
  static func sample(
    of object: JSONValue, percentIsShare: Bool, assumedUnit: inout Bool
  ) throws -> Sample {
    guard object.members != nil else { throw ImportDefect.malformed }
    guard let identifier = object["type"]?.string, !identifier.isEmpty else {
      throw ImportDefect.unknownType
    }
    guard let startText = object["start"]?.string else { throw ImportDefect.missingDate }
    guard let start = TimeText.date(iso: startText),
      let end = object["end"]?.string.map({ TimeText.date(iso: $0) }) ?? start
    else { throw ImportDefect.unreadableDate }
    let created = try object["created"]?.string.map { text in
      guard let date = TimeText.date(iso: text) else { throw ImportDefect.unreadableDate }
      return date
    }
    let source = source(of: object)
    let device = device(of: object)
    let metadata = try metadata(of: object["metadata"])
    let type = try type(identifier, kind: object["kind"]?.string, in: object)
    let id = try object["id"].map { value in
      guard let id = value.string.flatMap(UUID.init(uuidString:)) else {
        throw ImportDefect.malformed
      }
      return id
    }
    let identity = id ?? contentIdentity(object, start, end)
    func head() throws(InvalidSample) -> SampleHead {
      try SampleHead(
        id: identity, start: start, end: end, source: source, device: device, metadata: metadata,
        created: created)
    }
    do {
      switch type {
      case .quantity(let type):
        guard let value = object["value"] else { throw ImportDefect.missingValue }
        guard let number = value.number else { throw ImportDefect.unreadableValue }
        let unit = try object["unit"].map { try Self.unit($0) }
        if unit == nil { assumedUnit = true }
        let quantity =
          if let share = object["share"]?.number, let unit {
            Quantity(share, unit)
          } else if percentIsShare, let unit {
            Quantity(number, unit)
          } else {
            type.quantity(asWritten: number, in: unit)
          }
        let series = try series(object)
        return .quantity(try QuantitySample(head(), type: type, quantity: quantity, series: series))
      case .category(let type):
        guard let value = type.exportedValue(object["value"]?.number, object["value"]?.string)
        else { throw ImportDefect.unreadableValue }
        return .category(try CategorySample(head(), type: type, value: value))
      case .correlation(let type):
        let members = object["members"]?.elements ?? []
        guard members.count <= mostMembers else { throw ImportDefect.tooLarge }
        let samples = try members.map {
          // A cell of a table has members in the form without loss.
          try sample(
            of: $0, percentIsShare: percentIsShare || $0["kind"] != nil, assumedUnit: &assumedUnit)
        }
        return .correlation(try Correlation(head(), type: type, members: samples))
      case .workout:
        let parts = try object["parts"].map { json in
          guard let parts = Workout.parts(of: json) else { throw ImportDefect.unreadableValue }
          return parts
        }
        let (activity, events) = (try activity(object), try events(object))
        let totals = try totals(object)
        return .workout(
          try Workout(
            head(), activity: activity, events: events, totals: totals,
            activities: parts?.activities ?? [], statistics: parts?.statistics ?? [:],
            activeDuration: object["active_duration_s"]?.number))
      case .heartbeatSeries:
        // It ends with its last beat, whatever the object says.
        let beats = try beats(object)
        return .heartbeatSeries(
          try HeartbeatSeries(
            id: identity, beats: beats, start: start, source: source, device: device,
            metadata: metadata, created: created))
      case .record(let type):
        let series = try object["series"].map { json in
          guard let series = RecordSeries(json: json, of: type) else {
            throw ImportDefect.unreadableValue
          }
          return series
        }
        guard let json = object["record"],
          let content = RecordContent(type: type, json: json, series: series)
        else { throw ImportDefect.unreadableValue }
        return .record(try RecordSample(head(), content: content))
      }
    } catch InvalidSample.unitDoesNotFit {
      throw ImportDefect.unreadableUnit
    } catch is InvalidSample {
      throw ImportDefect.invalidSample
    }
  }

  /// Members of a correlation; more are refused.
  private static let mostMembers = 1000

  private static func type(
    _ identifier: String, kind: String?, in object: JSONValue
  ) throws -> SampleType {
    if let known = SampleType(knownIdentifier: identifier) { return known }
    // A person writes BloodPressure; a type with a canonical unit was exported and has its whole identifier.
    let short = object["canonical_unit"] == nil ? SampleType(shortName: identifier) : nil
    if let kind, let short, kindName(of: short.kind) == kind { return try fitting(short, object) }
    let named = [SampleKind.quantity, .category, .correlation].first { kindName(of: $0) == kind }
    if let named {
      let unit = named == .quantity ? object["canonical_unit"] ?? object["unit"] : nil
      let style = object["aggregation"]?.number.flatMap { Int(exactly: $0) }
      let type = SampleType(
        named, identifier, unit: try unit.map { try self.unit($0) } ?? .count,
        style: style.flatMap(AggregationStyle.init) ?? .discreteArithmetic)
      if let type { return type }
    }
    guard let type = short ?? SampleType(exported: identifier) else {
      throw ImportDefect.unknownType
    }
    return try fitting(type, object)
  }

  private static func fitting(_ type: SampleType, _ object: JSONValue) throws -> SampleType {
    guard case .quantity(let quantity) = type else { return type }
    return .quantity(quantity.fitting(try object["unit"].map { try self.unit($0) }))
  }

  private static func unit(_ value: JSONValue) throws -> QuantityUnit {
    guard let text = value.string, let unit = try? QuantityUnit(spelled: text) else {
      throw ImportDefect.unreadableUnit
    }
    return unit
  }

  private static func source(of object: JSONValue) -> Source {
    let given = object["source"]
    let name = given?["name"]?.string ?? given?.string ?? "Import"
    return Source(
      name: name, bundleIdentifier: given?["bundle_identifier"]?.string ?? "import: \(name)",
      version: given?["version"]?.string ?? object["source_version"]?.string,
      productType: given?["product_type"]?.string,
      operatingSystemVersion: given?["operating_system_version"]?.string)
  }

  private static func device(of object: JSONValue) -> Device? {
    guard let given = object["device"] else { return nil }
    if let name = given.string { return Device(name: name, model: object["device_model"]?.string) }
    guard given.members != nil else { return nil }
    var device = Device()
    for (key, path) in Device.properties { device[keyPath: path] = given[key]?.string }
    return device
  }

  static func metadata(of object: JSONValue?) throws -> [String: MetadataValue] {
    guard object == nil || object?.members != nil else { throw ImportDefect.malformed }
    guard let metadata = MetadataValue.dictionary(object) else {
      throw ImportDefect.unreadableValue
    }
    return metadata
  }

  private static func activity(_ object: JSONValue) throws -> WorkoutActivityType {
    if let number = object["activity"]?.number.flatMap({ Int(exactly: $0) }) {
      return WorkoutActivityType(rawValue: number)
    }
    guard let type = object["activity"]?.string.flatMap(WorkoutActivityType.init(name:)) else {
      throw ImportDefect.unreadableValue
    }
    return type
  }

  private static func events(_ object: JSONValue) throws -> [WorkoutEvent] {
    try (object["events"]?.elements ?? []).map { event in
      guard let kind = event["kind"]?.string.flatMap(WorkoutEvent.Kind.init(exported:)),
        let start = event["start"]?.string.flatMap({ TimeText.date(iso: $0) })
      else { throw ImportDefect.unreadableValue }
      let end = event["end"]?.string.flatMap { TimeText.date(iso: $0) } ?? start
      return WorkoutEvent(
        kind: kind, start: start, end: end, metadata: try metadata(of: event["metadata"]))
    }
  }

  private static func totals(_ object: JSONValue) throws -> [QuantityType: Quantity] {
    var totals: [QuantityType: Quantity] = [:]
    for total in object["totals"]?.elements ?? [] {
      guard let number = total["value"]?.number, let unit = total["unit"],
        case .quantity(let type)? = total["type"]?.string.flatMap(SampleType.init(exported:))
      else { throw ImportDefect.unreadableValue }
      let quantity = Quantity(number, try self.unit(unit))
      totals[type.fitting(quantity.unit)] = quantity
    }
    return totals
  }

  private static func series(_ object: JSONValue) throws -> QuantitySeries? {
    guard let json = object["series"] else { return nil }
    let numbers = json.elements.compactMap(\.number)
    guard numbers.count == json.elements.count, let series = QuantitySeries(.doubles(numbers))
    else { throw ImportDefect.unreadableValue }
    return series
  }

  private static func beats(_ object: JSONValue) throws -> [HeartbeatSeries.Beat] {
    let gaps = Set((object["gaps"]?.elements ?? []).compactMap(\.number))
    return try (object["beats_s"]?.elements ?? []).enumerated().map { index, time in
      guard let time = time.number else { throw ImportDefect.unreadableBeats }
      return .init(time: time, precededByGap: gaps.contains(Double(index)))
    }
  }

  /// Returns an identifier made of all that is written, so that the same line is the same sample.
  private static func contentIdentity(_ object: JSONValue, _ start: Date, _ end: Date) -> UUID {
    var identity = ContentIdentifier()
    identity.add(object.text)
    identity.add(start)
    identity.add(end)
    return identity.id(at: start)
  }
}
