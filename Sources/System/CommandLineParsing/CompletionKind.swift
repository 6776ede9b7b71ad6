/// The completions that a shell may offer where a value is expected.
public enum CompletionKind: Sendable, Equatable {
  /// Nothing: a number, a free text.
  case none

  /// Files whose name ends in one of the extensions (no dot, any case), and folders that may
  /// contain them; an empty list means every file. Words that mean files are offered too.
  case file(extensions: [String], words: [String] = [])

  /// Folders.
  case directory

  /// These words.
  case choices([String])
}
