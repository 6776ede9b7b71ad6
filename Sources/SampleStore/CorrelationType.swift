/// Samples that make one observation together, such as the two pressures of one measurement.
public struct CorrelationType: Hashable, Sendable {
  /// `HKCorrelationTypeIdentifierBloodPressure`, or a name of one's own.
  public let identifier: String

  public init(identifier: String) {
    self.identifier = identifier
  }

  /// Exactly one systolic and one diastolic pressure.
  public static let bloodPressure = CorrelationType(
    identifier: "HKCorrelationTypeIdentifierBloodPressure")

  /// Any number of `HKQuantityTypeIdentifierDietary...` quantities.
  public static let food = CorrelationType(identifier: "HKCorrelationTypeIdentifierFood")

  public static let allKnown = [bloodPressure, food]

  /// Whether samples of these types may be its members; any may, but not none, where the type is not known.
  func admits(_ members: [SampleType]) -> Bool {
    switch self {
    case .bloodPressure:
      members.count == 2
        && Set(members)
          == [.quantity(.bloodPressureSystolic), .quantity(.bloodPressureDiastolic)]
    case .food:
      !members.isEmpty
        && members.allSatisfy { $0.identifier.hasPrefix("HKQuantityTypeIdentifierDietary") }
    default:
      !members.isEmpty
    }
  }
}
