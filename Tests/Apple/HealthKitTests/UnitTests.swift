import Foundation
import HealthKit
import SampleStore
import Testing

@Suite struct UnitTests {
  @Test func `units made by calls are the same as those from texts`() {
    #expect(HKUnit.count().unitDivided(by: .minute()) == HKUnit(from: "count/min"))
    #expect(HKUnit.gramUnit(with: .kilo) == HKUnit(from: "kg"))
    #expect(HKUnit.gramUnit(with: .micro) == HKUnit(from: "mcg"))
    #expect(HKUnit.secondUnit(with: .milli) == HKUnit(from: "ms"))
    #expect(HKUnit.meter().unitRaised(toPower: 2) == HKUnit(from: "m^2"))
    #expect(HKUnit.second().reciprocal() == HKUnit(from: "()/s"))
    #expect(
      HKUnit(from: "mL").unitDivided(by: HKUnit(from: "kg").unitMultiplied(by: .minute()))
        == HKUnit(from: "mL/(kg.min)"))
    #expect(HKUnit.meter().unitRaised(toPower: 0).isNull())
    #expect(
      HKUnit.moleUnit(with: .milli, molarMass: HKUnitMolarMassBloodGlucose)
        .unitDivided(by: .liter()).isValid)
  }

  @Test(arguments: HKMetricPrefix.allCases)
  func `a prefix is a power of ten`(prefix: HKMetricPrefix) {
    let powers: [HKMetricPrefix: Int] = [
      .femto: -15, .pico: -12, .nano: -9, .micro: -6, .milli: -3, .centi: -2, .deci: -1, .none: 0,
      .deca: 1, .hecto: 2, .kilo: 3, .mega: 6, .giga: 9, .tera: 12,
    ]
    let value = HKQuantity(unit: .meterUnit(with: prefix), doubleValue: 1)
      .doubleValue(for: .meter())
    let expected = pow(10, Double(powers[prefix] ?? 99))
    #expect(abs(value / expected - 1) < 1e-12)
  }

  @Test func `every named unit can be read`() {
    let units = [
      HKUnit.gram(), .ounce(), .pound(), .stone(), .meter(), .inch(), .foot(), .yard(), .mile(),
      .liter(), .fluidOunceUS(), .fluidOunceImperial(), .pintUS(), .pintImperial(), .cupUS(),
      .cupImperial(), .pascal(), .millimeterOfMercury(), .inchesOfMercury(), .centimeterOfWater(),
      .atmosphere(), .decibelAWeightedSoundPressureLevel(), .second(), .minute(), .hour(), .day(),
      .joule(), .kilocalorie(), .smallCalorie(), .largeCalorie(), .watt(), .degreeCelsius(),
      .degreeFahrenheit(), .kelvin(), .siemen(), .volt(), .hertz(), .lux(), .radianAngle(),
      .degreeAngle(), .diopter(), .prismDiopter(), .count(), .percent(), .internationalUnit(),
      .appleEffortScore(), .decibelHearingLevel(),
    ]
    #expect(units.filter { !$0.isValid }.isEmpty)
    #expect(Set(units).count == units.count)
  }

  @Test(arguments: [
    "", "beats", "count/", "m^99", "(((", "m/0", String(repeating: "m.", count: 99),
  ])
  func `an invalid unit does not trap, and validation says what is wrong`(text: String) async {
    let unit = HKUnit(from: text)
    #expect(!unit.isValid)
    #expect(await code { try HKUnit(validating: text) } == .errorInvalidArgument)
    #expect(!unit.unitDivided(by: .minute()).isValid)
    #expect(!HKUnit.minute().unitMultiplied(by: unit).isValid)
    #expect(!unit.reciprocal().isValid)
    #expect(!unit.unitRaised(toPower: 0).isValid)
    let quantity = HKQuantity(unit: unit, doubleValue: 3)
    #expect(quantity.doubleValue(for: .count()).isNaN)
    #expect(!quantity.is(compatibleWith: unit))
    #expect(await code { try quantity.value(in: .count()) } == .errorInvalidArgument)
  }

  @Test func `quantities convert, compare and fail as the store's do`() async {
    let rate = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 72)
    #expect(rate.doubleValue(for: HKUnit(from: "count/s")) == 1.2)
    #expect(rate.doubleValue(for: .meter()).isNaN)
    #expect(await code { try rate.value(in: .meter()) } == .errorInvalidArgument)
    #expect(rate.is(compatibleWith: .hertz()))
    let second = HKQuantity(unit: .second(), doubleValue: 60)
    let minute = HKQuantity(unit: .minute(), doubleValue: 1)
    #expect(second == minute)
    #expect(second.hash == minute.hash)
    #expect(second.compare(minute) == .orderedSame)
    #expect(second.compare(HKQuantity(unit: .hour(), doubleValue: 1)) == .orderedAscending)
    #expect(minute.compare(HKQuantity(unit: .second(), doubleValue: 1)) == .orderedDescending)
  }
}
