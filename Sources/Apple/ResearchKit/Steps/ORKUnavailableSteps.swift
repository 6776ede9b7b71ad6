public import Foundation
internal import StudyTasks

// Steps that need a phone's screen or sensors, which this machine lacks. Such a step is shown as text, with what
// is missing. Its result says so too: an `ORKResult` with the step's identifier has it in `userInfo`, as `unavailable`.

extension StudyStep {
  /// Returns the step as text that names the missing parts.
  func unavailable(_ missing: String) -> StudyStep {
    var step = self
    let sentence = "This step is unavailable here: it needs \(missing), and this machine has none."
    step.text = [step.text, sentence].filter { !$0.isEmpty }.joined(separator: "\n")
    step.details["unavailable"] = missing
    return step
  }
}

extension StepResult {
  /// The results of a step that could not be carried out; none of another.
  var unavailableResults: [ORKResult] {
    guard let missing = details["unavailable"] else { return [] }
    let result = ORKResult(identifier: identifier).during(self)
    result.userInfo = ["unavailable": missing]
    return [result]
  }
}

// MARK: - Pictures and sounds of a person

/// Would take a picture.
open class ORKImageCaptureStep: ORKStep {
  open var templateImage: UIImage?
  open var templateImageInsets = UIEdgeInsets.zero
  open var accessibilityHint: String?
  open var accessibilityInstructions: String?

  override var missing: String? { "a camera for pictures of a person" }
}

/// Would record a film.
open class ORKVideoCaptureStep: ORKImageCaptureStep {
  open var duration: NSNumber?

  override var missing: String? { "a camera for films of a person" }
}

/// Would record a film of the person's face.
open class ORKFrontFacingCameraStep: ORKActiveStep {
  open var maximumRecordingLimit: TimeInterval = 60
  open var allowsRetry = false
  open var allowsReview = false

  override var missing: String? { "a camera for films of a person" }
}

/// Would measure how loud the surroundings are.
open class ORKEnvironmentSPLMeterStep: ORKActiveStep {
  open var thresholdValue: Double = 35
  open var samplingInterval: TimeInterval = 1
  open var requiredContiguousSamples: Int = 5

  override var missing: String? { "a microphone" }
}

// MARK: - Accounts

/// The fields of a registration in addition to an address and a password.
public struct ORKRegistrationStepOption: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let includeGivenName = Self(rawValue: 1 << 0)
  public static let includeFamilyName = Self(rawValue: 1 << 1)
  public static let includeGender = Self(rawValue: 1 << 2)
  public static let includeDOB = Self(rawValue: 1 << 3)
  public static let includePhoneNumber = Self(rawValue: 1 << 4)
}

/// Would make an account with an app's server; a form of texts asks for the same.
open class ORKRegistrationStep: ORKStep {
  open var phoneNumberValidationRegularExpression: NSRegularExpression?
  open var phoneNumberInvalidMessage: String?

  public convenience init(
    identifier: String, title: String?, text: String?,
    passcodeValidationRegularExpression: NSRegularExpression? = nil,
    passcodeInvalidMessage: String? = nil, options: ORKRegistrationStepOption
  ) {
    self.init(identifier: identifier)
    (self.title, self.text) = (title, text)
  }

  override var missing: String? { "a server for accounts" }
}

/// Would send an address and a password to an app's server.
open class ORKLoginStep: ORKStep {
  public convenience init(
    identifier: String, title: String?, text: String?,
    loginViewControllerClass: ORKLoginStepViewController.Type
  ) {
    self.init(identifier: identifier)
    (self.title, self.text) = (title, text)
  }

  override var missing: String? { "a server for accounts" }
}

/// Would wait until a person has answered a mail of an app's server.
open class ORKVerificationStep: ORKStep {
  public convenience init(
    identifier: String, text: String?,
    verificationViewControllerClass: ORKVerificationStepViewController.Type
  ) {
    self.init(identifier: identifier)
    self.text = text
  }

  override var missing: String? { "a server for accounts" }
}

/// Would carry out a login.
open class ORKLoginStepViewController: ORKStepViewController {
  open func forgotPasswordButtonTapped() {}
}

/// Would carry out a verification.
open class ORKVerificationStepViewController: ORKStepViewController {
  open func resendEmailButtonTapped() {}
}

/// The action for a passcode.
public enum ORKPasscodeFlow: Int, Sendable {
  case create, authenticate, edit
}

/// Would make a passcode.
open class ORKPasscodeStep: ORKStep {
  open var passcodeFlow = ORKPasscodeFlow.create
  open var useBiometrics = true

  public convenience init(identifier: String, passcodeFlow: ORKPasscodeFlow) {
    self.init(identifier: identifier)
    self.passcodeFlow = passcodeFlow
  }

  override var missing: String? { "a key chain for passcodes" }
}

// MARK: - Relatives

/// A condition that a relative may have or have had.
public final class ORKHealthCondition: NSObject {
  public init(identifier: String, displayName: String, value: ORKChoiceValue) {}
}

/// The question after a relative's conditions, and further items of the same form.
public final class ORKConditionStepConfiguration: NSObject {
  public init(
    stepIdentifier: String, conditionsFormItemIdentifier: String,
    conditions: [ORKHealthCondition], formItems: [ORKFormItem]
  ) {}
}

/// Relatives of one kind, and the forms about each of them.
public final class ORKRelativeGroup: NSObject {
  public init(
    identifier: String, name: String, sectionTitle: String?, sectionDetailText: String?,
    identifierForCellTitle: String, maxAllowed: Int, formSteps: [ORKFormStep],
    detailTextIdentifiers: [String]
  ) {}
}

/// Would let a person add relatives one by one; a form for each relative asks for the same.
open class ORKFamilyHistoryStep: ORKStep {
  open var conditionStepConfiguration: ORKConditionStepConfiguration?
  open var relativeGroups: [ORKRelativeGroup]?

  override var missing: String? { "a screen on which relatives are added" }
}
