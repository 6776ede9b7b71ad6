/// What a shell may offer where a value is expected.
public enum CompletionKind: Sendable, Equatable {
  /// Nothing: a number, a free text.
  case none

  /// Files whose name ends in one of the extensions (no dot, any case), and folders on the way to
  /// them; an empty list means every file.
  case file(extensions: [String])

  /// Folders.
  case directory

  /// These words.
  case choices([String])
}
