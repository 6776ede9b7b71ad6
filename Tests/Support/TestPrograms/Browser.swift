import FoundationEssentials
import Glibc
import TestSupport

/// A real browser without a window, as tests drive it.
protocol Browser: AnyObject {
  associatedtype Tab: BrowserTab

  /// Opens a new tab, in a profile of its own if `isOther`, for a person who likes it dark if `isDark`.
  func tab(_ address: String, isOther: Bool, isDark: Bool) throws -> Tab

  /// Takes what consoles, policies and the network have reported as errors so far.
  func takeProblems() -> [String]
}

extension Browser {
  func tab(_ address: String, isOther: Bool = false) throws -> Tab {
    try tab(address, isOther: isOther, isDark: false)
  }

  /// Firefox asks for a font of its own, which the page's policy would not let through.
  private static var ownFont: String { "data:font/woff2;" }

  /// What a request for this address is called if it leaves the machine or asks for what no page needs.
  static func problem(ofRequest address: String) -> String? {
    address.hasPrefix("http://127.0.0.1:") || address.hasPrefix("https://127.0.0.1:")
      || address.hasPrefix("data:image/svg+xml")
      || address.hasPrefix(ownFont)
      ? nil : "asked for \(address)"
  }
}

/// One page of a browser.
protocol BrowserTab {
  /// The value of an expression, or of what it promises.
  @discardableResult
  func evaluate(_ expression: String) throws -> JSONValue

  /// Presses a key: Tab, Enter, Space, an arrow, Home or Escape.
  func press(_ key: String) throws

  /// Changes the size of what is seen, in pixels.
  func resize(width: Int, height: Int) throws

  /// Chooses files in a field for files.
  func choose(_ files: [String], in selector: String) throws

  /// The page as a PNG in base64.
  func screenshot() throws -> String
}

extension BrowserTab {
  /// Waits until an expression holds.
  func wait(until expression: String) throws {
    let deadline = ContinuousClock.now + .seconds(90)
    while (try? evaluate("Boolean(\(expression))")) != .bool(true) {
      guard ContinuousClock.now < deadline else {
        let text = try evaluate(
          "(document.querySelector('main section:not([hidden])') ?? document.body).innerText.slice(0, 600)"
        )
        throw UnexpectedOutput(description: "\(expression) never held:\n\(text.string ?? "")")
      }
      usleep(10_000)  // for the page, which needs the processor
    }
  }

  func text(_ id: String) throws -> String {
    try evaluate("document.getElementById('\(id)').textContent").string ?? ""
  }

  /// Waits until an element can be clicked, and clicks it.
  func click(_ selector: String) throws {
    try wait(
      until:
        "document.querySelector(`\(selector)`)?.checkVisibility() && !document.querySelector(`\(selector)`).disabled"
    )
    try evaluate("document.querySelector(`\(selector)`).click()")
  }

  /// Keeps a picture of the page, if `HEARTCAM_SCREENSHOTS` names a folder.
  func picture(_ name: String) throws {
    guard let folder = ProcessInfo.processInfo.environment["HEARTCAM_SCREENSHOTS"],
      let data = Data(base64Encoded: try screenshot())
    else { return }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try data.write(to: URL(filePath: "\(folder)/\(name).png"))
  }
}
