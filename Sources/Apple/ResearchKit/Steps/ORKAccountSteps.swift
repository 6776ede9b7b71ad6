public import Foundation
internal import StudyTasks

/// What a registration step asks for beside an address and a password.
public struct ORKRegistrationStepOption: OptionSet, Sendable {
  public let rawValue: UInt
  public init(rawValue: UInt) { self.rawValue = rawValue }
  public static let includeGivenName = Self(rawValue: 1 << 0)
  public static let includeFamilyName = Self(rawValue: 1 << 1)
  public static let includeGender = Self(rawValue: 1 << 2)
  public static let includeDOB = Self(rawValue: 1 << 3)
  public static let includePhoneNumber = Self(rawValue: 1 << 4)
}

/// The identifier of a registration's item for the email.
public let ORKRegistrationFormItemIdentifierEmail = "ORKRegistrationFormItemEmail"

/// The identifier of a registration's item for the password.
public let ORKRegistrationFormItemIdentifierPassword = "ORKRegistrationFormItemPassword"

/// The identifier of a registration's item for the confirm password.
public let ORKRegistrationFormItemIdentifierConfirmPassword =
  "ORKRegistrationFormItemConfirmPassword"

/// The identifier of a registration's item for the given name.
public let ORKRegistrationFormItemIdentifierGivenName = "ORKRegistrationFormItemGivenName"

/// The identifier of a registration's item for the family name.
public let ORKRegistrationFormItemIdentifierFamilyName = "ORKRegistrationFormItemFamilyName"

/// The identifier of a registration's item for the gender.
public let ORKRegistrationFormItemIdentifierGender = "ORKRegistrationFormItemGender"

/// The identifier of a registration's item for the date of birth.
public let ORKRegistrationFormItemIdentifierDOB = "ORKRegistrationFormItemDOB"

/// The identifier of a registration's item for the phone number.
public let ORKRegistrationFormItemIdentifierPhoneNumber = "ORKRegistrationFormItemPhoneNumber"

/// The identifier of a login's item for the email.
public let ORKLoginFormItemIdentifierEmail = "ORKLoginFormItemEmail"

/// The identifier of a login's item for the password.
public let ORKLoginFormItemIdentifierPassword = "ORKLoginFormItemPassword"

/// A form for a new account. The app has to send it; a terminal shows a password as it is typed.
open class ORKRegistrationStep: ORKFormStep {
  public internal(set) var options: ORKRegistrationStepOption = []

  /// What a password has to match.
  open var passcodeValidationRegularExpression: NSRegularExpression? { didSet { makeItems() } }
  open var passcodeInvalidMessage: String? { didSet { makeItems() } }
  open var phoneNumberValidationRegularExpression: NSRegularExpression? { didSet { makeItems() } }
  open var phoneNumberInvalidMessage: String? { didSet { makeItems() } }

  public convenience init(
    identifier: String, title: String?, text: String?,
    passcodeValidationRegularExpression: NSRegularExpression? = nil,
    passcodeInvalidMessage: String? = nil, options: ORKRegistrationStepOption
  ) {
    self.init(identifier: identifier)
    self.title = title
    self.text = text
    self.options = options
    isOptional = false
    self.passcodeValidationRegularExpression = passcodeValidationRegularExpression
    self.passcodeInvalidMessage = passcodeInvalidMessage
    makeItems()
  }

  private func makeItems() {
    func text(_ pattern: NSRegularExpression?, _ message: String?) -> ORKTextAnswerFormat {
      let format = ORKTextAnswerFormat()
      format.multipleLines = false
      format.validationRegularExpression = pattern
      format.invalidMessage = message ?? pattern.map { "%@ does not match \($0.pattern)" }
      return format
    }
    func item(_ identifier: String, _ text: String, _ format: ORKAnswerFormat) -> ORKFormItem {
      ORKFormItem(identifier: identifier, text: text, answerFormat: format, optional: false)
    }
    let password = text(passcodeValidationRegularExpression, passcodeInvalidMessage)
    password.isSecureTextEntry = true
    var items = [
      item(ORKRegistrationFormItemIdentifierEmail, "Email", ORKEmailAnswerFormat()),
      item(ORKRegistrationFormItemIdentifierPassword, "Password", password),
      item(
        ORKRegistrationFormItemIdentifierConfirmPassword, "Confirm",
        ORKConfirmTextAnswerFormat(
          originalItemIdentifier: ORKRegistrationFormItemIdentifierPassword,
          errorMessage: "The passwords do not match.")),
    ]
    let optional: [(ORKRegistrationStepOption, String, String, ORKAnswerFormat)] = [
      (.includeGivenName, ORKRegistrationFormItemIdentifierGivenName, "Given name", text(nil, nil)),
      (
        .includeFamilyName, ORKRegistrationFormItemIdentifierFamilyName, "Family name",
        text(nil, nil)
      ),
      (
        .includeGender, ORKRegistrationFormItemIdentifierGender, "Gender",
        ORKValuePickerAnswerFormat(
          textChoices: ["female", "male", "other"].map {
            ORKTextChoice(text: $0.capitalized, value: $0 as NSString)
          })
      ),
      (
        .includeDOB, ORKRegistrationFormItemIdentifierDOB, "Date of birth",
        ORKDateAnswerFormat(style: .date, maximumDate: Date())
      ),
      (
        .includePhoneNumber, ORKRegistrationFormItemIdentifierPhoneNumber, "Phone number",
        text(phoneNumberValidationRegularExpression, phoneNumberInvalidMessage)
      ),
    ]
    items += optional.filter { options.contains($0.0) }.map { item($0.1, $0.2, $0.3) }
    formItems = items
  }
}

