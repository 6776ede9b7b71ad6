public import FoundationEssentials

/// A quantity measured over an interval; it never changes once made.
public struct QuantitySample: Hashable, Sendable, Identifiable {
  public let id: UUID
  public let type: QuantityType

  /// The value in the unit in which it was given.
  public let quantity: Quantity

  public let start: Date

  /// Not before `start`; equal to it for an instant.
  public let end: Date

  public let source: Source
  public let device: Device?
  public let metadata: [String: MetadataValue]

  /// Throws where the interval is reversed, a number is not finite, or the unit does not fit the type.
  public init(
    id: UUID = UUID(), type: QuantityType, quantity: Quantity, start: Date, end: Date,
    source: Source, device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) throws(InvalidSample) {
    guard start.timeIntervalSinceReferenceDate.isFinite,
      end.timeIntervalSinceReferenceDate.isFinite
    else { throw .timeIsNotFinite }
    guard start <= end else { throw .endsBeforeItStarts }
    guard quantity.value.isFinite else { throw .valueIsNotFinite }
    guard let canonical = try? quantity.value(in: type.canonicalUnit) else {
      throw .unitDoesNotFit(unit: quantity.unit, type: type)
    }
    guard canonical.isFinite else { throw .valueIsNotFinite }
    if let key = metadata.first(where: { !$0.value.isFinite })?.key {
      throw .metadataIsNotFinite(key: key)
    }
    self.id = id
    self.type = type
    self.quantity = quantity
    self.start = start
    self.end = end
    self.source = source
    self.device = device
    self.metadata = metadata
  }
}
