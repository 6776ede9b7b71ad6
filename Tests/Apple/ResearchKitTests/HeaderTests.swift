import Foundation
import HealthKit
import ResearchKit
import Testing

/// Statements of ResearchKit's headers and issues, tried against the finished package.
@Suite struct HeaderTests {
  /// ORKResultPredicate.h - "Setting this property to `nil` makes it have the same value as the result identifier."
  @Test func `a selector without a step names the step of its result`() {
    let selector = ORKResultSelector(
      taskIdentifier: nil, stepIdentifier: nil, resultIdentifier: "q")
    #expect(selector.stepIdentifier == "q")
    selector.stepIdentifier = "form"
    #expect(selector.stepIdentifier == "form")
    selector.stepIdentifier = nil
    #expect(selector.stepIdentifier == "q")
  }

  /// ORKNavigableOrderedTask.h - Of two rules of a step "only the most recently added rule is kept"; rules are looked up and
  /// removed.
  @Test func `a step has the rule that was added last, until it is removed`() {
    let steps = ["a", "b", "c"].map { ORKInstructionStep(identifier: $0) }
    let task = ORKNavigableOrderedTask(identifier: "task", steps: steps)
    let result = ORKTaskResult(taskIdentifier: "task", taskRun: UUID(), outputDirectory: nil)
    let rules = [ORKNullStepIdentifier, "c"].map {
      ORKDirectStepNavigationRule(destinationStepIdentifier: $0)
    }
    for rule in rules { task.setNavigationRule(rule, forTriggerStepIdentifier: "a") }
    #expect(task.navigationRule(forTriggerStepIdentifier: "a") === rules[1])
    #expect(task.step(after: steps[0], with: result) === steps[2])
    task.removeNavigationRule(forTriggerStepIdentifier: "a")
    #expect(task.navigationRule(forTriggerStepIdentifier: "a") == nil)
    #expect(task.step(after: steps[0], with: result) === steps[1])
    let skip = ORKPredicateSkipStepNavigationRule(resultPredicate: NSPredicate(value: true))
    task.setSkip(skip, forStepIdentifier: "b")
    #expect(task.skipNavigationRule(forStepIdentifier: "b") === skip)
    #expect(task.step(after: steps[0], with: result) === steps[2])
    task.removeSkipNavigationRule(forStepIdentifier: "b")
    #expect(task.step(after: steps[0], with: result) === steps[1])
  }

  /// ORKAnswerFormat.h - "the time interval answer format does not support the selection of 0".
  @Test func `no time is no length`() throws {
    let format = ORKAnswerFormat.timeIntervalAnswerFormat(withDefaultInterval: 0, step: 5)
    for typed in ["0:00", "0"] { #expect(ScriptedRun.ask(format, typed).rejection != nil) }
    let answer = try #require(
      ScriptedRun.ask(format, "0:05").result as? ORKTimeIntervalQuestionResult)
    #expect(answer.intervalAnswer == 300)
  }

  /// ORKOrderedTask.h - "The index position of the step (or NSNotFound if not found)".
  @Test func `a step of another task has no place`() {
    let steps = ["a", "b"].map { ORKInstructionStep(identifier: $0) }
    let task = ORKOrderedTask(identifier: "task", steps: steps)
    #expect(task.index(of: steps[1]) == 1)
    #expect(task.index(of: ORKInstructionStep(identifier: "c")) == UInt(NSNotFound))
  }

  private static let choices = [
    ORKTextChoice(text: "Tea", value: "tea" as NSString),
    ORKTextChoice(text: "Two", value: 2 as NSNumber),
  ]

