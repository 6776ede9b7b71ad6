/// Why values do not make a sample; the values themselves are not named.
public enum InvalidSample: Error, Sendable, Equatable, CustomStringConvertible {
  case endsBeforeItStarts
  case valueIsNotFinite
  case timeIsNotFinite
  case unitDoesNotFit(unit: QuantityUnit, type: QuantityType)
  case metadataIsNotFinite(key: String)

  public var description: String {
    switch self {
    case .endsBeforeItStarts: "a sample cannot end before it starts"
    case .valueIsNotFinite: "a sample's value must be a finite number"
    case .timeIsNotFinite: "a sample's start and end must be finite times"
    case .unitDoesNotFit(let unit, let type):
      "the unit \(unit) does not fit \(type.identifier), which is kept in \(type.canonicalUnit)"
    case .metadataIsNotFinite(let key): "the metadata under \(key) is not a finite number"
    }
  }
}
