import CivilTime
import FoundationEssentials
import JSONCoding

/// `result.json` in ResearchKit's shape, with the paths of files and times below a second beside it.
extension TaskResult {
  /// The version of the form that this program writes.
  static let formVersion = 1

  /// The result as JSON; `docs/study-result.schema.json` describes it.
  public var text: String { json.indentedText }

  var json: JSONValue {
    .object(
      present: [
        ("heartcam_result", .integer(Self.formVersion)),
        ("_class", .string("ORKTaskResult")), ("identifier", .string(taskIdentifier)),
        ("taskRunUUID", .string(runID.uuidString)),
      ] + ResultDates.members(start, end) + [
        ("finishReason", finishReason.map { .string($0.rawValue) } ?? .null),
        ("userInfo", .object(sorted: details)),
        ("results", .array(steps.map(\.json))), ("openStep", openStep?.json),
      ])
  }

  /// Reads a result; `nil` for any other text, or for a newer form.
  public init?(text: String) {
    guard let value = try? JSONParser.value(of: Array(text.utf8)) else { return nil }
    self.init(value)
  }

  init?(_ value: JSONValue) {
    guard value["heartcam_result"]?.number == Double(Self.formVersion),
      let identifier = value["identifier"]?.string,
      let runID = value["taskRunUUID"]?.string.flatMap({ UUID(uuidString: $0) }),
      let (start, end) = ResultDates.dates(value)
    else { return nil }
    self.init(taskIdentifier: identifier, runID: runID, start: start)
    self.end = end
    finishReason = value["finishReason"]?.string.flatMap(FinishReason.init)
    details = Self.details(value["userInfo"])
    for step in value["results"]?.elements ?? [] {
      guard let step = StepResult(step) else { return nil }
      steps.append(step)
    }
    openStep = value["openStep"].flatMap(OpenStep.init)
  }

  static func details(_ value: JSONValue?) -> [String: String] {
    var details: [String: String] = [:]
    for member in value?.members ?? [] { details[member.key] = member.value.string }
    return details
  }
}

extension TaskResult.OpenStep {
  var json: JSONValue {
    let recorders = recorders.map { recorder in
      JSONValue.object([
        ("identifier", .string(recorder.identifier)), ("folder", .string(recorder.folder)),
      ])
    }
    return .object(
      present: [("identifier", .string(identifier))] + ResultDates.members(start, start)
        + [("recorders", .array(recorders))])
  }

  init?(_ value: JSONValue) {
    guard let identifier = value["identifier"]?.string, let (start, _) = ResultDates.dates(value)
    else { return nil }
    self.identifier = identifier
    self.start = start
    recorders = (value["recorders"]?.elements ?? []).compactMap { value in
      guard let identifier = value["identifier"]?.string, let folder = value["folder"]?.string
      else { return nil }
      return Recorder(identifier: identifier, folder: folder)
    }
  }
}

extension StepResult {
  var json: JSONValue {
    var info = details.map { ($0.key, JSONValue.string($0.value)) }.sorted { $0.0 < $1.0 }
    if !refusals.isEmpty { info.append(("refusals_s", .object(sorted: refusals, places: 3))) }
    if !measures.isEmpty { info.append(("measures", .object(sorted: measures, places: 3))) }
    if !missingMeasures.isEmpty {
      info.append(("missing_measures", .object(sorted: missingMeasures)))
    }
    return .object(
      present: [("_class", .string("ORKStepResult")), ("identifier", .string(identifier))]
        + ResultDates.members(start, end) + [
          ("enabledAssistiveTechnology", .null), ("isPreviousResult", .bool(false)),
          ("userInfo", .object(info)), ("results", .array(items.map { $0.json(start, end) })),
        ])
  }

  init?(_ value: JSONValue) {
    guard let identifier = value["identifier"]?.string, let (start, end) = ResultDates.dates(value)
    else { return nil }
    self.init(identifier: identifier, start: start, end: end)
    let info = value["userInfo"]
    details = TaskResult.details(info)
    refusals = Self.numbers(info?["refusals_s"])
    measures = Self.numbers(info?["measures"])
    missingMeasures = TaskResult.details(info?["missing_measures"])
    for item in value["results"]?.elements ?? [] {
      guard let item = ItemResult(item) else { return nil }
      items.append(item)
    }
  }

  private static func numbers(_ value: JSONValue?) -> [String: Double] {
    var numbers: [String: Double] = [:]
    for member in value?.members ?? [] { numbers[member.key] = member.value.number }
    return numbers
  }
}

