public import FoundationEssentials
package import JSONCoding

/// A part of a workout in one sport, such as the swim of a triathlon.
public struct WorkoutActivity: Hashable, Sendable {
  /// Identifies the activity.
  public let id: UUID

  /// The sport; `nil` if it is that of the workout.
  public let activity: WorkoutActivityType?

  /// HealthKit's number: 1 unknown, 2 indoors, 3 outdoors.
  public let location: Int

  /// HealthKit's number: 0 unknown, 1 pool, 2 open water.
  public let swimmingLocation: Int

  /// The length of a lap of the pool; `nil` if unknown.
  public let lapLength: Quantity?

  /// When it began.
  public let start: Date

  /// When it ended; `nil` if it did not.
  public let end: Date?

  /// Seconds of exercise; `nil` for the time from start to end.
  public let duration: Double?

  /// The events of the activity.
  public let events: [WorkoutEvent]

  /// The statistics of the types that were measured.
  public let statistics: [QuantityType: WorkoutStatistics]

  /// Further facts about it.
  public let metadata: [String: MetadataValue]

  /// Makes an activity.
  public init(
    id: UUID = .random(), activity: WorkoutActivityType?, location: Int = 1,
    swimmingLocation: Int = 0, lapLength: Quantity? = nil, start: Date, end: Date?,
    duration: Double? = nil, events: [WorkoutEvent] = [],
    statistics: [QuantityType: WorkoutStatistics] = [:], metadata: [String: MetadataValue] = [:]
  ) {
    (self.id, self.activity, self.location) = (id, activity, location)
    (self.swimmingLocation, self.lapLength, self.start) = (swimmingLocation, lapLength, start)
    (self.end, self.duration, self.events, self.statistics) = (end, duration, events, statistics)
    self.metadata = metadata
  }
}

/// The statistics of a type's samples during a workout, each in the unit in which it was given.
public struct WorkoutStatistics: Hashable, Sendable {
  /// The sum of a cumulative type. A workout's own sums are its totals.
  public var sum: Quantity?

  /// The mean of a discrete type.
  public var average: Quantity?

  /// The lowest value of a discrete type.
  public var minimum: Quantity?

  /// The highest value of a discrete type.
  public var maximum: Quantity?

  /// Makes statistics.
  public init(
    sum: Quantity? = nil, average: Quantity? = nil, minimum: Quantity? = nil,
    maximum: Quantity? = nil
  ) {
    (self.sum, self.average, self.minimum, self.maximum) = (sum, average, minimum, maximum)
  }

  /// Makes the part of its samples' figures that a workout keeps.
  package init(_ figures: Statistics.Values) {
    self.init(
      sum: figures.sum, average: figures.average, minimum: figures.minimum,
      maximum: figures.maximum)
  }

  /// The figures that were kept.
  package var figures: Statistics.Values {
    var figures = Statistics.Values()
    (figures.sum, figures.average) = (sum, average)
    (figures.minimum, figures.maximum) = (minimum, maximum)
    return figures
  }

  /// The measures by the names that documents and fields have.
  package static let measures:
    [(name: String, path: any WritableKeyPath<Self, Quantity?> & Sendable)] = [
      ("sum", \.sum), ("average", \.average), ("minimum", \.minimum), ("maximum", \.maximum),
    ]
}

extension Workout {
  /// The activities and statistics as a document; `nil` without either.
  package var json: JSONValue? {
    guard !activities.isEmpty || !statistics.isEmpty else { return nil }
    return .object(present: [
      ("activities", activities.isEmpty ? nil : .array(activities.map(\.json))),
      ("statistics", statistics.isEmpty ? nil : WorkoutStatistics.json(statistics)),
    ])
  }

  /// Returns the parts of a document; `nil` if it does not make any.
  package static func parts(
    of json: JSONValue
  ) -> (activities: [WorkoutActivity], statistics: [QuantityType: WorkoutStatistics])? {
    var activities: [WorkoutActivity] = []
    for element in json["activities"]?.elements ?? [] {
      guard let activity = WorkoutActivity(json: element) else { return nil }
      activities.append(activity)
    }
    guard let statistics = WorkoutStatistics.of(json["statistics"]) else { return nil }
    return (activities, statistics)
  }
}

extension WorkoutStatistics {
  var isFinite: Bool {
    Self.measures.allSatisfy { self[keyPath: $0.path]?.value.isFinite ?? true }
  }

  static func json(_ statistics: [QuantityType: WorkoutStatistics]) -> JSONValue {
    .array(
      statistics.sorted { $0.key.identifier < $1.key.identifier }.map { type, values in
        .object(
          present: [("type", .string(type.identifier))]
            + measures.map { ($0.name, values[keyPath: $0.path].map { .quantity($0) }) })
      })
  }

