import FoundationEssentials
import SampleStore
import TestSupport
import Testing

@testable import HealthFormats

/// LOINC codes of measurements, looked up in public tables of codes.
struct LOINCTests {
  @Test(arguments: [
    ("HeartRate", "8867-4"), ("BloodGlucose", "2339-0"), ("PeripheralPerfusionIndex", "61006-3"),
    ("WaistCircumference", "8280-0"), ("PeakExpiratoryFlowRate", "19935-6"),
    ("VO2Max", "94122-9"), ("LeanBodyMass", "91557-9"), ("DistanceCycling", "93818-3"),
    ("DistanceSwimming", "93816-7"), ("SixMinuteWalkTestDistance", "64098-7"),
    ("FlightsClimbed", "100304-5"), ("StepCount", "55423-8"), ("ForcedVitalCapacity", "19870-5"),
  ])
  func `a type has its code, and the code its type`(name: String, code: String) throws {
    let measure = try #require(FHIRMeasure.byCode[code])
    #expect(measure.type.identifier == "HKQuantityTypeIdentifier\(name)")
    #expect(FHIRMeasure.byType[measure.type.identifier]?.code == code)
    let unit = try QuantityUnit(measure.unit.own)
    #expect(measure.type.canonicalUnit.isCompatible(with: unit), "\(name) in \(unit)")
    let written = measure.unit.code
    #expect(try QuantityUnit(spelled: written) == unit, "\(written)")
  }

  @Test(arguments: [
    ("2345-7", "mg/dL", 99.0), ("15074-8", "mmol/L", 5.5), ("14749-6", "mmol/L", 5.5),
    ("2339-0", "mg/dL", 99.0),
  ])
  func `glucose is read by mass and by moles`(code: String, unit: String, value: Double) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      """
      {"resourceType":"Observation","status":"final","code":{"coding":[{"system":"http://loinc.org",\
      "code":"\(code)"}]},"effectiveDateTime":"2026-01-31T09:00:00Z","valueQuantity":{"value":\(value),\
      "unit":"\(unit)","system":"http://unitsofmeasure.org","code":"\(unit)"}}
      """, to: "a.json")
    var input = try SampleFile(path: file).input
    let sample = try #require(try input.next()?.quantitySample)
    #expect(sample.type.identifier == "HKQuantityTypeIdentifierBloodGlucose")
    #expect(try abs(sample.quantity.value(in: QuantityUnit("mg/dL")) - 99.1) < 0.2)
  }
}