  private static func form() -> ORKFormStep {
    let form = ORKFormStep(identifier: "form")
    let formats: [(String, ORKAnswerFormat)] = [
      ("bool", ORKBooleanAnswerFormat()),
      ("choice", ORKTextChoiceAnswerFormat(style: .multipleChoice, textChoices: choices)),
      ("number", ORKAnswerFormat.integerAnswerFormat(withUnit: "kg")),
      (
        "scale",
        ORKScaleAnswerFormat(maximumValue: 10, minimumValue: 0, defaultValue: 5, step: 1)
      ),
      ("text", ORKTextAnswerFormat()), ("day", ORKAnswerFormat.dateAnswerFormat()),
      ("time", ORKAnswerFormat.timeOfDayAnswerFormat()),
      ("length", ORKAnswerFormat.timeIntervalAnswerFormat()),
    ]
    form.formItems = formats.map {
      ORKFormItem(identifier: $0, text: $0, answerFormat: $1)
    }
    return form
  }

  private static let typed = [
    "bool": "y", "choice": "2, 1", "number": "70", "scale": "7", "text": "so",
    "day": "2001-02-03", "time": "7:05", "length": "1:30",
  ]

  /// A task that is answered with what was filled in, but for some answers.
  private static func run(
    _ source: any ORKTaskResultSource, _ answers: [String: String] = [:]
  ) -> ORKStepResult? {
    let controller = ORKTaskViewController(
      task: ORKOrderedTask(identifier: "task", steps: [form()]), taskRun: nil)
    controller.defaultResultSource = source
    let presenter = ORKScriptedPresenter()
    presenter.answers = answers
    controller.run(presenter)
    return controller.result.stepResult(forStepIdentifier: "form")
  }

  /// ORKTaskViewController.h, defaultResultSource - "an `ORKTaskResult` object from a previous run of the task can function
  /// as" one; ResearchKit/ResearchKit#1007, #684 and #975 name it as the way to fill in answers.
  @Test func `an earlier result fills in the answers of every format`() throws {
    let first = ScriptedRun(
      ORKOrderedTask(identifier: "task", steps: [Self.form()]), Self.typed)
    #expect(first.presenter.rejectedAnswers.isEmpty)
    let second = try #require(Self.run(first.result))
    for name in Self.typed.keys {
      let earlier = try #require(first.result("form", name) as? ORKQuestionResult)
      let answer = try #require(second.result(forIdentifier: name) as? ORKQuestionResult).answer
      #expect(answer != nil && "\(answer!)" == "\(earlier.answer!)", "\(name)")
    }
    // A person may answer otherwise, and what a format does not allow is not filled in.
    let third = try #require(Self.run(first.result, ["number": "71"]))
    let number = third.result(forIdentifier: "number") as? ORKNumericQuestionResult
    #expect(number?.numericAnswer == 71)
    (first.result("form", "scale") as? ORKScaleQuestionResult)?.scaleAnswer = 77
    let task = first.result
    (task.stepResult(forStepIdentifier: "form")?.result(forIdentifier: "scale")
      as? ORKScaleQuestionResult)?.scaleAnswer = 77
    let scale = Self.run(task)?.result(forIdentifier: "scale") as? ORKScaleQuestionResult
    #expect(scale?.scaleAnswer != 77)
  }

