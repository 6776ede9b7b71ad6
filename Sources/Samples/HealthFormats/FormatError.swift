import JSONCoding

/// The error of a file that cannot be read in its format, or cannot be written; no health values
/// are named.
public struct FormatError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kinds of failures.
  public enum Reason: Sendable, Equatable, CaseIterable {
    /// The bytes are not of the format.
    case malformed

    /// Nested, sized or declared so that reading it would be an attack on memory or time.
    case refused

    /// It ends too early, or its checksum is wrong.
    case damaged

    /// The format is not known, or cannot be read.
    case unknownFormat

    /// A table from another program whose columns must be named.
    case unknownColumns

    /// A recording whose file has no date.
    case missingStart

    /// Dates in digits that may have the day or the month first.
    case ambiguousDates

    /// Records of several people, of whom one must be chosen.
    case severalPeople

    /// The system failed to read or to write.
    case system
  }

  /// The kind of the failure.
  public let reason: Reason

  /// One sentence without a period: "the XML is nested too deeply at byte 1203".
  public let description: String

  package init(_ reason: Reason, _ description: String) {
    self.reason = reason
    self.description = description
  }

  /// Creates the error of a file whose JSON cannot be read.
  init(_ error: JSONError) {
    self.init(error.reason == .nestedTooDeeply ? .refused : .malformed, error.description)
  }
}
