internal import Foundation
internal import SampleStore

/// Metadata between HealthKit's dictionaries of anything and the store's values.
struct MetadataDictionary: Sendable {
  let values: [String: MetadataValue]

  /// A key whose value the store cannot keep; `nil` where there is none.
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

  /// Strings, numbers, dates, quantities and truth values; `nil` for anything else.
  static func value(of any: Any) -> MetadataValue? {
    switch any {
    case let text as String: .string(text)
    case let text as NSString: .string(text.description)
    case let date as Date: .date(date)
    case let date as NSDate:
      .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
    case let quantity as HKQuantity: (try? quantity.quantity()).map(MetadataValue.quantity)
    case let number as NSNumber:
      // What was made of a Bool says so by its type of one byte.
      number.objCType.pointee == 0x63 /* c */ && (number == 0 || number == 1)
        ? .bool(number.boolValue) : .number(number.doubleValue)
    default: nil
    }
  }

  /// Numbers and truth values are `NSNumber`s, as HealthKit gives them; `nil` where there is nothing.
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

  /// What is saved; throws where a value cannot be kept.
  func checked() throws -> [String: MetadataValue] {
    if let unsupportedKey {
      throw HKError.invalid(
        "the metadata under \(unsupportedKey) is no string, number, date, or quantity of a known unit"
      )
    }
    return values
  }
}
