import CivilTime
import FoundationEssentials
import JSONCoding
import SampleStore

extension AppleExportReader {
  /// The parts that the children of a workout or of an activity add up to.
  private struct Parts {
    var totals: [QuantityType: Quantity] = [:]
    var statistics: [QuantityType: WorkoutStatistics] = [:]
    var events: [WorkoutEvent] = []
    var activities: [WorkoutActivity] = []
    var metadata: [String: MetadataValue] = [:]
  }

  /// Returns the workout whose tag was read, and its routes; its children are read.
  mutating func workout(isEmpty: Bool, routes: inout [Sample]) throws -> Sample? {
    let name = parser.text(of: "workoutActivityType") ?? ""
    guard var head = head(type: .workout) else {
      if !isEmpty { try parser.skipElement() }
      return nil
    }
    head.identity.add(name)
    let here = place(isNeeded: true)
    var parts = Parts()
    let duration = quantity("duration", "durationUnit", or: .minute)
    if let distance = quantity("totalDistance", "totalDistanceUnit", or: nil) {
      parts.totals[Self.distanceType(of: name)] = distance
    }
    if let energy = quantity("totalEnergyBurned", "totalEnergyBurnedUnit", or: nil) {
      parts.totals[.activeEnergyBurned] = energy
    }
    if !isEmpty { try readParts(&parts, &routes) }
    let own = ownIdentity(&parts.metadata)
    let number = name.hasPrefix(Self.numbered) ? Int(name.dropFirst(Self.numbered.count)) : nil
    guard let activity = WorkoutActivityType(name: name) ?? number.map(WorkoutActivityType.init)
    else {
      parser.note(.unknownType, at: here)
      return nil
    }
    // A type without a sum has only averages.
    for (type, values) in parts.statistics {
      if let sum = values.sum { parts.totals[type] = sum }
      parts.statistics[type]?.sum = nil
    }
    do {
      let whole = try head.sample(own, parts.metadata)
      routes = routes.map { $0.route(of: whole.id) }
      return .workout(
        try Workout(
          whole, activity: activity, events: within(parts.events, head.start, head.end),
          totals: parts.totals, activities: parts.activities,
          statistics: parts.statistics.filter { $0.value != WorkoutStatistics() },
          activeDuration: duration.flatMap { try? $0.value(in: .second) }))
    } catch {
      parser.note(.invalidSample, at: here)
      return nil
    }
  }

  /// Returns the events that lie within a workout; the others are counted.
  private func within(_ events: [WorkoutEvent], _ start: Date, _ end: Date) -> [WorkoutEvent] {
    events.filter { event in
      let isWithin = start <= event.start && event.end <= end
      if !isWithin { parser.note(.droppedEvent) }
      return isWithin
    }
  }

  /// The text of our exports for an activity without a name.
  static let numbered = "HKWorkoutActivityType#"

  private mutating func readParts(_ parts: inout Parts, _ routes: inout [Sample]) throws {
    while case .start(let isEmpty) = try parser.next() {
      if parser.isNamed("WorkoutEvent") {
        let event = event()
        var own: [String: MetadataValue] = [:]
        if !isEmpty { try readEntries(into: &own) }
        if parts.events.count < Self.mostParts, let event {
          parts.events.append(
            WorkoutEvent(kind: event.kind, start: event.start, end: event.end, metadata: own))
        } else {
          parser.note(.droppedEvent)
        }
      } else if parser.isNamed("WorkoutActivity") {
        if let activity = try workoutActivity(isEmpty: isEmpty) {
          parts.activities.append(activity)
        }
      } else if parser.isNamed("WorkoutRoute") {
        if let route = try workoutRoute(isEmpty: isEmpty), routes.count < 1000 {
          routes.append(route)
        }
      } else if parser.isNamed("MetadataEntry") {
        try readMetadata(isEmpty: isEmpty, into: &parts.metadata)
      } else {
        if parser.isNamed("WorkoutStatistics") {
          readStatistics(into: &parts.statistics)
        } else {
          parser.note(.unsupported)
        }
        if !isEmpty { try parser.skipElement() }
      }
    }
  }

  private mutating func readStatistics(
    into statistics: inout [QuantityType: WorkoutStatistics]
  ) {
    guard statistics.count < Self.mostMetadata, let name = parser.text(of: "type"),
      case .quantity(let type) = SampleType(exported: name)
    else { return parser.note(.droppedMetadata) }
    let values = WorkoutStatistics(
      sum: quantity("sum", "unit", or: nil), average: quantity("average", "unit", or: nil),
      minimum: quantity("minimum", "unit", or: nil), maximum: quantity("maximum", "unit", or: nil))
    let unit = (values.sum ?? values.average ?? values.minimum ?? values.maximum)?.unit
    guard let unit, type.fitting(unit).canonicalUnit.isCompatible(with: unit) else {
      return parser.note(.droppedMetadata)
    }
    statistics[type.fitting(unit)] = values
  }

