/// A type of observations that consist of several samples, such as the two pressures of one
/// measurement.
public struct CorrelationType: Hashable, Sendable {
  /// `HKCorrelationTypeIdentifierBloodPressure`, or a name that a program chose.
  public let identifier: String

  /// Makes a type of an identifier.
  public init(identifier: String) {
    self.identifier = identifier
  }

  /// Exactly one systolic and one diastolic pressure.
  public static let bloodPressure = CorrelationType(
    identifier: "HKCorrelationTypeIdentifierBloodPressure")

  /// Any number of `HKQuantityTypeIdentifierDietary...` quantities.
  public static let food = CorrelationType(identifier: "HKCorrelationTypeIdentifierFood")

  /// Every type of HealthKit's catalog.
  public static let allKnown = [bloodPressure, food]

  /// Returns whether samples of these types may be its members. An unknown type admits any, at least one.
  func admits(_ members: [SampleType]) -> Bool {
    switch self {
    case .bloodPressure:
      members.count == 2
        && Set(members)
          == [.quantity(.bloodPressureSystolic), .quantity(.bloodPressureDiastolic)]
    case .food:
      !members.isEmpty
        && members.allSatisfy {
          if case .quantity(let type) = $0 { type.isNutrient } else { false }
        }
    default:
      !members.isEmpty
    }
  }
}
