public import Foundation
internal import StudyTasks

/// Shows the text of HTML. There is no web view: a terminal shows it without links, pictures and scripts.
open class ORKWebViewStep: ORKStep {
  open var html: String?

  /// Whether a person signs after the text, by typing a name; the result is an `ORKSignatureResult`.
  open var showSignatureAfterContent = false
  private var instructionSteps: [ORKInstructionStep] = []

  public convenience init(identifier: String, html: String) {
    self.init(identifier: identifier)
    self.html = html
  }

  /// Shows the texts of instruction steps.
  public convenience init(identifier: String, instructionSteps: [ORKInstructionStep]) {
    self.init(identifier: identifier)
    self.instructionSteps = instructionSteps
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result) + HTMLText.lines(html ?? "")
      + instructionSteps.flatMap { [$0.title].compactMap(\.self) + $0.lines(result) }
  }

  override func engineStep(_ result: ORKTaskResult) -> StudyStep {
    var study = super.engineStep(result)
    guard showSignatureAfterContent else { return study }
    study.kind = .question
    study.questions = [SignatureByName.question(identifier)]
    return study
  }

  override func results(of given: StepResult, in folder: URL?) -> [ORKResult] {
    showSignatureAfterContent
      ? [SignatureByName.result(given, identifier)] : super.results(of: given, in: folder)
  }
}

/// Names a PDF. It is not drawn: a terminal shows where it is.
open class ORKPDFViewerStep: ORKStep {
  open var pdfURL: URL?

  public convenience init(identifier: String, pdfURL: URL?) {
    self.init(identifier: identifier)
    self.pdfURL = pdfURL
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result) + [pdfURL.map { "[document: \($0.absoluteString)]" }].compactMap(\.self)
  }
}

/// Names a film. It is not played: a terminal shows where it is.
open class ORKVideoInstructionStep: ORKInstructionStep {
  open var videoURL: URL?
  open var thumbnailTime = 0

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result) + [videoURL.map { "[film: \($0.absoluteString)]" }].compactMap(\.self)
  }
}

/// A model in space by the name of its file.
open class ORKUSDZModelManager: NSObject {
  public let fileName: String
  open var allowsSelection = false
  open var enableContinueAfterSelection = false
  open var highlightColor: UIColor?

  public init(usdzFileName fileName: String) { self.fileName = fileName }
}

/// Names a model in space. It is not drawn: a terminal shows the file's name, and nothing is selected.
open class ORK3DModelStep: ORKStep {
  private var modelManager: ORKUSDZModelManager?

  public convenience init(identifier: String, modelManager: ORKUSDZModelManager) {
    self.init(identifier: identifier)
    self.modelManager = modelManager
  }

  override func lines(_ result: ORKTaskResult) -> [String] {
    super.lines(result) + [modelManager.map { "[model: \($0.fileName)]" }].compactMap(\.self)
  }
}

/// The mark before the texts of a list.
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

/// The way in which a phone shows that something takes time.
public enum ORKProgressIndicatorType: Int, Sendable {
  case indeterminate, progressBar
}

/// Waits for the app, which goes forward when it is ready. In a terminal a person may continue too.
open class ORKWaitStep: ORKStep {
  open var indicatorType = ORKProgressIndicatorType.indeterminate
}
