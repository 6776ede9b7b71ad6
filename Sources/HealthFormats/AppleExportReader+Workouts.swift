import FoundationEssentials
import JSONCoding
import SampleStore

extension AppleExportReader {
  /// The workout whose tag was read; its children are read.
  mutating func workout(isEmpty: Bool) throws -> Sample? {
    let name = parser.text(of: "workoutActivityType") ?? ""
    guard var head = head(type: .workout) else {
      if !isEmpty { try parser.skipElement() }
      return nil
    }
    head.identity.add(name)
    let here = place(isNeeded: true)
    var totals: [QuantityType: Quantity] = [:]
    let duration = quantity("duration", "durationUnit", or: .minute)
    if let distance = quantity("totalDistance", "totalDistanceUnit", or: nil) {
      totals[Self.distanceType(of: name)] = distance
    }
    if let energy = quantity("totalEnergyBurned", "totalEnergyBurnedUnit", or: nil) {
      totals[.activeEnergyBurned] = energy
    }
    var events: [WorkoutEvent] = []
    var metadata: [String: MetadataValue] = [:]
    if !isEmpty { try readParts(&totals, &events, &metadata) }
    let own = ownIdentity(&metadata)
    let number = name.hasPrefix(Self.numbered) ? Int(name.dropFirst(Self.numbered.count)) : nil
    guard let activity = WorkoutActivityType(name: name) ?? number.map(WorkoutActivityType.init)
    else {
      parser.note(.unknownType, at: here)
      return nil
    }
    do {
      return .workout(
        try Workout(
          id: own.id ?? head.identity.id(at: head.start), activity: activity,
          events: events.filter { head.start <= $0.start && $0.end <= head.end }, totals: totals,
          activeDuration: duration.flatMap { try? $0.value(in: .second) }, start: head.start,
          end: head.end, source: head.source(own.bundle), device: head.device, metadata: metadata,
          created: head.created))
    } catch {
      parser.note(.invalidSample, at: here)
      return nil
    }
  }

  /// The text of our exports for an activity without a name.
  static let numbered = "HKWorkoutActivityType#"

  private mutating func readParts(
    _ totals: inout [QuantityType: Quantity], _ events: inout [WorkoutEvent],
    _ metadata: inout [String: MetadataValue]
  ) throws {
    while true {
      switch try parser.next() {
      case .end, .endOfFile: return
      case .start(let isEmpty):
        if parser.isNamed("WorkoutEvent") {
          let event = event()
          var own: [String: MetadataValue] = [:]
          if !isEmpty { try readEntries(into: &own) }
          if events.count < Self.mostParts, let event {
            events.append(
              WorkoutEvent(kind: event.kind, start: event.start, end: event.end, metadata: own))
          } else {
            parser.note(.droppedMetadata)
          }
          continue
        } else if parser.isNamed("WorkoutStatistics") {
          if totals.count < Self.mostMetadata, let name = parser.text(of: "type"),
            case .quantity(let type) = SampleType(exported: name),
            let sum = quantity("sum", "unit", or: nil)
          {
            totals[type.fitting(sum.unit)] = sum
          }
        } else if parser.isNamed("MetadataEntry") {
          try readMetadata(isEmpty: isEmpty, into: &metadata)
          continue
        } else {
          parser.note(.unsupported)
        }
        if !isEmpty { try parser.skipElement() }
      }
    }
  }

  /// Reads the metadata of an element to its end.
  private mutating func readEntries(into metadata: inout [String: MetadataValue]) throws {
    while case .start(let isEmpty) = try parser.next() {
      try readMetadata(isEmpty: isEmpty, into: &metadata)
    }
  }

  private mutating func event() -> WorkoutEvent? {
    guard let name = parser.text(of: "type"), let kind = WorkoutEvent.Kind(exported: name),
      let start = parser.value(of: "date").flatMap(CivilTime.date)
    else { return nil }
    let length = quantity("duration", "durationUnit", or: .minute)
    let seconds = length.flatMap { try? $0.value(in: .second) } ?? 0
    guard seconds >= 0, seconds.isFinite else { return nil }
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
      return units.value(of: bytes) { try? QuantityUnit(parser.text(of: $0)) }
    }
    return (given ?? standard).map { Quantity(number, $0) }
  }

  /// Old exports name a distance without its type.
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
  private static let names: [(WorkoutEvent.Kind, String)] = [
    (.pause, "Pause"), (.resume, "Resume"), (.lap, "Lap"), (.marker, "Marker"),
    (.motionPaused, "MotionPaused"), (.motionResumed, "MotionResumed"), (.segment, "Segment"),
    (.pauseOrResumeRequest, "PauseOrResumeRequest"),
  ]

  private static let prefix = "HKWorkoutEventType"

  init?(exported name: String) {
    guard let kind = Self.names.first(where: { Self.prefix + $0.1 == name })?.0 else { return nil }
    self = kind
  }

  var exportedName: String { Self.prefix + (Self.names.first { $0.0 == self }?.1 ?? "Marker") }
}
