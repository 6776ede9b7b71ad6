package import JSONCoding

extension JSONValue {
  /// A number rounded to n decimal places, without a fraction if it is whole; null if there is none
  /// or it is not finite.
  package static func figure(_ value: Double?, _ places: Int) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    return .number(value.rounded(toPlaces: places))
  }
}
