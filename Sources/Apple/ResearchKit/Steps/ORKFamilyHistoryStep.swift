public import Foundation
internal import StudyTasks

/// A condition that a relative may have or have had.
public final class ORKHealthCondition: NSObject {
  public let identifier: String
  public let displayName: String
  public let value: ORKChoiceValue

  public init(identifier: String, displayName: String, value: ORKChoiceValue) {
    self.identifier = identifier
    self.displayName = displayName
    self.value = value
  }
}

/// The question after a relative's conditions, and further items of the same form.
public final class ORKConditionStepConfiguration: NSObject {
  public let stepIdentifier: String
  public let conditionsFormItemIdentifier: String
  public let conditions: [ORKHealthCondition]
  public let formItems: [ORKFormItem]

  public init(
    stepIdentifier: String, conditionsFormItemIdentifier: String,
    conditions: [ORKHealthCondition], formItems: [ORKFormItem]
  ) {
    self.stepIdentifier = stepIdentifier
    self.conditionsFormItemIdentifier = conditionsFormItemIdentifier
    self.conditions = conditions
    self.formItems = formItems
  }

  /// The form about a relative's conditions.
  fileprivate var step: ORKFormStep {
    let step = ORKFormStep(identifier: stepIdentifier)
    let none: [(String, String)] = [
      ("None of the above", "none of the above"), ("I don't know", "i don't know"),
      ("I prefer not to answer", "prefer not to answer"),
    ]
    let choices =
      conditions.map { ORKTextChoice(text: $0.displayName, value: $0.value) }
      + none.map { ORKTextChoice(text: $0, value: $1 as NSString, exclusive: true) }
    step.formItems =
      [
        ORKFormItem(
          identifier: conditionsFormItemIdentifier,
          text: "Do they have, or have they had, any of these?",
          answerFormat: ORKTextChoiceAnswerFormat(style: .multipleChoice, textChoices: choices),
          optional: false)
      ] + formItems
    return step
  }
}

/// Relatives of one kind, and the forms about each of them.
public final class ORKRelativeGroup: NSObject {
  public let identifier: String
  public let name: String
  public let sectionTitle: String?
  public let sectionDetailText: String?

  /// The item whose answer names a relative.
  public let identifierForCellTitle: String
  public let maxAllowed: Int
  public let formSteps: [ORKFormStep]

  /// The items whose answers are shown below a relative's name on a phone.
  public let detailTextIdentifiers: [String]

  public init(
    identifier: String, name: String, sectionTitle: String?, sectionDetailText: String?,
    identifierForCellTitle: String, maxAllowed: Int, formSteps: [ORKFormStep],
    detailTextIdentifiers: [String]
  ) {
    self.identifier = identifier
    self.name = name
    self.sectionTitle = sectionTitle
    self.sectionDetailText = sectionDetailText
    self.identifierForCellTitle = identifierForCellTitle
    self.maxAllowed = maxAllowed
    self.formSteps = formSteps
    self.detailTextIdentifiers = detailTextIdentifiers
  }
}

/// Asks about relatives and their conditions: how many of each group, then the group's forms for each.
///
/// On a phone a person adds relatives one by one; in a terminal the number is asked first, under the group's
/// identifier. A script answers an item of a relative under `GROUP#1/STEP/ITEM`.
open class ORKFamilyHistoryStep: ORKStep {
  open var conditionStepConfiguration: ORKConditionStepConfiguration?
  open var relativeGroups: [ORKRelativeGroup]?

  /// A relative's place in the engine's identifiers.
  private struct Relative {
    let group: ORKRelativeGroup
    let number: Int

    var identifier: String { "\(group.identifier)#\(number)" }

    /// Identifies what was answered about the relative in a visit of the step, however often it is asked for
    /// (FNV-1a: Fowler, Noll, Vo 1991).
    func run(_ start: Date) -> UUID {
      var hash: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d
      for byte in "\(start.timeIntervalSince1970) \(identifier)".utf8 {
        hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013b
      }
      let bytes = (0..<16).map { UInt8(truncatingIfNeeded: hash >> (8 * $0)) }
      return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }

    func name(_ step: ORKFormStep, _ item: ORKFormItem) -> String {
      "\(identifier)/\(step.identifier)/\(item.identifier)"
    }
  }

  private func steps(_ group: ORKRelativeGroup) -> [ORKFormStep] {
    group.formSteps + [conditionStepConfiguration?.step].compactMap(\.self)
  }

  private func relatives(_ group: ORKRelativeGroup, _ count: Int) -> [Relative] {
    (0..<min(count, group.maxAllowed)).map { Relative(group: group, number: $0 + 1) }
  }

