internal import Foundation
internal import StudyTasks

/// Shows the sections of a consent document, each with its summary and its content.
open class ORKVisualConsentStep: ORKStep {
  open var consentDocument: ORKConsentDocument?

  public convenience init(identifier: String, document: ORKConsentDocument?) {
    self.init(identifier: identifier)
    consentDocument = document
    showsProgress = false
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    let sections = (consentDocument?.sections ?? []).filter { $0.type != .onlyInDocument }
    return super.lines(result)
      + sections.flatMap { section in
        let content = section.contentLines.filter { $0 != section.summary }
        let head = [section.customImage?.line, section.title, section.summary].compactMap(\.self)
        let more = section.customLearnMoreButtonTitle ?? "Learn more"
        return [""] + head + (content.isEmpty ? [] : ["\(more):"] + content.map { "  \($0)" })
      }
  }
}

/// Shows a consent document, asks whether the person agrees, and lets them sign by their name.
open class ORKConsentReviewStep: ORKStep {
  open var consentDocument: ORKConsentDocument
  open internal(set) var signature: ORKConsentSignature?

  /// The statement that a person agrees to, in a sentence.
  open var reasonForConsent: String?

  public init(
    identifier: String, signature: ORKConsentSignature?, in consentDocument: ORKConsentDocument
  ) {
    self.consentDocument = consentDocument
    self.signature = signature
    super.init(identifier: identifier)
    showsProgress = false
  }

  public required init(identifier: String) {
    consentDocument = ORKConsentDocument()
    super.init(identifier: identifier)
  }

  private enum Item {
    static let consented = "consented"
    static let givenName = "givenName"
    static let familyName = "familyName"
    static let signature = "signature"
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result) + consentDocument.lines
  }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    var study = super.engineStep(result)
    study.kind = .form
    study.isOptional = false
    let agree = FormatRules(.boolean(yes: "Agree", no: "Disagree"))
    let name = SignatureByName.rules
    let reason =
      reasonForConsent ?? "Do you agree, and would you like to take part in the study?"
    study.questions = [
      Question(
        identifier: Item.consented, text: reason, format: .custom(agree), isOptional: false)
    ]
    guard let signature else { return study }
    let names: [(String, String)]
    if signature.requiresName {
      names = [(Item.givenName, "Your given name"), (Item.familyName, "Your family name")]
    } else if signature.requiresSignatureImage {
      names = [(Item.signature, "Sign by typing your name")]
    } else {
      names = []
    }
    study.questions += names.map {
      Question(identifier: $0, text: $1, format: .custom(name), isOptional: false)
    }
    return study
  }

  /// Returns whether to ask: a person who does not agree is not asked to sign.
  override func asks(
    _ question: Question, _ given: StepResult, _ result: () -> ORKTaskResult
  ) -> Bool {
    question.identifier == Item.consented || given.answer(Item.consented) == .bool(true)
  }

  override func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    let result = ORKConsentSignatureResult(identifier: signature?.identifier ?? identifier)
    result.consented = given.answer(Item.consented) == .bool(true)
    if let signature {
      let signed = signature.unsigned
      func text(_ item: String) -> String? {
        if case .text(let text)? = given.answer(item) { text } else { nil }
      }
      if signature.requiresName {
        (signed.givenName, signed.familyName) = (text(Item.givenName), text(Item.familyName))
      } else if let name = text(Item.signature) {
        // A typed name replaces the picture of a signature.
        (signed.givenName, signed.familyName) = (name, nil)
      }
      if result.consented { signed.sign(at: given.end) }
      result.signature = signed
    }
    return [result.during(given)]
  }
}

/// Whether a person agreed to a consent document, and their signature.
public final class ORKConsentSignatureResult: ORKResult {
  public var signature: ORKConsentSignature?
  public var consented = false

  /// Puts the signature in the place of the document's one with its identifier.
  public func apply(to document: ORKConsentDocument) {
    guard let signature, consented,
      let index = document.signatures?.firstIndex(where: { $0.identifier == signature.identifier })
    else { return }
    document.signatures?[index] = signature
  }
}

/// Asks with whom a person's data may be shared: with researchers everywhere (`true`), or only with those of
/// the study (`false`).
open class ORKConsentSharingStep: ORKQuestionStep {
  /// The explanation of sharing; a terminal shows its text.
  open var localizedLearnMoreHTMLContent = ""

  public convenience init(
    identifier: String, investigatorShortDescription: String, investigatorLongDescription: String,
    localizedLearnMoreHTMLContent: String
  ) {
    self.init(identifier: identifier)
    isOptional = false
    title = "Sharing Options"
    question = "With whom may your data be shared?"
    text =
      "\(investigatorLongDescription) will receive your study data. Sharing it more broadly, without "
      + "information such as your name, may benefit this and future research."
    answerFormat = ORKTextChoiceAnswerFormat(
      style: .singleChoice,
      textChoices: [
        ORKTextChoice(
          text: "Share my data with \(investigatorShortDescription) and qualified researchers "
            + "worldwide", value: NSNumber(value: true)),
        ORKTextChoice(
          text: "Only share my data with \(investigatorLongDescription)",
          value: NSNumber(value: false)),
      ])
    self.localizedLearnMoreHTMLContent = localizedLearnMoreHTMLContent
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result) + HTMLText.lines(localizedLearnMoreHTMLContent)
  }
}

/// A signature. There is no picture of it: `userInfo` has the name that was typed, as `name`.
public final class ORKSignatureResult: ORKResult {
  public var signatureImage: UIImage?

  /// The name that was typed; `nil` without a signature.
  public var name: String? { userInfo?["name"] as? String }
}

/// A signature that is a typed name.
enum SignatureByName {
  /// A name that is not empty.
  static let rules = FormatRules(
    .text(
      .init(
        maximumLength: 200, pattern: #"\S"#, invalidMessage: "a name is needed",
        example: "dry run")))

  static func question(_ identifier: String) -> Question {
    Question(
      identifier: identifier, text: "Sign by typing your name",
      format: .custom(rules), isOptional: false)
  }

  static func result(_ given: StepResult, _ identifier: String) -> ORKSignatureResult {
    let result = ORKSignatureResult(identifier: identifier).during(given)
    if case .text(let name)? = given.answer(identifier) { result.userInfo = ["name": name] }
    return result
  }
}
