public import SampleStore

/// A file of samples that is read one after another.
public protocol SampleInput {
  /// The next sample; `nil` at the end. Throws `FormatError` where the file cannot be read on.
  mutating func next() throws -> Sample?

  /// How often what was wrong so far.
  var defects: [ImportDefect: Int] { get }

  /// Bytes of the file read so far, for progress; compressed ones where it is compressed.
  var bytesRead: Int { get }
}
