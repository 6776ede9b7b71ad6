/// The resources that a locked process may use before it is ended.
package struct SandboxLimits: Sendable, Equatable {
  /// Megabytes of memory.
  package var memory = 2048

  /// Seconds of processor time without a message.
  package var work = 120.0

  /// Seconds without a message, of an input that needs not be waited for.
  package var silence = 300.0

  /// Seconds for which another program keeps it stopped.
  package var pause = 10.0

  /// Makes the limits of decoding, whose messages are color frames.
  package init() {}
}
