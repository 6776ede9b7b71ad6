public import SampleStore

/// A file whose samples are read one after another.
public protocol SampleInput {
  /// The next sample; `nil` at the end. Throws `FormatError` if the rest cannot be read.
  mutating func next() throws -> Sample?

  /// How often each defect occurred so far.
  var defects: [ImportDefect: Int] { get }

  /// Bytes of the file read so far, for progress; compressed bytes if it is compressed.
  var bytesRead: Int { get }
}
