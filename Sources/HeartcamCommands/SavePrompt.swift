import FileAccess
import Glibc
import SampleStore

/// Asks a person at a terminal about saving.
enum SavePrompt {
  /// Shows the error and asks whether to try again; the end of input and an interruption mean
  /// Cancel.
  static func asksToRepeat(after error: StoreError) -> Bool {
    report(error.description)
    while true {
      writeAll("[C]ancel or [R]epeat? ", to: STDERR_FILENO)
      guard let answer = answer() else {
        writeAll("\n", to: STDERR_FILENO)
        return false
      }
      switch answer.lowercased().trimmingPrefix(while: \.isWhitespace).first {
      case "r": return true
      case "c": return false
      default: continue
      }
    }
  }

  /// Asks whether to save what was measured; the end of input and an interruption mean no.
  static func asksToSave() -> Bool { asks("Save it?") }

  /// Asks a question; the end of input and an interruption mean no.
  static func asks(_ question: String) -> Bool {
    while true {
      writeAll("\(question.withVisibleControls) [y]es or [n]o: ", to: STDERR_FILENO)
      guard let answer = answer() else {
        writeAll("\n", to: STDERR_FILENO)
        return false
      }
      switch answer.lowercased().trimmingPrefix(while: \.isWhitespace).first {
      case "y": return true
      case "n": return false
      default: continue
      }
    }
  }

  /// The next line of standard input; `nil` at its end or if a signal asks to stop, after which the
  /// standard library's own function would go on waiting.
  private static func answer() -> String? {
    var line: [UInt8] = []
    while !Interruption.isRequested {
      var byte: UInt8 = 0
      let count = withUnsafeMutableBytes(of: &byte) { memory in
        try? FileDescriptor.standardInput.read(into: memory) { Interruption.isRequested }
      }
      guard count == 1 else { break }
      if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
      line.append(byte)
    }
    return nil
  }
}
