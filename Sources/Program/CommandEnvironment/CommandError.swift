/// The reason why a command cannot begin or go on: a sentence without a full stop, and the exit status.
package struct CommandError: Error, CustomStringConvertible {
  package let description: String
  package let code: ExitCode

  package init(_ description: String, code: ExitCode) {
    self.description = description
    self.code = code
  }

  /// The command line is wrong.
  package static func usage(_ text: String) -> Self { Self(text, code: .usage) }

  /// A file that says what to do is wrong.
  package static func badData(_ text: String) -> Self { Self(text, code: .badData) }

  /// An input cannot be read.
  package static func unreadableInput(_ text: String) -> Self {
    Self(text, code: .unreadableInput)
  }

  /// There is nothing to show or to do.
  package static func noReading(_ text: String) -> Self { Self(text, code: .noReading) }

  /// A file to write is there already.
  package static func fileExists(_ path: String) -> Self {
    Self("\(path) exists; --force replaces it", code: .cannotCreate)
  }

  /// A file or the store cannot be written, or the store cannot be used.
  package static func ioError(_ text: String) -> Self { Self(text, code: .ioError) }
}
