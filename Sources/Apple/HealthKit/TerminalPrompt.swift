internal import Foundation
internal import Glibc
internal import SampleStore

/// Asks the person at the terminal for a program's permissions.
enum TerminalPrompt {
  /// Asks one question about saving and one about reading. Only the answer yes grants. If there is
  /// no terminal, nothing is decided, and `errorAuthorizationNotDetermined` is thrown.
  static func ask(
    _ request: AuthorizationRequest, for source: Source
  ) throws -> AuthorizationRequest {
    guard isatty(STDIN_FILENO) == 1, isatty(STDERR_FILENO) == 1 else {
      throw HKError(
        .errorAuthorizationNotDetermined,
        "nobody can be asked without a terminal; 'heartcam store authorize' grants "
          + "\(source.bundleIdentifier) what it needs")
    }
    return AuthorizationRequest(
      sharing: try grants("save", request.sharing, source),
      reading: try grants("read", request.reading, source))
  }

  private static func grants(
    _ verb: String, _ types: Set<SampleType>, _ source: Source
  ) throws -> Set<SampleType> {
    guard !types.isEmpty else { return [] }
    let names = types.map { "  \($0.identifier)" }.sorted().joined(separator: "\n")
    let question = "May \(source.name) \(verb) these?\n\(names)\n[y/N] "
    try FileHandle.standardError.write(contentsOf: Data(question.utf8))
    guard let answer = readLine() else {
      throw HKError(.errorUserCanceled, "the question was not answered")
    }
    return ["y", "yes"].contains(answer.lowercased()) ? types : []
  }
}
