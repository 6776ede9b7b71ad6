public import SampleStore

/// A file whose samples are read one after another.
public protocol SampleInput {
  /// Returns the next sample; `nil` at the end. Throws `FormatError` if the rest cannot be read.
  mutating func next() throws -> Sample?

  /// The items left out or repaired so far.
  var log: ImportLog { get }

  /// The line on which the sample that was read last begins, counted from 1.
  var line: Int { get }

  /// The file's facts about the person; empty until it was read, and for most formats.
  var profile: PersonProfile { get }

  /// Bytes of the file read so far, for progress; compressed bytes if it is compressed.
  var bytesRead: Int { get }
}

extension SampleInput {
  /// An empty profile, for formats that describe no person.
  public var profile: PersonProfile { PersonProfile() }

  /// The number of occurrences of each defect so far.
  public var defects: [ImportDefect: Int] { log.counts }
}
