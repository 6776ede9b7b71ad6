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
      if let kind = Self.documented[key], !Self.admits(value, kind) {
        let isUnit = (try? QuantityUnit(kind)) != nil
        problem = "the metadata under \(key) must be a \(isUnit ? "quantity in " : "")\(kind)"
      }
    }
    self.values = values
    self.problem = problem
  }

  /// The value that a key takes according to Apple's headers: a string, a number, a date, or a quantity of a unit.
  private static let documented: [String: String] = {
    let keys = [
      "string": [
        HKMetadataKeyGlassesPrescriptionDescription, HKMetadataKeyUDIProductionIdentifier,
        HKMetadataKeyDeviceManufacturerName, HKMetadataKeyUDIDeviceIdentifier,
        HKMetadataKeyDeviceSerialNumber, HKMetadataKeyDigitalSignature, HKMetadataKeySyncIdentifier,
        HKMetadataKeyWorkoutBrandName, HKMetadataKeyExternalUUID, HKMetadataKeyDeviceName,
        HKMetadataKeyTimeZone, HKMetadataKeyFoodType,
      ],
      "number": [
        HKMetadataKeyCyclingFunctionalThresholdPowerTestType, HKMetadataKeyReferenceRangeLowerLimit,
        HKMetadataKeyBodyTemperatureSensorLocation, HKMetadataKeyHeartRateRecoveryActivityType,
        HKMetadataKeySexualActivityProtectionUsed, HKMetadataKeyPhysicalEffortEstimationType,
        HKMetadataKeyQuantityClampedToLowerBound, HKMetadataKeyQuantityClampedToUpperBound,
        HKMetadataKeyHeartRateRecoveryTestType, HKMetadataKeyReferenceRangeUpperLimit,
        HKMetadataKeyAppleECGAlgorithmVersion, HKMetadataKeyHeartRateSensorLocation,
        HKMetadataKeyAppleFitnessPlusSession, HKMetadataKeyHeartRateMotionContext,
        HKMetadataKeyInsulinDeliveryReason, HKMetadataKeyAppleDeviceCalibrated,
        HKMetadataKeySwimmingLocationType, HKMetadataKeyBloodGlucoseMealTime,
        HKMetadataKeyMenstrualCycleStart, HKMetadataKeySwimmingStrokeStyle, HKMetadataKeySWOLFScore,
        HKMetadataKeyDevicePlacementSide, HKMetadataKeyUserMotionContext, HKMetadataKeyGroupFitness,
        HKMetadataKeyWeatherCondition, HKMetadataKeyAlgorithmVersion, HKMetadataKeyWasUserEntered,
        HKMetadataKeyCoachedWorkout, HKMetadataKeyVO2MaxTestType, HKMetadataKeyWasTakenInLab,
        HKMetadataKeyIndoorWorkout, HKMetadataKeyWaterSalinity, HKMetadataKeyActivityType,
        HKMetadataKeySyncVersion,
      ],
      "date": [HKMetadataKeyDateOfEarliestDataUsedForEstimate],
      "m": [
        HKMetadataKeyCrossTrainerDistance, HKMetadataKeyElevationDescended, HKMetadataKeyLapLength,
        HKMetadataKeyIndoorBikeDistance, HKMetadataKeyElevationAscended,
      ],
      "s": [
        HKMetadataKeyHeartRateRecoveryActivityDuration, HKMetadataKeyFitnessMachineDuration,
        HKMetadataKeyAudioExposureDuration,
      ],
      "m/s": [HKMetadataKeyAverageSpeed, HKMetadataKeyMaximumSpeed],
      "%": [HKMetadataKeyWeatherHumidity, HKMetadataKeyAlpineSlopeGrade],
      "count/min": [
        HKMetadataKeyHeartRateRecoveryMaxObservedRecoveryHeartRate,
        HKMetadataKeyHeartRateEventThreshold,
      ],
      "mL/(kg.min)": [HKMetadataKeyVO2MaxValue, HKMetadataKeyLowCardioFitnessEventThreshold],
      "dBASPL": [HKMetadataKeyAudioExposureLevel, HKMetadataKeyHeadphoneGain],
      "degC": [HKMetadataKeyWeatherTemperature],
      "kcal/(kg.hr)": [HKMetadataKeyAverageMETs],
      "Pa": [HKMetadataKeyBarometricPressure],
      "lx": [HKMetadataKeyMaximumLightIntensity],
    ]
    return Dictionary(uniqueKeysWithValues: keys.flatMap { kind, keys in keys.map { ($0, kind) } })
  }()

  private static func admits(_ value: MetadataValue, _ kind: String) -> Bool {
    switch value {
    case .string: kind == "string"
    case .number, .bool: kind == "number"
    case .date: kind == "date"
    case .quantity(let quantity):
      (try? QuantityUnit(kind))?.isCompatible(with: quantity.unit) ?? false
    }
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
        // Text shows a whole number without a point.
        Int(exactly: number).map(NSNumber.init(value:)) ?? NSNumber(value: number)
      case .date(let date): date
      case .quantity(let quantity): HKQuantity(quantity)
      case .bool(let flag): NSNumber(value: flag)
      }
    }
  }

  /// Returns the values to save; throws if the store cannot keep one of them, or if one is not of
  /// the kind that its key takes.
  func checked() throws -> [String: MetadataValue] {
    if let problem { throw HKError.invalid(problem) }
    return values
  }
}