  open override func validateParameters() {
    super.validateParameters()
    for group in relativeGroups ?? [] { for step in steps(group) { step.validateParameters() } }
  }

  override var problem: String? {
    let groups = relativeGroups ?? []
    for group in groups where !(1...100).contains(group.maxAllowed) {
      return "\(group.identifier): 1 to 100 relatives are allowed"
    }
    if Set(groups.map(\.identifier)).count != groups.count {
      return "\(identifier): two groups have one identifier"
    }
    return groups.flatMap(steps).lazy.compactMap(\.problem).first
  }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    var study = super.engineStep(result)
    study.kind = .form
    for group in relativeGroups ?? [] {
      let count = FormatRules(
        .number(
          .init(
            range: 0...Double(group.maxAllowed), hasBounds: true, step: 1, fractionDigits: 0)),
        default: .number(0))
      study.questions.append(
        Question(
          identifier: group.identifier, text: "\(group.name): how many do you add?",
          format: .custom(count), isOptional: false,
          notes: [group.sectionTitle, group.sectionDetailText].compactMap(\.self)))
      for relative in relatives(group, group.maxAllowed) {
        for step in steps(group) {
          var (questions, _) = ORKFormItem.questions(step.formItems ?? []) {
            relative.name(step, $0)
          }
          let head = [step.title ?? group.name, step.text, step.detailText].compactMap(\.self)
          if !questions.isEmpty {
            questions[0].notes.insert(
              "\(group.name) \(relative.number): \(head.joined(separator: ". "))", at: 0)
          }
          study.questions += questions
        }
      }
    }
    return study
  }

  override func asks(
    _ question: Question, _ given: StepResult, _ result: () -> ORKTaskResult
  ) -> Bool {
    for group in relativeGroups ?? [] where question.identifier.hasPrefix("\(group.identifier)#") {
      for relative in relatives(group, count(group, given)) {
        for step in steps(group) {
          for item in step.formItems ?? []
          where relative.name(step, item) == question.identifier {
            return item.visibilityRule?.formItemVisibility(for: taskResult(relative, given)) ?? true
          }
        }
      }
      return false
    }
    return true
  }

  private func count(_ group: ORKRelativeGroup, _ given: StepResult) -> Int {
    if case .number(let count)? = given.answer(group.identifier) { Int(count) } else { 0 }
  }

  /// What was answered about a relative, as a task's result.
  private func taskResult(_ relative: Relative, _ given: StepResult) -> ORKTaskResult {
    let result = ORKTaskResult(
      taskIdentifier: relative.group.identifier, taskRun: relative.run(given.start),
      outputDirectory: nil
    ).during(given)
    let known = Dictionary(given.answers) { first, _ in first }
    result.results = steps(relative.group).map { step in
      let items = (step.formItems ?? []).compactMap { item -> ORKResult? in
        guard let answer = known[relative.name(step, item)] else { return nil }
        return item.answerFormat?.result(item.identifier, answer).during(given)
      }
      return ORKStepResult(stepIdentifier: step.identifier, results: items).during(given)
    }
    return result
  }

  override func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    let result = ORKFamilyHistoryResult(identifier: identifier).during(given)
    result.displayedConditions = conditionStepConfiguration?.conditions.map(\.identifier)
    result.relatedPersons = (relativeGroups ?? []).flatMap { group in
      relatives(group, count(group, given)).map { relative in
        ORKRelatedPerson(
          identifier: relative.identifier, groupIdentifier: group.identifier,
          identifierForCellTitle: group.identifierForCellTitle,
          taskResult: taskResult(relative, given))
      }
    }
    return [result]
  }
}

/// A relative, and what was answered about them.
public final class ORKRelatedPerson: NSObject {
  public let identifier: String
  public let groupIdentifier: String
  public let identifierForCellTitle: String
  public let taskResult: ORKTaskResult

  public init(
    identifier: String, groupIdentifier: String, identifierForCellTitle: String,
    taskResult: ORKTaskResult
  ) {
    self.identifier = identifier
    self.groupIdentifier = groupIdentifier
    self.identifierForCellTitle = identifierForCellTitle
    self.taskResult = taskResult
  }

  /// What the relative is called: the answer to the item that names them.
  public func getTitleValue(with formStep: ORKFormStep) -> String? {
    let result = taskResult.stepResult(forStepIdentifier: formStep.identifier)?
      .result(forIdentifier: identifierForCellTitle)
    return (result as? ORKQuestionResult)?.text
  }
}

/// The relatives that were added, and the conditions that were asked after.
public final class ORKFamilyHistoryResult: ORKResult {
  public var relatedPersons: [ORKRelatedPerson]?

  /// The conditions that were asked after.
  public var displayedConditions: [String]?
}
