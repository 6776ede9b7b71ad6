import Foundation
import ResearchKit
import TestSupport
import Testing

@testable import ResearchStudyTool

/// Tasks and results as the JSON of ResearchKit's serializer.
@Suite struct SerializerTests {
  @Test func `a task that was written and read is carried out as before`() throws {
    let folder = try TemporaryFolder()
    for (name, study) in Studies.all.sorted(by: { $0.key < $1.key }) {
      let task = try #require(study() as? ORKOrderedTask)
      let read = try #require(try again(task))
      #expect(type(of: read) == type(of: task))
      #expect(try json(read) == json(task), "\(name)")
      // The registration's password has no example.
      let answers = [
        "adult": "Yes", "pacemaker": "No", "ORKRegistrationFormItemPassword": "abc1",
        "code": "AB1", "parents": "1",
      ]
      let runs = [task, read].map { ScriptedRun($0, answers, in: folder) }
      #expect(runs[0].presenter.shownSteps == runs[1].presenter.shownSteps, "\(name)")
      #expect(runs[0].delegate.reason == .completed, "\(name)")
      let results = try runs.map { run in
        try json(run.result).replacing(#/"(startDate|endDate|taskRunUUID)":"[^"]*"/#, with: "")
          .replacing(#/"duration":[0-9.e-]+/#, with: "")
      }
      #expect(results[0] == results[1], "\(name)")
      let result = try #require(try again(runs[0].result))
      #expect(try json(result) == json(runs[0].result), "\(name)")
    }
  }

  /// A task in the form of ResearchKit's samples, with the properties that these have for a screen.
  private static let task = """
    {"_class": "ORKNavigableOrderedTask", "identifier": "tea", "shouldReportProgress": true,
     "skipStepNavigationRules": {}, "stepModifiers": {},
     "stepNavigationRules": {"form": {"_class": "ORKDirectStepNavigationRule",
       "destinationStepIdentifier": "end"}},
     "steps": [
       {"_class": "ORKFormStep", "identifier": "form", "title": "Tea", "text": "", "optional": false,
        "bodyItems": [{"_class": "ORKBodyItem", "text": "One", "bodyItemStyle": 1,
          "useCardStyle": false, "learnMoreItem": {}, "image": {"imageName": "cup"}}],
        "headerTextAlignment": 0, "imageContentMode": 0, "bodyItemTextAlignment": 0,
        "buildInBodyItems": 0, "useExtendedPadding": 0, "iconImage": {"imageName": "leaf"},
        "useSurveyMode": true, "shouldTintImages": true, "footnote": "",
        "shouldAutomaticallyAdjustImageTintColor": 0, "useCardView": true, "cardViewStyle": 0,
        "autoScrollEnabled": true, "footerText": "",
        "formItems": [
          {"_class": "ORKFormItem", "identifier": "cups", "text": "How many?", "placeholder": "",
           "optional": true, "showsProgress": false, "tagText": "", "detailText": "",
           "answerFormat": {"_class": "ORKScaleAnswerFormat", "minimum": 0, "maximum": 5,
             "defaultValue": 2, "step": 1, "vertical": false, "minimumValueDescription": "none",
             "showDontKnowButton": true, "customDontKnowButtonText": "", "dontKnowButtonStyle": 0}},
          {"_class": "ORKFormItem", "identifier": "kind", "text": "Which?", "optional": false,
           "answerFormat": {"_class": "ORKTextChoiceAnswerFormat", "style": "multipleChoice",
             "textChoices": [
               {"_class": "ORKTextChoice", "text": "Green", "value": "green", "detailText": "",
                "exclusive": false},
               {"_class": "ORKTextChoice", "text": "None", "value": 0, "exclusive": true}]}}]},
       {"_class": "ORKInstructionStep", "identifier": "skipped"},
       {"_class": "ORKCompletionStep", "identifier": "end", "reasonForCompletion": 2}]}
    """

  @Test func `a task in the form of ResearchKit's samples is read and carried out`() throws {
    let read = try ORKESerializer.object(fromJSONData: Data(Self.task.utf8))
    let task = try #require(read as? ORKNavigableOrderedTask)
    let form = try #require(task.steps.first as? ORKFormStep)
    #expect(form.bodyItems?.first?.image?.name == "cup" && form.iconImage?.name == "leaf")
    let scale = try #require(form.formItems?.first?.answerFormat as? ORKScaleAnswerFormat)
    #expect(scale.minimumValueDescription == "none" && scale.shouldShowDontKnowButton)
    let run = ScriptedRun(task, ["cups": "?", "kind": "Green"])
    #expect(run.presenter.shownSteps == ["form", "end"])
    #expect((run.result("form", "cups") as? ORKScaleQuestionResult)?.noAnswerType != nil)
    #expect(ScriptedRun(task, ["kind": "1,2"]).presenter.rejectedAnswers["kind"] != nil)
  }

  @Test func `a result has ResearchKit's names and values`() throws {
    let run = UUID()
    let result = ORKTaskResult(taskIdentifier: "tea", taskRun: run, outputDirectory: nil)
    let cups = ORKScaleQuestionResult(identifier: "cups")
    (cups.questionType, cups.scaleAnswer) = (.scale, 3)
    cups.startDate = Date(timeIntervalSince1970: 1_558_942_506)
    cups.endDate = cups.startDate
    let file = ORKFileResult(identifier: "heartRate")
    (file.contentType, file.fileName) = ("application/json", "a.json")
    result.results = [ORKStepResult(stepIdentifier: "form", results: [cups, file])]
    let object = try ORKESerializer.jsonObject(for: result)
    #expect(object["_class"] as? String == "ORKTaskResult")
    #expect(object["taskRunUUID"] as? String == run.uuidString)
    #expect((object["device"] as? [String: Any])?["_class"] as? String == "ORKDevice")
    let step = try #require((object["results"] as? [[String: Any]])?.first)
    #expect(step["isPreviousResult"] as? Bool == false)
    let items = try #require(step["results"] as? [[String: Any]])
    #expect(items[0]["scaleAnswer"] as? Int == 3 && items[0]["questionType"] as? Int == 1)
    let start = try #require(items[0]["startDate"] as? String)
    #expect(start.wholeMatch(of: #/2019-05-2[67]T[0-9:]{8}[+-][0-9]{4}/#) != nil, "\(start)")
    #expect(
      Set(items[1].keys) == [
        "_class", "identifier", "startDate", "endDate", "contentType", "fileName",
      ])
    let read = try #require(
      try ORKESerializer.object(fromJSONObject: object) as? ORKTaskResult)
    #expect(read.taskRunUUID == run && read.identifier == "tea")
    let again = read.stepResult(forStepIdentifier: "form")?.firstResult as? ORKScaleQuestionResult
    #expect(again?.scaleAnswer == 3 && again?.startDate == cups.startDate)
  }

