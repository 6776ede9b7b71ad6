package import Charts
package import SampleStore

/// The types that belong together in an overview, with the one color of their charts.
///
/// The colors differ in brightness too, so that readers who confuse hues can distinguish them. On
/// their backgrounds all have a contrast of at least 4.5 to 1.
package enum HealthGroup: String, CaseIterable, Sendable {
  case heart, activity, sleep, body, other

  /// Creates the group of a type.
  package init(_ type: SampleType) {
    switch type {
    case .workout: self = .activity
    case .heartbeatSeries, .correlation(.bloodPressure): self = .heart
    case .category(.sleepAnalysis): self = .sleep
    default: self = Self.group(ofName: type.identifier)
    }
  }

  /// The group's name as a heading.
  package var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

  /// The color of the group's charts.
  package var color: Color {
    switch self {
    case .heart: Color(light: 0xC02145, dark: 0xFF7A94)
    case .activity: Color(light: 0xA35500, dark: 0xFFB357)
    case .sleep: Color(light: 0x4A47C9, dark: 0xA9A8FF)
    case .body: Color(light: 0x007078, dark: 0x5AD6DC)
    case .other: Color(light: 0x5D616B, dark: 0xB9BDC7)
    }
  }

  /// Parts of identifiers, the first that fits counts.
  private static let parts: [(HealthGroup, [String])] = [
    (.sleep, ["Sleep", "WristTemperature"]),
    (
      .heart,
      [
        "Heart", "BloodPressure", "Perfusion", "AtrialFibrillation", "Electrocardiogram",
        "Hypertension", "RespiratoryRate", "OxygenSaturation", "CardioFitness", "VO2Max",
      ]
    ),
    (
      .activity,
      [
        "Distance", "Step", "Flights", "EnergyBurned", "Exercise", "Stand", "Move", "Daylight",
        "Speed", "Power", "Cadence", "Running", "Walking", "Cycling", "Swimming", "Push",
        "NikeFuel", "Workout", "Effort", "ActivitySummary", "Underwater", "WaterTemperature",
      ]
    ),
    (
      .body,
      [
        "BodyMass", "BodyFat", "LeanBody", "Height", "Waist", "BodyTemperature",
        "BasalBodyTemperature", "BloodGlucose", "Insulin", "ForcedVital", "ForcedExpiratory",
        "PeakExpiratory", "Electrodermal", "BloodAlcohol",
      ]
    ),
  ]

  private static func group(ofName name: String) -> HealthGroup {
    let name = name.trimmingPrefix(/HK[A-Za-z]*TypeIdentifier/)
    return parts.first { $0.1.contains { name.contains($0) } }?.0 ?? .other
  }
}
