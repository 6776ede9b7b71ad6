public import Foundation
internal import StudyTasks

/// Shows HTML. There is no web view: a terminal shows its text, without links, pictures and scripts.
open class ORKWebViewStep: ORKStep {
  open var html: String?
  open var customCSS: String?

  /// Whether a person signs after the text, by typing a name.
  open var showSignatureAfterContent = false

  /// The steps that the HTML was made of; `nil` if it was given.
  public internal(set) var instructionSteps: [ORKInstructionStep]?

  public convenience init(identifier: String, html: String) {
    self.init(identifier: identifier)
    self.html = html
  }

  /// Makes HTML of the texts of instruction steps.
  public convenience init(identifier: String, instructionSteps: [ORKInstructionStep]) {
    self.init(identifier: identifier)
    self.instructionSteps = instructionSteps
    html = instructionSteps.map(Self.html).joined()
  }

  private static func html(_ step: ORKInstructionStep) -> String {
    let head = step.title.map { "<h1>\(HTMLText.escaped($0))</h1>" } ?? ""
    let texts = [step.text, step.detailText].compactMap(\.self)
      .map { "<p>\(HTMLText.escaped($0))</p>" }
    let items = (step.bodyItems ?? []).compactMap(\.text).map {
      "<li>\(HTMLText.escaped($0))</li>"
    }
    return head + texts.joined() + (items.isEmpty ? "" : "<ul>\(items.joined())</ul>")
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result) + HTMLText.lines(html ?? "")
  }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    var study = super.engineStep(result)
    guard showSignatureAfterContent else { return study }
    study.kind = .question
    study.questions = [SignatureByName.question(identifier)]
    return study
  }

  override func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    let result = ORKWebViewStepResult(identifier: identifier).during(given)
    result.html = html
    guard showSignatureAfterContent else { return [result] }
    let signature = SignatureByName.result(given, identifier)
    result.userInfo = signature.userInfo
    if let name = signature.name {
      result.htmlWithSignature = (html ?? "") + "<p>\(HTMLText.escaped(name))</p>"
    }
    return [result]
  }
}

/// What was shown by a web view step, and who signed it: `userInfo` has the typed name, as `name`.
public final class ORKWebViewStepResult: ORKResult {
  /// What the page gave; no page runs here.
  public var result: String?
  public var html: String?

  /// The HTML with the typed name after it; `nil` if nobody signed.
  public var htmlWithSignature: String?
}

/// Names a PDF. It is not drawn: a terminal shows where it is.
open class ORKPDFViewerStep: ORKStep {
  /// What a phone offers beside the document.
  public struct ActionBarOption: OptionSet, Sendable {
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }
    public static let excludeThumbnail = Self(rawValue: 1 << 0)
    public static let excludeAnnotation = Self(rawValue: 1 << 1)
    public static let excludeSearch = Self(rawValue: 1 << 2)
    public static let excludeShare = Self(rawValue: 1 << 3)
  }

  open var pdfURL: URL?
  open var actionBarOption: ActionBarOption = []

  public convenience init(identifier: String, pdfURL: URL?) {
    self.init(identifier: identifier)
    self.pdfURL = pdfURL
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result) + [pdfURL.map { "[document: \($0.absoluteString)]" }].compactMap(\.self)
  }
}

/// Names a film. It is not played: a terminal shows where it is, and the result says that it was not seen.
open class ORKVideoInstructionStep: ORKInstructionStep {
  open var videoURL: URL?
  open var thumbnailTime = 0
  open var bundleAsset: ORKBundleAsset?

  override func lines(_ result: ORKTaskResult) -> [String] {
    let address = videoURL ?? bundleAsset?.url
    return super.lines(result)
      + [address.map { "[film: \($0.absoluteString)]" }].compactMap(\.self)
  }

  override func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    [ORKVideoInstructionStepResult(identifier: identifier).during(given)]
  }
}

/// How much of a film was seen.
public final class ORKVideoInstructionStepResult: ORKResult {
  /// Seconds of the film that were seen: none here.
  public var playbackStoppedTime = 0.0
  public var playbackCompleted = false
}

/// What is shown of a model in space.
open class ORK3DModelManager: NSObject {
  open var allowsSelection = false
  open var identifiersOfObjectsToHighlight: [String]?
  open var highlightColor: UIColor?

  public override init() {}
}

/// A model in a file.
open class ORKUSDZModelManager: ORK3DModelManager {
  public let fileName: String
  open var enableContinueAfterSelection = false

  public init(usdzFileName fileName: String) {
    self.fileName = fileName
    super.init()
  }
}

/// Names a model in space. It is not drawn: a terminal shows the file's name, and nothing is selected.
open class ORK3DModelStep: ORKStep {
  open internal(set) var modelManager: ORK3DModelManager

  public init(identifier: String, modelManager: ORK3DModelManager) {
    self.modelManager = modelManager
    super.init(identifier: identifier)
  }

  public required init(identifier: String) {
    modelManager = ORK3DModelManager()
    super.init(identifier: identifier)
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    let name = (modelManager as? ORKUSDZModelManager)?.fileName
    return super.lines(result) + [name.map { "[model: \($0)]" }].compactMap(\.self)
  }
}

/// What stands before the texts of a list.
public enum ORKBulletType: Int, Sendable {
  case none, circle, image, number
}

/// A list of texts.
open class ORKTableStep: ORKStep {
  open var items: [any NSCopying & NSSecureCoding & NSObjectProtocol]?
  open var isBulleted = false
  open var bulletType = ORKBulletType.none

  /// The names of pictures before the texts.
  open var bulletIconNames: [String]?
  open var allowsSelection = false
  open var pinNavigationContainer = true

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result)
      + (items ?? []).enumerated().map { index, item in
        switch bulletType {
        case .number: return "\(index + 1). \(item)"
        case .image:
          let names = bulletIconNames ?? []
          return names.indices ~= index ? "[picture: \(names[index])] \(item)" : "- \(item)"
        case .circle: return "- \(item)"
        case .none: return isBulleted ? "- \(item)" : "\(item)"
        }
      }
  }
}

/// How a phone shows that something takes time.
public enum ORKProgressIndicatorType: Int, Sendable {
  case indeterminate, progressBar
}

/// Waits for the app, which goes forward when it is ready. In a terminal a person may go on too.
open class ORKWaitStep: ORKStep {
  open var indicatorType = ORKProgressIndicatorType.indeterminate
}
