public import Foundation
public import HealthKit
internal import StudyTasks

/// The order of steps.
public protocol ORKTask: AnyObject {
  var identifier: String { get }

  /// Returns the step after one; the first for `nil`. `nil` at the end.
  func step(after step: ORKStep?, with result: ORKTaskResult) -> ORKStep?

  /// Returns the step before one; `nil` for `nil`.
  func step(before step: ORKStep?, with result: ORKTaskResult) -> ORKStep?

  func step(withIdentifier identifier: String) -> ORKStep?
  func progress(ofCurrentStep step: ORKStep, with result: ORKTaskResult) -> ORKTaskProgress
  func validateParameters()
  var requestedHealthKitTypesForReading: Set<HKObjectType>? { get }
  var requestedHealthKitTypesForWriting: Set<HKSampleType>? { get }
  /// Whether a step of the task speaks.
  var providesBackgroundAudioPrompts: Bool { get }
}

extension ORKTask {
  public func step(withIdentifier identifier: String) -> ORKStep? { nil }

  public func progress(ofCurrentStep step: ORKStep, with result: ORKTaskResult) -> ORKTaskProgress {
    ORKTaskProgress(current: 0, total: 0, shouldBePresented: false)
  }

  public func validateParameters() {}
  public var requestedHealthKitTypesForReading: Set<HKObjectType>? { nil }
  public var requestedHealthKitTypesForWriting: Set<HKSampleType>? { nil }
  public var providesBackgroundAudioPrompts: Bool { false }
}

/// The number of the shown step among all; `current` counts from 0.
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

  /// Creates a task. Two steps of one identifier stop the program, as ResearchKit's exception does.
  public init(identifier: String, steps: [ORKStep]?) {
    self.identifier = identifier
    self.steps = steps ?? []
    super.init()
    guard Set(self.steps.map(\.identifier)).count == self.steps.count else {
      fatalError("\(identifier): two steps have one identifier")
    }
    for step in self.steps { step.task = self }
  }

  open func step(after step: ORKStep?, with result: ORKTaskResult) -> ORKStep? {
    guard let step else { return steps.first }
    guard let index = place(of: step), index + 1 < steps.count else { return nil }
    return steps[index + 1]
  }

  open func step(before step: ORKStep?, with result: ORKTaskResult) -> ORKStep? {
    guard let step, let index = place(of: step), index > 0 else { return nil }
    return steps[index - 1]
  }

  open func step(withIdentifier identifier: String) -> ORKStep? {
    steps.first { $0.identifier == identifier }
  }

  /// Counts the steps that show progress, without an instruction or completion at either end. One step
  /// alone shows none.
  open func progress(ofCurrentStep step: ORKStep, with result: ORKTaskResult) -> ORKTaskProgress {
    let counted = steps.filter {
      $0.showsProgress
        && !($0 is ORKInstructionStep && ($0 === steps.first || $0 === steps.last))
    }
    guard let index = counted.firstIndex(where: { $0.identifier == step.identifier }) else {
      return ORKTaskProgress(
        current: UInt(place(of: step) ?? 0), total: 0, shouldBePresented: false)
    }
    return ORKTaskProgress(
      current: UInt(index), total: UInt(counted.count), shouldBePresented: counted.count > 1)
  }

  open func validateParameters() {
    for step in steps { step.validateParameters() }
  }

  /// The reason why the task cannot be carried out; `nil` for none.
  var problem: String? { steps.lazy.compactMap(\.problem).first }

  open var requestedHealthKitTypesForReading: Set<HKObjectType>? {
    let types = steps.reduce(into: Set<HKObjectType>()) {
      $0.formUnion($1.requestedHealthKitTypesForReading ?? [])
    }
    return types.isEmpty ? nil : types
  }

  open var requestedHealthKitTypesForWriting: Set<HKSampleType>? {
    let types = steps.reduce(into: Set<HKSampleType>()) { $0.formUnion($1.typesToWrite) }
    return types.isEmpty ? nil : types
  }

  open var providesBackgroundAudioPrompts: Bool {
    steps.lazy.compactMap { $0 as? ORKActiveStep }.contains {
      $0.shouldSpeakCountDown || $0.shouldSpeakRemainingTimeAtHalfway
        || $0.spokenInstruction != nil || $0.finishedSpokenInstruction != nil
    }
  }

  /// Returns the place of a step; `NSNotFound` for a step of another task.
  open func index(of step: ORKStep) -> UInt { UInt(place(of: step) ?? NSNotFound) }

  private func place(of step: ORKStep) -> Int? {
    steps.firstIndex { $0.identifier == step.identifier }
  }
}
