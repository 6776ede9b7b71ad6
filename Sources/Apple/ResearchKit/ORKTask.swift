public import Foundation
public import HealthKit
internal import StudyTasks

/// The order of steps.
public protocol ORKTask: AnyObject {
  var identifier: String { get }

  /// The step after one; the first for `nil`. `nil` at the end.
  func step(after step: ORKStep?, with result: ORKTaskResult) -> ORKStep?

  /// The step before one.
  func step(before step: ORKStep?, with result: ORKTaskResult) -> ORKStep?

  func step(withIdentifier identifier: String) -> ORKStep?
  func progress(ofCurrentStep step: ORKStep, with result: ORKTaskResult) -> ORKTaskProgress
  func validateParameters()
  var requestedHealthKitTypesForReading: Set<HKObjectType>? { get }
  var requestedHealthKitTypesForWriting: Set<HKObjectType>? { get }
}

extension ORKTask {
  public func step(withIdentifier identifier: String) -> ORKStep? { nil }

  public func progress(ofCurrentStep step: ORKStep, with result: ORKTaskResult) -> ORKTaskProgress {
    ORKTaskProgress(current: 0, total: 0, shouldBePresented: false)
  }

  public func validateParameters() {}
  public var requestedHealthKitTypesForReading: Set<HKObjectType>? { nil }
  public var requestedHealthKitTypesForWriting: Set<HKObjectType>? { nil }
}

/// Which of how many steps is shown; `current` counts from 0.
public struct ORKTaskProgress: Sendable {
  public var current: UInt
  public var total: UInt
  public var shouldBePresented: Bool

  public init(current: UInt, total: UInt, shouldBePresented: Bool = true) {
    self.current = current
    self.total = total
    self.shouldBePresented = shouldBePresented
  }
}

/// Steps in the order of a list.
open class ORKOrderedTask: NSObject, ORKTask {
  public let identifier: String
  public let steps: [ORKStep]

  /// Two steps of one identifier stop the program, as ResearchKit's exception does.
  public init(identifier: String, steps: [ORKStep]?) {
    self.identifier = identifier
    self.steps = steps ?? []
    super.init()
    precondition(
      Set(self.steps.map(\.identifier)).count == self.steps.count,
      "\(identifier): two steps have one identifier")
    for step in self.steps { step.task = self }
  }

  open func step(after step: ORKStep?, with result: ORKTaskResult) -> ORKStep? {
    guard let step else { return steps.first }
    guard let index = index(of: step), index + 1 < steps.count else { return nil }
    return steps[index + 1]
  }

  open func step(before step: ORKStep?, with result: ORKTaskResult) -> ORKStep? {
    guard let step else { return steps.last }
    guard let index = index(of: step), index > 0 else { return nil }
    return steps[index - 1]
  }

  open func step(withIdentifier identifier: String) -> ORKStep? {
    steps.first { $0.identifier == identifier }
  }

  /// Counts the steps that show progress, without a first instruction and a completion.
  open func progress(ofCurrentStep step: ORKStep, with result: ORKTaskResult) -> ORKTaskProgress {
    let counted = steps.enumerated().filter { index, step in
      step.showsProgress && !(step is ORKCompletionStep)
        && !(index == 0 && type(of: step) == ORKInstructionStep.self)
    }.map(\.element)
    guard let index = counted.firstIndex(where: { $0.identifier == step.identifier }) else {
      return ORKTaskProgress(current: 0, total: 0, shouldBePresented: false)
    }
    return ORKTaskProgress(current: UInt(index), total: UInt(counted.count))
  }

  open func validateParameters() {
    for step in steps { step.validateParameters() }
  }

  open var requestedHealthKitTypesForReading: Set<HKObjectType>? {
    let types = steps.compactMap { $0 as? ORKActiveStep }
      .flatMap { $0.recorderConfigurations ?? [] }
      .reduce(into: Set<HKObjectType>()) {
        $0.formUnion($1.requestedHealthKitTypesForReading ?? [])
      }
    return types.isEmpty ? nil : types
  }

  open var requestedHealthKitTypesForWriting: Set<HKObjectType>? { nil }

  func index(of step: ORKStep) -> Int? {
    steps.firstIndex { $0.identifier == step.identifier }
  }
}

/// Ends a task as the destination of a rule.
public let ORKNullStepIdentifier = "org.researchkit.step.null"

/// Decides where to go after a step.
open class ORKStepNavigationRule: NSObject {
  /// The identifier of the step to go to, `ORKNullStepIdentifier` for the end, or `nil` for the next in the
  /// list.
  open func identifierForDestinationStep(with result: ORKTaskResult) -> String? { nil }
}

