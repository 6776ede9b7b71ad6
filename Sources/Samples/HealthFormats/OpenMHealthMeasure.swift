import SampleStore

/// How a quantity is written as an Open mHealth data point: schema, name of the value, and unit.
struct OpenMHealthMeasure {
  let type: QuantityType

  /// The schema and the version that is written; others are read too.
  let schema: String
  let version: String
  let key: String

  /// The unit that is written, and in the store's notation.
  let unit: (name: String, own: String)

  /// Further units that the schema admits, in the store's notation.
  let others: [String: String]

  /// Whether the schema requires an interval rather than a moment.
  let needsInterval: Bool

  /// A further property that is written: "at rest".
  let activity: String?

  private init(
    _ type: QuantityType, _ schema: String, _ version: String, _ key: String,
    _ unit: (String, String), others: [String: String] = [:], needsInterval: Bool = false,
    activity: String? = nil
  ) {
    (self.type, self.schema, self.version, self.key, self.unit) = (type, schema, version, key, unit)
    (self.others, self.needsInterval, self.activity) = (others, needsInterval, activity)
  }

  /// Shares are percentages there.
  var factor: Double { unit.name == "%" ? 100 : 1 }

  static let systolic = OpenMHealthMeasure(
    .bloodPressureSystolic, bloodPressure, "3.1", "systolic_blood_pressure", ("mmHg", "mmHg"))
  static let diastolic = OpenMHealthMeasure(
    .bloodPressureDiastolic, bloodPressure, "3.1", "diastolic_blood_pressure", ("mmHg", "mmHg"))
  static let bloodPressure = "blood-pressure"

  /// The first measure of a key is read unless another property decides.
  static let all: [OpenMHealthMeasure] = [
    OpenMHealthMeasure(.heartRate, "heart-rate", "2.0", "heart_rate", ("beats/min", "count/min")),
    OpenMHealthMeasure(
      .restingHeartRate, "heart-rate", "2.0", "heart_rate", ("beats/min", "count/min"),
      activity: "at rest"),
    OpenMHealthMeasure(
      .stepCount, "step-count", "3.0", "step_count", ("steps", "count"), needsInterval: true),
    OpenMHealthMeasure(
      .bodyMass, "body-weight", "2.0", "body_weight", ("kg", "kg"),
      others: [
        "fg": "fg", "pg": "pg", "ng": "ng", "ug": "mcg", "mg": "mg", "g": "g", "oz": "oz",
        "lb": "lb",
        "Metric Ton": "Mg",
      ]),
    OpenMHealthMeasure(
      .height, "body-height", "1.0", "body_height", ("m", "m"),
      others: [
        "mm": "mm", "cm": "cm", "km": "km", "in": "in", "ft": "ft", "yd": "yd", "mi": "mi",
      ]),
    OpenMHealthMeasure(
      .respiratoryRate, "respiratory-rate", "2.0", "respiratory_rate", ("breaths/min", "count/min")),
    OpenMHealthMeasure(
      .oxygenSaturation, "oxygen-saturation", "2.0", "oxygen_saturation", ("%", "%")),
    OpenMHealthMeasure(
      .bodyTemperature, "body-temperature", "3.0", "body_temperature", ("C", "degC"),
      others: ["F": "degF", "K": "K"]),
    OpenMHealthMeasure(
      .activeEnergyBurned, "calories-burned", "2.0", "kcal_burned", ("kcal", "kcal"),
      needsInterval: true),
  ]
}
