import Foundation
import HealthKit
import ResearchKit
import SampleStore
import TestSupport
import Testing

/// An app as articles show it, carried out without a phone.
@Suite(.serialized) struct ResearchKitTests {
  private let folder: TemporaryFolder
  private let settings: HKHealthStoreSettings

  init() throws {
    folder = try TemporaryFolder()
    settings = HKHealthStoreSettings(
      location: try StoreLocation(path: folder.file("health.db")),
      source: Source(name: "Study", bundleIdentifier: "org.example.study"),
      asking: { $0 })
  }

  private func withApp<Value>(_ work: (StudyScreen) throws -> Value) rethrows -> Value {
    try HKHealthStore.$settings.withValue(settings) {
      try work(StudyScreen(folder: URL(fileURLWithPath: folder.file("documents"))))
    }
  }

  /// The readings of a recorder's file.
  private func items(_ text: String) throws -> [[String: Any]] {
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(object?["items"] as? [[String: Any]])
  }

  @Test func `the walk's files give value, unit and date of each reading by step`() throws {
    try withApp { app in
      app.tapped(StudyTaskList.walk())
      #expect(app.reasons == [.completed] && app.errors.isEmpty)
      #expect(app.output.count == 2)
      for text in app.output {
        let items = try items(text)
        #expect((14...16).contains(items.count))
        for item in items {
          #expect((100..<180).contains(item["value"] as? Double ?? 0))
          #expect(item["unit"] as? String == "count/min")
          #expect((item["startDate"] as? String)?.count == 24)
          #expect(item["source"] as? String == "Study")
        }
      }
      #expect(
        app.presenter.shownSteps == [
          "instruction", "instruction1", "countdown", "fitness.walk", "fitness.rest", "conclusion",
        ])
      // There are no motion sensors: the delegate hears of it, and the task goes on.
      #expect(
        Set(app.recorderErrors) == ["pedometer", "accelerometer", "deviceMotion", "location"])
      #expect(!app.mock.isRunning && app.mock.savedCount >= 35)
    }
  }

  @Test func `the music task gives the clip's name and its heart rates`() throws {
    try withApp { app in
      ClipStepViewController.calls = []
      let task = StudyTaskList.music()
      app.tapped(task)
      let clip = try #require(Findings.clip(of: task))
      #expect(app.output.first == "clip name: \(clip.rawValue)")
      #expect((29...31).contains(try items(try #require(app.output.last)).count))
      #expect(ClipStepViewController.calls == ["play \(clip.rawValue)", "stop"])
    }
  }

  @Test func `a task whose recorders have no folder fails with the error of a missing name`() throws
  {
    withApp { app in
      let controller = ORKTaskViewController(task: StudyTaskList.walk(), taskRun: nil)
      controller.delegate = app
      controller.run(ORKScriptedPresenter())
      #expect(app.reasons == [.failed])
      #expect((app.errors.first as? CocoaError)?.code == .fileWriteInvalidFileName)
    }
  }

  @Test func `suspending and resuming give one more file, and cancelling keeps what there is`()
    throws
  {
    try withApp { app in
      let controller = ORKTaskViewController(task: StudyTaskList.walk(), taskRun: nil)
      controller.outputDirectory = app.folder
      app.mock.start()
      controller.run(
        ORKScriptedPresenter { controller, second in
          app.mock.saveSample()
          let step = controller.currentStepViewController as? ORKActiveStepViewController
          if step?.step?.identifier == "fitness.walk" {
            if second == 10 { step?.suspend() }
            if second == 12 { step?.resume() }
          }
          if step?.step?.identifier == "fitness.rest" { controller.cancel() }
        })
      let walk = try #require(controller.result.stepResult(forStepIdentifier: "fitness.walk"))
      let files = (walk.results ?? []).compactMap { $0 as? ORKFileResult }
      #expect(files.count == 2 && Set(files.map(\.identifier)) == ["heartRate"])
      #expect(controller.result.results?.count == 5)
    }
  }

  @Test func `a task goes on at its last step that may be restored`() throws {
    withApp { app in
      let first = ORKTaskViewController(task: StudyTaskList.music(), taskRun: nil)
      first.outputDirectory = app.folder
      first.run(
        ORKScriptedPresenter { controller, second in if second == 5 { controller.cancel(.saved) } })
      let second = ORKTaskViewController(
        task: StudyTaskList.music(), restorationData: first.restorationData, delegate: nil)
      #expect(second.taskRunUUID == first.taskRunUUID)
      second.outputDirectory = app.folder
      let presenter = ORKScriptedPresenter()
      second.run(presenter)
      #expect(presenter.shownSteps == ["instruction", "music", "summary"])
      #expect(second.result.results?.map(\.identifier) == ["instruction", "music", "summary"])
    }
  }

  @Test func `rules, skips and predicates decide the order`() throws {
    let ask = ORKQuestionStep(
      identifier: "ask", title: "Ask", question: "Are you well?",
      answer: ORKAnswerFormat.booleanAnswerFormat())
    let scale = ORKQuestionStep(
      identifier: "scale", title: "Scale", question: "How tired?",
      answer: ORKScaleAnswerFormat(maximumValue: 10, minimumValue: 1, defaultValue: 5, step: 1))
    let names = ["more", "least", "last"]
    let steps = [ask, scale] + names.map { ORKInstructionStep(identifier: $0) }
    func task() -> ORKNavigableOrderedTask {
      let task = ORKNavigableOrderedTask(identifier: "rules", steps: steps)
      let isWell = ORKResultPredicate.predicateForBooleanQuestionResult(
        with: ORKResultSelector(resultIdentifier: "ask"), expectedAnswer: true)
      task.setNavigationRule(
        ORKPredicateStepNavigationRule(
          resultPredicatesAndDestinationStepIdentifiers: [(isWell, "last")],
          defaultStepIdentifierOrNil: "scale"), forTriggerStepIdentifier: "ask")
      let isFresh = ORKResultPredicate.predicateForScaleQuestionResult(
        with: ORKResultSelector(resultIdentifier: "scale"), minimumExpectedAnswerValue: 0,
        maximumExpectedAnswerValue: 3)
      task.setSkip(
        ORKPredicateSkipStepNavigationRule(resultPredicate: isFresh), forStepIdentifier: "more")
      task.setNavigationRule(
        ORKDirectStepNavigationRule(destinationStepIdentifier: ORKNullStepIdentifier),
        forTriggerStepIdentifier: "least")
      return task
    }
    for (answers, order) in [
      (["ask": "y"], ["ask", "last"]),
      (["ask": "n", "scale": "9"], ["ask", "scale", "more", "least"]),
      (["ask": "n", "scale": "2"], ["ask", "scale", "least"]),
    ] {
      let controller = ORKTaskViewController(task: task(), taskRun: nil)
      let presenter = ORKScriptedPresenter()
      presenter.answers = answers
      controller.run(presenter)
      #expect(presenter.shownSteps == order)
      #expect(controller.result.results?.map(\.identifier) == order)
    }
  }

  @Test func `options leave steps and recorders out, and defaults are ResearchKit's`() throws {
    let bare = ORKOrderedTask.fitnessCheck(
      withIdentifier: "bare", intendedUseDescription: nil, walkDuration: 30, restDuration: 0,
      options: [.excludeInstructions, .excludeConclusion, .excludeHeartRate])
    #expect(bare.steps.map(\.identifier) == ["countdown", "fitness.walk"])
    #expect(bare.requestedHealthKitTypesForReading == nil)
    let six = ORKOrderedTask.sixMinuteWalk(
      withIdentifier: "six", intendedUseDescription: nil, options: [])
    #expect(
      six.steps.map(\.identifier) == [
        "instruction", "instruction1", "6mwt", "followUpQuestion0", "conclusion",
      ])
    let short = ORKOrderedTask.shortWalk(
      withIdentifier: "short", intendedUseDescription: nil, numberOfStepsPerLeg: 20,
      restDuration: 20, options: [])
    #expect((short.steps[3] as? ORKActiveStep)?.stepDuration == 30)
    let active = ORKActiveStep(identifier: "a")
    #expect(active.shouldShowDefaultTimer && !active.shouldStartTimerAutomatically)
    #expect(!active.isOptional && ORKQuestionStep(identifier: "q").isOptional)
    #expect(ORKCountdownStep(identifier: "c").stepDuration == 5)
    #expect(!ORKFitnessStep(identifier: "f").shouldShowDefaultTimer)
  }

  /// ORKOrderedTask.m of ResearchKit 3 - `stepBeforeStep:` is nil for nil. Progress counts the steps that show it, without
  /// an instruction or completion that is the first or the last; one step alone shows none. Consent shows none.
  /// ORKCollectionResult.m of ResearchKit 3 - `resultForIdentifier:` searches from the end, "due to a navigation loop";
  /// `firstResult` is the first of all; `results` is never nil.
  @Test func `of results with one identifier the last counts`() {
    let task = ORKTaskResult(taskIdentifier: "task", taskRun: UUID(), outputDirectory: nil)
    #expect(task.results?.isEmpty == true && task.firstResult == nil)
    let steps = [("a", true), ("b", true), ("a", false)].map { identifier, answer in
      let given = ORKBooleanQuestionResult(identifier: identifier)
      given.booleanAnswer = NSNumber(value: answer)
      return ORKStepResult(stepIdentifier: identifier, results: [given])
    }
    task.results = steps
    #expect(task.result(forIdentifier: "a") === steps[2] && task.firstResult === steps[0])
    #expect(task.stepResult(forStepIdentifier: "a") === steps[2])
    #expect((steps[2].firstResult as? ORKBooleanQuestionResult)?.booleanAnswer == false)
    #expect(ORKStepResult(stepIdentifier: "c", results: nil).results?.isEmpty == true)
    task.results = nil
    #expect(task.results?.isEmpty == true)
  }

  /// ORKNavigableOrderedTask.m of ResearchKit 3, `stepBeforeStep:withResult:` - The step of the result before the last one of
  /// a step; nil for a step without a result, and for nil.
  @Test func `the step before is that of the result before`() {
    let steps = ["a", "b", "c"].map { ORKInstructionStep(identifier: $0) }
    let task = ORKNavigableOrderedTask(identifier: "task", steps: steps)
    let result = ORKTaskResult(taskIdentifier: "task", taskRun: UUID(), outputDirectory: nil)
    result.results = ["a", "c", "a"].map { ORKStepResult(stepIdentifier: $0, results: nil) }
    #expect(task.step(before: steps[0], with: result) === steps[2])
    #expect(task.step(before: steps[2], with: result) === steps[0])
    #expect(task.step(before: steps[1], with: result) == nil)
    #expect(task.step(before: nil, with: result) == nil)
  }

  @Test func `progress counts as ResearchKit does`() throws {
    let steps: [ORKStep] = [
      ORKVideoInstructionStep(identifier: "intro"),
      ORKVisualConsentStep(identifier: "consent", document: ORKConsentDocument()),
      ORKQuestionStep(identifier: "first"), ORKInstructionStep(identifier: "between"),
      ORKFormStep(identifier: "second"), ORKActiveStep(identifier: "walk"),
      ORKInstructionStep(identifier: "thanks"),
    ]
    let task = ORKOrderedTask(identifier: "task", steps: steps)
    let result = ORKTaskResult(taskIdentifier: "task", taskRun: UUID(), outputDirectory: nil)
    let progress = steps.map { task.progress(ofCurrentStep: $0, with: result) }
    #expect(progress.map(\.current) == [0, 1, 0, 1, 2, 3, 6])
    #expect(progress.map(\.total) == [0, 0, 4, 4, 4, 4, 0])
    #expect(progress.map(\.shouldBePresented) == [false, false, true, true, true, true, false])
    let alone = ORKOrderedTask(identifier: "alone", steps: [ORKQuestionStep(identifier: "q")])
    #expect(!alone.progress(ofCurrentStep: alone.steps[0], with: result).shouldBePresented)
    #expect(task.step(before: nil, with: result) == nil)
    #expect(task.step(before: steps[0], with: result) == nil)
    #expect(task.step(before: steps[2], with: result) === steps[1])
    #expect(task.step(after: nil, with: result) === steps[0])
  }
}
