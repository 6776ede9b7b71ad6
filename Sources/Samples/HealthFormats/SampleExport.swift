public import FoundationEssentials
public import SampleStore

/// Writes the samples that a query finds in a store to a file.
public enum SampleExport {
  /// The number of samples written, and the ones that were not.
  public struct Outcome: Sendable, Equatable {
    /// Samples that are in the file.
    public var written = 0

    /// Samples that the format cannot hold, by the identifier of their type.
    public var unheld: [String: Int] = [:]

    /// Samples that were written without a part of them.
    public var losses: [ExportLoss: Int] = [:]

    /// Rows of the store that cannot be read.
    public var unreadable: [UnreadableSample] = []
  }

  /// Makes a writer of a format.
  ///
  /// - Parameters:
  ///   - now: When the file is made, for formats that contain the date.
  ///   - profile: The known facts about the person, for Apple's form.
  ///   - patient: The subject of FHIR's observations, as a reference.
  ///   - forSpreadsheet: Whether a table's texts that look like formulas get an apostrophe in front.
  public static func writer(
    of format: HealthFormat, to output: ByteOutput, now: Date, patient: String,
    profile: PersonProfile = PersonProfile(), forSpreadsheet: Bool = false
  ) -> any SampleOutput {
    switch format {
    case .apple: AppleExportWriter(output, now: now, profile: profile)
    case .csv: CSVWriter(output, forSpreadsheet: forSpreadsheet)
    case .fhir: FHIRWriter(output, patient: patient)
    case .omh: OpenMHealthWriter(output, now: now)
    case .bids: BIDSWriter(output)
    case .ndjson, .json, .xml, .fit: NDJSONWriter(output)
    }
  }

  /// Writes the samples that the query finds, the oldest first; members are part of their
  /// correlation, unless types are named and the correlation is not among them.
  ///
  /// - Parameter progress: Called with the number of samples read; returns whether to continue.
  public static func write(
    _ query: SampleQuery, of store: HealthStore, to writer: inout any SampleOutput,
    progress: (Int) -> Bool
  ) throws -> Outcome {
    var query = query
    if query.types?.contains(where: { $0.kind == .correlation }) ?? true {
      query.predicate = .all([.not(.isInCorrelation)] + (query.predicate.map { [$0] } ?? []))
    }
    var outcome = Outcome()
    var count = 0
    var output = writer
    func write(_ sample: Sample) throws {
      if try output.write(sample) {
        outcome.written += 1
        for loss in output.losses(of: sample) { outcome.losses[loss, default: 0] += 1 }
      } else {
        outcome.unheld[sample.sampleType.identifier, default: 0] += 1
      }
      count += 1
      if count & 0x3FF == 0, !progress(count) { throw CancellationError() }
    }
    try output.prepare(query, of: store)
    try store.forEachSampleOfAnyKind(
      matching: query,
      unreadable: { row in
        outcome.unreadable.append(row)
        // The remaining members of a correlation are not lost with it.
        for member in row.members { try write(member) }
      }, write)
    try output.complete(store)
    try output.finish()
    writer = output
    return outcome
  }
}
