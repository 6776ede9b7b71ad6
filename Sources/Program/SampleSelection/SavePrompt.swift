package import CommandEnvironment
import CommandLineParsing
import FileAccess
import Glibc
package import SampleStore

/// Asks a person at a terminal about saving.
package enum SavePrompt {
  /// Shows the error and asks whether to try again; the end of input and an interruption mean
  /// Cancel.
  package static func asksToRepeat(after error: StoreError) -> Bool {
    report(error.description)
    return answer(to: "[C]ancel or [R]epeat? ", among: "cr") == "r"
  }

  /// Asks whether to save the results; the end of input and an interruption mean no.
  package static func asksToSave() -> Bool { asks("Save it?") }

  /// Asks before something is changed, unless `--yes` has answered. An answer of no, and a question
  /// that cannot be answered, end the command.
  package static func confirm(_ question: String, _ context: CommandContext) throws(CommandError) {
    guard !context[CommonOptions.yes] else { return }
    guard context.terminal.canAsk else {
      throw .noReading("\(question) Nobody is there to answer; --yes does it")
    }
    guard asks(question) else { throw .noReading("nothing was changed") }
  }

  /// Asks a question; the end of input and an interruption mean no.
  package static func asks(_ question: String) -> Bool {
    answer(to: "\(question.withVisibleControls) [y]es or [n]o: ", among: "yn") == "y"
  }

  /// Asks until one of the keys is pressed; `nil` at the end of input and if a signal asks to stop.
  private static func answer(to question: String, among keys: String) -> Character? {
    let keyboard = OneKey()
    defer { keyboard?.restore() }
    writeAll(question, to: STDERR_FILENO)
    // Input other than keys, such as a terminal's late answer, answers nothing.
    var reader = KeyReader()
    while let byte = nextByte() {
      guard let typed = reader.keys(in: [byte]).last else { continue }
      let key = Character(Unicode.Scalar(typed | 0x20))
      guard keys.contains(key) else { continue }
      writeAll("\(key)\n", to: STDERR_FILENO)
      return key
    }
    writeAll("\n", to: STDERR_FILENO)
    return nil
  }

  /// Returns the next byte; `nil` at the end of input or if a signal asks to stop, after which the
  /// standard library's own function would continue to wait.
  private static func nextByte() -> UInt8? {
    let endOfInput: UInt8 = 4
    var byte: UInt8 = 0
    let count = withUnsafeMutableBytes(of: &byte) { memory in
      try? FileDescriptor.standardInput.read(into: memory) { Interruption.isRequested }
    }
    guard count == 1, byte != endOfInput, !Interruption.isRequested else { return nil }
    return byte
  }
}

/// A terminal whose keys arrive without the return key, and are not shown, until `restore`.
private struct OneKey {
  private let before: termios

  /// Takes over standard input; `nil` if it is no terminal.
  init?() {
    var settings = termios()
    guard tcgetattr(STDIN_FILENO, &settings) == 0 else { return nil }
    before = settings
    settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
    withUnsafeMutableBytes(of: &settings.c_cc) {
      $0[Int(VMIN)] = 1
      $0[Int(VTIME)] = 0
    }
    guard tcsetattr(STDIN_FILENO, TCSADRAIN, &settings) == 0 else { return nil }
  }

  /// Gives the terminal back. Keys after the answer, as of a whole word, answer nothing else.
  func restore() {
    var before = before
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
  }
}
