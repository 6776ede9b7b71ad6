import FoundationEssentials
import SampleStore
import Testing

struct QuantitySampleTests {
  private func sample(
    _ quantity: Quantity, from start: Double = 0, to end: Double = 1,
    metadata: [String: MetadataValue] = [:]
  ) -> InvalidSample? {
    do {
      _ = try QuantitySample(
        type: .heartRate, quantity: quantity, start: Date(timeIntervalSinceReferenceDate: start),
        end: Date(timeIntervalSinceReferenceDate: end),
        source: Source(name: "a", bundleIdentifier: "b"), metadata: metadata)
      return nil
    } catch {
      return error
    }
  }

  @Test func `an instant makes a sample, a reversed interval does not`() {
    #expect(sample(Quantity(1, .countPerSecond), from: 5, to: 5) == nil)
    #expect(sample(Quantity(1, .countPerSecond), from: 5, to: 4.999) == .endsBeforeItStarts)
  }

  @Test func `values that are not finite are refused`() {
    for value in [Double.nan, .infinity, -.infinity] {
      #expect(sample(Quantity(value, .countPerSecond)) == .valueIsNotFinite)
      #expect(sample(Quantity(1, .countPerSecond), from: 0, to: value) == .timeIsNotFinite)
      #expect(sample(Quantity(1, .countPerSecond), from: value, to: 0) == .timeIsNotFinite)
      #expect(
        sample(Quantity(1, .countPerSecond), metadata: ["k": .number(value)])
          == .metadataIsNotFinite(key: "k"))
    }
  }

  @Test func `a value that overflows in the type's unit is refused`() throws {
    #expect(sample(Quantity(1e300, try QuantityUnit("THz"))) == .valueIsNotFinite)
  }

  @Test func `a unit of another dimension is refused without naming the value`() {
    let error = sample(Quantity(71.25, .second))
    #expect(error == .unitDoesNotFit(unit: .second, type: .heartRate))
    #expect(error?.description.contains("71") == false)
  }
}
