import Foundation
import ResearchKit
import TestSupport
import Testing

@testable import ResearchStudyTool

/// Forms, rules, consent and the other steps of studies, carried out by scripts.
@Suite struct StudyShapeTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private let baseline = [
    "height": "5'9", "weight": "71.25", "age": "90", "wakes": "6:30", "sleep": "7:45",
    "smokes": "I do not", "email": "me@example.org", "code": "AB12", "town": "48.1, 11.6 Munich",
    "ladder": "6", "shape": "Square",
  ]

  @Test func `an item that is hidden is not asked and not in the result`() throws {
    let hidden = ScriptedRun(Studies.baseline(), baseline, in: folder)
    #expect(hidden.presenter.rejectedAnswers == [:] && hidden.delegate.reason == .completed)
    #expect(hidden.result("about", "smokes") != nil && hidden.result("about", "since") == nil)
    let shown = ScriptedRun(
      Studies.baseline(), baseline.merging(["smokes": "1", "since": "2010-05-01"]) { $1 })
    let since = try #require(shown.result("about", "since") as? ORKDateQuestionResult)
    #expect(since.dateAnswer != nil && since.questionType == .date)
    // An item that is shown and must be answered is.
    let late = ScriptedRun(
      Studies.baseline(), baseline.merging(["smokes": "1", "since": "2999-01-01"]) { $1 })
    #expect(late.presenter.rejectedAnswers["since"]?.contains("until") == true)
  }

  @Test func `a step that needs a screen says so, and so does its result`() throws {
    let run = ScriptedRun(Studies.baseline(), baseline, in: folder)
    #expect(run.presenter.shownSteps.suffix(2) == ["activity", "conclusion"])
    let step = try #require(run.result.stepResult(forStepIdentifier: "activity"))
    #expect(step.userInfo?["unavailable"] as? String == "a touch screen")
    let result = try #require(step.results?.first)
    #expect(
      type(of: result) == ORKResult.self
        && result.userInfo?["unavailable"] as? String == "a touch screen")
    #expect(try json(run.result).contains(#""userInfo":{"unavailable":"a touch screen"}"#))
    // The walk before it was carried out.
    #expect(run.result.stepResult(forStepIdentifier: "walking.outbound") != nil)
  }

  @Test
  func `a consent is signed by name, put into the document, and refused without further questions`()
    throws
  {
    let answers = [
      "adult": "Yes", "pacemaker": "No", "consented": "Agree", "givenName": "Ada",
      "familyName": "Byron", "sharing": "2", "email": "ada@example.org", "password": "abc1",
      "nickname": "Ada", "born": "1990-12-10",
    ]
    let task = Studies.joining()
    let run = ScriptedRun(task, answers)
    #expect(run.presenter.rejectedAnswers.isEmpty, "\(run.presenter.rejectedAnswers)")
    #expect(
      run.presenter.shownSteps == [
        "welcome", "eligibility", "visualConsent", "review", "sharing", "account", "passcode",
        "joined",
      ])
    let result = try #require(run.result("review", "participant") as? ORKConsentSignatureResult)
    #expect(result.consented && result.signature?.givenName == "Ada")
    #expect(result.signature?.signatureDate?.count == 10)
    let review = try #require(task.step(withIdentifier: "review") as? ORKConsentReviewStep)
    #expect(review.consentDocument.documentText.contains("Participant: ____"))
    result.apply(to: review.consentDocument)
    #expect(review.consentDocument.documentText.contains("Participant: Ada Byron, "))
    #expect(
      (run.result("sharing") as? ORKChoiceQuestionResult)?.choiceAnswers?.first as? NSNumber
        == false)
    #expect(
      run.result("passcode")?.userInfo?["unavailable"] as? String == "a key chain for passcodes")

    let refused = ScriptedRun(Studies.joining(), answers.merging(["consented": "2"]) { $1 })
    #expect(refused.presenter.shownSteps.last == "review")
    let none = try #require(refused.result("review", "participant") as? ORKConsentSignatureResult)
    #expect(!none.consented && none.signature?.signatureDate == nil)
  }

  @Test(arguments: [("No", "No"), ("Yes", "Yes"), ("No", "Yes")])
  func `who may not join sees why and no more`(adult: String, pacemaker: String) {
    let run = ScriptedRun(Studies.joining(), ["adult": adult, "pacemaker": pacemaker])
    #expect(run.presenter.shownSteps == ["welcome", "eligibility", "ineligible"])
  }

  @Test func `a password has to fit`() {
    let short = ScriptedRun(
      Studies.joining(), ["adult": "Yes", "pacemaker": "No", "password": "abc"])
    #expect(
      short.presenter.rejectedAnswers["password"]
        == "A password has 4 to 8 characters and a digit.")
    // What must be answered and is not keeps the task where it is.
    #expect(short.presenter.shownSteps.last == "account")
    #expect(short.delegate.reason == .earlyTermination)
  }

  @Test func `rules and skips follow predicates, and a review shows what was answered`() throws {
    let near = ScriptedRun(Studies.falls(), ["stairs": "Never", "medicines": "None"])
    #expect(near.presenter.shownSteps == ["stairs", "floors", "medicines", "summary"])
    let far = ScriptedRun(
      Studies.falls(), ["stairs": "4", "medicines": "1, Vitamins", "drowsy": "n"])
    #expect(
      far.presenter.shownSteps == [
        "stairs", "rails", "floors", "medicines", "drowsy", "summary",
      ])
    let taken = try #require(far.result("medicines") as? ORKChoiceQuestionResult)
    #expect(taken.choiceAnswers?.map { "\($0)" } == ["pressure", "Vitamins"])
    #expect(
      ScriptedRun(Studies.falls(), ["medicines": "1,4"]).presenter.rejectedAnswers["medicines"]
        != nil)
  }

  @Test func `numbers keep their units, and a person may not know`() throws {
    let run = ScriptedRun(
      Studies.evening(),
      ["coffee": "2.5", "mass": "No scales", "pressure": "5", "tired": "7", "screen": "80%"])
    #expect(run.presenter.rejectedAnswers.isEmpty)
    let coffee = try #require(run.result("consumption", "coffee") as? ORKNumericQuestionResult)
    #expect(coffee.numericAnswer == 2.5 && coffee.unit == "cups")
    let mass = try #require(run.result("consumption", "mass") as? ORKNumericQuestionResult)
    #expect(mass.noAnswerType is ORKDontKnowAnswer && mass.unit == "kg")
    #expect(mass.displayUnit == "kilograms")
    let screen = try #require(run.result("stress", "screen") as? ORKScaleQuestionResult)
    #expect(screen.scaleAnswer == 0.8)
  }

  @Test
  func `a delegate decides whether a step is shown, and the task stays before one that is not`() {
    let steps = ["a", "b", "c"].map { ORKInstructionStep(identifier: $0) }
    let run = ScriptedRun(ORKOrderedTask(identifier: "task", steps: steps), refusing: ["c"])
    #expect(run.presenter.shownSteps == ["a", "b"] && run.delegate.reason == .earlyTermination)
    #expect(Set(run.delegate.asked) == ["a", "b", "c"])
    let none = ScriptedRun(ORKOrderedTask(identifier: "task", steps: steps), refusing: ["a"])
    #expect(none.presenter.shownSteps.isEmpty && none.delegate.reason == .earlyTermination)
  }

  @Test func `a walk is timed until the person ends it`() throws {
    let task = ORKOrderedTask.timedWalk(
      withIdentifier: "walk", intendedUseDescription: nil, distanceInMeters: 100, timeLimit: 30,
      turnAroundTimeLimit: 10, includeAssistiveDeviceForm: true,
      options: [.excludeInstructions])
    let run = ScriptedRun(
      task, ["timed.walk.form.afo": "n", "timed.walk.form.assistance": "None"], in: folder)
    let steps = [
      "timed.walk.form", "countdown", "timed.walk.trial1", "timed.walk.turn.around",
      "timed.walk.trial2", "conclusion",
    ]
    #expect(run.presenter.shownSteps == steps && run.delegate.reason == .completed)
    let walk = try #require(run.result("timed.walk.trial1") as? ORKTimedWalkResult)
    #expect(walk.distanceInMeters == 100 && walk.timeLimit == 30)
  }

  @Test func `every predefined task ends, with a result for each of its steps`() throws {
    let tasks: [ORKOrderedTask] = [
      .amslerGridTask(withIdentifier: "t", intendedUseDescription: nil, options: []),
      .audioTask(
        withIdentifier: "t", intendedUseDescription: nil, speechInstruction: nil,
        shortSpeechInstruction: nil, duration: 20, recordingSettings: nil, checkAudioLevel: true,
        options: []),
      .tremorTest(
        withIdentifier: "t", intendedUseDescription: nil, activeStepDuration: 10,
        activeTaskOptions: [], handOptions: .both, options: []),
      .holePegTest(
        withIdentifier: "t", intendedUseDescription: nil, dominantHand: .left, numberOfPegs: 9,
        threshold: 0.2, rotated: false, timeLimit: 300, options: []),
      .towerOfHanoiTask(
        withIdentifier: "t", intendedUseDescription: nil, numberOfDisks: 5, options: []),
      .tecumsehCubeTask(
        withIdentifier: "t", intendedUseDescription: nil, audioBundleIdentifier: "",
        audioResourceName: "", audioFileExtension: "", options: []),
      .walkBackAndForthTask(
        withIdentifier: "t", intendedUseDescription: nil, walkDuration: 30, restDuration: 30,
        options: []),
    ]
    for (index, task) in tasks.enumerated() {
      let controller = ORKTaskViewController(task: task, taskRun: nil)
      controller.outputDirectory = URL(fileURLWithPath: folder.file("run\(index)"))
      controller.run(ORKScriptedPresenter())
      #expect(
        controller.result.results?.map(\.identifier) == task.steps.map(\.identifier), "\(index)")
    }
  }

  @Test func `what a terminal cannot show is named`() throws {
    let web = ORKWebViewStep(
      identifier: "web",
      html: "<html><head><style>p {}</style></head><h1>A</h1><p>b &lt; c<br>d</p></html>")
    web.showSignatureAfterContent = true
    let camera = ORKImageCaptureStep(identifier: "camera")
    let film = ORKVideoInstructionStep(identifier: "film")
    film.videoURL = URL(string: "https://example.org/a.mov")
    let model = ORK3DModelStep(
      identifier: "model", modelManager: ORKUSDZModelManager(usdzFileName: "heart"))
    let permissions = ORKRequestPermissionsStep(
      identifier: "permissions",
      permissionTypes: [ORKMotionActivityPermissionType(), ORKLocationPermissionType()])
    let run = ScriptedRun(
      ORKOrderedTask(identifier: "t", steps: [web, camera, film, model, permissions]),
      ["web": "Ada Byron"])
    #expect((run.result("web") as? ORKSignatureResult)?.name == "Ada Byron")
    #expect(
      run.result("camera")?.userInfo?["unavailable"] as? String
        == "a camera for pictures of a person")
    #expect(run.result("permissions")?.userInfo?["unavailable"] as? String == "motion, location")
  }
}
