import FoundationEssentials
import JSONCoding
import Measurement
import SampleStore
import StudyTasks

/// Prints a line of JSON for every event of a run: a stable format.
final class StudyJSONLines: RunObserver {
  private let output: ResultOutput

  init(_ output: ResultOutput) { self.output = output }

  func receive(_ event: RunEvent, of run: TaskRun) {
    let line: [(String, JSONValue)]? =
      switch event {
      case .stepBegan(let step):
        [
          ("type", .string("step")), ("step", .string(step.identifier)),
          ("kind", .string(step.kind.rawValue)), ("title", .string(step.title)),
          ("text", .string(step.text)),
          ("duration_s", step.activity.map { .number($0.duration) } ?? .null),
          ("questions", .array(step.questions.map(Self.question))),
        ]
      case .started(let step):
        [("type", .string("started")), ("step", .string(step.identifier))]
      case .paused(let step): [("type", .string("paused")), ("step", .string(step.identifier))]
      case .stepEnded(let step, let result):
        [
          ("type", .string("step_ended")), ("step", .string(step.identifier)),
          ("files", .array(result.files.map { .string($0.path) })),
        ]
      case .speech(let text): [("type", .string("speech")), ("text", .string(text))]
      case .sound(let sound): [("type", .string("sound")), ("sound", .string(sound.rawValue))]
      case .clip(let clip): [("type", .string("clip")), ("clip", .string(clip))]
      case .silence: nil
      case .notice(let text): [("type", .string("notice")), ("text", .string(text))]
      case .observed(.guidance(let text), _):
        [("type", .string("guidance")), ("text", .string(text))]
      case .observed(.sample(let sample), true):
        [
          ("type", .string("reading")), ("step", .optional(run.step?.identifier)),
          ("quantity", .string(sample.type.identifier)), ("start", .string(sample.start.timestamp)),
          ("end", .string(sample.end.timestamp)), ("value", .number(sample.quantity.value)),
          ("unit", .string(sample.quantity.unit.description)),
        ]
      case .observed: nil
      case .finished(_, let reason):
        [
          ("type", .string("finished")), ("reason", .string(reason.rawValue)),
          ("folder", .optional(run.folder?.path)),
        ]
      }
    if let line { output.write(JSONValue.object(line).text + "\n") }
  }

  private static func question(_ question: Question) -> JSONValue {
    .object([
      ("identifier", .string(question.identifier)), ("question", .string(question.text)),
      ("answer", .string(question.format.hint)), ("optional", .bool(question.isOptional)),
    ])
  }
}
