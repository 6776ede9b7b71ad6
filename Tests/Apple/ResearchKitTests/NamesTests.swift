import ResearchKitActiveTask
import ResearchKitUI
import Testing

/// The names that studies of a walk and with music use; `HeartStudyApp` has their methods in use. They come with
/// the other modules too.
@Suite struct NamesTests {
  @Test func `the types of a study have ResearchKit's and HealthKit's names`() {
    let types: [String: Any.Type] = [
      "HKHealthStore": HKHealthStore.self,
      "HKQuantity": HKQuantity.self,
      "HKQuantitySample": HKQuantitySample.self,
      "HKQuantityType": HKQuantityType.self,
      "HKUnit": HKUnit.self,
      "ORKActiveStep": ORKActiveStep.self,
      "ORKActiveStepViewController": ORKActiveStepViewController.self,
      "ORKCompletionStep": ORKCompletionStep.self,
      "ORKFileResult": ORKFileResult.self,
      "ORKHealthQuantityTypeRecorderConfiguration": ORKHealthQuantityTypeRecorderConfiguration.self,
      "ORKInstructionStep": ORKInstructionStep.self,
      "ORKOrderedTask": ORKOrderedTask.self,
      "ORKRecorder": ORKRecorder.self,
      "ORKRecorderConfiguration": ORKRecorderConfiguration.self,
      "ORKStep": ORKStep.self,
      "ORKStepResult": ORKStepResult.self,
      "ORKStepViewController": ORKStepViewController.self,
      "ORKTask": (any ORKTask).self,
      "ORKTaskResult": ORKTaskResult.self,
      "ORKTaskViewController": ORKTaskViewController.self,
      "ORKTaskViewControllerDelegate": (any ORKTaskViewControllerDelegate).self,
    ]
    for (name, type) in types { #expect("\(type)" == name) }
  }

  @Test func `what a study sets can be read back`() {
    let step = ORKActiveStep(identifier: "step")
    step.stepDuration = 30
    step.recorderConfigurations = [ORKRecorderConfiguration(identifier: "recorder")]
    let switches: [ReferenceWritableKeyPath<ORKActiveStep, Bool>] = [
      \.shouldShowDefaultTimer, \.shouldStartTimerAutomatically, \.shouldContinueOnFinish,
    ]
    for isOn in [true, false] {
      for path in switches {
        step[keyPath: path] = isOn
        #expect(step[keyPath: path] == isOn)
      }
    }
    #expect(step.stepDuration == 30)
    #expect(step.recorderConfigurations?.map(\.identifier) == ["recorder"])
  }
}
