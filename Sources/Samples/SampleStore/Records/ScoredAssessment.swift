import JSONCoding

/// The answers to a set of questions, and the score that they make.
public struct ScoredAssessment: Hashable, Sendable {
  /// `gad7` or `phq9`.
  public let type: RecordType

  /// HealthKit's numbers of the answers, in the order of the questions: 0 not at all, 1 several days,
  /// 2 more than half the days, 3 nearly every day. The last question of PHQ-9 may be refused: 4.
  public let answers: [Int]

  /// Makes an assessment; `nil` unless the type has so many questions, with these answers.
  public init?(type: RecordType, answers: [Int]) {
    switch type {
    case .gad7: guard answers.count == 7, answers.allSatisfy({ 0...3 ~= $0 }) else { return nil }
    case .phq9:
      guard answers.count == 9, answers.dropLast().allSatisfy({ 0...3 ~= $0 }),
        answers.last.map({ 0...4 ~= $0 }) == true
      else { return nil }
    default: return nil
    }
    self.type = type
    self.answers = answers
  }

  /// The sum of the answers; a refused one counts nothing.
  public var score: Int { answers.reduce(0) { $0 + ($1 == 4 ? 0 : $1) } }

  /// HealthKit's number of the risk. GAD-7: 1 none to minimal, 2 mild from 5, 3 moderate from 10, 4
  /// severe from 15. PHQ-9 has 4 moderately severe from 15 and 5 severe from 20 (Spitzer 2006, Kroenke
  /// 2001).
  public var risk: Int { min(score / 5 + 1, type == .gad7 ? 4 : 5) }
}

extension ScoredAssessment: RecordDocument {
  var content: RecordContent { .scoredAssessment(self) }
  var members: [(String, JSONValue?)] { [("answers", .numbers(answers))] }

  init?(type: RecordType, json: JSONValue, series: RecordSeries?) {
    guard let answers = json.wholes("answers") else { return nil }
    self.init(type: type, answers: answers)
  }
}
