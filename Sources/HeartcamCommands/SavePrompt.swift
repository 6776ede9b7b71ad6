import SampleStore

/// What a person at a terminal is asked when saving has failed.
enum SavePrompt {
  /// Shows the error and waits for an answer; the end of input and an interruption mean Cancel.
  static func asksToRepeat(after error: StoreError) -> Bool {
    report(error.description)
    while !Interruption.isRequested {
      writeAll("[C]ancel or [R]epeat? ", to: 2)
      guard let answer = readLine()?.lowercased() else { return false }
      switch answer.trimmingPrefix(while: \.isWhitespace).first {
      case "r": return true
      case "c": return false
      default: continue
      }
    }
    return false
  }
}