  @Test(arguments: [
    (#"{"identifier": "a"}"#, "without _class"), ("[", "JSON"), ("{}", "without _class"),
    (#"{"_class": "ORKTeaStep"}"#, "ORKTeaStep"),
    (#"{"_class": "ORKStep"}"#, "ORKStep.identifier: must be a text"),
    (#"{"_class": "ORKStep", "identifier": 1}"#, "ORKStep.identifier"),
    (#"{"_class": "ORKStep", "identifier": "a", "colour": 1}"#, "has no property colour"),
    (#"{"_class": "ORKStep", "identifier": "a", "title": 7}"#, "ORKStep.title: must be a text"),
    (
      #"{"_class": "ORKOrderedTask", "identifier": "a", "steps": [{"_class": "ORKAnswerFormat"}]}"#,
      "must be a ORKStep"
    ),
    (
      #"{"_class": "ORKScaleAnswerFormat", "minimum": 5, "maximum": 1, "step": 1}"#,
      "at least two values"
    ),
  ])
  func `a text that is none is refused with the class and the property`(
    text: String, message: String
  ) {
    let error = #expect(throws: ORKESerializer.Failure.self) {
      try ORKESerializer.object(fromJSONData: Data(text.utf8))
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func `a class of an app is refused, and the known ones are listed with their properties`() {
    final class AppResult {}
    #expect(throws: ORKESerializer.Failure.self) {
      try ORKESerializer.jsonData(for: AppResult())
    }
    let known = ORKESerializer.serializableClasses().map { "\($0)" }
    #expect(known.contains("ORKFormStep") && Set(known).count == known.count)
    let names = ORKESerializer.serializedProperties(for: ORKCompletionStep.self)
    #expect(names.contains("reasonForCompletion") && names.contains("title"))
  }

  @Test(arguments: [
    (
      #"{"_class": "ORKOrderedTask", "identifier": "a", "steps": [{"_class": "ORKStep", "identifier": "b"}, {"_class": "ORKStep", "identifier": "b"}]}"#,
      "two steps have one identifier"
    ),
    (
      #"{"_class": "ORKOrderedTask", "identifier": "a", "steps": [{"_class": "ORKFormStep", "identifier": "b", "formItems": [{"_class": "ORKFormItem", "identifier": "c", "answerFormat": {"_class": "ORKAgeAnswerFormat", "minimumAge": 9, "maximumAge": 3}}]}]}"#,
      "c: ages lie between 0 and 150"
    ),
    (
      #"{"_class": "ORKOrderedTask", "identifier": "a", "steps": [{"_class": "ORKActiveStep", "identifier": "b", "stepDuration": 1e300}]}"#,
      "ten million seconds"
    ),
    (
      #"{"_class": "ORKPredicateFormItemVisibilityRule", "predicateFormat": "\#(String(repeating: "(", count: 100_000))"}"#,
      "the predicate cannot be read"
    ),
  ])
  func `a task that cannot be carried out is refused, where a program's own mistake stops it`(
    text: String, message: String
  ) {
    let error = #expect(throws: ORKESerializer.Failure.self) {
      try ORKESerializer.object(fromJSONData: Data(text.utf8))
    }
    #expect(error?.description.contains(message) == true, "\(error?.description.prefix(200) ?? "")")
  }

  /// Values that others may be replaced by.
  private static let strange: [Any] = [
    -1, 0, 1e18, -1e300, 7.5, "", "x", NSNull(), [], [[:]] as [Any], [:] as [String: Any], true,
    ["_class": "ORKTextChoice", "text": "t", "value": 1] as [String: Any],
  ]

  /// Replaces a value somewhere in a JSON object, or leaves one out.
  private func changed(_ object: Any, _ random: inout SeededGenerator) -> Any {
    switch object {
    case var members as [String: Any]:
      guard let key = members.keys.sorted().randomElement(using: &random) else { return object }
      switch Int.random(in: 0..<10, using: &random) {
      case 0: members[key] = nil
      case 1: members[key] = Self.strange.randomElement(using: &random)
      default: members[key] = members[key].map { changed($0, &random) }
      }
      return members
    case var elements as [Any]:
      guard let index = elements.indices.randomElement(using: &random) else { return object }
      elements[index] = changed(elements[index], &random)
      return elements
    default: return Self.strange.randomElement(using: &random) ?? 0
    }
  }

  @Test func `a task that was changed at random is refused or carried out, and stops no program`()
    throws
  {
    var random = SeededGenerator(seed: 36)
    var (refused, carriedOut) = (0, 0)
    let names = Studies.all.keys.filter { $0 != "baseline" }.sorted()
    for name in names {
      let task = try #require(Studies.all[name]?())
      let object = try ORKESerializer.jsonObject(for: task)
      for _ in 0..<60 {
        let other = try #require(changed(object, &random) as? [String: Any])
        do {
          let read = try ORKESerializer.object(fromJSONObject: other)
          guard let task = read as? ORKOrderedTask else { continue }
          _ = ScriptedRun(task, ["adult": "Yes", "pacemaker": "No", "parents": "2"])
          carriedOut += 1
        } catch is ORKESerializer.Failure {
          refused += 1
        }
      }
    }
    #expect(refused > 40 && carriedOut > 40, "\(refused) \(carriedOut)")
  }
}
