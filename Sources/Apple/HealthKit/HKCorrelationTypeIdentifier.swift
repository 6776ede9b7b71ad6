/// The name of a correlation type, as exports write it.
public struct HKCorrelationTypeIdentifier: RawRepresentable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  private init(_ name: String) {
    rawValue = "HKCorrelationTypeIdentifier" + name
  }
}

extension HKCorrelationTypeIdentifier {
  public static let bloodPressure = Self("BloodPressure")
  public static let food = Self("Food")
}