/// A form with an address and a password. The app has to send it; a terminal shows a password as it is typed.
open class ORKLoginStep: ORKFormStep {
  public internal(set) var loginViewControllerClass: ORKStepViewController.Type =
    ORKLoginStepViewController.self

  /// The name of a view controller that a task's JSON has; its class is the standard one then.
  var loginViewControllerName: String?

  public convenience init(
    identifier: String, title: String?, text: String?,
    loginViewControllerClass: ORKStepViewController.Type
  ) {
    self.init(identifier: identifier)
    self.title = title
    self.text = text
    self.loginViewControllerClass = loginViewControllerClass
    isOptional = false
    let password = ORKTextAnswerFormat()
    password.multipleLines = false
    password.isSecureTextEntry = true
    formItems = [
      ORKFormItem(
        identifier: ORKLoginFormItemIdentifierEmail, text: "Email",
        answerFormat: ORKEmailAnswerFormat(), optional: false),
      ORKFormItem(
        identifier: ORKLoginFormItemIdentifierPassword, text: "Password", answerFormat: password,
        optional: false),
    ]
  }

  open override var stepViewControllerClass: ORKStepViewController.Type { loginViewControllerClass }
}

/// Asks a person to look into their mail.
open class ORKVerificationStep: ORKStep {
  public internal(set) var verificationViewControllerClass: ORKStepViewController.Type =
    ORKVerificationStepViewController.self

  /// The name of a view controller that a task's JSON has; its class is the standard one then.
  var verificationViewControllerName: String?

  public convenience init(
    identifier: String, text: String?, verificationViewControllerClass: ORKStepViewController.Type
  ) {
    self.init(identifier: identifier)
    title = "Verification"
    self.text = text
    self.verificationViewControllerClass = verificationViewControllerClass
  }

  open override var stepViewControllerClass: ORKStepViewController.Type {
    verificationViewControllerClass
  }
}

/// Carries out a form.
open class ORKFormStepViewController: ORKStepViewController {}

/// Carries out a login. A terminal has no button for a forgotten password; an app may call its action.
open class ORKLoginStepViewController: ORKFormStepViewController {
  open func forgotPasswordButtonTapped() {}
}

/// Carries out a verification. A terminal has no button to send the mail again; an app may call its action.
open class ORKVerificationStepViewController: ORKStepViewController {
  open func resendEmailButtonTapped() {}
}

/// How many digits a passcode has.
public enum ORKPasscodeType: Int, Sendable {
  case type4Digit, type6Digit
}

/// What is done with a passcode.
public enum ORKPasscodeFlow: Int, Sendable {
  case create, authenticate, edit
}

/// Would make a passcode. This machine has no key chain for it: none is asked for, and the result says that
/// none was saved.
open class ORKPasscodeStep: ORKStep {
  open var passcodeType = ORKPasscodeType.type4Digit
  open var passcodeFlow = ORKPasscodeFlow.create
  open var useBiometrics = true

  public convenience init(identifier: String, passcodeFlow: ORKPasscodeFlow) {
    self.init(identifier: identifier)
    self.passcodeFlow = passcodeFlow
  }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    super.engineStep(result).unavailable("a key chain for passcodes")
  }

  override func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    [ORKPasscodeResult(identifier: identifier).during(given)] + given.unavailableResults
  }
}

/// Whether a passcode was saved; never here.
public final class ORKPasscodeResult: ORKResult {
  public var isPasscodeSaved = false
  public var isTouchIdEnabled = false
}
