public import Foundation

/// The document that people read before they agree to take part: sections and signers.
open class ORKConsentDocument: NSObject {
  open var title: String?
  open var sections: [ORKConsentSection]?
  open var signaturePageTitle: String?
  open var signaturePageContent: String?
  open var signatures: [ORKConsentSignature]?

  /// The content for review in place of the sections.
  open var htmlReviewContent: String?

  public override init() {}

  open func addSignature(_ signature: ORKConsentSignature) {
    signatures = (signatures ?? []) + [signature]
  }

  /// The whole document as text, with the signatures so far.
  public var documentText: String { lines.joined(separator: "\n") }

  var lines: [String] {
    var lines = [title].compactMap(\.self)
    if let htmlReviewContent {
      lines += HTMLText.lines(htmlReviewContent)
    } else {
      for section in sections ?? [] where !section.omitFromDocument {
        lines += ["", section.formalTitle ?? section.title ?? ""] + section.contentLines
      }
    }
    lines += [signaturePageTitle, signaturePageContent].compactMap(\.self)
    return lines + (signatures ?? []).map(\.line)
  }
}

/// The topic of a section of a consent document.
public enum ORKConsentSectionType: Int, Sendable {
  case overview, dataGathering, privacy, dataUse, timeCommitment, studySurvey, studyTasks
  case withdrawing, custom, onlyInDocument

  /// The heading; `nil` for a type without a default one.
  var title: String? {
    switch self {
    case .overview: "Welcome"
    case .dataGathering: "Data Gathering"
    case .privacy: "Privacy"
    case .dataUse: "Data Use"
    case .timeCommitment: "Time Commitment"
    case .studySurvey: "Study Survey"
    case .studyTasks: "Study Tasks"
    case .withdrawing: "Withdrawing"
    case .custom, .onlyInDocument: nil
    }
  }
}

/// A section of a consent document.
open class ORKConsentSection: NSObject {
  public let type: ORKConsentSectionType
  open var title: String?
  open var formalTitle: String?

  /// The summary shown before the whole section.
  open var summary: String?
  open var content: String?

  /// The content as HTML, in place of `content`; a terminal shows its text.
  open var htmlContent: String?
  open var contentURL: URL?
  open var omitFromDocument = false
  open var customImage: UIImage?
  open var customLearnMoreButtonTitle: String?

  public init(type: ORKConsentSectionType) {
    self.type = type
    title = type.title
  }

  var contentLines: [String] {
    if let htmlContent { return HTMLText.lines(htmlContent) }
    if let content { return [content] }
    // Documents at web addresses are not fetched.
    return [contentURL.map { "[document: \($0.absoluteString)]" } ?? summary].compactMap(\.self)
  }
}

/// A signer of a consent document, and the signature once it is given.
open class ORKConsentSignature: NSObject {
  open var identifier: String
  open var title: String?
  open var givenName: String?
  open var familyName: String?

  /// Whether the person's names are asked for.
  open var requiresName = true

  /// Whether a phone asks to draw the signature. In a terminal a typed name is the signature.
  open var requiresSignatureImage = true
  open var signatureImage: UIImage?

  /// When it was signed, as text.
  open var signatureDate: String?
  open var signatureDateFormatString: String?

  public init(
    forPersonWithTitle title: String?, dateFormatString: String?, identifier: String,
    givenName: String? = nil, familyName: String? = nil, signatureImage: UIImage? = nil,
    dateString: String? = nil
  ) {
    self.identifier = identifier
    self.title = title
    self.givenName = givenName
    self.familyName = familyName
    self.signatureImage = signatureImage
    signatureDate = dateString
    signatureDateFormatString = dateFormatString
  }

  public override convenience init() {
    self.init(forPersonWithTitle: nil, dateFormatString: nil, identifier: UUID().uuidString)
  }

  /// The same, as it is before it is signed.
  var unsigned: ORKConsentSignature {
    let copy = ORKConsentSignature(
      forPersonWithTitle: title, dateFormatString: signatureDateFormatString,
      identifier: identifier, givenName: givenName, familyName: familyName)
    copy.requiresName = requiresName
    copy.requiresSignatureImage = requiresSignatureImage
    return copy
  }

  /// Signs at a moment.
  func sign(at date: Date) {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.dateFormat = signatureDateFormatString ?? "yyyy-MM-dd"
    signatureDate = formatter.string(from: date)
  }

  private var name: String { [givenName, familyName].compactMap(\.self).joined(separator: " ") }

  var line: String {
    "\(title ?? "Signature"): \(name.isEmpty ? "____" : name), \(signatureDate ?? "____")"
  }
}

/// HTML as lines of text: the words without tags, and the paragraphs apart.
enum HTMLText {
  static func lines(_ html: String) -> [String] {
    var text = html
    for (pattern, replacement) in [
      ("(?is)<(script|style|head)[^>]*>.*?</\\1>", ""), ("\\s+", " "), ("(?i)<li[^>]*>", "\n- "),
      ("(?i)<(br|/p|/div|/h[1-6]|/ul|/ol|/tr|hr)[^>]*>", "\n"), ("<[^>]*>", ""),
    ] {
      text = text.replacingOccurrences(
        of: pattern, with: replacement, options: .regularExpression)
    }
    for (name, character) in [
      ("&nbsp;", " "), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"),
      ("&amp;", "&"),
    ] {
      text = text.replacingOccurrences(of: name, with: character)
    }
    return text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
  }
}
