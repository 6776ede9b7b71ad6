import JSONCoding
import SampleStore

/// A task as a JSON text: what `docs/study-task.schema.json` describes.
public struct TaskFile: Sendable {
  /// The version of the form that this program reads and writes.
  public static let formVersion = 1

  /// A text that holds no usable task.
  public struct Defect: Error, Equatable {
    /// All that is wrong, in the order of lines.
    public let problems: [TaskProblem]
  }

  /// Reads a task.
  /// - Parameter clipProblem: Why a sound file cannot be played, by its path as the text has it; `nil` if
  ///   it can.
  public static func task(
    from text: String, clipProblem: (String) -> String? = { _ in nil }
  ) throws(Defect) -> StudyTask {
    let bytes = Array(text.utf8)
    let value: JSONValue
    do throws(JSONError) {
      value = try JSONParser.value(of: bytes)
    } catch {
      throw Defect(problems: [
        TaskProblem(
          field: "", line: JSONParser.line(ofByte: error.byte, in: bytes),
          message: error.description)
      ])
    }
    var reader = TaskReader()
    let task = reader.task(value)
    var faults = reader.faults
    if faults.isEmpty { faults = TaskCheck(task, clipProblem: clipProblem).faults }
    guard faults.isEmpty else {
      let problems = faults.map { path, message in
        TaskProblem(
          field: path.text,
          line: JSONParser.line(ofByte: JSONParser.byte(of: path, in: bytes), in: bytes),
          message: message)
      }
      throw Defect(problems: problems.sorted { ($0.line ?? 0) < ($1.line ?? 0) })
    }
    return task
  }

  /// Returns the problems of a task that was not read from a text.
  public static func problems(in task: StudyTask) -> [TaskProblem] {
    TaskCheck(task, clipProblem: { _ in nil }).faults.map {
      TaskProblem(field: $0.path.text, line: nil, message: $0.message)
    }
  }

  /// Returns the text of a task, which reads as the same task.
  public static func text(of task: StudyTask) -> String { TaskWriter.json(task).indentedText }
}

/// Reads the fields of a task and keeps the faults of each.
private struct TaskReader {
  private(set) var faults: [(path: [JSONKey], message: String)] = []

  private mutating func note(_ path: [JSONKey], _ message: String) {
    faults.append((path, message))
  }

  mutating func task(_ value: JSONValue) -> StudyTask {
    var task = StudyTask(identifier: "", steps: [])
    guard value.members != nil else {
      note([], "a task is an object in braces")
      return task
    }
    switch value["heartcam_task"]?.number {
    case Double(TaskFile.formVersion)?: break
    case let version? where version > Double(TaskFile.formVersion):
      note(
        [.name("heartcam_task")],
        "the file has version \(DecimalNumber.text(version)) of the form; this program reads version "
          + "\(TaskFile.formVersion), so a newer program is needed")
      return task
    default:
      note([.name("heartcam_task")], "must be \(TaskFile.formVersion), the version of the form")
      return task
    }
    allow(
      [
        "heartcam_task", "$schema", "identifier", "title", "summary", "steps", "rules", "skips",
      ], value, [])
    task.identifier = text("identifier", value, [], isRequired: true)
    task.title = text("title", value, [])
    task.summary = text("summary", value, [])
    let steps = array("steps", value, [])
    guard steps.count <= TaskCheck.mostSteps else {
      note(
        [.name("steps"), .index(TaskCheck.mostSteps)],
        "a task has at most \(TaskCheck.mostSteps) steps, and this one has \(steps.count)")
      return task
    }
    for (index, step) in steps.enumerated() {
      task.steps.append(self.step(step, [.name("steps"), .index(index)]))
    }
    for member in object("rules", value, []) {
      task.rules[member.key] = rule(member.value, [.name("rules"), .name(member.key)])
    }
    for member in object("skips", value, []) {
      task.skips[member.key] = condition(member.value, [.name("skips"), .name(member.key)])
    }
    return task
  }

  // MARK: - Steps

  private mutating func step(_ value: JSONValue, _ path: [JSONKey]) -> StudyStep {
    var step = StudyStep(identifier: "", kind: .instruction)
    guard value.members != nil else {
      note(path, "a step is an object in braces")
      return step
    }
    let name = text("type", value, path, isRequired: true)
    guard let kind = StudyStep.Kind(rawValue: name) else {
      if !name.isEmpty { note(path + [.name("type")], Self.oneOf(StudyStep.Kind.allCases)) }
      return step
    }
    step.kind = kind
    step.identifier = text("identifier", value, path, isRequired: true)
    step.title = text("title", value, path)
    step.text = text("text", value, path)
    step.isOptional = bool("optional", value, path) ?? (kind == .question || kind == .form)
    let common = ["type", "identifier", "title", "text", "optional"]
    switch kind {
    case .instruction, .completion: allow(common, value, path)
    case .question:
      allow(common + ["question", "answer"], value, path)
      let question = text("question", value, path, isRequired: true)
      if let format = format("answer", value, path) {
        step.questions = [
          Question(
            identifier: step.identifier, text: question, format: format,
            isOptional: step.isOptional)
        ]
      }
    case .form:
      allow(common + ["items"], value, path)
      for (index, item) in array("items", value, path).enumerated() {
        if let question = question(item, path + [.name("items"), .index(index)]) {
          step.questions.append(question)
        }
      }
    case .countdown, .active, .fitness, .walking, .music:
      step.activity = activity(kind, value, path, common)
    }
    return step
  }

