import Foundation
import ResearchKit
import Testing

/// Conditions on results, as `NSPredicate`s.
@Suite struct ResultPredicateTests {
  private static let day = Date(timeIntervalSinceReferenceDate: 800_000_000)

  /// A result with an answer of each kind.
  private let result: ORKTaskResult = {
    func made<Result: ORKQuestionResult>(
      _ type: Result.Type, _ identifier: String, _ set: (Result) -> Void
    ) -> Result {
      let result = type.init(identifier: identifier)
      set(result)
      return result
    }
    let results: [ORKResult] = [
      made(ORKBooleanQuestionResult.self, "bool") { $0.booleanAnswer = true },
      made(ORKChoiceQuestionResult.self, "choice") {
        $0.choiceAnswers = ["tea" as NSString, 2 as NSNumber]
      },
      made(ORKScaleQuestionResult.self, "scale") { $0.scaleAnswer = 7 },
      made(ORKNumericQuestionResult.self, "number") { $0.numericAnswer = 71.5 },
      made(ORKTextQuestionResult.self, "text") { $0.textAnswer = #"say "so""# },
      made(ORKTextQuestionResult.self, "passed") { _ in },
      made(ORKDateQuestionResult.self, "date") { $0.dateAnswer = day },
      made(ORKTimeIntervalQuestionResult.self, "length") { $0.intervalAnswer = 90 },
      made(ORKTimeOfDayQuestionResult.self, "time") {
        $0.dateComponentsAnswer = DateComponents(hour: 8, minute: 20)
      },
    ]
    let consent = ORKConsentSignatureResult(identifier: "signed")
    consent.consented = true
    let result = ORKTaskResult(taskIdentifier: "task", taskRun: UUID(), outputDirectory: nil)
    result.results = [ORKStepResult(stepIdentifier: "form", results: results + [consent])]
    return result
  }()

  private func at(_ item: String) -> ORKResultSelector {
    ORKResultSelector(stepIdentifier: "form", resultIdentifier: item)
  }

  private func holds(_ predicate: NSPredicate) -> Bool {
    predicate.evaluate(with: [result], substitutionVariables: ["ORK_TASK_IDENTIFIER": "task"])
  }

  /// ORKResultPredicate.m of ResearchKit 3 - Predicates that hold, and others of the same function that do not.
  private var pairs: [(NSPredicate, NSPredicate)] {
    typealias P = ORKResultPredicate
    let day = Self.day
    return [
      (
        P.predicateForBooleanQuestionResult(with: at("bool"), expectedAnswer: true),
        P.predicateForBooleanQuestionResult(with: at("bool"), expectedAnswer: false)
      ),
      (
        P.predicateForChoiceQuestionResult(
          with: at("choice"), expectedAnswerValue: "tea" as NSString),
        P.predicateForChoiceQuestionResult(
          with: at("choice"), expectedAnswerValue: "te" as NSString)
      ),
      (
        P.predicateForChoiceQuestionResult(
          with: at("choice"), expectedAnswerValues: [2 as NSNumber, "tea" as NSString]),
        P.predicateForChoiceQuestionResult(
          with: at("choice"), expectedAnswerValues: [3 as NSNumber, "tea" as NSString])
      ),
      (
        P.predicateForScaleQuestionResult(with: at("scale"), expectedAnswer: 7),
        P.predicateForScaleQuestionResult(with: at("scale"), expectedAnswer: 8)
      ),
      (
        P.predicateForScaleQuestionResult(
          with: at("scale"), minimumExpectedAnswerValue: 7, maximumExpectedAnswerValue: 7),
        P.predicateForScaleQuestionResult(with: at("scale"), minimumExpectedAnswerValue: 7.5)
      ),
      (
        P.predicateForNumericQuestionResult(with: at("number"), maximumExpectedAnswerValue: 71.5),
        P.predicateForNumericQuestionResult(with: at("number"), maximumExpectedAnswerValue: 71)
      ),
      (
        P.predicateForTextQuestionResult(with: at("text"), expectedString: #"say "so""#),
        P.predicateForTextQuestionResult(with: at("text"), expectedString: "say so")
      ),
      (
        P.predicateForTextQuestionResult(with: at("text"), matchingPattern: "say.*"),
        P.predicateForTextQuestionResult(with: at("text"), matchingPattern: "say|so")
      ),
      (
        P.predicateForChoiceQuestionResult(with: at("choice"), matchingPattern: "t.a"),
        P.predicateForChoiceQuestionResult(with: at("choice"), matchingPattern: "t")
      ),
      (
        P.predicateForChoiceQuestionResult(with: at("choice"), matchingPatterns: ["[0-9]", "tea"]),
        P.predicateForChoiceQuestionResult(with: at("choice"), matchingPatterns: ["tea", "milk"])
      ),
      (
        P.predicateForTimeIntervalQuestionResult(
          with: at("length"), minimumExpectedAnswerValue: 90, maximumExpectedAnswerValue: 90),
        P.predicateForTimeIntervalQuestionResult(with: at("length"), maximumExpectedAnswerValue: 89)
      ),
      (
        P.predicateForDateQuestionResult(
          with: at("date"), minimumExpectedAnswer: nil, maximumExpectedAnswer: day),
        P.predicateForDateQuestionResult(
          with: at("date"), minimumExpectedAnswer: day + 1, maximumExpectedAnswer: nil)
      ),
      // Hours and minutes have their own bounds: the minute of 8:20 is not from 0 to 10.
      (
        P.predicateForTimeOfDayQuestionResult(
          with: at("time"), minimumExpectedHour: 7, minimumExpectedMinute: 0,
          maximumExpectedHour: 9, maximumExpectedMinute: 30),
        P.predicateForTimeOfDayQuestionResult(
          with: at("time"), minimumExpectedHour: 7, minimumExpectedMinute: 0,
          maximumExpectedHour: 9, maximumExpectedMinute: 10)
      ),
      (
        P.predicateForNilQuestionResult(with: at("passed")),
        P.predicateForNilQuestionResult(with: at("text"))
      ),
      (
        P.predicateForConsent(with: at("signed"), didConsent: true),
        P.predicateForConsent(with: at("signed"), didConsent: false)
      ),
      // Another task's answer is none of this one's.
      (
        P.predicateForBooleanQuestionResult(
          with: ORKResultSelector(
            taskIdentifier: "task", stepIdentifier: "form", resultIdentifier: "bool"),
          expectedAnswer: true),
        P.predicateForBooleanQuestionResult(
          with: ORKResultSelector(
            taskIdentifier: "other", stepIdentifier: "form", resultIdentifier: "bool"),
          expectedAnswer: true)
      ),
    ]
  }

  @Test func `a predicate holds for its answers alone`() {
    for (index, (right, wrong)) in pairs.enumerated() {
      #expect(holds(right) && !holds(wrong), "\(index)")
      let rule = ORKPredicateFormItemVisibilityRule(predicate: right)
      #expect(rule.formItemVisibility(for: result), "\(index)")
    }
  }

  @Test func `compounds of predicates, a program's own among them, are predicates`() {
    let (right, wrong) = pairs[0]
    let own = NSPredicate { object, variables in
      (object as? [ORKTaskResult])?.first?.identifier == "task"
        && variables?["ORK_TASK_IDENTIFIER"] as? String == "task"
    }
    let block = ORKResultPredicate { $0.identifier == "task" }
    #expect(holds(NSCompoundPredicate(andPredicateWithSubpredicates: [right, own, block])))
    #expect(holds(NSCompoundPredicate(orPredicateWithSubpredicates: [wrong, right])))
    #expect(!holds(NSCompoundPredicate(notPredicateWithSubpredicate: right)))
    let mixed = NSCompoundPredicate(orPredicateWithSubpredicates: [
      NSCompoundPredicate(notPredicateWithSubpredicate: right),
      NSCompoundPredicate(andPredicateWithSubpredicates: [right, pairs[1].0]),
    ])
    #expect(holds(mixed))
  }

  @Test func `an answer of another task is none of this one's`() {
    let predicate = ORKResultPredicate.predicateForBooleanQuestionResult(
      with: ORKResultSelector(resultIdentifier: "test"), expectedAnswer: true)
    let rule = ORKPredicateStepNavigationRule(
      resultPredicates: [predicate], destinationStepIdentifiers: ["there"],
      defaultStepIdentifier: "")
    let task = ORKTaskResult(taskIdentifier: "any", taskRun: UUID(), outputDirectory: nil)
    let yes = ORKBooleanQuestionResult(identifier: "test")
    task.results = [ORKStepResult(stepIdentifier: "test", results: [yes])]
    #expect(rule.identifierForDestinationStep(with: task) == "")
    yes.booleanAnswer = true
    #expect(rule.identifierForDestinationStep(with: task) == "there")
    let other = ORKTaskResult(taskIdentifier: "other", taskRun: UUID(), outputDirectory: nil)
    rule.additionalTaskResults = [task]
    #expect(rule.identifierForDestinationStep(with: other) == "")
  }
}
