/// The width or height of a mark across the axis.
public struct MarkDimension: Hashable, Sendable, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral
{
  enum Kind: Hashable, Sendable {
    case automatic
    case fixed(Double)
    case ratio(Double, within: ClosedRange<Double>)
    case inset(Double)
  }
  let kind: Kind

  init(kind: Kind) { self.kind = kind }

  /// Creates a size in points.
  public init(integerLiteral value: Int) { kind = .fixed(Double(value)) }
  public init(floatLiteral value: Double) { kind = .fixed(value) }

  /// A share of the step that fits the kind of mark.
  public static let automatic = MarkDimension(kind: .automatic)

  /// Returns a size in points.
  public static func fixed(_ size: CGFloat) -> Self { Self(kind: .fixed(Double(size))) }

  /// Returns a share of the step: of the category's band, or of the calendar unit.
  public static func ratio(_ ratio: CGFloat) -> Self { .ratio(ratio, within: 0...(.infinity)) }

  /// Returns a share of the step, but no size in points outside of a range.
  package static func ratio(_ ratio: CGFloat, within sizes: ClosedRange<Double>) -> Self {
    Self(kind: .ratio(Double(ratio), within: sizes))
  }

  /// Returns the whole step less some points on either side.
  public static func inset(_ inset: CGFloat) -> Self { Self(kind: .inset(Double(inset))) }
}

/// The way in which bars or areas at the same place share it.
public enum MarkStackingMethod: Hashable, Sendable {
  /// One on the other, from 0: positive values upward, negative ones downward.
  case standard

  /// Shares of their sum.
  case normalized

  /// One on the other, around 0.
  case center

  /// Each from 0.
  case unstacked
}

/// The course of a line or an area between its points.
public struct InterpolationMethod: Hashable, Sendable, CustomStringConvertible {
  enum Kind: Hashable, Sendable {
    case linear, monotone, stepStart, stepCenter, stepEnd
    case cardinal(tension: Double)
    case catmullRom(alpha: Double)
  }
  let kind: Kind

  /// The method's name: "monotone", "cardinal".
  public var description: String { String("\(kind)".prefix { $0 != "(" }) }

  public static let linear = Self(kind: .linear)

  /// A cubic curve without extremes that the points do not have (Steffen 1990).
  public static let monotone = Self(kind: .monotone)

  /// A centripetal Catmull-Rom spline.
  public static let catmullRom = Self(kind: .catmullRom(alpha: 0.5))
  public static func catmullRom(alpha: CGFloat) -> Self {
    Self(kind: .catmullRom(alpha: Double(alpha)))
  }

  public static let cardinal = Self(kind: .cardinal(tension: 0.5))
  public static func cardinal(tension: CGFloat) -> Self {
    Self(kind: .cardinal(tension: Double(tension)))
  }

  /// Steps at each point to the next point's value.
  public static let stepStart = Self(kind: .stepStart)

  /// Steps half-way between two points.
  public static let stepCenter = Self(kind: .stepCenter)

  /// Keeps a point's value until the next point.
  public static let stepEnd = Self(kind: .stepEnd)
}
