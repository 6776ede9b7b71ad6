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
        .unitDivided(by: .liter()) == HKUnit(from: "mmol<\(HKUnitMolarMassBloodGlucose)>/L"))
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
    #expect(Set(units).count == units.count)
  }

  @Test func `quantities convert, compare and fail as the store's do`() async {
    let rate = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 72)
    #expect(rate.doubleValue(for: HKUnit(from: "count/s")) == 1.2)
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
