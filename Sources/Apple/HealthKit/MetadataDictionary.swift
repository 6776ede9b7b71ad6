internal import Foundation
internal import SampleStore

/// Converts metadata between HealthKit's dictionaries and the store's values.
struct MetadataDictionary: Sendable {
  let values: [String: MetadataValue]

  /// Why the values cannot be saved; `nil` if they can.
  private let problem: String?

  init(_ values: [String: MetadataValue]) {
    self.values = values
    problem = nil
  }

  init(_ dictionary: [String: Any]?) {
    var values: [String: MetadataValue] = [:]
    var problem: String?
    for (key, value) in dictionary ?? [:] {
      guard let value = Self.value(of: value) else {
        problem =
          "the metadata under \(key) is not a string, number, date, or quantity of a known unit"
        continue
      }
      values[key] = value
      if let kind = Kind.documented[key], !kind.admits(value) {
        problem = "the metadata under \(key) must be a \(kind.rawValue)"
      }
    }
    self.values = values
    self.problem = problem
  }

  /// What Apple's documentation says that a key takes.
  private enum Kind: String {
    case text = "string"
    case number
    case quantity

    func admits(_ value: MetadataValue) -> Bool {
      switch (self, value) {
      case (.text, .string), (.number, .number), (.number, .bool), (.quantity, .quantity): true
      default: false
      }
    }

    static let documented: [String: Kind] = {
      let texts = [
        HKMetadataKeyDeviceSerialNumber, HKMetadataKeyUDIDeviceIdentifier,
        HKMetadataKeyUDIProductionIdentifier, HKMetadataKeyDigitalSignature,
        HKMetadataKeyExternalUUID, HKMetadataKeyDeviceName, HKMetadataKeyDeviceManufacturerName,
        HKMetadataKeyTimeZone, HKMetadataKeyFoodType, HKMetadataKeyWorkoutBrandName,
        HKMetadataKeySyncIdentifier,
      ]
      let numbers = [
        HKMetadataKeyWasTakenInLab, HKMetadataKeyWasUserEntered, HKMetadataKeyGroupFitness,
        HKMetadataKeyIndoorWorkout, HKMetadataKeyCoachedWorkout, HKMetadataKeyMenstrualCycleStart,
        HKMetadataKeySexualActivityProtectionUsed, HKMetadataKeyHeartRateSensorLocation,
        HKMetadataKeyBodyTemperatureSensorLocation, HKMetadataKeyHeartRateMotionContext,
        HKMetadataKeyWeatherCondition, HKMetadataKeySwimmingLocationType,
        HKMetadataKeySwimmingStrokeStyle, HKMetadataKeyInsulinDeliveryReason,
        HKMetadataKeyBloodGlucoseMealTime, HKMetadataKeyVO2MaxTestType,
        HKMetadataKeyReferenceRangeLowerLimit, HKMetadataKeyReferenceRangeUpperLimit,
        HKMetadataKeySyncVersion,
      ]
      let quantities = [
        HKMetadataKeyWeatherTemperature, HKMetadataKeyWeatherHumidity, HKMetadataKeyLapLength,
        HKMetadataKeyAverageSpeed, HKMetadataKeyMaximumSpeed, HKMetadataKeyElevationAscended,
        HKMetadataKeyElevationDescended, HKMetadataKeyAverageMETs,
        HKMetadataKeyBarometricPressure, HKMetadataKeyHeartRateEventThreshold,
      ]
      let kinds = [(texts, Kind.text), (numbers, .number), (quantities, .quantity)]
      return Dictionary(
        uniqueKeysWithValues: kinds.flatMap { keys, kind in keys.map { ($0, kind) } })
    }()
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
    case let quantity as HKQuantity: .quantity(quantity.storeQuantity)
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
      case .number(let number):
        // As text, a whole number has no point.
        Int(exactly: number).map(NSNumber.init(value:)) ?? NSNumber(value: number)
      case .date(let date): date
      case .quantity(let quantity): HKQuantity(quantity)
      case .bool(let flag): NSNumber(value: flag)
      }
    }
  }

  /// Returns the values to save; throws if the store cannot keep one of them, or if one is not what its key
  /// takes.
  func checked() throws -> [String: MetadataValue] {
    if let problem { throw HKError.invalid(problem) }
    return values
  }
}