  /// Returns a part of a workout in one sport; `nil`, counted, if its start cannot be read.
  private mutating func workoutActivity(isEmpty: Bool) throws -> WorkoutActivity? {
    let start = parser.value(of: "startDate").flatMap(TimeText.date)
    let end = parser.value(of: "endDate").flatMap(TimeText.date)
    let name = parser.text(of: "uuid") ?? ""
    let duration = quantity("duration", "durationUnit", or: .minute)
    let sport = parser.text(of: "workoutActivityType").flatMap(WorkoutActivityType.init(name:))
    var parts = Parts()
    var routes: [Sample] = []
    if !isEmpty { try readParts(&parts, &routes) }
    guard let start, end.map({ start <= $0 }) ?? true else {
      parser.note(.droppedEvent)
      return nil
    }
    var identity = ContentIdentifier()
    identity.add("activity")
    identity.add(name)
    func taken(_ key: String) -> MetadataValue? { parts.metadata.removeValue(forKey: key) }
    let location = taken(ExportKey.location)?.whole ?? 1
    let swimming = taken(ExportKey.swimmingLocation)?.whole ?? 0
    let number = taken(ExportKey.activity)?.whole
    return WorkoutActivity(
      id: UUID(uuidString: name) ?? identity.id(at: start),
      activity: number.map(WorkoutActivityType.init) ?? sport, location: location,
      swimmingLocation: swimming,
      lapLength: taken(ExportKey.lapLength)?.text.flatMap(AppleMetadata.quantity), start: start,
      end: end, duration: duration.flatMap { try? $0.value(in: .second) },
      events: within(parts.events, start, end ?? .distantFuture), statistics: parts.statistics,
      metadata: parts.metadata)
  }

  /// Reads the metadata of an element to its end.
  private mutating func readEntries(into metadata: inout [String: MetadataValue]) throws {
    while case .start(let isEmpty) = try parser.next() {
      try readMetadata(isEmpty: isEmpty, into: &metadata)
    }
  }

  private mutating func event() -> WorkoutEvent? {
    guard let name = parser.text(of: "type"), let kind = WorkoutEvent.Kind(exported: name),
      let start = parser.value(of: "date").flatMap(TimeText.date)
    else { return nil }
    let length = quantity("duration", "durationUnit", or: .minute)
    let seconds = length.flatMap { try? $0.value(in: .second) } ?? 0
    // An absurd length would end beyond every calendar.
    guard seconds >= 0, seconds < 1e9 else { return nil }
    return WorkoutEvent(kind: kind, start: start, end: start + seconds)
  }

  private mutating func quantity(
    _ value: StaticString, _ unit: StaticString, or standard: QuantityUnit?
  ) -> Quantity? {
    guard let number = parser.value(of: value).flatMap({ DecimalNumber.value(of: $0) }) else {
      return nil
    }
    let given = parser.value(of: unit).flatMap { bytes in
      let parser = parser
      return units.value(of: bytes) { try? QuantityUnit(spelled: parser.text(of: $0)) }
    }
    return (given ?? standard).map { Quantity(number, $0) }
  }

  /// Returns the type of a distance, which old exports name without it.
  private static func distanceType(of activity: String) -> QuantityType {
    let type: QuantityType? =
      if activity.hasSuffix("Swimming") {
        QuantityType(knownIdentifier: "HKQuantityTypeIdentifierDistanceSwimming")
      } else if activity.hasSuffix("Cycling") {
        .distanceCycling
      } else {
        nil
      }
    return type ?? .distanceWalkingRunning
  }
}

extension WorkoutEvent.Kind {
  /// `HKWorkoutEventTypePause` and the like.
  var exportedName: String {
    let name = "\(self)"
    return "HKWorkoutEventType" + name.prefix(1).uppercased() + name.dropFirst()
  }

  init?(exported name: String) {
    guard let kind = Self.allCases.first(where: { $0.exportedName == name }) else { return nil }
    self = kind
  }
}

extension Sample {
  /// Returns a route that belongs to a workout.
  fileprivate func route(of workout: UUID) -> Sample {
    guard case .record(let sample) = self, case .workoutRoute(let route) = sample.content,
      let owned = try? RecordSample(
        sample.head,
        content: .workoutRoute(WorkoutRoute(workout: workout, points: route.points)))
    else { return self }
    return .record(owned)
  }
}