/// Always goes to one step.
public final class ORKDirectStepNavigationRule: ORKStepNavigationRule {
  public let destinationStepIdentifier: String

  public init(destinationStepIdentifier: String) {
    self.destinationStepIdentifier = destinationStepIdentifier
  }

  public override func identifierForDestinationStep(with result: ORKTaskResult) -> String? {
    destinationStepIdentifier
  }
}

/// Goes where the first predicate that holds says.
public final class ORKPredicateStepNavigationRule: ORKStepNavigationRule {
  public let resultPredicatesAndDestinationStepIdentifiers: [(ORKResultPredicate, String)]
  public let defaultStepIdentifier: String?

  public init(
    resultPredicatesAndDestinationStepIdentifiers branches: [(ORKResultPredicate, String)],
    defaultStepIdentifierOrNil: String? = nil
  ) {
    resultPredicatesAndDestinationStepIdentifiers = branches
    defaultStepIdentifier = defaultStepIdentifierOrNil
  }

  public override func identifierForDestinationStep(with result: ORKTaskResult) -> String? {
    resultPredicatesAndDestinationStepIdentifiers.first { $0.0.holds(result) }?.1
      ?? defaultStepIdentifier
  }
}

/// Decides whether a step is left out.
open class ORKSkipStepNavigationRule: NSObject {
  open func stepShouldSkip(with result: ORKTaskResult) -> Bool { false }
}

/// Leaves a step out if a predicate holds.
public final class ORKPredicateSkipStepNavigationRule: ORKSkipStepNavigationRule {
  public let resultPredicate: ORKResultPredicate

  public init(resultPredicate: ORKResultPredicate) { self.resultPredicate = resultPredicate }

  public override func stepShouldSkip(with result: ORKTaskResult) -> Bool {
    resultPredicate.holds(result)
  }
}

/// Changes steps once one has been carried out.
open class ORKStepModifier: NSObject {
  open func modifyStep(_ step: ORKStep, with steps: [ORKStep]) {}
}

/// Steps whose order depends on results.
open class ORKNavigableOrderedTask: ORKOrderedTask {
  public private(set) var stepNavigationRules: [String: ORKStepNavigationRule] = [:]
  public private(set) var skipStepNavigationRules: [String: ORKSkipStepNavigationRule] = [:]
  public private(set) var stepModifiers: [String: ORKStepModifier] = [:]
  open var shouldReportProgress = false

  open func setNavigationRule(
    _ rule: ORKStepNavigationRule, forTriggerStepIdentifier identifier: String
  ) {
    stepNavigationRules[identifier] = rule
  }

  open func removeNavigationRule(forTriggerStepIdentifier identifier: String) {
    stepNavigationRules[identifier] = nil
  }

  open func setSkip(_ rule: ORKSkipStepNavigationRule, forStepIdentifier identifier: String) {
    skipStepNavigationRules[identifier] = rule
  }

  open func removeSkipNavigationRule(forStepIdentifier identifier: String) {
    skipStepNavigationRules[identifier] = nil
  }

  open func setStepModifier(_ modifier: ORKStepModifier, forStepIdentifier identifier: String) {
    stepModifiers[identifier] = modifier
  }

  open override func step(after step: ORKStep?, with result: ORKTaskResult) -> ORKStep? {
    var place = step
    // Steps that are left out may lead to each other; each is passed once at most.
    for _ in 0...steps.count {
      let destination = place.flatMap {
        stepNavigationRules[$0.identifier]?.identifierForDestinationStep(with: result)
      }
      guard destination != ORKNullStepIdentifier else { return nil }
      let next =
        destination.map { self.step(withIdentifier: $0) } ?? super.step(after: place, with: result)
      guard let next else { return nil }
      if skipStepNavigationRules[next.identifier]?.stepShouldSkip(with: result) == true {
        place = next
        continue
      }
      if let step { stepModifiers[step.identifier]?.modifyStep(step, with: steps) }
      return next
    }
    return nil
  }

  /// The step of the result before.
  open override func step(before step: ORKStep?, with result: ORKTaskResult) -> ORKStep? {
    let visited = (result.results ?? []).map(\.identifier)
    guard let step, let index = visited.lastIndex(of: step.identifier) else {
      return visited.last.flatMap { self.step(withIdentifier: $0) }
    }
    return index > 0 ? self.step(withIdentifier: visited[index - 1]) : nil
  }

  open override func progress(
    ofCurrentStep step: ORKStep, with result: ORKTaskResult
  ) -> ORKTaskProgress {
    guard shouldReportProgress else {
      return ORKTaskProgress(current: 0, total: 0, shouldBePresented: false)
    }
    return super.progress(ofCurrentStep: step, with: result)
  }
}

