import Foundation
import ResearchKit

/// Invented samples for development, as a study's author would write them for a phone.
final class MockHeart {
  let healthStore = HKHealthStore()
  private(set) var isRunning = false
  private(set) var savedCount = 0

  func authorize() {
    let types: Set = [
      HKObjectType.quantityType(forIdentifier: .heartRate)!,
      HKObjectType.quantityType(forIdentifier: .distanceWalkingRunning)!,
    ]
    let done = DispatchSemaphore(value: 0)
    healthStore.requestAuthorization(toShare: types, read: types) { _, _ in done.signal() }
    done.wait()
  }

  func start() { isRunning = true }
  func stop() { isRunning = false }

  func saveSample() {
    guard isRunning else { return }
    let type = HKQuantityType.quantityType(forIdentifier: .heartRate)!
    let quantity = HKQuantity(
      unit: HKUnit(from: "count/min"), doubleValue: Double.random(in: 100..<180).rounded(.down))
    let now = Date()
    let sample = HKQuantitySample(type: type, quantity: quantity, start: now, end: now)
    let saved = DispatchSemaphore(value: 0)
    healthStore.save(sample) { _, _ in saved.signal() }
    saved.wait()
    savedCount += 1
  }
}

/// The sound files of the music task.
enum Clip: String, CaseIterable {
  case calm = "calm_1"
  case dark = "dark_4"
  case happy = "happy_1"

  var fileURL: URL { URL(fileURLWithPath: "/clips/\(rawValue).mp3") }
}

/// An active step with a sound file.
final class ClipStep: ORKActiveStep {
  var clip: Clip!
}

/// Stands where an app would have its player.
final class ClipStepViewController: ORKActiveStepViewController {
  static var calls: [String] = []

  override func start() {
    super.start()
    if let step = step as? ClipStep { Self.calls.append("play \(step.clip.rawValue)") }
  }

  override func stepDidFinish() {
    super.stepDidFinish()
    Self.calls.append("stop")
  }
}

enum StudyTaskList {
  static func walk() -> ORKOrderedTask {
    ORKOrderedTask.fitnessCheck(
      withIdentifier: "Walk", intendedUseDescription: nil, walkDuration: 15 as TimeInterval,
      restDuration: 15 as TimeInterval, options: [])
  }

  static func music() -> ORKOrderedTask {
    let instruction = ORKInstructionStep(identifier: "instruction")
    instruction.title = "Sound and pulse"
    instruction.text = "You will hear a sound for half a minute."
    let configuration = ORKHealthQuantityTypeRecorderConfiguration(
      identifier: "pulse",
      healthQuantityType: HKQuantityType.quantityType(forIdentifier: .heartRate)!,
      unit: HKUnit(from: "count/min"))
    let listening = ClipStep(identifier: "music")
    listening.clip = Clip.allCases.randomElement()
    listening.stepDuration = 30
    listening.recorderConfigurations = [configuration]
    listening.shouldShowDefaultTimer = true
    listening.shouldStartTimerAutomatically = true
    listening.shouldContinueOnFinish = true
    listening.title = "Listen for half a minute."
    let summary = ORKCompletionStep(identifier: "summary")
    summary.title = "That was all"
    return ORKOrderedTask(identifier: "Music", steps: [instruction, listening, summary])
  }
}

/// Finds what was recorded in a result, by the places of steps.
enum Findings {
  static func heartFiles(inWalk result: ORKTaskResult) -> [URL] {
    guard let results = result.results, results.count > 4,
      let walk = results[3] as? ORKStepResult, let rest = results[4] as? ORKStepResult
    else { return [] }
    return ((walk.results ?? []) + (rest.results ?? [])).compactMap {
      ($0 as? ORKFileResult)?.fileURL
    }
  }

  static func heartFile(inMusic result: ORKTaskResult) -> URL? {
    guard let results = result.results, results.count > 1,
      let step = results[1] as? ORKStepResult,
      let file = step.results?.first as? ORKFileResult
    else { return nil }
    return file.fileURL
  }

  static func clip(of task: ORKTask?) -> Clip? {
    guard let task = task as? ORKOrderedTask, task.steps.count > 1 else { return nil }
    return (task.steps[1] as? ClipStep)?.clip
  }
}

/// The app's one screen.
final class StudyScreen: NSObject, ORKTaskViewControllerDelegate {
  let mock = MockHeart()
  let folder: URL
  private(set) var output: [String] = []
  private(set) var reasons: [ORKTaskFinishReason] = []
  private(set) var errors: [any Error] = []
  private(set) var recorderErrors: [String] = []
  var presenter = ORKScriptedPresenter()

  init(folder: URL) {
    self.folder = folder
    super.init()
    mock.authorize()
  }

  func tapped(_ task: ORKTask) {
    let controller = ORKTaskViewController(task: task, taskRun: nil)
    controller.delegate = self
    controller.outputDirectory = folder
    mock.start()
    presenter.everySecond = { [mock] _, _ in mock.saveSample() }
    controller.run(presenter)
  }

  func taskViewController(
    _ taskViewController: ORKTaskViewController, didFinishWith reason: ORKTaskFinishReason,
    error: (any Error)?
  ) {
    mock.stop()
    reasons.append(reason)
    if let error { errors.append(error) }
    guard reason == .completed else { return }
    if taskViewController.task?.identifier == "Walk" {
      for url in Findings.heartFiles(inWalk: taskViewController.result) {
        if let text = try? String(contentsOf: url, encoding: .utf8) { output.append(text) }
      }
    } else if taskViewController.task?.identifier == "Music" {
      output.append("clip name: \(Findings.clip(of: taskViewController.task)!.rawValue)")
      if let url = Findings.heartFile(inMusic: taskViewController.result),
        let text = try? String(contentsOf: url, encoding: .utf8)
      {
        output.append(text)
      }
    }
  }

  func taskViewController(
    _ taskViewController: ORKTaskViewController, viewControllerFor step: ORKStep
  ) -> ORKStepViewController? {
    step.identifier == "music" ? ClipStepViewController(step: step) : nil
  }

  func taskViewController(
    _ taskViewController: ORKTaskViewController, recorder: ORKRecorder,
    didFailWithError error: any Error
  ) {
    recorderErrors.append(recorder.identifier)
  }
}
