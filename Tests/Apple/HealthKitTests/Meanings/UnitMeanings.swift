import Foundation
import HealthKit
import Testing

@Suite struct UnitMeanings {
  /// hkmetricprefix - Prefixes from femto to tera multiply a unit by their powers of ten.
  @Test(arguments: [
    (HKMetricPrefix.femto, -15), (.pico, -12), (.nano, -9), (.micro, -6), (.milli, -3),
    (.centi, -2), (.deci, -1), (.none, 0), (.deca, 1), (.hecto, 2), (.kilo, 3), (.mega, 6),
    (.giga, 9), (.tera, 12),
  ])
  func `a prefix multiplies every unit that takes one`(prefix: HKMetricPrefix, power: Int) {
    let units = [
      (HKUnit.gramUnit, HKUnit.gram()), (HKUnit.meterUnit, .meter()), (HKUnit.literUnit, .liter()),
      (HKUnit.secondUnit, .second()), (HKUnit.pascalUnit, .pascal()), (HKUnit.jouleUnit, .joule()),
      (HKUnit.wattUnit, .watt()), (HKUnit.siemenUnit, .siemen()), (HKUnit.voltUnit, .volt()),
      (HKUnit.hertzUnit, .hertz()), (HKUnit.luxUnit, .lux()),
      (HKUnit.radianAngleUnit, .radianAngle()),
    ]
    for (make, base) in units {
      let one = HKQuantity(unit: make(prefix), doubleValue: 1)
      let expected = pow(10, Double(power))
      #expect(abs(one.doubleValue(for: base) / expected - 1) < 1e-12, "\(one)")
      // The text that a unit has is read as the same unit.
      #expect(HKUnit(from: make(prefix).unitString) == make(prefix))
    }
    let mole = HKUnit.moleUnit(with: prefix, molarMass: 180)
    let grams = HKQuantity(unit: mole, doubleValue: 1).doubleValue(for: .gram())
    #expect(abs(grams / (180 * pow(10, Double(power))) - 1) < 1e-12)
  }

  /// hkunit/init(from:) - Compound units are products by `.` or `*`, quotients by `/` and powers by `^`, grouped by
  /// parentheses.
  @Test func `texts of compound units are read`() {
    func convert(_ value: Double, _ from: String, _ to: String) -> Double {
      HKQuantity(unit: HKUnit(from: from), doubleValue: value).doubleValue(for: HKUnit(from: to))
    }
    #expect(convert(1, "km/hr^2", "m/s^2") == 1000 / 3600.0 / 3600)
    #expect(convert(180, "mg/dL", "g/L") == 1.8)
    #expect(convert(42, "mL/(kg.min)", "mL/(kg*min)") == 42)
    #expect(convert(1, "kg.m/s^2", "g.m/s^2") == 1000)
    #expect(abs(convert(5.5, "mmol<180.1558800000541>/L", "mg/dL") - 99.0857) < 1e-4)
    #expect(convert(97, "%", "count") == 97)
    #expect(convert(2, "mi", "ft") == 10_560)
    #expect(convert(100, "degC", "degF") == 212)
    #expect(convert(1, "Cal", "cal") == 1000)
  }

  /// hkunit/unitmultiplied(by:), unitdivided(by:), unitraised(topower:), reciprocal() - Units make new units.
  @Test func `units combine to the ones that texts name`() {
    let acceleration = HKUnit.meter().unitDivided(by: .second().unitRaised(toPower: 2))
    #expect(acceleration == HKUnit(from: "m/s^2"))
    #expect(
      HKUnit.count().unitDivided(by: .minute())
        == HKUnit(from: "count").unitMultiplied(by: .minute().reciprocal()))
    #expect(HKUnit.meter().unitDivided(by: .meter()).isNull())
    #expect(HKUnit.foot().unitMultiplied(by: .pound()) == HKUnit(from: "ft.lb"))
    #expect(HKUnit.meter().unitRaised(toPower: 0).isNull())
    #expect(HKUnit.meter().unitRaised(toPower: -2) == HKUnit(from: "()/m^2"))
  }

  /// hkunit/init(from:) - A text that is no unit is an `NSInvalidArgumentException`. Here it ends the program with the same
  /// reason; `init(validating:)` throws.
  @Test(arguments: ["", "beats", "count/", "m^99", "(((", "m/0"])
  func `a text that is no unit throws if it is validated`(
    text: String
  ) async {
    #expect(await code { try HKUnit(validating: text) } == .errorInvalidArgument)
  }

  /// hkquantity/doublevalue(for:), compare(_:) - Units that do not fit are an `NSInvalidArgumentException`. Here they end the program;
  /// `value(in:)` throws.
  @Test func `units that do not fit throw if that is asked for`() async {
    let rate = HKQuantity(unit: HKUnit(from: "count/min"), doubleValue: 72)
    #expect(!rate.is(compatibleWith: .meter()))
    #expect(await code { try rate.value(in: .meter()) } == .errorInvalidArgument)
  }

  /// hkquantity/compare(_:) - Values are compared after they are converted to the same unit.
  @Test func `quantities are compared in one unit`() {
    let minute = HKQuantity(unit: .minute(), doubleValue: 1)
    #expect(minute.compare(HKQuantity(unit: .second(), doubleValue: 59)) == .orderedDescending)
    #expect(minute.compare(HKQuantity(unit: .second(), doubleValue: 60)) == .orderedSame)
    #expect(minute.compare(HKQuantity(unit: .second(), doubleValue: 61)) == .orderedAscending)
  }

  /// hkquantitysample/init(type:quantity:start:end:) - A unit that does not fit the type is an exception when a sample is
  /// made. Here the sample is refused when it is saved.
  @Test func `a sample in a unit that does not fit its type cannot be saved`() async throws {
    let kit = try await KitStore.allowing(HKQuantityType(.heartRate))
    let wrong = HKQuantitySample(
      type: HKQuantityType(.heartRate), quantity: HKQuantity(unit: .meter(), doubleValue: 1),
      start: KitStore.start, end: KitStore.start)
    #expect(await code { try await kit.health.save(wrong) } == .errorInvalidArgument)
  }
}
