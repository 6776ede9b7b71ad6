/// A value of a signal at one moment: one number, or the numbers of several signals.
///
/// Filters, detrending and resampling are linear, so they need only these operations.
/// `SIMD4<Double>` carries several signals through them side by side.
public protocol SignalValue: Sendable {
  /// The value that adds nothing.
  static var zero: Self { get }

  /// Returns the sum of two values.
  static func + (a: Self, b: Self) -> Self

  /// Returns the difference of two values.
  static func - (a: Self, b: Self) -> Self

  /// Returns a value times a number.
  static func * (a: Self, b: Double) -> Self
}

extension Double: SignalValue {}
extension SIMD4<Double>: SignalValue {}