  /// ORKCollectionResult.h - "the `defaultResultSource` is only queried for a result if the previous result is nil", unless
  /// `alwaysCheckForDefaultResult`. ORKNavigableOrderedTask.h - Going back, "only your last valid answer is shown".
  @Test(arguments: [false, true])
  func `a step that is shown again has what was answered`(always: Bool) throws {
    final class Source: ORKTaskResultSource {
      let always: Bool
      init(_ always: Bool) { self.always = always }
      func stepResult(forStepIdentifier identifier: String) -> ORKStepResult? {
        let result = ORKTextQuestionResult(identifier: identifier)
        result.textAnswer = "from the source"
        return identifier == "a" ? ORKStepResult(stepIdentifier: "a", results: [result]) : nil
      }
      func alwaysCheckForDefaultResult() -> Bool { always }
    }
    let steps = ["a", "b"].map {
      ORKQuestionStep(identifier: $0, title: $0, answer: ORKTextAnswerFormat())
    }
    let task = ORKNavigableOrderedTask(identifier: "task", steps: steps)
    let again = ORKResultPredicate.predicateForTextQuestionResult(
      with: ORKResultSelector(resultIdentifier: "a"), expectedString: "typed")
    task.setNavigationRule(
      ORKPredicateStepNavigationRule(
        resultPredicatesAndDestinationStepIdentifiers: [(again, "a")]),
      forTriggerStepIdentifier: "b")
    let controller = ORKTaskViewController(task: task, taskRun: nil)
    controller.defaultResultSource = Source(always)
    final class Delegate: ORKTaskViewControllerDelegate {
      let presenter = ORKScriptedPresenter()
      var visits = 0
      func taskViewController(
        _ taskViewController: ORKTaskViewController, didFinishWith reason: ORKTaskFinishReason,
        error: (any Error)?
      ) {}
      func taskViewController(
        _ taskViewController: ORKTaskViewController, didChange result: ORKTaskResult
      ) {
        // Nothing is typed when a step is shown again, and the third time the loop is left.
        presenter.answers = [:]
        visits += 1
        if visits == 4 { taskViewController.cancel() }
      }
    }
    let delegate = Delegate()
    controller.delegate = delegate
    delegate.presenter.answers = ["a": "typed"]
    controller.run(delegate.presenter)
    let answers = (controller.result.results ?? []).filter { $0.identifier == "a" }.map {
      (($0 as? ORKStepResult)?.firstResult as? ORKTextQuestionResult)?.textAnswer
    }
    #expect(Array(answers.prefix(2)) == ["typed", always ? "from the source" : "typed"])
  }

  // MARK: Forms, results, active steps

  /// ORKFormStep.h - "If all the form items are optional, at least one question needs to be answered"; a step that is optional
  /// may be passed as a whole.
  @Test(arguments: [true, false])
  func `a form of optional questions has an answer, unless it is optional`(isOptional: Bool) throws
  {
    let form = ORKFormStep(identifier: "form")
    form.formItems = ["a", "b"].map {
      ORKFormItem(
        identifier: $0, text: $0, answerFormat: ORKTextAnswerFormat(), optional: true)
    }
    form.isOptional = isOptional
    let run = ScriptedRun(
      ORKOrderedTask(identifier: "task", steps: [form]), ["a": "", "b": ""])
    let answers = ["a", "b"].compactMap { (run.result("form", $0) as? ORKQuestionResult)?.answer }
    #expect(answers.isEmpty == isOptional && run.delegate.reason == .completed)
  }

  /// ORKTaskViewController.h, result - "If the user uses the Back button (...), the results of steps that are ahead of the
  /// currently visible step are not included".
  @Test func `results of steps ahead are not in the result`() throws {
    let question = ORKQuestionStep(
      identifier: "a", title: "a", answer: ORKTextAnswerFormat())
    let wait = ORKActiveStep(identifier: "b")
    (wait.stepDuration, wait.shouldContinueOnFinish) = (0, false)
    let last = ORKActiveStep(identifier: "c")
    (last.stepDuration, last.shouldStartTimerAutomatically) = (4, true)
    last.shouldContinueOnFinish = true
    let task = ORKOrderedTask(
      identifier: "task", steps: [question, ORKInstructionStep(identifier: "i"), last])
    let controller = ORKTaskViewController(task: task, taskRun: nil)
    final class Delegate: ORKTaskViewControllerDelegate {
      var seen: [[String]] = []
      func taskViewController(
        _ taskViewController: ORKTaskViewController, didFinishWith reason: ORKTaskFinishReason,
        error: (any Error)?
      ) {}
      func taskViewController(
        _ taskViewController: ORKTaskViewController,
        stepViewControllerWillAppear stepViewController: ORKStepViewController
      ) {
        seen.append((taskViewController.result.results ?? []).map(\.identifier))
        let step = stepViewController as? ORKActiveStepViewController
        if seen.count == 3 { step?.goBackward() }
      }
    }
    let delegate = Delegate()
    controller.delegate = delegate
    controller.run(ORKScriptedPresenter())
    // Back from c to i: its own result is gone, and none is ahead.
    #expect(delegate.seen.prefix(3).map(\.count) == [0, 1, 2])
    #expect(delegate.seen.count > 3 && delegate.seen[3] == ["a"])
    #expect(controller.result.results?.map(\.identifier) == ["a", "i", "c"])
  }

