/// A value that a chart can place on an axis or distinguish by a style.
public protocol Plottable {
  /// The number, date or text that represents the value.
  associatedtype PrimitivePlottable: PrimitivePlottableProtocol = Self

  var primitivePlottable: PrimitivePlottable { get }

  /// Creates the value that a number, date or text represents, or `nil` if it represents none.
  init?(primitivePlottable: PrimitivePlottable)
}

/// A number, a date or a text: the values that make up axes.
public protocol PrimitivePlottableProtocol: Plottable {
  var _datum: _Datum { get }
  init?(_datum: _Datum)
}

/// A value as an axis sees it. It is public for protocols alone.
public enum _Datum: Hashable, Sendable {
  case number(Double)
  /// Seconds since the reference date.
  case date(Double)
  case category(String)

  /// The number or the seconds, if they are finite; `nil` for a category.
  var number: Double? {
    switch self {
    case .number(let value), .date(let value): value.isFinite ? value : nil
    case .category: nil
    }
  }
}

extension PrimitivePlottableProtocol {
  public var primitivePlottable: Self { self }
  public init?(primitivePlottable: Self) { self = primitivePlottable }
}

extension Plottable {
  var datum: _Datum { primitivePlottable._datum }

  init?(datum: _Datum) {
    guard let primitive = PrimitivePlottable(_datum: datum) else { return nil }
    self.init(primitivePlottable: primitive)
  }
}

extension Plottable where Self: RawRepresentable, RawValue: PrimitivePlottableProtocol {
  public var primitivePlottable: RawValue { rawValue }
  public init?(primitivePlottable: RawValue) { self.init(rawValue: primitivePlottable) }
}

extension PrimitivePlottableProtocol where Self: BinaryFloatingPoint {
  public var _datum: _Datum { .number(Double(self)) }

  public init?(_datum: _Datum) {
    guard case .number(let number) = _datum else { return nil }
    self.init(number)
  }
}

extension PrimitivePlottableProtocol where Self: BinaryInteger {
  public var _datum: _Datum { .number(Double(self)) }

  public init?(_datum: _Datum) {
    guard case .number(let number) = _datum else { return nil }
    self.init(exactly: number.rounded())
  }
}

extension Double: PrimitivePlottableProtocol {}
extension Float: PrimitivePlottableProtocol {}
extension CGFloat: PrimitivePlottableProtocol {}
extension Int: PrimitivePlottableProtocol {}
extension Int8: PrimitivePlottableProtocol {}
extension Int16: PrimitivePlottableProtocol {}
extension Int32: PrimitivePlottableProtocol {}
extension Int64: PrimitivePlottableProtocol {}
extension UInt: PrimitivePlottableProtocol {}
extension UInt8: PrimitivePlottableProtocol {}
extension UInt16: PrimitivePlottableProtocol {}
extension UInt32: PrimitivePlottableProtocol {}
extension UInt64: PrimitivePlottableProtocol {}

extension Decimal: PrimitivePlottableProtocol {
  public var _datum: _Datum { .number(NSDecimalNumber(decimal: self).doubleValue) }

  public init?(_datum: _Datum) {
    guard case .number(let number) = _datum, number.isFinite else { return nil }
    self.init(number)
  }
}

extension Date: PrimitivePlottableProtocol {
  public var _datum: _Datum { .date(timeIntervalSinceReferenceDate) }

  public init?(_datum: _Datum) {
    guard case .date(let seconds) = _datum else { return nil }
    self.init(timeIntervalSinceReferenceDate: seconds)
  }
}

extension String: PrimitivePlottableProtocol {
  public var _datum: _Datum { .category(self) }

  public init?(_datum: _Datum) {
    guard case .category(let name) = _datum else { return nil }
    self = name
  }
}
