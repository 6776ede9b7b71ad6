public import FoundationEssentials

/// A sample of some kind: what was measured, when, by whom and with what. It never changes.
public protocol HealthSample: Hashable, Sendable, Identifiable where ID == UUID {
  /// Identifies the sample in every store and export.
  var id: UUID { get }

  /// What was measured.
  var sampleType: SampleType { get }

  /// When the measured interval begins.
  var start: Date { get }

  /// When the interval ends; equal to `start` for an instant.
  var end: Date { get }

  /// The program that saved it.
  var source: Source { get }

  /// The hardware that measured it; `nil` if unknown.
  var device: Device? { get }

  /// Further values by key (see `MetadataKey`).
  var metadata: [String: MetadataValue] { get }

  /// When the sample was first made, by whatever program; `nil` if that is not known.
  var created: Date? { get }
}

extension HealthSample {
  /// Seconds from start to end.
  public var duration: Double { end.timeIntervalSince(start) }
}

/// The rules that all kinds of samples share.
enum SampleRules {
  static func check(
    _ start: Date, _ end: Date, _ metadata: [String: MetadataValue], _ created: Date?
  ) throws(InvalidSample) {
    guard start.timeIntervalSinceReferenceDate.isFinite,
      end.timeIntervalSinceReferenceDate.isFinite,
      created?.timeIntervalSinceReferenceDate.isFinite ?? true
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
