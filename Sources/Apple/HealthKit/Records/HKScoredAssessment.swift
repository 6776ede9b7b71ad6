public import Foundation
internal import JSONCoding
internal import SampleStore

/// The answers to a set of questions, and the score that they make.
///
/// It is `@unchecked Sendable` as `HKSample` is: what it holds is constant.
public class HKScoredAssessment: HKSample, @unchecked Sendable {
  let content: HealthDocument?

  /// Answers that do not make an assessment are refused when it is saved.
  init(_ type: RecordType, _ answers: [Int], _ date: Date, _ metadata: [String: Any]?) {
    content = HealthDocument(
      type: type, .object([("answers", .array(answers.map(JSONValue.integer)))]))
    super.init(
      type: HKScoredAssessmentType(sampleType: .record(type)), start: date, end: date,
      device: nil, metadata: metadata)
  }

  init(_ sample: RecordSample, _ content: HealthDocument) {
    self.content = content
    super.init(sample: sample)
  }

  public required convenience init?(coder: NSCoder) {
    guard let (record, content) = coder.document(of: [.gad7, .phq9]) else { return nil }
    self.init(record, content)
  }

  static func of(_ sample: RecordSample, _ content: HealthDocument) -> HKScoredAssessment {
    content.type == .gad7
      ? HKGAD7Assessment(sample, content) : HKPHQ9Assessment(sample, content)
  }

  /// The sum of the answers.
  public var score: Int { content?.score ?? 0 }

  /// Each five points are another risk (Spitzer 2006, Kroenke 2001), up to the greatest of an assessment.
  func level(upTo greatest: Int) -> Int { min(score / 5 + 1, greatest) }

  var numbers: [Int] { content?.json.wholes("answers") ?? [] }

  override func storeSample(from source: Source) throws -> Sample {
    guard let content else {
      throw HKError.invalid("\(sampleType.identifier) has another number of answers")
    }
    return try storeRecord(.document(content), from: source)
  }
}

/// The seven questions on anxiety.
///
/// It is `@unchecked Sendable` as `HKScoredAssessment` is: what it holds is constant.
public final class HKGAD7Assessment: HKScoredAssessment, @unchecked Sendable {
  public enum Answer: Int, Sendable, CaseIterable {
    case notAtAll = 0
    case severalDays, moreThanHalfTheDays, nearlyEveryDay
  }

  public enum Risk: Int, Sendable, CaseIterable {
    case noneToMinimal = 1
    case mild, moderate, severe
  }

  public convenience init(date: Date, answers: [Answer], metadata: [String: Any]? = nil) {
    self.init(.gad7, answers.map(\.rawValue), date, metadata)
  }

  public var answers: [Answer] { numbers.compactMap(Answer.init) }
  public var risk: Risk { Risk(rawValue: level(upTo: 4)) ?? .noneToMinimal }
}

/// The nine questions on depression; only the last may be refused.
///
/// It is `@unchecked Sendable` as `HKScoredAssessment` is: what it holds is constant.
public final class HKPHQ9Assessment: HKScoredAssessment, @unchecked Sendable {
  public enum Answer: Int, Sendable, CaseIterable {
    case notAtAll = 0
    case severalDays, moreThanHalfTheDays, nearlyEveryDay, preferNotToAnswer
  }

  public enum Risk: Int, Sendable, CaseIterable {
    case noneToMinimal = 1
    case mild, moderate, moderatelySevere, severe
  }

  public convenience init(date: Date, answers: [Answer], metadata: [String: Any]? = nil) {
    self.init(.phq9, answers.map(\.rawValue), date, metadata)
  }

  public var answers: [Answer] { numbers.compactMap(Answer.init) }
  public var risk: Risk { Risk(rawValue: level(upTo: 5)) ?? .noneToMinimal }
}

/// It is `@unchecked Sendable` as `HKSampleType` is: what it holds is constant.
public final class HKScoredAssessmentType: HKSampleType, @unchecked Sendable {
  /// Creates the type with an identifier; one that is not known is GAD-7.
  public convenience init(_ identifier: HKScoredAssessmentTypeIdentifier) {
    self.init(sampleType: .record(RecordType(identifier: identifier.rawValue) ?? .gad7))
  }
}

public struct HKScoredAssessmentTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let GAD7 = Self(rawValue: "HKScoredAssessmentTypeIdentifierGAD7")
  public static let PHQ9 = Self(rawValue: "HKScoredAssessmentTypeIdentifierPHQ9")
}

extension HKObjectType {
  /// Returns the type with an identifier, or `nil` if there is none.
  public class func scoredAssessmentType(
    forIdentifier identifier: HKScoredAssessmentTypeIdentifier
  ) -> HKScoredAssessmentType? {
    [.GAD7, .PHQ9].contains(identifier) ? HKScoredAssessmentType(identifier) : nil
  }
}

extension HKSamplePredicate where Sample == HKGAD7Assessment {
  public static func gad7Assessment(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKGAD7Assessment> { .init(HKScoredAssessmentType(.GAD7), predicate) }
}

extension HKSamplePredicate where Sample == HKPHQ9Assessment {
  public static func phq9Assessment(
    _ predicate: NSPredicate? = nil
  ) -> HKSamplePredicate<HKPHQ9Assessment> { .init(HKScoredAssessmentType(.PHQ9), predicate) }
}
