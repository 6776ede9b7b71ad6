internal import Charts
public import Foundation

/// What people read before they agree to take part: sections, and who signs.
open class ORKConsentDocument: NSObject {
  open var title: String?
  open var sections: [ORKConsentSection]?
  open var signaturePageTitle: String?
  open var signaturePageContent: String?
  open var signatures: [ORKConsentSignature]?

  /// What is shown for review in place of the sections.
  open var htmlReviewContent: String?

  public override init() {}

  open func addSignature(_ signature: ORKConsentSignature) {
    signatures = (signatures ?? []) + [signature]
  }

  /// The whole document as text, with what is signed so far.
  public var documentText: String { lines.joined(separator: "\n") }

  /// Writes the whole document, with what is signed so far, as PDF: on A4, or on Letter where lengths are in feet.
  ///
  /// A signature is the typed name; what is not signed yet is a line to sign on.
  /// - Parameter handler: Gets the file, or a `ChartError` that says what keeps it from being drawn, before the call
  ///   returns.
  open func makePDF(completionHandler handler: (Data?, (any Error)?) -> Void) {
    do {
      handler(try pdf(), nil)
    } catch {
      handler(nil, error)
    }
  }

  /// Returns the document as PDF, as `makePDF(completionHandler:)` does.
  open func makePDF() async throws -> Data { try pdf() }

  private func pdf() throws -> Data {
    let paper = ORKMeasurementSystem.local.isMetric ? PaperSize.a4 : .letter
    return try PaperDocument(parts.map(\.block), on: paper).pdf()
  }

  var lines: [String] { parts.flatMap(\.lines) }

  private enum Part {
    case title(String)
    case heading(String)
    case text(String)
    case pageTitle(String)
    case signature(ORKConsentSignature)

    /// Lines of a terminal.
    var lines: [String] {
      switch self {
      case .title(let text), .text(let text), .pageTitle(let text): [text]
      case .heading(let text): ["", text]
      case .signature(let signature): [signature.line]
      }
    }

    var block: PaperDocument.Block {
      switch self {
      case .title(let text): .title(text)
      case .heading(let text), .pageTitle(let text): .heading(text)
      case .text(let text): .paragraph(text)
      case .signature(let signature): .fields(signature.fields)
      }
    }
  }

  private var parts: [Part] {
    var parts = [title.map(Part.title)].compactMap(\.self)
    if let htmlReviewContent {
      parts += HTMLText.lines(htmlReviewContent).map(Part.text)
    } else {
      for section in sections ?? [] where !section.omitFromDocument {
        parts.append(.heading(section.formalTitle ?? section.title ?? ""))
        parts += section.contentLines.map(Part.text)
      }
    }
    parts += [signaturePageTitle.map(Part.pageTitle), signaturePageContent.map(Part.text)]
      .compactMap(\.self)
    return parts + (signatures ?? []).map(Part.signature)
  }
}

/// What a section of a consent document is about.
public enum ORKConsentSectionType: Int, Sendable {
  case overview, dataGathering, privacy, dataUse, timeCommitment, studySurvey, studyTasks
  case withdrawing, custom, onlyInDocument

  /// The heading; `nil` of a type that has none of its own.
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

  /// What is shown of the section before the whole of it.
  open var summary: String?
  open var content: String?

  /// The content as HTML, in place of `content`; a terminal shows its text.
  open var htmlContent: String?
  open var contentURL: URL?
  open var omitFromDocument = false
  open var customImage: UIImage?
  open var customLearnMoreButtonTitle: String?
  open var customAnimationURL: URL?

  public init(type: ORKConsentSectionType) {
    self.type = type
    title = type.title
  }

  var contentLines: [String] {
    if let htmlContent { return HTMLText.lines(htmlContent) }
    if let content { return [content] }
    // What is at an address of the web is not fetched.
    return [contentURL.map { "[document: \($0.absoluteString)]" } ?? summary].compactMap(\.self)
  }
}

/// Who signs a consent document, and the signature once it is given.
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

  /// What a person writes on paper.
  var fields: [PaperDocument.Field] {
    let person = title.map { "\($0)'s " } ?? ""
    var fields: [PaperDocument.Field] = []
    if requiresName { fields.append(.init(name: "\(person)Name (printed)", value: name)) }
    if requiresSignatureImage {
      // A date says that it was signed.
      let signed = signatureImage?.line ?? (signatureDate == nil ? "" : name)
      fields.append(.init(name: "\(person)Signature", value: signed))
    }
    return fields + [.init(name: "Date", value: signatureDate ?? "")]
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
