public import SampleStore

/// A file that samples are written to.
public protocol SampleOutput {
  /// Writes a sample; false where the format cannot hold it.
  mutating func write(_ sample: Sample) throws -> Bool

  /// Writes what belongs at the end. The file is whole after it.
  mutating func finish() throws
}
