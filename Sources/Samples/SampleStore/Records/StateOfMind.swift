import JSONCoding

/// An emotion of a moment, or the mood of a day.
public struct StateOfMind: Hashable, Sendable {
  /// HealthKit's number: 1 momentary emotion, 2 daily mood.
  public let kind: Int

  /// From -1, unpleasant, to 1, pleasant.
  public let valence: Double

  /// HealthKit's numbers of words for the feeling.
  public let labels: [Int]

  /// HealthKit's numbers of parts of life that it had to do with.
  public let associations: [Int]

  /// Makes a state of mind; `nil` if the valence is not from -1 to 1.
  public init?(kind: Int, valence: Double, labels: [Int], associations: [Int]) {
    guard (-1...1).contains(valence) else { return nil }
    self.kind = kind
    self.valence = valence
    self.labels = labels
    self.associations = associations
  }
}

extension StateOfMind: RecordDocument {
  var type: RecordType { .stateOfMind }
  var content: RecordContent { .stateOfMind(self) }

  var members: [(String, JSONValue?)] {
    [
      ("kind", .integer(kind)), ("valence", .number(valence)), ("labels", .numbers(labels)),
      ("associations", .numbers(associations)),
    ]
  }

  var fields: [RecordFieldValue] {
    [
      RecordFieldValue(.stateOfMindKind, Double(kind)), RecordFieldValue(.valence, valence),
    ]
      + labels.enumerated().map {
        RecordFieldValue(.label, Double($0.element), position: $0.offset)
      }
      + associations.enumerated().map {
        RecordFieldValue(.association, Double($0.element), position: $0.offset)
      }
  }

  init?(type: RecordType, json: JSONValue, series: RecordSeries?) {
    guard let kind = json.whole("kind"), let valence = json["valence"]?.number,
      let labels = json.wholes("labels"), let associations = json.wholes("associations")
    else { return nil }
    self.init(kind: kind, valence: valence, labels: labels, associations: associations)
  }
}
