import Foundation
import ResearchKit
import Testing

@testable import ResearchStudyTool

/// Results of tasks as JSON.
@Suite struct SerializerTests {
  @Test func `a run's result is written as the engine keeps it`() throws {
    let run = ScriptedRun(Studies.evening(), ["mass": "No scales", "tired": ""])
    let object = try ORKESerializer.jsonObject(for: run.result)
    let kept = try JSONSerialization.jsonObject(
      with: try #require(run.controller.restorationData))
    let file = try #require(kept as? [String: Any])
    for name in ["heartcam_result", "_class", "identifier", "taskRunUUID", "finishReason"] {
      #expect(object[name] as? NSObject == file[name] as? NSObject, "\(name)")
    }
    let (written, steps) = (object["results"] as? NSArray, file["results"] as? NSArray)
    #expect(written?.count == 3 && written == steps, "\(String(describing: written))")
  }

  @Test func `a result has the values that its objects have when it is written`() throws {
    let run = UUID()
    let result = ORKTaskResult(
      taskIdentifier: "tea", taskRun: run, outputDirectory: URL(fileURLWithPath: "/tmp/run"))
    let cups = ORKScaleQuestionResult(identifier: "cups")
    cups.scaleAnswer = 3
    cups.startDate = Date(timeIntervalSince1970: 1_558_942_506)
    let name = ORKTextQuestionResult(identifier: "name")
    name.textAnswer = "Ada"
    let file = ORKFileResult(identifier: "heartRate")
    file.fileURL = URL(fileURLWithPath: "/tmp/run/form/a.json")
    let signed = ORKConsentSignatureResult(identifier: "consent")
    signed.consented = true
    signed.signature = ORKConsentSignature(
      forPersonWithTitle: nil, dateFormatString: nil, identifier: "consent", givenName: "Ada",
      familyName: "Byron", signatureImage: nil, dateString: nil)
    let step = ORKStepResult(stepIdentifier: "form", results: [cups, name, file, signed])
    step.userInfo = ["note": "at home"]
    result.results = [step]
    // An app may take out what it does not want to keep.
    name.textAnswer = nil
    let object = try ORKESerializer.jsonObject(for: result)
    #expect(object["_class"] as? String == "ORKTaskResult")
    #expect(object["taskRunUUID"] as? String == run.uuidString)
    let form = try #require((object["results"] as? [[String: Any]])?.first)
    #expect((form["userInfo"] as? [String: Any])?["note"] as? String == "at home")
    let items = try #require(form["results"] as? [[String: Any]])
    #expect(
      items.map { $0["identifier"] as? String } == [
        "cups", "name", "heartRate", "consent", "consent.givenName", "consent.familyName",
      ])
    #expect(items[0]["numericAnswer"] as? Int == 3)
    #expect(items[1]["answer"] is NSNull && items[1]["textAnswer"] == nil)
    #expect(items[2]["path"] as? String == "form/a.json")
    #expect(items[3]["booleanAnswer"] as? Bool == true)
    #expect(items[5]["textAnswer"] as? String == "Byron")
  }

  @Test func `what is no result of a task is refused, with what to write instead`() {
    let error = #expect(throws: ORKESerializer.Failure.self) {
      try ORKESerializer.jsonData(for: ORKStep(identifier: "step"))
    }
    #expect(
      error?.description == "a ORKStep has no form in JSON: write the task's ORKTaskResult")
  }
}