  private mutating func activity(
    _ kind: StudyStep.Kind, _ value: JSONValue, _ path: [JSONKey], _ common: [String]
  ) -> StepActivity {
    allow(
      common + [
        "duration_s", "recorders", "effort", "spoken", "spoken_at_end", "shows_timer",
        "starts_automatically", "continues_on_finish", "speaks_countdown", "speaks_halfway",
        "sound_at_start", "sound_at_end", "clips", "breaths_per_minute", "walking_steps",
      ], value, path)
    let standard: Double? = kind == .countdown ? 5 : nil
    var activity = StepActivity(
      duration: number("duration_s", value, path, 0...86_400, isRequired: standard == nil)
        ?? standard ?? 0)
    let isCountdown = kind == .countdown
    activity.showsTimer = bool("shows_timer", value, path) ?? true
    activity.startsAutomatically = bool("starts_automatically", value, path) ?? isCountdown
    activity.continuesOnFinish = bool("continues_on_finish", value, path) ?? isCountdown
    activity.speaksCountdown = bool("speaks_countdown", value, path) ?? false
    activity.speaksHalfway = bool("speaks_halfway", value, path) ?? false
    activity.soundsOnStart = bool("sound_at_start", value, path) ?? false
    activity.soundsOnFinish = bool("sound_at_end", value, path) ?? false
    activity.spokenInstruction = optionalText("spoken", value, path)
    activity.finishedSpokenInstruction = optionalText("spoken_at_end", value, path)
    activity.breathsPerMinute = number("breaths_per_minute", value, path, 1...60)
    activity.walkingSteps = number("walking_steps", value, path, 1...100_000).map { Int($0) }
    if let effort = optionalText("effort", value, path) {
      activity.effort = StepActivity.Effort(rawValue: effort)
      if activity.effort == nil {
        note(path + [.name("effort")], Self.oneOf(StepActivity.Effort.allCases))
      }
    }
    for (index, clip) in array("clips", value, path).enumerated() {
      guard let clip = clip.string, !clip.isEmpty else {
        note(path + [.name("clips"), .index(index)], "must be the name of a sound file")
        continue
      }
      activity.clips.append(clip)
    }
    for (index, recorder) in array("recorders", value, path).enumerated() {
      let path = path + [.name("recorders"), .index(index)]
      if let recorder = self.recorder(recorder, path) { activity.recorders.append(recorder) }
    }
    return activity
  }

  private mutating func recorder(_ value: JSONValue, _ path: [JSONKey]) -> RecorderSettings? {
    guard value.members != nil else {
      note(path, "a recorder is an object in braces")
      return nil
    }
    allow(["identifier", "type", "quantity", "unit"], value, path)
    let identifier = text("identifier", value, path, isRequired: true)
    switch text("type", value, path, isRequired: true) {
    case "color_signal": return RecorderSettings(identifier: identifier, kind: .colorSignal)
    case "beats": return RecorderSettings(identifier: identifier, kind: .beats)
    case "quantity":
      let name = text("quantity", value, path, isRequired: true)
      guard let type = SampleType(named: name)?.quantityType else {
        if !name.isEmpty {
          note(path + [.name("quantity")], "must be a quantity such as HeartRate or StepCount")
        }
        return nil
      }
      let text = optionalText("unit", value, path) ?? type.customaryUnit.description
      guard let unit = try? QuantityUnit(text), unit.isCompatible(with: type.canonicalUnit) else {
        note(path + [.name("unit")], "must be a unit that fits \(name), such as count/min")
        return nil
      }
      return RecorderSettings(identifier: identifier, kind: .quantity(type, unit))
    case "": return nil
    default:
      note(path + [.name("type")], "must be quantity, color_signal or beats")
      return nil
    }
  }

  // MARK: - Questions

  private mutating func question(_ value: JSONValue, _ path: [JSONKey]) -> Question? {
    guard value.members != nil else {
      note(path, "an item is an object in braces")
      return nil
    }
    allow(["identifier", "question", "answer", "optional"], value, path)
    let identifier = text("identifier", value, path, isRequired: true)
    let question = text("question", value, path, isRequired: true)
    guard let format = format("answer", value, path) else { return nil }
    return Question(
      identifier: identifier, text: question, format: format,
      isOptional: bool("optional", value, path) ?? true)
  }

