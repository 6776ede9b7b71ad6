public import Foundation
internal import JSONCoding
internal import SampleStore

/// An emotion of a moment, or the mood of a day. A valence that is not from -1 to 1 is refused when the
/// sample is saved.
///
/// It is `@unchecked Sendable` as `HKSample` is: what it holds is constant.
public final class HKStateOfMind: HKSample, @unchecked Sendable {
  public enum Kind: Int, Sendable, CaseIterable {
    case momentaryEmotion = 1
    case dailyMood = 2
  }

  public enum ValenceClassification: Int, Sendable, CaseIterable {
    case veryUnpleasant = 1
    case unpleasant, slightlyUnpleasant, neutral, slightlyPleasant, pleasant, veryPleasant

    /// The seventh of the range from -1 to 1 that a valence is in; `nil` outside it.
    public init?(valence: Double) {
      guard (-1...1).contains(valence) else { return nil }
      self.init(rawValue: min(7, Int((valence + 1) / (2.0 / 7)) + 1))
    }
  }

  public enum Label: Int, Sendable, CaseIterable {
    case amazed = 1
    case amused, angry, anxious, ashamed, brave, calm, content, disappointed, discouraged
    case disgusted, embarrassed, excited, frustrated, grateful, guilty, happy, hopeless, irritated
    case jealous, joyful, lonely, passionate, peaceful, proud, relieved, sad, scared, stressed
    case surprised, worried, annoyed, confident, drained, hopeful, indifferent, overwhelmed
    case satisfied
  }

  public enum Association: Int, Sendable, CaseIterable {
    case community = 1
    case currentEvents, dating, education, family, fitness, friends, health, hobbies, identity
    case money, partner, selfCare, spirituality, tasks, travel, work, weather
  }

  public let kind: Kind
  public let valence: Double
  public let labels: [Label]
  public let associations: [Association]

  public init(
    date: Date, kind: Kind, valence: Double, labels: [Label], associations: [Association],
    metadata: [String: Any]? = nil
  ) {
    self.kind = kind
    self.valence = valence
    self.labels = labels
    self.associations = associations
    super.init(
      type: HKStateOfMindType.shared, start: date, end: date, device: nil, metadata: metadata)
  }

  init(_ sample: RecordSample, _ content: HealthDocument) {
    let json = content.json
    kind = json.whole("kind").flatMap(Kind.init) ?? .momentaryEmotion
    valence = json["valence"]?.number ?? 0
    labels = (json.wholes("labels") ?? []).compactMap(Label.init)
    associations = (json.wholes("associations") ?? []).compactMap(Association.init)
    super.init(sample: sample)
  }

  public required convenience init?(coder: NSCoder) {
    guard let (record, content) = coder.document(of: [.stateOfMind]) else { return nil }
    self.init(record, content)
  }

  public var valenceClassification: ValenceClassification {
    ValenceClassification(valence: valence) ?? .neutral
  }

  override func storeSample(from source: Source) throws -> Sample {
    guard
      let content = HealthDocument(
        type: .stateOfMind,
        .object([
          ("kind", .integer(kind.rawValue)), ("valence", .number(valence)),
          ("labels", .array(labels.map { .integer($0.rawValue) })),
          ("associations", .array(associations.map { .integer($0.rawValue) })),
        ]))
    else { throw HKError.invalid("the valence of a state of mind is from -1 to 1") }
    return try storeRecord(.document(content), from: source)
  }
}

/// It is `@unchecked Sendable` as `HKSampleType` is: what it holds is constant.
public final class HKStateOfMindType: HKSampleType, @unchecked Sendable {
  static let shared = HKStateOfMindType(sampleType: .record(.stateOfMind))
}

public let HKDataTypeIdentifierStateOfMind = RecordType.stateOfMind.identifier

extension HKObjectType {
  public class func stateOfMindType() -> HKStateOfMindType { HKStateOfMindType.shared }
}

extension HKSamplePredicate where Sample == HKStateOfMind {
  public static func stateOfMind(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKStateOfMind> { .init(HKStateOfMindType.shared, predicate) }
}

extension HKQuery {
  public class func predicateForStatesOfMind(
    with valence: Double, operatorType: HKComparisonOperator
  ) -> NSPredicate { field(.valence, operatorType, valence) }

  public class func predicateForStatesOfMind(with kind: HKStateOfMind.Kind) -> NSPredicate {
    field(.stateOfMindKind, .equalTo, Double(kind.rawValue))
  }

  public class func predicateForStatesOfMind(with label: HKStateOfMind.Label) -> NSPredicate {
    field(.label, .equalTo, Double(label.rawValue))
  }

  public class func predicateForStatesOfMind(
    with association: HKStateOfMind.Association
  ) -> NSPredicate { field(.association, .equalTo, Double(association.rawValue)) }
}
