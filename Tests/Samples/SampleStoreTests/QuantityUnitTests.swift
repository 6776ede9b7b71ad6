import SampleStore
import Testing

struct QuantityUnitTests {
  @Test(arguments: [
    ("count/min", "count/min"), ("min^-1.count", "count/min"), ("count/(min)", "count/min"),
    ("s.s", "s^2"), ("s/s", "()"), ("()", "()"), ("()/s", "()/s"),
    ("mL/(kg.min)", "mL/(kg.min)"), ("mL/kg/min", "mL/(kg.min)"), ("mL/min·kg", "mL/(kg.min)"),
    ("kg*m^2/s^2", "kg.m^2/s^2"), ("(kg.m/s^2)^2", "kg^2.m^2/s^4"), ("mcg", "mcg"), ("dam", "dam"),
    ("%", "%"), ("mmHg", "mmHg"), ("((((ms))))", "ms"),
  ])
  func `a unit prints in one fixed order that reads back as itself`(
    _ text: String, _ printed: String
  ) throws {
    let unit = try QuantityUnit(text)
    #expect(unit.description == printed)
    #expect(try QuantityUnit(printed) == unit)
  }

  @Test(arguments: [
    "", " ", "count/", "/s", "count//min", "bpm", "kmin", "kcount", "mmin", "s^", "s^0", "s^99",
    "s^x", "(s", "s)", "s s", "m^2.5", "mm^20.mm", "((m^20)^20)^20", "ﬁ", "m²",
    "count/min\n", "s^99999999999999999999",
  ])
  func `a text that is no unit is an error`(_ text: String) {
    let error = #expect(throws: UnitError.self) { try QuantityUnit(text) }
    #expect((error?.description.count ?? 0) < 300)
  }

  @Test func `parentheses without end do not exhaust the stack`() {
    let text = String(repeating: "(", count: 1_000_000)
    let error = #expect(throws: UnitError.self) { try QuantityUnit(text) }
    #expect((error?.description.count ?? 0) < 300)
  }

  @Test(arguments: [
    (72.0, "count/min", 1.2, "count/s"), (1.2, "count/s", 72, "count/min"),
    (1, "Hz", 60, "count/min"), (1500, "ms", 1.5, "s"), (1, "d", 24, "hr"),
    (3, "min", 180_000, "ms"),
    (1, "mmHg", 133.322387415, "Pa"), (120, "mmHg", 15.9986864898, "kPa"),
    (0.97, "%", 0.97, "count"),
    (37, "degC", 98.6, "degF"), (98.6, "degF", 310.15, "K"), (-40, "degF", -40, "degC"),
    (2, "J/degC", 2, "J/K"), (1, "kcal", 4184, "J"), (1, "Cal", 1, "kcal"),
    (1, "lb", 453.59237, "g"),
    (1, "st", 14, "lb"), (16, "oz", 1, "lb"), (1, "mi", 5280, "ft"), (1, "L", 1, "dm^3"),
    (1, "kg.m.m/s^2", 1, "J"), (180, "deg", Double.pi, "rad"), (1, "W", 1, "V^2.S"),
    (1, "inHg", 25.4, "mmHg"),
  ])
  func `a known conversion`(_ value: Double, _ unit: String, _ result: Double, _ other: String)
    throws
  {
    let converted = try Quantity(value, try QuantityUnit(unit)).value(in: QuantityUnit(other))
    #expect(abs(converted - result) <= 1e-6 * max(1, abs(result)) * (unit == "inHg" ? 10 : 1e-3))
  }

  @Test func `beats per minute become beats per second rounded once`() throws {
    for tenth in 300...2000 {
      let rate = Double(tenth) / 10
      #expect(try Quantity(rate, .countPerMinute).value(in: .countPerSecond) == rate / 60)
    }
  }

  @Test(arguments: [("s", "m"), ("count", "s"), ("IU", "count"), ("rad", "count"), ("J", "W")])
  func `a unit of another dimension is an error`(_ unit: String, _ other: String) throws {
    let (unit, other) = (try QuantityUnit(unit), try QuantityUnit(other))
    #expect(!unit.isCompatible(with: other))
    let error = #expect(throws: UnitError.self) { try Quantity(42.5, unit).value(in: other) }
    #expect(error?.description == "the unit \(unit) cannot be converted to \(other)")
  }

  @Test func `every known type has its own identifier and a way back from it`() {
    #expect(Set(QuantityType.allKnown.map(\.identifier)).count == QuantityType.allKnown.count)
    for type in QuantityType.allKnown {
      let found = QuantityType(knownIdentifier: type.identifier)
      #expect(found == type)
      #expect(found?.canonicalUnit == type.canonicalUnit)
    }
    #expect(QuantityType.heartRate.identifier == "HKQuantityTypeIdentifierHeartRate")
    #expect(QuantityType(knownIdentifier: "HeartRate") == nil)
  }
}
