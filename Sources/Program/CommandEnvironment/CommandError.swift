/// The reason why a command cannot begin or go on: a sentence without a full stop, and the exit status.
package struct CommandError: Error, CustomStringConvertible {
  package let description: String
  package let code: ExitCode

  package init(_ description: String, code: ExitCode) {
    self.description = description
    self.code = code
  }
}
