import SampleStore

/// The form of a quantity as an Open mHealth data point: schema, name of the value, and unit.
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

  /// Shares are percentages there.
  var factor: Double { unit.name == "%" ? 100 : 1 }

  static let bloodPressure = "blood-pressure"

  /// Upper and lower.
  static let pressures = table(
    """
    BloodPressureSystolic|blood-pressure 3.1|systolic_blood_pressure|mmHg mmHg||
    BloodPressureDiastolic|blood-pressure 3.1|diastolic_blood_pressure|mmHg mmHg||
    """)

  /// The first measure of a key is read unless another property decides.
  static let all = table(
    """
    HeartRate|heart-rate 2.0|heart_rate|beats/min count/min||
    RestingHeartRate|heart-rate 2.0|heart_rate|beats/min count/min|at rest|
    StepCount|step-count 3.0|step_count|steps count|interval|
    BodyMass|body-weight 2.0|body_weight|kg kg||fg=fg,pg=pg,ng=ng,ug=mcg,mg=mg,g=g,oz=oz,lb=lb,Metric Ton=Mg
    Height|body-height 1.0|body_height|m m||mm=mm,cm=cm,km=km,in=in,ft=ft,yd=yd,mi=mi
    RespiratoryRate|respiratory-rate 2.0|respiratory_rate|breaths/min count/min||
    OxygenSaturation|oxygen-saturation 2.0|oxygen_saturation|% %||
    BodyTemperature|body-temperature 3.0|body_temperature|C degC||F=degF,K=K
    ActiveEnergyBurned|calories-burned 2.0|kcal_burned|kcal kcal|interval|
    """)

  /// Reads rows of a type, a schema with its version, a key, a unit's two names, exceptions, and further units.
  private static func table(_ text: String) -> [OpenMHealthMeasure] {
    text.split(separator: "\n").compactMap { row in
      let fields = row.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
      let schema = fields[1].split(separator: " ").map(String.init)
      let unit = fields[3].split(separator: " ").map(String.init)
      let others = fields[5].split(separator: ",").map {
        $0.split(separator: "=").map(String.init)
      }
      return QuantityType(knownIdentifier: "HKQuantityTypeIdentifier\(fields[0])").map { type in
        OpenMHealthMeasure(
          type: type, schema: schema[0], version: schema[1], key: fields[2],
          unit: (unit[0], unit[1]),
          others: Dictionary(uniqueKeysWithValues: others.map { ($0[0], $0[1]) }),
          needsInterval: fields[4] == "interval",
          activity: fields[4] == "at rest" ? fields[4] : nil)
      }
    }
  }
}
