/// A file that cannot be read as what it is said to be, or not be written; no health values are named.
public struct FormatError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What kind of failure it is.
  public enum Reason: Sendable, Equatable {
    /// The bytes are not of the format.
    case malformed

    /// Nested, sized or declared so that reading it would be an attack on memory or time.
    case refused

    /// It ends too early, or its checksum is wrong.
    case damaged

    /// None of the formats, or one that cannot be read.
    case unknownFormat

    /// The system failed to read or to write.
    case system
  }

  public let reason: Reason

  /// One sentence without a full stop: "the XML is nested too deeply at byte 1203".
  public let description: String

  init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }
}
