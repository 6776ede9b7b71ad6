internal import Foundation
internal import SampleStore

/// Converts metadata between HealthKit's dictionaries and the store's values.
struct MetadataDictionary: Sendable {
  let values: [String: MetadataValue]

  /// The first key whose value the store cannot keep; `nil` if it can keep them all.
  let unsupportedKey: String?

  init(_ values: [String: MetadataValue]) {
    self.values = values
    unsupportedKey = nil
  }

  init(_ dictionary: [String: Any]?) {
    var values: [String: MetadataValue] = [:]
    var unsupported: String?
    for (key, value) in dictionary ?? [:] {
      if let value = Self.value(of: value) {
        values[key] = value
      } else {
        unsupported = key
      }
    }
    self.values = values
    unsupportedKey = unsupported
  }

  /// Returns the store's value for a string, number, date, quantity or Bool; `nil` for anything
  /// else.
  static func value(of any: Any) -> MetadataValue? {
    switch any {
    case let text as String: .string(text)
    case let text as NSString: .string(text.description)
    case let date as Date: .date(date)
    case let date as NSDate:
      .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let quantity as HKQuantity: (try? quantity.quantity()).map(MetadataValue.quantity)
    case let number as NSNumber:
      // A number that was made from a Bool has a type of one byte.
      number.objCType.pointee == 0x63 /* c */ && (number == 0 || number == 1)
        ? .bool(number.boolValue) : .number(number.doubleValue)
    default: nil
    }
  }

  /// HealthKit's dictionary, in which numbers and Bools are `NSNumber`s; `nil` if it is empty.
  var dictionary: [String: Any]? {
    guard !values.isEmpty else { return nil }
    return values.mapValues { value -> Any in
      switch value {
      case .string(let text): text
      case .number(let number): NSNumber(value: number)
      case .date(let date): date
      case .quantity(let quantity): HKQuantity(quantity)
      case .bool(let flag): NSNumber(value: flag)
      }
    }
  }

  /// The types that an archive of a dictionary may hold.
  static let archived: [AnyClass] = [
    NSDictionary.self, NSString.self, NSNumber.self, NSDate.self, HKQuantity.self,
  ]

  /// Returns the values to save; throws if the store cannot keep one of them.
  func checked() throws -> [String: MetadataValue] {
    if let unsupportedKey {
      throw HKError.invalid(
        "the metadata under \(unsupportedKey) is not a string, number, date, "
          + "or quantity of a known unit")
    }
    return values
  }
}