  private mutating func format(
    _ key: String, _ parent: JSONValue, _ path: [JSONKey]
  ) -> AnswerFormat? {
    let path = path + [.name(key)]
    guard let value = parent[key], value.members != nil else {
      note(path, "an answer is needed, an object in braces with a type")
      return nil
    }
    let type = text("type", value, path, isRequired: true)
    switch type {
    case "boolean", "time_of_day", "time_interval":
      allow(["type"], value, path)
      return type == "boolean" ? .boolean : type == "time_of_day" ? .timeOfDay : .timeInterval
    case "date":
      allow(["type", "has_time"], value, path)
      return .date(hasTime: bool("has_time", value, path) ?? false)
    case "text":
      allow(["type", "maximum_length"], value, path)
      return .text(
        maximumLength: number("maximum_length", value, path, 1...1_000_000).map { Int($0) })
    case "choice":
      allow(["type", "choices", "several"], value, path)
      let choices = array("choices", value, path).enumerated().compactMap { index, value in
        choice(value, path + [.name("choices"), .index(index)])
      }
      if choices.isEmpty { note(path + [.name("choices")], "at least one choice is needed") }
      return .choice(choices, allowsSeveral: bool("several", value, path) ?? false)
    case "scale":
      allow(["type", "minimum", "maximum", "step", "default"], value, path)
      guard let range = range(value, path, isRequired: true) else { return nil }
      let length = range.upperBound - range.lowerBound
      let step = number("step", value, path, (length / 1e6)...max(length, length / 1e6))
      return .scale(range, step: step, default: number("default", value, path, range))
    case "number":
      allow(["type", "minimum", "maximum", "unit", "integer"], value, path)
      return .number(
        range(value, path, isRequired: false), unit: optionalText("unit", value, path),
        isInteger: bool("integer", value, path) ?? false)
    default:
      if !type.isEmpty {
        note(
          path + [.name("type")],
          "must be boolean, choice, scale, number, text, date, time_of_day or time_interval")
      }
      return nil
    }
  }

  private mutating func choice(_ value: JSONValue, _ path: [JSONKey]) -> AnswerFormat.Choice? {
    if let text = value.string { return .init(text: text, value: text) }
    guard value.members != nil else {
      note(path, "a choice is a text, or an object with text and value")
      return nil
    }
    allow(["text", "value"], value, path)
    return .init(
      text: text("text", value, path, isRequired: true),
      value: text("value", value, path, isRequired: true))
  }

  private mutating func range(
    _ value: JSONValue, _ path: [JSONKey], isRequired: Bool
  ) -> ClosedRange<Double>? {
    let all = -1e15...1e15
    let least = number("minimum", value, path, all, isRequired: isRequired)
    let most = number("maximum", value, path, all, isRequired: isRequired)
    guard least != nil || most != nil, !isRequired || (least != nil && most != nil) else {
      return nil
    }
    guard least ?? all.lowerBound <= most ?? all.upperBound else {
      note(path + [.name("maximum")], "must not be below the minimum")
      return nil
    }
    return (least ?? all.lowerBound)...(most ?? all.upperBound)
  }

  // MARK: - Rules

  private mutating func rule(_ value: JSONValue, _ path: [JSONKey]) -> NavigationRule {
    if value.string != nil { return NavigationRule(otherwise: destination(value, path)) }
    guard value.members != nil else {
      note(path, "a rule is the name of a step, or an object with branches")
      return NavigationRule(otherwise: .next)
    }
    allow(["branches", "to"], value, path)
    var rule = NavigationRule(otherwise: .next)
    if let to = value["to"] { rule.otherwise = destination(to, path + [.name("to")]) }
    for (index, branch) in array("branches", value, path).enumerated() {
      let path = path + [.name("branches"), .index(index)]
      allow(["if", "to"], branch, path)
      guard let condition = branch["if"], let to = branch["to"] else {
        note(path, "a branch needs if and to")
        continue
      }
      rule.branches.append(
        .init(
          if: self.condition(condition, path + [.name("if")]),
          to: destination(to, path + [.name("to")])))
    }
    return rule
  }

  private mutating func destination(
    _ value: JSONValue, _ path: [JSONKey]
  ) -> NavigationRule.Destination {
    switch value.string {
    case "@end"?: return .end
    case "@next"?: return .next
    case let step?: return .step(step)
    case nil:
      note(path, "must be the identifier of a step, @next or @end")
      return .next
    }
  }

