public import Foundation
internal import StudyTasks

/// Would take a picture. There is no camera view in a terminal: the step is shown as text, and the result says
/// that it is unavailable.
open class ORKImageCaptureStep: ORKStep {
  open var templateImage: UIImage?
  open var templateImageInsets = UIEdgeInsets.zero
  open var accessibilityHint: String?
  open var accessibilityInstructions: String?
  open var captureRaw = false

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    super.engineStep(result).unavailable("a camera for pictures of a person")
  }

  override func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    given.unavailableResults
  }
}

/// Would record a film; it is unavailable as a picture is.
open class ORKVideoCaptureStep: ORKStep {
  open var templateImage: UIImage?
  open var templateImageInsets = UIEdgeInsets.zero
  open var duration: NSNumber?
  open var isAudioMute = false
  open var accessibilityHint: String?
  open var accessibilityInstructions: String?

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    super.engineStep(result).unavailable("a camera for films of a person")
  }

  override func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    given.unavailableResults
  }
}

/// Would record a film of the person's face; it is unavailable as a picture is.
open class ORKFrontFacingCameraStep: ORKActiveStep {
  open var maximumRecordingLimit: TimeInterval = 60
  open var allowsRetry = false
  open var allowsReview = false

  override var missing: String? { "a camera for films of a person" }
}
