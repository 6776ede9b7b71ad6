public import Foundation
internal import StudyTasks

/// The base of all results.
open class ORKResult: NSObject {
  public internal(set) var identifier: String
  open var startDate: Date
  open var endDate: Date
  open var userInfo: [AnyHashable: Any]?

  public required init(identifier: String) {
    self.identifier = identifier
    startDate = Date()
    endDate = startDate
  }
}

/// A result that holds others.
open class ORKCollectionResult: ORKResult {
  /// Never `nil`: an empty array without results.
  open var results: [ORKResult]? = [] {
    didSet { results = results ?? [] }
  }

  open var firstResult: ORKResult? { results?.first }

  /// Returns the last result with an identifier: a task that comes back to a step has several.
  open func result(forIdentifier identifier: String) -> ORKResult? {
    results?.last { $0.identifier == identifier }
  }
}

/// Gives the answers that questions are filled in with, such as the result of an earlier run.
public protocol ORKTaskResultSource: AnyObject {
  func stepResult(forStepIdentifier identifier: String) -> ORKStepResult?

  /// Returns whether the source counts more than a person's earlier answers in this run.
  func alwaysCheckForDefaultResult() -> Bool
}

extension ORKTaskResultSource {
  public func alwaysCheckForDefaultResult() -> Bool { false }
}

/// The result of a run of a task: a step result for each visited step.
public final class ORKTaskResult: ORKCollectionResult, ORKTaskResultSource {
  public internal(set) var taskRunUUID: UUID
  public let outputDirectory: URL?

  /// The reason why the task ended; `nil` while it continues.
  var finishReason: FinishReason?

  public init(taskIdentifier: String, taskRun: UUID, outputDirectory: URL?) {
    taskRunUUID = taskRun
    self.outputDirectory = outputDirectory
    super.init(identifier: taskIdentifier)
  }

  public required init(identifier: String) {
    taskRunUUID = UUID()
    outputDirectory = nil
    super.init(identifier: identifier)
  }

  /// Returns the newest result of a step.
  public func stepResult(forStepIdentifier identifier: String) -> ORKStepResult? {
    result(forIdentifier: identifier) as? ORKStepResult
  }
}

/// The result of a step.
public final class ORKStepResult: ORKCollectionResult {
  /// Whether it is the step's result from an earlier visit.
  public internal(set) var isPreviousResult = false

  /// `nil`: in a terminal, a task cannot detect any.
  public var enabledAssistiveTechnology: String? { nil }

  public init(stepIdentifier: String, results: [ORKResult]?) {
    super.init(identifier: stepIdentifier)
    self.results = results
  }

  public required init(identifier: String) { super.init(identifier: identifier) }

  convenience init(_ given: StepResult, of step: ORKStep?, in folder: URL?) {
    self.init(identifier: given.identifier)
    (startDate, endDate) = (given.start, given.end)
    results = (step ?? ORKStep(identifier: given.identifier)).results(of: given, in: folder)
    if !given.details.isEmpty { userInfo = given.details }
  }
}

/// A file that a recorder wrote.
public final class ORKFileResult: ORKResult {
  public var contentType: String?
  public var fileURL: URL?
  public var fileName: String?

  convenience init(_ file: RecordedFile, in folder: URL?) {
    self.init(identifier: file.identifier)
    (startDate, endDate) = (file.start, file.end)
    contentType = RecordedFile.contentType
    fileName = file.fileName
    fileURL = folder?.appendingPathComponent(file.path)
  }
}
