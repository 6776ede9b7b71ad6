/// The reason why a command cannot begin or continue: a sentence without a period, and the exit status.
package struct CommandError: Error, CustomStringConvertible {
  package let description: String
  package let code: ExitCode

  package init(_ description: String, code: ExitCode) {
    self.description = description
    self.code = code
  }

  /// Returns the error that the command line is wrong.
  package static func usage(_ text: String) -> Self { Self(text, code: .usage) }

  /// Returns the error that a file with instructions is wrong.
  package static func badData(_ text: String) -> Self { Self(text, code: .badData) }

  /// Returns the error that an input cannot be read.
  package static func unreadableInput(_ text: String) -> Self {
    Self(text, code: .unreadableInput)
  }

  /// Returns the error that there is nothing to show or to do.
  package static func noReading(_ text: String) -> Self { Self(text, code: .noReading) }

  /// Returns the error that a file to write exists already.
  package static func fileExists(_ path: String) -> Self {
    Self("\(path) exists; --force replaces it", code: .cannotCreate)
  }

  /// Returns the error that a file or the store cannot be written, or the store cannot be used.
  package static func ioError(_ text: String) -> Self { Self(text, code: .ioError) }
}