  /// ORKAnswerFormat.h - A maximum length of 0 is none; a scale's default out of its range is none.
  @Test func `a length of 0 is no limit, and a default out of range no default`() throws {
    let long = String(repeating: "long ", count: 200).trimmingCharacters(in: .whitespaces)
    let text = ScriptedRun.ask(ORKTextAnswerFormat(maximumLength: 0), long)
    #expect(text.rejection == nil)
    #expect((text.result as? ORKTextQuestionResult)?.textAnswer == long)
    for value in [-1, 11, Int.max] {
      let format = ORKScaleAnswerFormat(
        maximumValue: 10, minimumValue: 0, defaultValue: value, step: 1)
      #expect(ScriptedRun.ask(format, "").result?.answer == nil)
    }
  }

  /// ORKActiveStep.h - The defaults of each property.
  @Test func `an active step does nothing by itself`() {
    let step = ORKActiveStep(identifier: "a")
    #expect(step.stepDuration == 0 && step.shouldShowDefaultTimer)
    let flags = [
      step.shouldSpeakCountDown, step.shouldSpeakRemainingTimeAtHalfway,
      step.shouldStartTimerAutomatically, step.shouldPlaySoundOnStart, step.shouldPlaySoundOnFinish,
      step.shouldVibrateOnStart, step.shouldVibrateOnFinish, step.shouldUseNextAsSkipButton,
      step.shouldContinueOnFinish,
    ]
    #expect(!flags.contains(true) && step.spokenInstruction == nil)
    #expect(step.recorderConfigurations?.isEmpty ?? true)
  }

  /// ORKActiveStep.h - "If `shouldStartTimerAutomatically` is set, the timer starts when the step's view appears"; with
  /// `shouldContinueOnFinish` "the step automatically navigates forward when the timer expires".
  @Test func `a timed step goes on by itself`() throws {
    let step = ORKActiveStep(identifier: "a")
    step.stepDuration = 7
    (step.shouldStartTimerAutomatically, step.shouldContinueOnFinish) = (true, true)
    let run = ScriptedRun(
      ORKOrderedTask(identifier: "task", steps: [step, ORKCompletionStep(identifier: "end")]))
    let result = try #require(run.result.stepResult(forStepIdentifier: "a"))
    #expect(abs(result.endDate.timeIntervalSince(result.startDate) - 7) < 1.5)
    #expect(run.presenter.shownSteps == ["a", "end"] && run.delegate.reason == .completed)
  }

  // MARK: Steps and restoration

  /// ORKStep.h, optional - "The default value of this property is `YES`"; ResearchKit's own code has that in steps with
  /// questions, and `NO` in the others.
  @Test func `a question may be passed unless it says otherwise`() {
    #expect(ORKQuestionStep(identifier: "a").isOptional && ORKFormStep(identifier: "b").isOptional)
    #expect(!ORKStep(identifier: "c").isOptional && !ORKActiveStep(identifier: "d").isOptional)
  }

  /// ORKStep.h, task - "usually set when a step is added to the `ORKOrderedTask`", and weak.
  @Test func `a step knows its task as long as that is there`() {
    let step = ORKInstructionStep(identifier: "a")
    #expect(step.task == nil)
    var task: ORKOrderedTask? = ORKOrderedTask(identifier: "task", steps: [step])
    #expect(step.task === task)
    task = nil
    #expect(step.task == nil)
  }