  static func of(_ json: JSONValue?) -> [QuantityType: WorkoutStatistics]? {
    var result: [QuantityType: WorkoutStatistics] = [:]
    for element in json?.elements ?? [] {
      guard let identifier = element["type"]?.string else { return nil }
      var values = WorkoutStatistics()
      for (name, path) in measures { values[keyPath: path] = element.quantity(name) }
      let unit = measures.lazy.compactMap { values[keyPath: $0.path]?.unit }.first ?? .count
      let type =
        QuantityType(knownIdentifier: identifier)
        ?? QuantityType(
          identifier: identifier, canonicalUnit: unit, aggregationStyle: .discreteArithmetic)
      result[type] = values
    }
    return result
  }
}

extension WorkoutActivity {
  var json: JSONValue {
    let events = events.map { event -> JSONValue in
      [
        "kind": .integer(event.kind.rawValue), "start_since_2001_s": .seconds(event.start),
        "end_since_2001_s": .seconds(event.end), "metadata": MetadataValue.json(event.metadata),
      ]
    }
    return [
      "id": .string(id.uuidString), "activity": activity.map { .integer($0.rawValue) },
      "location": .integer(location), "swimming_location": .integer(swimmingLocation),
      "lap_length": lapLength.map { .quantity($0) }, "start_since_2001_s": .seconds(start),
      "end_since_2001_s": end.map { .seconds($0) }, "duration_s": duration.map(JSONValue.number),
      "events": events.isEmpty ? nil : .array(events),
      "statistics": statistics.isEmpty ? nil : WorkoutStatistics.json(statistics),
      "metadata": metadata.isEmpty ? nil : MetadataValue.json(metadata),
    ]
  }

  init?(json: JSONValue) {
    guard let id = json["id"]?.string.flatMap(UUID.init(uuidString:)),
      let start = json.date("start_since_2001_s"),
      let statistics = WorkoutStatistics.of(json["statistics"]),
      let metadata = MetadataValue.dictionary(json["metadata"])
    else { return nil }
    var events: [WorkoutEvent] = []
    for event in json["events"]?.elements ?? [] {
      guard let kind = event.whole("kind").flatMap(WorkoutEvent.Kind.init(rawValue:)),
        let start = event.date("start_since_2001_s"), let end = event.date("end_since_2001_s"),
        let metadata = MetadataValue.dictionary(event["metadata"])
      else { return nil }
      events.append(WorkoutEvent(kind: kind, start: start, end: end, metadata: metadata))
    }
    self.init(
      id: id, activity: json.whole("activity").map(WorkoutActivityType.init),
      location: json.whole("location") ?? 1,
      swimmingLocation: json.whole("swimming_location") ?? 0,
      lapLength: json.quantity("lap_length"), start: start, end: json.date("end_since_2001_s"),
      duration: json["duration_s"]?.number, events: events, statistics: statistics,
      metadata: metadata)
  }

  var isFinite: Bool {
    start.timeIntervalSinceReferenceDate.isFinite
      && (end?.timeIntervalSinceReferenceDate.isFinite ?? true)
      && (duration?.isFinite ?? true) && (lapLength?.value.isFinite ?? true)
      && statistics.values.allSatisfy(\.isFinite) && metadata.values.allSatisfy(\.isFinite)
      && events.allSatisfy {
        $0.start.timeIntervalSinceReferenceDate.isFinite
          && $0.end.timeIntervalSinceReferenceDate.isFinite
          && $0.metadata.values.allSatisfy(\.isFinite)
      }
  }
}

extension MetadataValue {
  /// Returns metadata within a document.
  static func json(_ metadata: [String: MetadataValue]) -> JSONValue {
    .object(
      metadata.sorted { $0.key < $1.key }.map { key, value in
        let json: JSONValue =
          switch value {
          case .string(let text): .string(text)
          case .number(let number): .number(number)
          case .bool(let bool): .bool(bool)
          case .date(let date): .object([("since_2001_s", .seconds(date))])
          case .quantity(let quantity): .quantity(quantity)
          }
        return (key, json)
      })
  }

  /// `nil` if a value has none of the forms; a date may also be that of an export.
  package static func dictionary(_ json: JSONValue?) -> [String: MetadataValue]? {
    var metadata: [String: MetadataValue] = [:]
    for member in json?.members ?? [] {
      let value: MetadataValue? =
        switch member.value {
        case .string(let text): .string(text)
        case .bool(let bool): .bool(bool)
        default:
          member.value.number.map(MetadataValue.number)
            ?? (member.value.date("since_2001_s")
            ?? member.value["date"]?.string.flatMap { TimeText.date(iso: $0) })
            .map(MetadataValue.date)
            ?? member.value.asQuantity.map(MetadataValue.quantity)
        }
      guard let value else { return nil }
      metadata[member.key] = value
    }
    return metadata
  }
}