  private mutating func condition(_ value: JSONValue, _ path: [JSONKey]) -> ResultCondition {
    guard value.members != nil else {
      note(path, "a condition is an object in braces")
      return .all([])
    }
    for (name, make) in [("all", ResultCondition.all), ("any", ResultCondition.any)]
    where value[name] != nil {
      allow([name], value, path)
      var parts: [ResultCondition] = []
      for (index, part) in array(name, value, path).enumerated() {
        parts.append(condition(part, path + [.name(name), .index(index)]))
      }
      return make(parts)
    }
    if let part = value["not"] {
      allow(["not"], value, path)
      return .not(condition(part, path + [.name("not")]))
    }
    allow(
      ["step", "item", "equals", "at_least", "at_most", "includes", "is_answered"], value, path)
    let step = text("step", value, path, isRequired: true)
    var tests: [ResultCondition.Test] = []
    switch value["equals"] {
    case .bool(let truth)?: tests.append(.equals(.bool(truth)))
    case .string(let text)?: tests.append(.equals(.text(text)))
    case let other? where other.number != nil: tests.append(.equals(.number(other.number ?? 0)))
    case nil: break
    default: note(path + [.name("equals")], "must be a text, a number, true or false")
    }
    let all = -1e300...1e300
    if let least = number("at_least", value, path, all) { tests.append(.atLeast(least)) }
    if let most = number("at_most", value, path, all) { tests.append(.atMost(most)) }
    if let text = optionalText("includes", value, path) { tests.append(.includes(text)) }
    if let isAnswered = bool("is_answered", value, path) {
      guard isAnswered else {
        return .not(.answer(step: step, item: optionalText("item", value, path), .isAnswered))
      }
      tests.append(.isAnswered)
    }
    if tests.isEmpty {
      note(path, "a condition needs equals, at_least, at_most, includes or is_answered")
    }
    let item = optionalText("item", value, path)
    let parts = tests.map { ResultCondition.answer(step: step, item: item, $0) }
    return parts.count == 1 ? parts[0] : .all(parts)
  }

  // MARK: - Fields

  private mutating func allow(_ names: [String], _ value: JSONValue, _ path: [JSONKey]) {
    var seen: Set<String> = []
    for member in value.members ?? [] {
      if !names.contains(member.key) {
        note(path + [.name(member.key)], "there is no such field here")
      } else if !seen.insert(member.key).inserted {
        note(path + [.name(member.key)], "the field is there twice")
      }
    }
  }

  private mutating func text(
    _ key: String, _ value: JSONValue, _ path: [JSONKey], isRequired: Bool = false
  ) -> String {
    guard let found = value[key] else {
      if isRequired { note(path + [.name(key)], "\(key) is missing") }
      return ""
    }
    guard let text = found.string, !isRequired || !text.isEmpty else {
      note(path + [.name(key)], isRequired ? "must be a text, not empty" : "must be a text")
      return ""
    }
    return text
  }

  private mutating func optionalText(
    _ key: String, _ value: JSONValue, _ path: [JSONKey]
  ) -> String? {
    guard value[key] != nil else { return nil }
    let text = text(key, value, path)
    return text.isEmpty ? nil : text
  }

  private mutating func bool(
    _ key: String, _ value: JSONValue, _ path: [JSONKey]
  ) -> Bool? {
    guard let found = value[key] else { return nil }
    if found.bool == nil { note(path + [.name(key)], "must be true or false") }
    return found.bool
  }

  private mutating func number(
    _ key: String, _ value: JSONValue, _ path: [JSONKey], _ range: ClosedRange<Double>,
    isRequired: Bool = false
  ) -> Double? {
    guard let found = value[key] else {
      if isRequired { note(path + [.name(key)], "\(key) is missing") }
      return nil
    }
    guard let number = found.number, range.contains(number) else {
      let bounds = [range.lowerBound, range.upperBound].map(DecimalNumber.text)
      note(path + [.name(key)], "must be a number from \(bounds[0]) to \(bounds[1])")
      return nil
    }
    return number
  }

  private mutating func array(
    _ key: String, _ value: JSONValue, _ path: [JSONKey]
  ) -> [JSONValue] {
    guard let found = value[key] else { return [] }
    guard case .array(let elements) = found else {
      note(path + [.name(key)], "must be a list in brackets")
      return []
    }
    return elements
  }

  private mutating func object(
    _ key: String, _ value: JSONValue, _ path: [JSONKey]
  ) -> [JSONValue.Member] {
    guard let found = value[key] else { return [] }
    guard let members = found.members else {
      note(path + [.name(key)], "must be an object in braces")
      return []
    }
    return members
  }

  private static func oneOf<Value: RawRepresentable>(_ values: [Value]) -> String
  where Value.RawValue == String {
    "must be one of \(values.map(\.rawValue).joined(separator: ", "))"
  }
}