  /// ORKStep.h, restorable - "If a task cannot be restored to the step, the task is typically restored to the last restorable
  /// step in the task".
  @Test func `a task that was saved in a walk goes on before it`() {
    func task() -> ORKOrderedTask {
      let walk = ORKActiveStep(identifier: "walk")
      walk.stepDuration = 60
      (walk.shouldStartTimerAutomatically, walk.shouldContinueOnFinish) = (true, true)
      return ORKOrderedTask(
        identifier: "task", steps: [ORKInstructionStep(identifier: "a"), walk])
    }
    let first = ORKTaskViewController(task: task(), taskRun: nil)
    first.run(
      ORKScriptedPresenter { controller, second in if second == 5 { controller.cancel(.saved) } })
    let second = ORKTaskViewController(
      task: task(), restorationData: first.restorationData, delegate: nil)
    let presenter = ORKScriptedPresenter()
    second.run(presenter)
    #expect(presenter.shownSteps == ["a", "walk"])
  }

  /// ORKTaskViewController.m, decodeRestorableStateWithCoder - The step that was going on is shown again.
  @Test func `a task that was saved at a question goes on with it`() {
    func task() -> ORKOrderedTask {
      ORKOrderedTask(
        identifier: "task",
        steps: ["a", "b"].map {
          ORKQuestionStep(identifier: $0, title: $0, answer: ORKTextAnswerFormat())
        })
    }
    let first = ORKTaskViewController(task: task(), taskRun: nil)
    let delegate = SavingDelegate()
    first.delegate = delegate
    first.run(ORKScriptedPresenter())
    let second = ORKTaskViewController(
      task: task(), restorationData: first.restorationData, delegate: nil)
    let presenter = ORKScriptedPresenter()
    second.run(presenter)
    #expect(delegate.saved && presenter.shownSteps == ["b"])
    #expect(second.result.results?.map(\.identifier) == ["a", "b"])
  }

  /// Saves a task for later as its step "b" appears.
  private final class SavingDelegate: NSObject, ORKTaskViewControllerDelegate {
    var saved = false
    func taskViewController(
      _ controller: ORKTaskViewController, stepViewControllerWillAppear step: ORKStepViewController
    ) {
      guard step.step?.identifier == "b" else { return }
      saved = true
      controller.cancel(.saved)
    }
    func taskViewController(
      _ controller: ORKTaskViewController, didFinishWith reason: ORKTaskFinishReason,
      error: (any Error)?
    ) {}
  }

  /// ORKHealthAnswerFormat.h - A date of birth is not before 150 years ago and not after "1 day after current date".
  @Test func `a date of birth lies within 150 years`() {
    let format = ORKHealthKitCharacteristicTypeAnswerFormat(
      characteristicType: HKCharacteristicType(.dateOfBirth))
    #expect(ScriptedRun.ask(format, "1860-01-01").rejection != nil)
    #expect(ScriptedRun.ask(format, "2999-01-01").rejection != nil)
    #expect(ScriptedRun.ask(format, "1950-01-01").rejection == nil)
  }

  /// ORKReviewStep.h, resultSource - Any `ORKTaskResultSource`.
  @Test func `a review shows the answers of any source`() {
    final class Source: ORKTaskResultSource {
      func stepResult(forStepIdentifier identifier: String) -> ORKStepResult? {
        let result = ORKTextQuestionResult(identifier: identifier)
        result.textAnswer = "from the source"
        return ORKStepResult(stepIdentifier: identifier, results: [result])
      }
    }
    let asked = ORKQuestionStep(identifier: "a", title: "A", answer: ORKTextAnswerFormat())
    let review = ORKReviewStep.standaloneReviewStep(
      withIdentifier: "review", steps: [asked], resultSource: Source())
    let run = ScriptedRun(ORKOrderedTask(identifier: "task", steps: [review]))
    #expect(run.delegate.reason == .completed && review.resultSource is Source)
  }

  /// ORKStep.h, requestedHealthKitTypesForReading - "The set of HealthKit types the step requests for reading".
  @Test func `a step says what it reads`() {
    let format = ORKHealthKitQuantityTypeAnswerFormat(
      quantityType: HKQuantityType(.bodyMass), unit: nil, style: .decimal)
    let step = ORKQuestionStep(identifier: "a", title: "A", answer: format)
    #expect(step.requestedHealthKitTypesForReading == [HKQuantityType(.bodyMass)])
    #expect(ORKInstructionStep(identifier: "b").requestedHealthKitTypesForReading == nil)
  }

