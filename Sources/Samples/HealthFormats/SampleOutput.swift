public import SampleStore

/// A file that samples are written to.
public protocol SampleOutput {
  /// Writes a sample; false if the format cannot hold it.
  mutating func write(_ sample: Sample) throws -> Bool

  /// Prepares for the samples that a query finds in a store, before the first is written.
  mutating func prepare(_ query: SampleQuery, of store: HealthStore) throws

  /// Writes the content after the samples of a store, before the end.
  mutating func complete(_ store: HealthStore) throws

  /// Writes the end of the file, which is complete afterward.
  mutating func finish() throws

  /// Returns the parts of a sample for which the format has no place, although it holds the rest.
  func losses(of sample: Sample) -> Set<ExportLoss>
}

extension SampleOutput {
  /// Does nothing, for formats that need no preparation.
  public mutating func prepare(_ query: SampleQuery, of store: HealthStore) throws {}

  /// Does nothing, for formats that need no completion.
  public mutating func complete(_ store: HealthStore) throws {}

  /// Returns no losses, for formats that hold all of a sample.
  public func losses(of sample: Sample) -> Set<ExportLoss> { [] }
}
