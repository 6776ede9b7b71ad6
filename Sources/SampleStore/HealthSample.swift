public import FoundationEssentials

/// What every kind of sample has: who measured what, when, and with what; it never changes once made.
public protocol HealthSample: Hashable, Sendable, Identifiable where ID == UUID {
  var id: UUID { get }
  var sampleType: SampleType { get }
  var start: Date { get }

  /// Not before `start`; equal to it for an instant.
  var end: Date { get }

  var source: Source { get }
  var device: Device? { get }
  var metadata: [String: MetadataValue] { get }
}

extension HealthSample {
  /// Seconds from start to end.
  public var duration: Double { end.timeIntervalSince(start) }
}

/// The rules that all kinds of samples share.
enum SampleRules {
  static func check(
    _ start: Date, _ end: Date, _ metadata: [String: MetadataValue]
  ) throws(InvalidSample) {
    guard start.timeIntervalSinceReferenceDate.isFinite,
      end.timeIntervalSinceReferenceDate.isFinite
    else { throw .timeIsNotFinite }
    guard start <= end else { throw .endsBeforeItStarts }
    guard !metadata.isEmpty else { return }
    if let key = metadata.first(where: { !$0.value.isFinite })?.key {
      throw .metadataIsNotFinite(key: key)
    }
    let hasIdentifier = metadata[MetadataKey.syncIdentifier] != nil
    guard hasIdentifier == (metadata[MetadataKey.syncVersion] != nil) else {
      throw .syncKeysAreIncomplete
    }
    if hasIdentifier {
      guard case .string = metadata[MetadataKey.syncIdentifier],
        case .number = metadata[MetadataKey.syncVersion]
      else { throw .syncKeysAreIncomplete }
    }
  }
}
