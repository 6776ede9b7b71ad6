public import Foundation
internal import StudyTasks

/// Writes the result of a task as JSON: in the form of `docs/study-result.schema.json`, which the programs of this
/// project read. Nothing is read back, and a task has no JSON here: `StudyTasks` has another form for tasks.
public final class ORKESerializer: NSObject {
  /// Something that has no form in JSON.
  public struct Failure: Error, CustomStringConvertible {
    /// A sentence: the class, and the classes that have a form.
    public let description: String
  }

  /// Returns the JSON of a task's result as text.
  public class func jsonData(for object: Any) throws -> Data {
    guard let result = object as? ORKTaskResult else {
      throw Failure(
        description: "a \(type(of: object)) has no form in JSON: write the task's ORKTaskResult")
    }
    return Data(result.studyResult.text.utf8)
  }

  /// Returns the JSON of a task's result as Foundation's dictionaries, lists, texts and numbers.
  public class func jsonObject(for object: Any) throws -> [AnyHashable: Any] {
    let value = try JSONSerialization.jsonObject(with: jsonData(for: object))
    return value as? [String: Any] ?? [:]
  }
}

extension ORKTaskResult {
  /// The result as the engine has it, with the present content of its objects.
  fileprivate var studyResult: TaskResult {
    var result = TaskResult(taskIdentifier: identifier, runID: taskRunUUID, start: startDate)
    result.end = endDate
    result.finishReason = finishReason
    result.steps = (results ?? []).map { step in
      var study = StepResult(identifier: step.identifier, start: step.startDate, end: step.endDate)
      study.items = ((step as? ORKCollectionResult)?.results ?? []).flatMap { items(of: $0) }
      study.details = step.userInfo as? [String: String] ?? [:]
      return study
    }
    return result
  }

  private func items(of result: ORKResult) -> [ItemResult] {
    func text(_ part: String, _ text: String?) -> [ItemResult] {
      text.map { [.answer("\(result.identifier).\(part)", .text($0))] } ?? []
    }
    switch result {
    case let result as ORKQuestionResult:
      return [.answer(result.identifier, result.noAnswerType == nil ? result.given : .dontKnow)]
    case let result as ORKFileResult:
      guard let file = result.fileURL?.path else { return [] }
      let folder = outputDirectory.map { $0.path + "/" } ?? ""
      let path = file.hasPrefix(folder) ? String(file.dropFirst(folder.count)) : file
      return [
        .file(
          RecordedFile(
            identifier: result.identifier, path: path, start: result.startDate,
            end: result.endDate, count: nil))
      ]
    case let result as ORKConsentSignatureResult:
      let signature = result.signature
      return [.answer(result.identifier, .bool(result.consented))]
        + text("givenName", signature?.givenName) + text("familyName", signature?.familyName)
        + text("signatureDate", signature?.signatureDate)
    case let result as ORKTimedWalkResult:
      return [.answer(result.identifier, .interval(result.duration))]
    // Others add nothing to their step, except the text typed for a signature.
    default: return text("name", result.userInfo?["name"] as? String)
    }
  }
}

extension ORKQuestionResult {
  /// The answer as the engine has it; `nil` if the question was passed.
  fileprivate var given: Answer? {
    switch answer {
    case let values as [Any]: return .choices(values.map { "\($0)" })
    case let date as Date:
      let zone = (self as? ORKDateQuestionResult)?.timeZone ?? .current
      return .date(date, secondsFromGMT: zone.secondsFromGMT(for: date))
    case let time as DateComponents:
      return .timeOfDay(hour: time.hour ?? 0, minute: time.minute ?? 0)
    case let text as String: return .text(text)
    case let number as NSNumber:
      return switch self {
      case is ORKBooleanQuestionResult: .bool(number.boolValue)
      case is ORKTimeIntervalQuestionResult: .interval(number.doubleValue)
      default: .number(number.doubleValue)
      }
    default: return nil
    }
  }
}
