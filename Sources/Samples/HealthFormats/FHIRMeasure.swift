import SampleStore

/// The form of a quantity as a FHIR observation: its LOINC code and its unit in UCUM.
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

  /// The panel of both pressures.
  static let bloodPressureCode = "85354-9"

  /// Upper and lower.
  static let pressures = [QuantityType.bloodPressureSystolic, .bloodPressureDiastolic].compactMap {
    byType[$0.identifier]
  }

  private init(row: Substring) {
    let fields = row.split(separator: "|" as Character).map(String.init)
    let identifier = "HKQuantityTypeIdentifier\(fields[1])"
    type =
      QuantityType(knownIdentifier: identifier)
      ?? QuantityType(
        identifier: identifier, canonicalUnit: .count, aggregationStyle: .discreteArithmetic)
    (code, display) = (fields[0], fields[4])
    let kind = fields[2].split(separator: " ").map(String.init)
    category = kind[0]
    profile = kind.count > 1 ? "http://hl7.org/fhir/StructureDefinition/\(kind[1])" : nil
    // A unit that has one name everywhere stands alone.
    let units = fields[3].split(separator: " ").map(String.init)
    unit = (units[0], units.count > 1 ? units[1] : units[0], units.last ?? "")
  }

  static let all = table.split(separator: "\n").map(FHIRMeasure.init(row:))

  /// The code, the type, the category with its profile, the unit's names, and the words of LOINC.
  private static let table = """
    8867-4|HeartRate|vital-signs heartrate|beats/minute /min count/min|Heart rate
    40443-4|RestingHeartRate|vital-signs|beats/minute /min count/min|Heart rate --resting
    80404-7|HeartRateVariabilitySDNN|vital-signs|ms|R-R interval.standard deviation (Heart rate variability)
    9279-1|RespiratoryRate|vital-signs resprate|breaths/minute /min count/min|Respiratory rate
    59408-5|OxygenSaturation|vital-signs|%|Oxygen saturation in Arterial blood by Pulse oximetry
    8310-5|BodyTemperature|vital-signs bodytemp|C Cel degC|Body temperature
    29463-7|BodyMass|vital-signs bodyweight|kg|Body weight
    8302-2|Height|vital-signs bodyheight|cm|Body height
    39156-5|BodyMassIndex|vital-signs bmi|kg/m2 kg/m2 count|Body mass index (BMI) [Ratio]
    8480-6|BloodPressureSystolic|vital-signs|mmHg mm[Hg] mmHg|Systolic blood pressure
    8462-4|BloodPressureDiastolic|vital-signs|mmHg mm[Hg] mmHg|Diastolic blood pressure
    2339-0|BloodGlucose|laboratory|mg/dL|Glucose [Mass/volume] in Blood
    41982-0|BodyFatPercentage|exam|%|Percentage of body fat Measured
    55423-8|StepCount|activity|steps {steps} count|Number of steps in unspecified time Pedometer
    41981-2|ActiveEnergyBurned|activity|kcal|Calories burned
    94122-9|VO2Max|activity|mL/kg/min mL/kg/min mL/(kg.min)|Oxygen consumption (VO2)/Body weight [Volume Rate Content] --peak \
    during exercise
    61006-3|PeripheralPerfusionIndex|exam|%|Perfusion index Tissue by Pulse oximetry
    8280-0|WaistCircumference|exam|cm|Waist Circumference at umbilicus by Tape measure
    20150-9|ForcedExpiratoryVolume1|exam|L|FEV1
    19870-5|ForcedVitalCapacity|exam|L|Forced vital capacity [Volume] Respiratory system
    19935-6|PeakExpiratoryFlowRate|exam|L/min|Maximum expiratory gas flow Respiratory system airway by Peak flow meter
    100304-5|FlightsClimbed|activity|flights {#} count|Flights climbed [#] Reporting Period
    93816-7|DistanceSwimming|activity|m|Swimming distance unspecified time
    93818-3|DistanceCycling|activity|m|Cycling distance unspecified time
    91557-9|LeanBodyMass|exam|kg|Lean body weight
    64098-7|SixMinuteWalkTestDistance|activity|m|Six minute walk test
    9052-2|DietaryEnergyConsumed|activity|kcal|Calorie intake total
    """

  static let byType = Dictionary(
    uniqueKeysWithValues: all.map { ($0.type.identifier, $0) })

  /// The measures by LOINC code, including other codes of the same measures.
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
