package import JSONCoding
import SampleStore

/// A task as JSON, without fields that have their standard values.
enum TaskWriter {
  static func json(_ task: StudyTask) -> JSONValue {
    let rules = task.rules.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }
    let skips = task.skips.sorted { $0.key < $1.key }.map { ($0.key, json($0.value)) }
    return .object(
      present: [
        ("heartcam_task", .integer(TaskFile.formVersion)), ("identifier", .string(task.identifier)),
        ("title", text(task.title)), ("summary", text(task.summary)),
        ("steps", .array(task.steps.map(json))),
        ("rules", rules.isEmpty ? nil : .object(rules)),
        ("skips", skips.isEmpty ? nil : .object(skips)),
      ])
  }

  private static func text(_ text: String?) -> JSONValue? {
    text.flatMap { $0.isEmpty ? nil : .string($0) }
  }

  private static func bool(_ value: Bool, unless standard: Bool = false) -> JSONValue? {
    value == standard ? nil : .bool(value)
  }

  private static func json(_ step: StudyStep) -> JSONValue {
    let asks = step.kind == .question || step.kind == .form
    var members: [(String, JSONValue?)] = [
      ("type", .string(step.kind.rawValue)), ("identifier", .string(step.identifier)),
      ("title", text(step.title)), ("text", text(step.text)),
      ("optional", bool(step.isOptional, unless: asks)),
    ]
    if let activity = step.activity { members += json(activity, step.kind) }
    if step.kind == .question, let question = step.questions.first {
      members += [("question", .string(question.text)), ("answer", json(question.format))]
    } else if step.kind == .form {
      let items = step.questions.map { question in
        JSONValue.object(
          present: [
            ("identifier", .string(question.identifier)), ("question", .string(question.text)),
            ("answer", json(question.format)),
            ("optional", bool(question.isOptional, unless: true)),
          ])
      }
      members.append(("items", .array(items)))
    }
    return .object(present: members)
  }

  private static func json(
    _ activity: StepActivity, _ kind: StudyStep.Kind
  ) -> [(String, JSONValue?)] {
    let isCountdown = kind == .countdown
    let recorders = activity.recorders.compactMap(json)
    return [
      ("duration_s", .number(activity.duration)),
      ("effort", text(activity.effort?.rawValue)),
      ("shows_timer", bool(activity.showsTimer, unless: true)),
      ("starts_automatically", bool(activity.startsAutomatically, unless: isCountdown)),
      ("continues_on_finish", bool(activity.continuesOnFinish, unless: isCountdown)),
      ("spoken", text(activity.spokenInstruction)),
      ("spoken_at_end", text(activity.finishedSpokenInstruction)),
      ("speaks_countdown", bool(activity.speaksCountdown)),
      ("speaks_halfway", bool(activity.speaksHalfway)),
      ("sound_at_start", bool(activity.soundsOnStart)),
      ("sound_at_end", bool(activity.soundsOnFinish)),
      ("clips", activity.clips.isEmpty ? nil : .array(activity.clips.map(JSONValue.string))),
      ("breaths_per_minute", activity.breathsPerMinute.map(JSONValue.number)),
      ("walking_steps", activity.walkingSteps.map(JSONValue.integer)),
      ("recorders", recorders.isEmpty ? nil : .array(recorders)),
    ]
  }

  private static func json(_ recorder: RecorderSettings) -> JSONValue? {
    var members: [(String, JSONValue)] = [("identifier", .string(recorder.identifier))]
    switch recorder.kind {
    case .colorSignal: members.append(("type", .string("color_signal")))
    case .beats: members.append(("type", .string("beats")))
    case .unsupported: return nil
    case .quantity(let type, let unit):
      members += [
        ("type", .string("quantity")), ("quantity", .string(type.identifier)),
        ("unit", .string(unit.description)),
      ]
    }
    return .object(members)
  }

  /// Returns the format without false members, and choices with one text for both as that text.
  private static func json(_ format: AnswerFormat) -> JSONValue {
    var fields = format.fields.filter { $0.1 != .bool(false) }
    if case .choice(let choices, _) = format {
      let values = choices.map { $0.text == $0.value ? JSONValue.string($0.text) : $0.json }
      fields = [("choices", .array(values))] + fields.filter { $0.0 == "several" }
    }
    return .object(present: [("type", .string(format.typeName))] + fields)
  }

  private static func json(_ rule: NavigationRule) -> JSONValue {
    let to = json(rule.otherwise)
    guard !rule.branches.isEmpty else { return to }
    return [
      "branches": .array(
        rule.branches.map {
          ["if": json($0.condition), "to": json($0.destination)]
        }),
      "to": to,
    ]
  }

  private static func json(_ destination: NavigationRule.Destination) -> JSONValue {
    switch destination {
    case .end: .string("@end")
    case .next: .string("@next")
    case .step(let identifier): .string(identifier)
    }
  }

  private static func json(_ condition: ResultCondition) -> JSONValue {
    switch condition {
    case .all(let parts): return ["all": .array(parts.map(json))]
    case .any(let parts): return ["any": .array(parts.map(json))]
    case .not(let part): return ["not": json(part)]
    case .answer(let step, let item, let test):
      let member: (String, JSONValue) =
        switch test {
        case .isAnswered: ("is_answered", .bool(true))
        case .equals(.bool(let value)): ("equals", .bool(value))
        case .equals(.number(let value)): ("equals", .number(value))
        case .equals(.text(let value)): ("equals", .string(value))
        case .atLeast(let value): ("at_least", .number(value))
        case .atMost(let value): ("at_most", .number(value))
        case .includes(let value): ("includes", .string(value))
        }
      return .object(
        present: [("step", .string(step)), ("item", item.map(JSONValue.string)), member])
    }
  }
}

extension AnswerFormat {
  /// Its name in task files.
  package var typeName: String {
    switch self {
    case .boolean: "boolean"
    case .choice: "choice"
    case .scale: "scale"
    case .number: "number"
    case .text: "text"
    case .date: "date"
    case .timeOfDay: "time_of_day"
    case .timeInterval: "time_interval"
    case .custom: "custom"
    }
  }

  /// Its bounds and choices, named as in task files.
  package var fields: [(String, JSONValue?)] {
    switch self {
    case .boolean, .timeOfDay, .timeInterval, .custom: []
    case .date(let hasTime): [("has_time", .bool(hasTime))]
    case .text(let length): [("maximum_length", length.map(JSONValue.integer))]
    case .choice(let choices, let allowsSeveral):
      [("several", .bool(allowsSeveral)), ("choices", .array(choices.map(\.json)))]
    case .scale(let range, let step, let value):
      [
        ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound)),
        ("step", step.map(JSONValue.number)), ("default", value.map(JSONValue.number)),
      ]
    case .number(let range, let unit, let isInteger):
      [
        ("minimum", range.map { .number($0.lowerBound) }),
        ("maximum", range.map { .number($0.upperBound) }), ("unit", unit.map(JSONValue.string)),
        ("integer", .bool(isInteger)),
      ]
    }
  }
}

extension AnswerFormat.Choice {
  fileprivate var json: JSONValue {
    ["text": .string(text), "value": .string(value)]
  }
}
