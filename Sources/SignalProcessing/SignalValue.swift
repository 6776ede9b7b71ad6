/// What a signal is made of: one number, or several signals' numbers at the same moment.
///
/// Filters, detrending and resampling are linear, so they need nothing but this; `SIMD4<Double>`
/// carries a camera's colour channels through them side by side.
public protocol SignalValue: Sendable {
  static var zero: Self { get }
  static func + (a: Self, b: Self) -> Self
  static func - (a: Self, b: Self) -> Self
  static func * (a: Self, b: Double) -> Self
}

extension Double: SignalValue {}
extension SIMD4<Double>: SignalValue {}