/// Names the result that a predicate tests.
public final class ORKResultSelector: NSObject {
  public let stepIdentifier: String
  public let resultIdentifier: String

  public init(stepIdentifier: String, resultIdentifier: String) {
    self.stepIdentifier = stepIdentifier
    self.resultIdentifier = resultIdentifier
  }

  public convenience init(resultIdentifier: String) {
    self.init(stepIdentifier: resultIdentifier, resultIdentifier: resultIdentifier)
  }
}

/// A condition on results. ResearchKit's functions of this name make `NSPredicate`s, whose formats the
/// Foundation of Linux does not read; here the condition itself is the object.
public final class ORKResultPredicate: NSObject {
  let holds: (ORKTaskResult) -> Bool

  /// A condition of a program's own.
  public init(block: @escaping (ORKTaskResult) -> Bool) { holds = block }

  private convenience init(_ selector: ORKResultSelector, _ test: @escaping (ORKResult) -> Bool) {
    self.init { result in
      result.stepResult(forStepIdentifier: selector.stepIdentifier)?
        .result(forIdentifier: selector.resultIdentifier).map(test) ?? false
    }
  }

  /// That a number is in an interval; both ends count.
  private convenience init(
    _ selector: ORKResultSelector, _ least: Double, _ most: Double,
    of number: @escaping (ORKResult) -> NSNumber?
  ) {
    self.init(selector) { result in
      number(result).map { $0.doubleValue >= least && $0.doubleValue <= most } ?? false
    }
  }

  public static func predicateForBooleanQuestionResult(
    with selector: ORKResultSelector, expectedAnswer: Bool
  ) -> ORKResultPredicate {
    ORKResultPredicate(selector) {
      ($0 as? ORKBooleanQuestionResult)?.booleanAnswer?.boolValue == expectedAnswer
    }
  }

  public static func predicateForChoiceQuestionResult(
    with selector: ORKResultSelector, expectedAnswerValue: any NSCopying & NSObjectProtocol
  ) -> ORKResultPredicate {
    ORKResultPredicate(selector) {
      ($0 as? ORKChoiceQuestionResult)?.choiceAnswers?.contains { $0.isEqual(expectedAnswerValue) }
        ?? false
    }
  }

  public static func predicateForScaleQuestionResult(
    with selector: ORKResultSelector, expectedAnswer: Int
  ) -> ORKResultPredicate {
    ORKResultPredicate(selector) {
      ($0 as? ORKScaleQuestionResult)?.scaleAnswer?.intValue == expectedAnswer
    }
  }

  public static func predicateForScaleQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: Double,
    maximumExpectedAnswerValue: Double = .infinity
  ) -> ORKResultPredicate {
    ORKResultPredicate(selector, minimumExpectedAnswerValue, maximumExpectedAnswerValue) {
      ($0 as? ORKScaleQuestionResult)?.scaleAnswer
    }
  }

  public static func predicateForNumericQuestionResult(
    with selector: ORKResultSelector, minimumExpectedAnswerValue: Double,
    maximumExpectedAnswerValue: Double = .infinity
  ) -> ORKResultPredicate {
    ORKResultPredicate(selector, minimumExpectedAnswerValue, maximumExpectedAnswerValue) {
      ($0 as? ORKNumericQuestionResult)?.numericAnswer
    }
  }

  public static func predicateForTextQuestionResult(
    with selector: ORKResultSelector, expectedString: String
  ) -> ORKResultPredicate {
    ORKResultPredicate(selector) { ($0 as? ORKTextQuestionResult)?.textAnswer == expectedString }
  }

  public static func predicateForNilQuestionResult(
    with selector: ORKResultSelector
  ) -> ORKResultPredicate {
    ORKResultPredicate { result in
      let found = result.stepResult(forStepIdentifier: selector.stepIdentifier)?
        .result(forIdentifier: selector.resultIdentifier)
      return switch found {
      case let found as ORKBooleanQuestionResult: found.booleanAnswer == nil
      case let found as ORKChoiceQuestionResult: found.choiceAnswers == nil
      case let found as ORKScaleQuestionResult: found.scaleAnswer == nil
      case let found as ORKNumericQuestionResult: found.numericAnswer == nil
      case let found as ORKTextQuestionResult: found.textAnswer == nil
      case let found as ORKDateQuestionResult: found.dateAnswer == nil
      case let found as ORKTimeIntervalQuestionResult: found.intervalAnswer == nil
      case let found as ORKTimeOfDayQuestionResult: found.dateComponentsAnswer == nil
      default: true
      }
    }
  }
}
