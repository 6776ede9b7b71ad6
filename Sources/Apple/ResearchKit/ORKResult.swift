public import Foundation
internal import StudyTasks

/// The base of all results.
open class ORKResult: NSObject {
  public let identifier: String
  open var startDate: Date
  open var endDate: Date
  open var userInfo: [AnyHashable: Any]?

  public required init(identifier: String) {
    self.identifier = identifier
    startDate = Date()
    endDate = startDate
  }

  init(identifier: String, start: Date, end: Date) {
    self.identifier = identifier
    startDate = start
    endDate = end
  }
}

/// A result that holds others.
open class ORKCollectionResult: ORKResult {
  open var results: [ORKResult]?

  /// The first result with an identifier.
  open func result(forIdentifier identifier: String) -> ORKResult? {
    results?.first { $0.identifier == identifier }
  }

  open var firstResult: ORKResult? { results?.first }
}

/// What a run of a task has given: a step result for each visited step.
public final class ORKTaskResult: ORKCollectionResult {
  public let taskRunUUID: UUID
  public let outputDirectory: URL?

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

  /// The newest result of a step.
  public func stepResult(forStepIdentifier identifier: String) -> ORKStepResult? {
    results?.last { $0.identifier == identifier } as? ORKStepResult
  }
}

/// What a step has given.
public final class ORKStepResult: ORKCollectionResult {
  public init(stepIdentifier: String, results: [ORKResult]?) {
    super.init(identifier: stepIdentifier)
    self.results = results
  }

  public required init(identifier: String) { super.init(identifier: identifier) }

  init(_ step: StepResult, of source: ORKStep?, in folder: URL?) {
    super.init(identifier: step.identifier, start: step.start, end: step.end)
    results = step.items.compactMap { ORKResult.of($0, step, source, folder) }
    if !step.details.isEmpty { userInfo = step.details }
  }
}

/// A file that a recorder wrote.
public final class ORKFileResult: ORKResult {
  public var contentType: String?
  public var fileURL: URL?
  public var fileName: String?
}

/// An answer; `nil` in its properties if the question was passed.
open class ORKQuestionResult: ORKResult {
  open var questionType: ORKQuestionType = .none
}

public final class ORKBooleanQuestionResult: ORKQuestionResult {
  public var booleanAnswer: NSNumber?
}

public final class ORKChoiceQuestionResult: ORKQuestionResult {
  public var choiceAnswers: [any NSCopying & NSObjectProtocol]?
}

public final class ORKScaleQuestionResult: ORKQuestionResult {
  public var scaleAnswer: NSNumber?
}

public final class ORKNumericQuestionResult: ORKQuestionResult {
  public var numericAnswer: NSNumber?
  public var unit: String?
}

public final class ORKTextQuestionResult: ORKQuestionResult {
  public var textAnswer: String?
}

public final class ORKDateQuestionResult: ORKQuestionResult {
  public var dateAnswer: Date?
  public var calendar: Calendar?
  public var timeZone: TimeZone?
}

public final class ORKTimeIntervalQuestionResult: ORKQuestionResult {
  public var intervalAnswer: NSNumber?
}

public final class ORKTimeOfDayQuestionResult: ORKQuestionResult {
  public var dateComponentsAnswer: DateComponents?
}

extension ORKResult {
  /// ResearchKit's object for an item; `nil` for a failure, which the delegate has heard of.
  fileprivate static func of(
    _ item: ItemResult, _ step: StepResult, _ source: ORKStep?, _ folder: URL?
  ) -> ORKResult? {
    switch item {
    case .failure: return nil
    case .file(let file):
      let result = ORKFileResult(identifier: file.identifier, start: file.start, end: file.end)
      result.contentType = RecordedFile.contentType
      result.fileName = file.fileName
      result.fileURL = folder?.appendingPathComponent(file.path)
      return result
    case .answer(let identifier, let answer):
      let format =
        (source as? ORKQuestionStep)?.answerFormat
        ?? (source as? ORKFormStep)?.formItems?.first { $0.identifier == identifier }?.answerFormat
      return question(identifier, answer, format, step)
    }
  }

  private static func question(
    _ identifier: String, _ answer: Answer?, _ format: ORKAnswerFormat?, _ step: StepResult
  ) -> ORKResult {
    func made<Result: ORKQuestionResult>(_ type: Result.Type) -> Result {
      let result = type.init(identifier: identifier)
      (result.startDate, result.endDate) = (step.start, step.end)
      result.questionType = format?.questionType ?? .none
      return result
    }
    switch format?.format {
    case .boolean?:
      let result = made(ORKBooleanQuestionResult.self)
      if case .bool(let value)? = answer { result.booleanAnswer = NSNumber(value: value) }
      return result
    case .choice?:
      let result = made(ORKChoiceQuestionResult.self)
      let choices = format?.choices ?? []
      if case .choices(let keys)? = answer {
        result.choiceAnswers = keys.compactMap { key in choices.first { $0.key == key }?.value }
      }
      return result
    case .scale?:
      let result = made(ORKScaleQuestionResult.self)
      if case .number(let value)? = answer { result.scaleAnswer = NSNumber(value: value) }
      return result
    case .number(_, let unit, _)?:
      let result = made(ORKNumericQuestionResult.self)
      if case .number(let value)? = answer { result.numericAnswer = NSNumber(value: value) }
      result.unit = unit
      return result
    case .text?:
      let result = made(ORKTextQuestionResult.self)
      if case .text(let value)? = answer { result.textAnswer = value }
      return result
    case .date?:
      let result = made(ORKDateQuestionResult.self)
      if case .date(let date, let seconds)? = answer {
        result.dateAnswer = date
        result.calendar = Calendar(identifier: .gregorian)
        result.timeZone = TimeZone(secondsFromGMT: seconds)
      }
      return result
    case .timeOfDay?:
      let result = made(ORKTimeOfDayQuestionResult.self)
      if case .timeOfDay(let hour, let minute)? = answer {
        result.dateComponentsAnswer = DateComponents(hour: hour, minute: minute)
      }
      return result
    case .timeInterval?:
      let result = made(ORKTimeIntervalQuestionResult.self)
      if case .interval(let seconds)? = answer { result.intervalAnswer = NSNumber(value: seconds) }
      return result
    case nil: return made(ORKQuestionResult.self)
    }
  }
}
