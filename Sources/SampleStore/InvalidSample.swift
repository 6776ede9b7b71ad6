/// The reason why values do not make a sample; the values themselves are not named.
public enum InvalidSample: Error, Sendable, Equatable, CustomStringConvertible {
  case endsBeforeItStarts
  case valueIsNotFinite
  case timeIsNotFinite
  case unitDoesNotFit(unit: QuantityUnit, type: QuantityType)
  case metadataIsNotFinite(key: String)

  /// A sync identifier must be a text and come with a number as its version.
  case syncKeysAreIncomplete
  case valueIsNotInCategory(CategoryType)
  case membersDoNotFit(CorrelationType)
  case eventIsOutside
  case beatsAreNotInOrder

  /// The reason as a sentence without its capital and full stop.
  public var description: String {
    switch self {
    case .endsBeforeItStarts: "a sample cannot end before it starts"
    case .valueIsNotFinite: "a sample's value must be a finite number"
    case .timeIsNotFinite: "a sample's start and end must be finite times"
    case .unitDoesNotFit(let unit, let type):
      "the unit \(unit) does not fit \(type.identifier), which is kept in \(type.canonicalUnit)"
    case .metadataIsNotFinite(let key): "the metadata under \(key) is not a finite number"
    case .syncKeysAreIncomplete:
      "a sync identifier is a text that comes with a number as its version"
    case .valueIsNotInCategory(let type): "\(type.identifier) has no such value"
    case .membersDoNotFit(let type): "these samples do not make a \(type.identifier)"
    case .eventIsOutside: "an event of a workout must lie within it"
    case .beatsAreNotInOrder: "beats must come after the start, each after the one before it"
    }
  }
}
