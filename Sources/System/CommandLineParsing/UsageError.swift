import VisibleText

/// A command line that cannot be carried out as it stands.
public struct UsageError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The error, one line without a period.
  public let message: String

  /// The names from the program down to the command that was being read.
  public let commandPath: [String]

  init(_ message: String, in commandPath: [String]) {
    self.message = message
    self.commandPath = commandPath
  }

  /// A hint for further reading: "see 'heartcam measure --help'".
  public var hint: String {
    "see '\((commandPath + ["--help"]).joined(separator: " "))'"
  }

  /// Message and hint on one line; a question needs none.
  public var description: String { message.hasSuffix("?") ? message : "\(message); \(hint)" }
}

/// Returns a word of the user's within quotes, on one line, of a length that a message can carry.
func quoted(_ word: String) -> String {
  let shown = VisibleText.text(of: String(word.unicodeScalars.prefix(60)))
  return "'\(shown)\(word.unicodeScalars.count > 60 ? "..." : "")'"
}
