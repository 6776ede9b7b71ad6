/// One reading beside its reference; rates in beats per minute, times in seconds.
package struct ComparedReading: Sendable {
  package let start: Double
  package let end: Double

  /// The rate and its interval; `nil` if there was no number.
  package let rate: (value: Double, low: Double, high: Double)?
  package let quality: Double
  package let reference: Double

  /// Why there was no number; `nil` if there was one.
  package let reason: String?

  package init(
    start: Double, end: Double, rate: (value: Double, low: Double, high: Double)?, quality: Double,
    reference: Double, reason: String? = nil
  ) {
    self.start = start
    self.end = end
    self.rate = rate
    self.quality = quality
    self.reference = reference
    self.reason = reason
  }
}
