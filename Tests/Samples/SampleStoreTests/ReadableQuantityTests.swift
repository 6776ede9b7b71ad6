import Testing

@testable import SampleStore

/// Quantities in the words of people.
@Suite struct ReadableQuantityTests {
  @Test(arguments: [
    ("count/min", QuantityType.heartRate, "bpm"),
    ("count/min", .respiratoryRate, "breaths/min"), ("count", .stepCount, "steps"),
    ("count", .flightsClimbed, "floors"), ("degC", .bodyTemperature, "°C"),
    ("degF", .bodyTemperature, "°F"), ("fl_oz_us", nil, "fl oz"),
    ("mL/(kg.min)", nil, "mL/(kg·min)"),
    ("mcg", nil, "µg"), ("km/hr", nil, "km/h"),
    ("mmol<180.1558800000541>/L", .bloodGlucose, "mmol/L"),
    ("dBASPL", .environmentalAudioExposure, "dB"), ("%", .oxygenSaturation, "%"),
    ("m/s^2", nil, "m/s²"),
    ("count", nil, ""), ("kg", .bodyMass, "kg"),
  ])
  func `a unit is said in words`(code: String, type: QuantityType?, words: String) throws {
    #expect(try QuantityUnit(code).words(for: type) == words)
  }

  @Test(arguments: ReadUnits.System.allCases)
  func `no known type is read in a code, and its unit fits it`(system: ReadUnits.System) {
    for type in QuantityType.allKnown {
      let unit = ReadUnits(system).unit(of: type)
      #expect(unit.isCompatible(with: type.canonicalUnit), "\(type.identifier)")
      let words = unit.words(for: type)
      for code in ["count", "deg", "_", "<", "hr", "BASPL", "apple", "()"] {
        #expect(!words.contains(code), "\(type.identifier) in \(words)")
      }
    }
  }

  @Test(arguments: [
    ("", "kg cm °C km km/h mL mg/dL bpm"), ("US", "lb in °F mi mph fl oz mg/dL bpm"),
    ("GB", "kg cm °C mi mph mL mmol/L bpm"), ("CA", "kg cm °C km km/h mL mmol/L bpm"),
    ("DE", "kg cm °C km km/h mL mg/dL bpm"),
  ])
  func `units are those of the region`(region: String, words: String) throws {
    let units = ReadUnits(region: region)
    let names = [
      "BodyMass", "Height", "BodyTemperature", "DistanceCycling", "CyclingSpeed", "DietaryWater",
      "BloodGlucose", "HeartRate",
    ]
    let types = try names.map { try #require(SampleType(named: $0)?.quantityType) }
    #expect(types.map { units.unit(of: $0).words(for: $0) }.joined(separator: " ") == words)
  }

  @Test func `a unit of one type holds in every system`() throws {
    let units = ReadUnits(region: "US").choosing(nil, (.bodyMass, .known("kg")))
    #expect(units.unit(of: .bodyMass) == .known("kg") && units.unit(of: .height) == .known("in"))
    #expect(units.choosing(.metric, nil).unit(of: .height) == .known("cm"))
    #expect(units.choosing(.metric, nil).unit(of: .bodyMass) == .known("kg"))
  }

  @Test(arguments: [
    (0.0, "0"), (0.126, "0.13"), (9.994, "9.99"), (9.996, "10"), (37.04, "37"), (55.36, "55.4"),
    (99.96, "100"),
    (123.4, "123"), (999.6, "1,000"), (3603, "3,603"), (9999.6, "10,000"), (12_345, "12,345"),
    (-1_234_567, "-1,234,567"),
    (.nan, "–"), (.infinity, "–"),
  ])
  func `a number has the digits that mean something`(number: Double, text: String) {
    #expect(number.readText == text)
  }

  @Test(arguments: [
    (0.0, "0 s"), (59, "59 s"), (59.6, "1 min"), (720, "12 min"), (3600, "1 h"),
    (23_460, "6 h 31 min"),
  ])
  func `a length is said in hours and minutes`(seconds: Double, text: String) {
    #expect(seconds.lengthText == text)
  }

  @Test func `a percentage is written as people write it`() throws {
    let share = Quantity(0.97, .percent)
    #expect(try share.writtenValue(in: .percent) == 97)
    #expect(try Quantity(1500, QuantityUnit("m")).writtenValue(in: QuantityUnit("km")) == 1.5)
  }
}
