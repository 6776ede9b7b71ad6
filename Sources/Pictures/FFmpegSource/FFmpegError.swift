import CFFmpeg

/// A failure of FFmpeg's libraries: the operation, its subject, and the result.
public struct FFmpegError: Error, Equatable, CustomStringConvertible, Sendable {
  /// The attempted operation, as a verb: "open", "decode", "write".
  public let operation: String

  /// The file as it was named; "standard input" for that.
  public let path: String

  /// FFmpeg's own number, negative; 0 where the refusal is ours.
  public let code: Int32

  /// The reason, and what to do about it if anything can be done.
  public let reason: String

  /// Creates an error with a reason of our own.
  public init(operation: String, path: String, code: Int32, reason: String) {
    self.operation = operation
    self.path = path
    self.code = code
    self.reason = reason
  }

  /// One line without a period.
  public var description: String { "cannot \(operation) \(path): \(reason)" }
}

extension FFmpegError {
  /// Creates an error with FFmpeg's own sentence for the code, and the last line that it logged.
  init(operation: String, path: String, code: Int32, log: String? = nil) {
    let sentence = Self.sentence(for: code)
    self.init(
      operation: operation, path: path, code: code,
      reason: log.map { "\(sentence) (\($0))" } ?? sentence)
  }

  static func sentence(for code: Int32) -> String {
    if code == heartcam_error_exit() { return "interrupted" }
    return ownSentence(for: code)
  }

  private static func ownSentence(for code: Int32) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let base = buffer.baseAddress, av_strerror(code, base, buffer.count) == 0 else {
        return "error \(code)"
      }
      let sentence = String(cString: base)
      guard let first = sentence.first else { return "error \(code)" }
      return first.lowercased() + sentence.dropFirst()
    }
  }
}