  // MARK: Tasks and results

  /// ORKTask.h, stepBeforeStep:withResult: - "Returning `nil` prevents the user from navigating back to a previous step";
  /// ORKStepViewController.h, hasPreviousStep, hasNextStep.
  @Test func `a task may keep a person from going back`() {
    final class Forward: ORKOrderedTask {
      override func step(before step: ORKStep?, with result: ORKTaskResult) -> ORKStep? { nil }
    }
    final class Delegate: NSObject, ORKTaskViewControllerDelegate {
      var seen: [[Bool]] = []
      func taskViewController(
        _ controller: ORKTaskViewController,
        stepViewControllerWillAppear step: ORKStepViewController
      ) {
        seen.append([step.hasPreviousStep(), step.hasNextStep()])
        step.goBackward()
      }
      func taskViewController(
        _ controller: ORKTaskViewController, didFinishWith reason: ORKTaskFinishReason,
        error: (any Error)?
      ) {}
    }
    let controller = ORKTaskViewController(
      task: Forward(
        identifier: "task", steps: ["a", "b"].map { ORKInstructionStep(identifier: $0) }),
      taskRun: nil)
    let delegate = Delegate()
    controller.delegate = delegate
    let presenter = ORKScriptedPresenter()
    controller.run(presenter)
    #expect(presenter.shownSteps == ["a", "b"])
    #expect(delegate.seen == [[false, true], [false, false]])
  }

  /// ORKCollectionResult.h - `firstResult` and `resultForIdentifier:` are `nil` if there is none.
  @Test func `a collection finds its results by name`() {
    let result = ORKStepResult(stepIdentifier: "a", results: nil)
    #expect(result.firstResult == nil && result.result(forIdentifier: "x") == nil)
    let (one, two) = (ORKResult(identifier: "x"), ORKResult(identifier: "y"))
    result.results = [one, two]
    #expect(result.firstResult === one && result.result(forIdentifier: "y") === two)
  }

  /// ORKCollectionResult.h, enabledAssistiveTechnology - "If the property is `nil`, none of these assistive technologies was
  /// used."
  @Test func `a terminal is no assistive technology`() {
    #expect(ORKStepResult(stepIdentifier: "a", results: nil).enabledAssistiveTechnology == nil)
  }

  /// ORKTask.h, providesBackgroundAudioPrompts - "looks for active steps that have audio prompts or count down enabled".
  @Test func `a task knows whether it speaks`() {
    let step = ORKActiveStep(identifier: "a")
    let task = ORKOrderedTask(identifier: "task", steps: [step])
    #expect(!task.providesBackgroundAudioPrompts)
    step.shouldSpeakCountDown = true
    #expect(task.providesBackgroundAudioPrompts)
    (step.shouldSpeakCountDown, step.spokenInstruction) = (false, "Walk")
    #expect(task.providesBackgroundAudioPrompts)
  }

  /// ORKOrderedTask.h - "override the methods `stepAfterStep:withResult:`"; nil asks for the first step.
  @Test func `a subclass of a task decides what comes next`() {
    final class Reversed: ORKOrderedTask {
      override func step(after step: ORKStep?, with result: ORKTaskResult) -> ORKStep? {
        step == nil ? steps.last : super.step(before: step, with: result)
      }
    }
    let run = ScriptedRun(
      Reversed(
        identifier: "task", steps: ["a", "b", "c"].map { ORKInstructionStep(identifier: $0) }))
    #expect(run.presenter.shownSteps == ["c", "b", "a"])
  }

  /// ORKQuestionStep.m - The type of a question is that of its format.
  @Test func `a question has the type of its format`() {
    let step = ORKQuestionStep(identifier: "a", title: "A", answer: ORKBooleanAnswerFormat())
    #expect(step.questionType == .boolean && step.placeholder == nil)
    step.answerFormat = nil
    #expect(step.questionType == .none)
  }
}
