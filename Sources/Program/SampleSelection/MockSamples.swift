import CommandEnvironment
package import FoundationEssentials
package import SampleStore

/// Invented heart rates in the store, which a person's charts and statistics leave out.
package enum MockSamples {
  /// The source of every mock sample.
  package static let source = Source(
    name: "mock", bundleIdentifier: "heartcam.mock", version: HeartcamVersion.current)

  /// The predicate of all samples but those of the mock source.
  package static let excluded = SamplePredicate.not(.sources([source.bundleIdentifier]))

  /// The metadata key that marks a mock sample.
  private static let key = "HeartcamMock"

  /// A mock sample; `nil` if the date is not finite.
  package static func sample(_ rate: Double, at date: Date) -> QuantitySample? {
    try? QuantitySample(
      type: .heartRate, quantity: Quantity(rate, .countPerMinute), start: date, end: date,
      source: source, metadata: [key: .bool(true)])
  }
}
