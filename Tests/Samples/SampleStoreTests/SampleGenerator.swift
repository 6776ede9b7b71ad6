import FoundationEssentials
import SampleStore
import TestSupport

/// Samples of every shape from a seed.
struct SampleGenerator: RandomNumberGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func next() -> UInt64 { random.next() }

  private static let units: [(QuantityType, [String])] = [
    (.heartRate, ["count/min", "count/s", "Hz", "count/hr"]),
    (.heartRateVariabilitySDNN, ["ms", "s", "mcs"]), (.oxygenSaturation, ["%", "count"]),
    (.stepCount, ["count"]), (.bodyTemperature, ["degC", "degF", "K"]),
    (.bloodPressureSystolic, ["mmHg", "kPa", "cmAq"]), (.bodyMass, ["kg", "lb", "st"]),
  ]

  private static let texts = [
    "", "a", "finger.mp4", "naïve 💓", "nul\0within", "it's \"quoted\"", "Å",
  ]

  mutating func sample() throws -> QuantitySample {
    let (type, units) = Self.units.randomElement(using: &self)!
    let start = time()
    return try QuantitySample(
      id: UUID(uuid: uuid()), type: type,
      quantity: Quantity(number(), try QuantityUnit(units.randomElement(using: &self)!)),
      start: start,
      end: Bool.random(using: &self)
        ? start : max(start, start + Double.random(in: 0...1e5, using: &self)),
      source: source(), device: Bool.random(using: &self) ? device() : nil, metadata: try metadata()
    )
  }

  mutating func samples(_ count: Int) throws -> [QuantitySample] {
    var samples: [QuantitySample] = []
    for _ in 0..<count { samples.append(try sample()) }
    return samples
  }

  private mutating func time() -> Date {
    switch Int.random(in: 0..<8, using: &self) {
    case 0: .distantPast
    case 1: Date(timeIntervalSinceReferenceDate: 0)
    case 2: Date(timeIntervalSinceReferenceDate: 0.1 + 0.2)
    case 3: Date(timeIntervalSinceReferenceDate: -1e-9)
    default: Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...2e9, using: &self))
    }
  }

  private mutating func number() -> Double {
    switch Int.random(in: 0..<8, using: &self) {
    case 0: 0
    case 1: 71.8
    case 2: Double.leastNonzeroMagnitude
    case 3: 1e200
    default: Double.random(in: -1e3...1e3, using: &self)
    }
  }

  private mutating func text() -> String { Self.texts.randomElement(using: &self)! }

  private mutating func maybeText() -> String? { Bool.random(using: &self) ? text() : nil }

  private mutating func source() -> Source {
    Source(
      name: text(), bundleIdentifier: text(), version: maybeText(), productType: maybeText(),
      operatingSystemVersion: maybeText())
  }

  private mutating func device() -> Device {
    Device(
      name: maybeText(), manufacturer: maybeText(), model: maybeText(),
      hardwareVersion: maybeText(), firmwareVersion: maybeText(), softwareVersion: maybeText(),
      localIdentifier: maybeText(), udiDeviceIdentifier: maybeText())
  }

  private mutating func metadata() throws -> [String: MetadataValue] {
    let values: [MetadataValue] = [
      .string(text()), .number(number()), .date(time()), .bool(Bool.random(using: &self)),
      .quantity(Quantity(number(), try QuantityUnit("kcal/(kg.hr)"))),
    ]
    return Dictionary(
      values.filter { _ in Bool.random(using: &self) }.map { (text(), $0) },
      uniquingKeysWith: { first, _ in first })
  }

  private mutating func uuid() -> uuid_t {
    var uuid = UUID().uuid
    withUnsafeMutableBytes(of: &uuid) { bytes in
      for index in bytes.indices { bytes[index] = UInt8.random(in: 0...255, using: &self) }
    }
    return uuid
  }
}
