public import SampleStore

/// A file that samples are written to.
public protocol SampleOutput {
  /// Writes a sample; false if the format cannot hold it.
  mutating func write(_ sample: Sample) throws -> Bool

  /// Writes the end of the file, which is complete afterwards.
  mutating func finish() throws

  /// What of a sample the format has no place for, although it holds the rest.
  func losses(of sample: Sample) -> Set<ExportLoss>
}

extension SampleOutput {
  /// Nothing: the format holds all of it.
  public func losses(of sample: Sample) -> Set<ExportLoss> { [] }
}