extension ItemResult {
  fileprivate func json(_ start: Date, _ end: Date) -> JSONValue {
    switch self {
    case .file(let file):
      return .object(
        present: [("_class", .string("ORKFileResult")), ("identifier", .string(file.identifier))]
          + ResultDates.members(file.start, file.end) + [
            ("contentType", .string(RecordedFile.contentType)),
            ("fileName", .string(file.fileName)), ("path", .string(file.path)),
            ("count", file.count.map(JSONValue.integer) ?? .null),
          ])
    case .failure(let identifier, let sentence):
      return .object(
        present: [
          ("_class", .string("HeartcamFailureResult")), ("identifier", .string(identifier)),
        ]
          + ResultDates.members(start, end) + [("error", .string(sentence))])
    case .answer(let identifier, let answer):
      let (name, members) = Self.form(of: answer)
      return .object(
        present: [("_class", .string(name)), ("identifier", .string(identifier))]
          + ResultDates.members(start, end) + members)
    }
  }

  /// Returns ResearchKit's class of a result, and the members that hold the answer.
  private static func form(of answer: Answer?) -> (String, [(String, JSONValue?)]) {
    switch answer {
    case nil: ("ORKQuestionResult", [("answer", .null)])
    case .bool(let value): ("ORKBooleanQuestionResult", [("booleanAnswer", .bool(value))])
    case .choices(let values):
      ("ORKChoiceQuestionResult", [("choiceAnswers", .array(values.map(JSONValue.string)))])
    case .number(let value): ("ORKNumericQuestionResult", [("numericAnswer", .number(value))])
    case .text(let value): ("ORKTextQuestionResult", [("textAnswer", .string(value))])
    case .interval(let value):
      ("ORKTimeIntervalQuestionResult", [("intervalAnswer", .number(value))])
    case .timeOfDay(let hour, let minute):
      (
        "ORKTimeOfDayQuestionResult",
        [
          (
            "dateComponentsAnswer",
            ["hour": .integer(hour), "minute": .integer(minute)]
          )
        ]
      )
    case .date(let date, let seconds):
      (
        "ORKDateQuestionResult",
        [
          ("dateAnswer", .number(date.timeIntervalSince1970)), ("calendar", .string("gregorian")),
          ("timeZone", .integer(seconds)),
        ]
      )
    case .dontKnow:
      (
        "ORKQuestionResult",
        [("answer", .null), ("noAnswerType", ["_class": .string("ORKDontKnowAnswer")])]
      )
    }
  }

  fileprivate init?(_ value: JSONValue) {
    guard let name = value["_class"]?.string, let identifier = value["identifier"]?.string else {
      return nil
    }
    func answer(_ answer: Answer?) -> ItemResult? { answer.map { .answer(identifier, $0) } }
    let item: ItemResult?
    switch name {
    case "ORKFileResult":
      guard let path = value["path"]?.string, let (start, end) = ResultDates.dates(value) else {
        return nil
      }
      item = .file(
        RecordedFile(
          identifier: identifier, path: path, start: start, end: end,
          count: value["count"]?.number.flatMap { Int(exactly: $0) }))
    case "HeartcamFailureResult": item = .failure(identifier, value["error"]?.string ?? "")
    case "ORKQuestionResult":
      item = .answer(identifier, value["noAnswerType"] == nil ? nil : .dontKnow)
    case "ORKBooleanQuestionResult": item = answer(value["booleanAnswer"]?.bool.map(Answer.bool))
    case "ORKChoiceQuestionResult":
      item = .answer(
        identifier, .choices((value["choiceAnswers"]?.elements ?? []).compactMap(\.string)))
    case "ORKNumericQuestionResult":
      item = answer(value["numericAnswer"]?.number.map(Answer.number))
    case "ORKTextQuestionResult": item = answer(value["textAnswer"]?.string.map(Answer.text))
    case "ORKTimeIntervalQuestionResult":
      item = answer(value["intervalAnswer"]?.number.map(Answer.interval))
    case "ORKTimeOfDayQuestionResult":
      let time = value["dateComponentsAnswer"]
      guard let hour = time?["hour"]?.number, let minute = time?["minute"]?.number,
        let hour = Int(exactly: hour), let minute = Int(exactly: minute)
      else { return nil }
      item = .answer(identifier, .timeOfDay(hour: hour, minute: minute))
    case "ORKDateQuestionResult":
      item = answer(
        value["dateAnswer"]?.number.map {
          .date(
            Date(timeIntervalSince1970: $0),
            secondsFromGMT: value["timeZone"]?.number.flatMap { Int(exactly: $0) } ?? 0)
        })
    default: item = nil
    }
    guard let item else { return nil }
    self = item
  }
}

/// The members `startDate` and `endDate`, with the same as seconds since 1970.
enum ResultDates {
  static func members(_ start: Date, _ end: Date) -> [(String, JSONValue?)] {
    [
      ("startDate", .string(CivilMoment(start).text)), ("endDate", .string(CivilMoment(end).text)),
      ("startTimestamp", .rounded(start.timeIntervalSince1970, 3)),
      ("endTimestamp", .rounded(end.timeIntervalSince1970, 3)),
    ]
  }

  static func dates(_ value: JSONValue) -> (Date, Date)? {
    guard let start = value["startTimestamp"]?.number, let end = value["endTimestamp"]?.number
    else { return nil }
    return (Date(timeIntervalSince1970: start), Date(timeIntervalSince1970: end))
  }
}
