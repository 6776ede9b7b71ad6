public import FoundationEssentials
public import SampleStore

/// A reading of heart rate that starts some seconds after a fixed moment.
public func reading(
  _ beatsPerMinute: Double = 72, from start: Double = 0, to end: Double? = nil,
  type: QuantityType = .heartRate, metadata: [String: MetadataValue] = [:]
) throws -> QuantitySample {
  let origin = Date(timeIntervalSinceReferenceDate: 790_000_000)
  return try QuantitySample(
    type: type, quantity: Quantity(beatsPerMinute, type == .heartRate ? .countPerMinute : .count),
    start: origin + start, end: origin + (end ?? start),
    source: Source(name: "Tests", bundleIdentifier: "org.example.tests"), metadata: metadata)
}

/// A moment some seconds after the fixed one of `reading`.
public func moment(_ seconds: Double) -> Date {
  Date(timeIntervalSinceReferenceDate: 790_000_000 + seconds)
}
