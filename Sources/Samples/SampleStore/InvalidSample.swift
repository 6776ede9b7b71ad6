/// The reason why values do not make a sample; the values themselves are not named.
public enum InvalidSample: Error, Sendable, Equatable, CustomStringConvertible {
  /// The end is before the start.
  case endsBeforeItStarts

  /// The value is infinite or not a number.
  case valueIsNotFinite

  /// A date is infinite or not a number.
  case timeIsNotFinite

  /// The unit measures something else than the type.
  case unitDoesNotFit(unit: QuantityUnit, type: QuantityType)

  /// A number in the metadata is infinite or not a number.
  case metadataIsNotFinite(key: String)

  /// A sync identifier must be a text and come with a number as its version.
  case syncKeysAreIncomplete

  /// The category does not have the value.
  case valueIsNotInCategory(CategoryType)

  /// The members are not those that the correlation is made of.
  case membersDoNotFit(CorrelationType)

  /// An event is not within the workout.
  case eventIsOutside

  /// The beats do not follow each other in time.
  case beatsAreNotInOrder

  /// The reason as a sentence without its capital and period.
  public var description: String {
    switch self {
    case .endsBeforeItStarts: "a sample cannot end before it starts"
    case .valueIsNotFinite: "a sample's value must be a finite number"
    case .timeIsNotFinite: "a sample's start and end must be finite times"
    case .unitDoesNotFit(let unit, let type):
      "the unit \(unit) does not fit \(type.identifier); use \(type.customaryUnit) or the like"
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
