import SampleStore

/// How a quantity is written as a FHIR observation: its LOINC code and its unit in UCUM.
struct FHIRMeasure {
  let type: QuantityType
  let code: String
  let display: String

  /// A vital sign by HL7's profiles; `activity` or `exam` otherwise.
  let category: String

  /// The unit for a person, in UCUM, and in the store's notation.
  let unit: (text: String, code: String, own: String)

  /// The factor for a value in the store's unit: shares are percentages in FHIR.
  var factor: Double { unit.code == "%" ? 100 : 1 }

  /// The profile that its observations follow, or `nil`.
  let profile: String?

  /// The unit has one name everywhere.
  private init(
    _ type: QuantityType, _ code: String, _ display: String, _ unit: String,
    category: String = "vital-signs", profile: String? = nil
  ) {
    self.init(type, code, display, (unit, unit, unit), category: category, profile: profile)
  }

  private init(
    _ type: QuantityType, _ code: String, _ display: String,
    _ unit: (String, String, String), category: String = "vital-signs", profile: String? = nil
  ) {
    (self.type, self.code, self.display, self.category) = (type, code, display, category)
    self.unit = unit
    self.profile = profile.map { "http://hl7.org/fhir/StructureDefinition/\($0)" }
  }

  private static func known(_ name: String) -> QuantityType {
    QuantityType(knownIdentifier: "HKQuantityTypeIdentifier\(name)")
      ?? QuantityType(
        identifier: "HKQuantityTypeIdentifier\(name)", canonicalUnit: .count,
        aggregationStyle: .discreteArithmetic)
  }

  static let systolic = FHIRMeasure(
    .bloodPressureSystolic, "8480-6", "Systolic blood pressure", ("mmHg", "mm[Hg]", "mmHg"))
  static let diastolic = FHIRMeasure(
    .bloodPressureDiastolic, "8462-4", "Diastolic blood pressure", ("mmHg", "mm[Hg]", "mmHg"))

  /// The panel of both.
  static let bloodPressureCode = "85354-9"

  static let all: [FHIRMeasure] = [
    FHIRMeasure(
      .heartRate, "8867-4", "Heart rate", ("beats/minute", "/min", "count/min"),
      profile: "heartrate"),
    FHIRMeasure(
      .restingHeartRate, "40443-4", "Heart rate --resting", ("beats/minute", "/min", "count/min")),
    FHIRMeasure(
      .heartRateVariabilitySDNN, "80404-7",
      "R-R interval.standard deviation (Heart rate variability)", "ms"),
    FHIRMeasure(
      .respiratoryRate, "9279-1", "Respiratory rate", ("breaths/minute", "/min", "count/min"),
      profile: "resprate"),
    FHIRMeasure(
      .oxygenSaturation, "59408-5", "Oxygen saturation in Arterial blood by Pulse oximetry", "%"),
    FHIRMeasure(
      .bodyTemperature, "8310-5", "Body temperature", ("C", "Cel", "degC"), profile: "bodytemp"),
    FHIRMeasure(.bodyMass, "29463-7", "Body weight", "kg", profile: "bodyweight"),
    FHIRMeasure(.height, "8302-2", "Body height", "cm", profile: "bodyheight"),
    FHIRMeasure(
      known("BodyMassIndex"), "39156-5", "Body mass index (BMI) [Ratio]",
      ("kg/m2", "kg/m2", "count"), profile: "bmi"),
    systolic, diastolic,
    FHIRMeasure(
      known("BloodGlucose"), "2339-0", "Glucose [Mass/volume] in Blood", "mg/dL",
      category: "laboratory"),
    FHIRMeasure(
      known("BodyFatPercentage"), "41982-0", "Percentage of body fat Measured", "%",
      category: "exam"),
    FHIRMeasure(
      .stepCount, "55423-8", "Number of steps in unspecified time Pedometer",
      ("steps", "{steps}", "count"), category: "activity"),
    FHIRMeasure(.activeEnergyBurned, "41981-2", "Calories burned", "kcal", category: "activity"),
    FHIRMeasure(
      known("VO2Max"), "94122-9",
      "Oxygen consumption (VO2)/Body weight [Volume Rate Content] --peak during exercise",
      ("mL/kg/min", "mL/kg/min", "mL/(kg.min)"), category: "activity"),
    FHIRMeasure(
      .peripheralPerfusionIndex, "61006-3", "Perfusion index Tissue by Pulse oximetry", "%",
      category: "exam"),
    FHIRMeasure(
      known("WaistCircumference"), "8280-0", "Waist Circumference at umbilicus by Tape measure",
      "cm", category: "exam"),
    FHIRMeasure(known("ForcedExpiratoryVolume1"), "20150-9", "FEV1", "L", category: "exam"),
    FHIRMeasure(
      known("ForcedVitalCapacity"), "19870-5", "Forced vital capacity [Volume] Respiratory system",
      "L", category: "exam"),
    FHIRMeasure(
      known("PeakExpiratoryFlowRate"), "19935-6",
      "Maximum expiratory gas flow Respiratory system airway by Peak flow meter", "L/min",
      category: "exam"),
    FHIRMeasure(
      known("FlightsClimbed"), "100304-5", "Flights climbed [#] Reporting Period",
      ("flights", "{#}", "count"), category: "activity"),
    FHIRMeasure(
      known("DistanceSwimming"), "93816-7", "Swimming distance unspecified time", "m",
      category: "activity"),
    FHIRMeasure(
      known("DistanceCycling"), "93818-3", "Cycling distance unspecified time", "m",
      category: "activity"),
    FHIRMeasure(known("LeanBodyMass"), "91557-9", "Lean body weight", "kg", category: "exam"),
    FHIRMeasure(
      known("SixMinuteWalkTestDistance"), "64098-7", "Six minute walk test", "m",
      category: "activity"),
    FHIRMeasure(
      known("DietaryEnergyConsumed"), "9052-2", "Calorie intake total", "kcal", category: "activity"
    ),
  ]

  static let byType = Dictionary(
    uniqueKeysWithValues: all.map { ($0.type.identifier, $0) })

  /// By LOINC code, including other codes of the same measures.
  static let byCode: [String: FHIRMeasure] = {
    var table = Dictionary(uniqueKeysWithValues: all.map { ($0.code, $0) })
    for (other, code) in [
      ("2708-6", "59408-5"), ("8889-8", "8867-4"), ("76282-3", "8867-4"), ("3141-9", "29463-7"),
      ("8328-7", "8310-5"), ("8331-1", "8310-5"), ("41950-7", "55423-8"), ("66334-4", "9279-1"),
      ("60842-2", "94122-9"),
      // Glucose by mass and by moles, in blood, in capillary blood, and in serum or plasma.
      ("41653-7", "2339-0"), ("2345-7", "2339-0"), ("15074-8", "2339-0"), ("14749-6", "2339-0"),
    ] {
      table[other] = table[code]
    }
    return table
  }()
}
