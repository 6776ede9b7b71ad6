package import FoundationEssentials
package import JSONCoding

/// The content of a record, by kind.
public enum RecordContent: Hashable, Sendable {
  /// Voltages of a heart.
  case electrocardiogram(Electrocardiogram)

  /// The route of a workout.
  case workoutRoute(WorkoutRoute)

  /// The rings of a day.
  case activitySummary(ActivitySummary)

  /// A document that nothing here computes with.
  case document(HealthDocument)

  /// The type of records that have this content.
  public var type: RecordType { document.type }

  private var document: any RecordDocument {
    switch self {
    case .electrocardiogram(let content): content
    case .workoutRoute(let content): content
    case .activitySummary(let content): content
    case .document(let content): content
    }
  }

  /// The content as JSON, without its series.
  package var json: JSONValue { .object(present: document.members) }

  /// The long row of numbers that some kinds have; `nil` for the others.
  package var series: RecordSeries? { document.series }

  /// The fields that predicates may ask for.
  var fields: [RecordFieldValue] { document.fields }

  /// Whether a store can keep all numbers: JSON has no infinity.
  var isFinite: Bool { Self.isFinite(json) && (series?.isFinite ?? true) }

  /// Creates the content of a type from its JSON and series; `nil` if they do not make one.
  package init?(type: RecordType, json: JSONValue, series: RecordSeries?) {
    guard let document = Self.kind(of: type).init(type: type, json: json, series: series) else {
      return nil
    }
    self = document.content
  }

  private static func kind(of type: RecordType) -> any RecordDocument.Type {
    switch type {
    case .electrocardiogram: Electrocardiogram.self
    case .workoutRoute: WorkoutRoute.self
    case .activitySummary: ActivitySummary.self
    default: HealthDocument.self
    }
  }

  private static func isFinite(_ json: JSONValue) -> Bool {
    if let number = json.number { return number.isFinite }
    return json.elements.allSatisfy(isFinite)
      && (json.members ?? []).allSatisfy { isFinite($0.value) }
  }
}

/// A content that is kept as a JSON object and, for some kinds, a series.
protocol RecordDocument {
  var type: RecordType { get }
  var members: [(String, JSONValue?)] { get }
  var series: RecordSeries? { get }
  var fields: [RecordFieldValue] { get }
  var content: RecordContent { get }

  /// `nil` if the values do not make one.
  init?(type: RecordType, json: JSONValue, series: RecordSeries?)
}

extension HealthDocument: RecordDocument {
  var content: RecordContent { .document(self) }
  var members: [(String, JSONValue?)] { (json.members ?? []).map { ($0.key, $0.value) } }

  init?(type: RecordType, json: JSONValue, series: RecordSeries?) { self.init(type: type, json) }
}

extension RecordDocument {
  var series: RecordSeries? { nil }
  var fields: [RecordFieldValue] { [] }
}

/// A property of records that predicates can name.
public enum RecordField: String, Hashable, Sendable, CaseIterable {
  /// The number of an electrocardiogram's classification by the device.
  case classification

  /// Whether the person had symptoms during an electrocardiogram.
  case symptoms

  /// The average heart rate of an electrocardiogram, in beats per minute.
  case averageHeartRate = "average_heart_rate"

  /// The kind of a state of mind: an emotion or a mood.
  case stateOfMindKind = "kind"

  /// The valence of a state of mind, from -1 to 1.
  case valence

  /// Each of the labels of a state of mind.
  case label

  /// Each of the associations of a state of mind.
  case association

  /// The type of a clinical record's FHIR resource.
  case resourceType = "resource_type"

  /// The identifier of a clinical record's FHIR resource.
  case resourceIdentifier = "resource_identifier"

  /// Whether a dose was taken.
  case status

  /// The time at which a dose was due, in seconds since 2001.
  case scheduledDate = "scheduled_date"

  /// The identifier of a dose's medication.
  case concept

  /// The identifier of a route's workout.
  case workout
}

/// A value of a field, as the table `record_field` has it.
struct RecordFieldValue: Hashable, Sendable {
  let key: String
  var position = 0
  let value: Value

  enum Value: Hashable, Sendable {
    case text(String), number(Double)
  }

  init(_ field: RecordField, _ number: Double, position: Int = 0) {
    (key, value, self.position) = (field.rawValue, .number(number), position)
  }

  init(_ field: RecordField, _ text: String) {
    (key, value) = (field.rawValue, .text(text))
  }
}

extension JSONValue {
  /// Returns a whole number under a key; `nil` for anything else.
  package func whole(_ key: String) -> Int? { self[key]?.number.flatMap { Int(exactly: $0) } }

  /// Returns the whole numbers of an array under a key; `nil` if there is another value among them.
  package func wholes(_ key: String) -> [Int]? {
    let elements = self[key]?.elements ?? []
    let numbers = elements.compactMap { $0.number.flatMap { Int(exactly: $0) } }
    return numbers.count == elements.count ? numbers : nil
  }

  /// Returns a date, kept as seconds since 2001, so that it comes back bit for bit.
  package func date(_ key: String) -> Date? {
    self[key]?.number.map { Date(timeIntervalSinceReferenceDate: $0) }
  }

  package static func seconds(_ date: Date) -> JSONValue {
    .number(date.timeIntervalSinceReferenceDate)
  }

  package static func quantity(_ quantity: Quantity) -> JSONValue {
    ["value": .number(quantity.value), "unit": .string(quantity.unit.description)]
  }

  /// Returns a quantity under a key; `nil` if it is not there or has no known unit.
  package func quantity(_ key: String) -> Quantity? { self[key]?.asQuantity }

  var asQuantity: Quantity? {
    guard let number = self["value"]?.number, let text = self["unit"]?.string,
      let unit = try? QuantityUnit(spelled: text)
    else { return nil }
    return Quantity(number, unit)
  }
}
