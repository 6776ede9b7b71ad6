public import Foundation

/// Ends a task as the destination of a rule.
public let ORKNullStepIdentifier = "org.researchkit.step.null"

/// Decides where to go after a step.
open class ORKStepNavigationRule: NSObject {
  /// Returns the identifier of the step to go to, `ORKNullStepIdentifier` for the end, or `nil` for
  /// the next in the list.
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
  public let resultPredicates: [NSPredicate]
  public let destinationStepIdentifiers: [String]
  public let defaultStepIdentifier: String?

  /// Results of other tasks, which predicates may name.
  public var additionalTaskResults: [ORKTaskResult]?

  /// - Parameter validateArrays: Whether arrays of two lengths stop the program; otherwise surplus
  ///   elements are not used.
  public init(
    resultPredicates: [NSPredicate], destinationStepIdentifiers: [String],
    defaultStepIdentifier: String?, validateArrays: Bool = true
  ) {
    guard !validateArrays || resultPredicates.count == destinationStepIdentifiers.count else {
      fatalError("each predicate of a navigation rule has a destination")
    }
    self.resultPredicates = resultPredicates
    self.destinationStepIdentifiers = destinationStepIdentifiers
    self.defaultStepIdentifier = defaultStepIdentifier
  }

  public convenience init(
    resultPredicatesAndDestinationStepIdentifiers branches: [(
      resultPredicate: NSPredicate, destinationStepIdentifier: String
    )],
    defaultStepIdentifierOrNil: String? = nil
  ) {
    self.init(
      resultPredicates: branches.map(\.resultPredicate),
      destinationStepIdentifiers: branches.map(\.destinationStepIdentifier),
      defaultStepIdentifier: defaultStepIdentifierOrNil)
  }

  public override func identifierForDestinationStep(with result: ORKTaskResult) -> String? {
    let others = additionalTaskResults ?? []
    return zip(resultPredicates, destinationStepIdentifiers)
      .first { predicate, _ in predicate.holds(result, with: others) }?.1 ?? defaultStepIdentifier
  }
}

/// Decides whether to leave out a step.
open class ORKSkipStepNavigationRule: NSObject {
  open func stepShouldSkip(with result: ORKTaskResult) -> Bool { false }
}

/// Leaves a step out if a predicate holds.
public final class ORKPredicateSkipStepNavigationRule: ORKSkipStepNavigationRule {
  public let resultPredicate: NSPredicate
  public var additionalTaskResults: [ORKTaskResult]?

  public init(resultPredicate: NSPredicate) { self.resultPredicate = resultPredicate }

  public override func stepShouldSkip(with result: ORKTaskResult) -> Bool {
    resultPredicate.holds(result, with: additionalTaskResults ?? [])
  }
}

/// Steps whose order depends on results.
open class ORKNavigableOrderedTask: ORKOrderedTask {
  public internal(set) var stepNavigationRules: [String: ORKStepNavigationRule] = [:]
  public internal(set) var skipStepNavigationRules: [String: ORKSkipStepNavigationRule] = [:]
  open var shouldReportProgress = false

  open func setNavigationRule(
    _ rule: ORKStepNavigationRule, forTriggerStepIdentifier identifier: String
  ) {
    stepNavigationRules[identifier] = rule
  }

  open func navigationRule(forTriggerStepIdentifier identifier: String) -> ORKStepNavigationRule? {
    stepNavigationRules[identifier]
  }

  open func removeNavigationRule(forTriggerStepIdentifier identifier: String) {
    stepNavigationRules[identifier] = nil
  }

  open func setSkip(_ rule: ORKSkipStepNavigationRule, forStepIdentifier identifier: String) {
    skipStepNavigationRules[identifier] = rule
  }

  open func skipNavigationRule(forStepIdentifier identifier: String) -> ORKSkipStepNavigationRule? {
    skipStepNavigationRules[identifier]
  }

  open func removeSkipNavigationRule(forStepIdentifier identifier: String) {
    skipStepNavigationRules[identifier] = nil
  }

  open override func step(after step: ORKStep?, with result: ORKTaskResult) -> ORKStep? {
    var place = step
    // Steps that are left out may lead to each other; each is passed at most once.
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
      return next
    }
    return nil
  }

  /// Returns the step of the result before that of a step; `nil` for a step that was not visited.
  open override func step(before step: ORKStep?, with result: ORKTaskResult) -> ORKStep? {
    let visited = (result.results ?? []).map(\.identifier)
    guard let step, let index = visited.lastIndex(of: step.identifier), index > 0 else {
      return nil
    }
    return self.step(withIdentifier: visited[index - 1])
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
