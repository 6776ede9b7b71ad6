/// Red, green and blue at one moment: levels, or levels that were filtered.
///
/// The three share one vector, so arithmetic on a color takes as long as on one number.
@frozen
public struct RGB: Sendable, Hashable {
  /// One of the three colors.
  @frozen
  public enum Component: Int, Sendable, CaseIterable {
    /// The three colors, in this order.
    case red, green, blue
  }

  /// Red, green and blue; the fourth lane is always 0.
  @usableFromInline package var vector: SIMD4<Double>

  /// Creates a color from its components.
  @inlinable
  public init(red: Double, green: Double, blue: Double) {
    vector = SIMD4(red, green, blue, 0)
  }

  /// Creates a color from red, green and blue in the first three lanes; the fourth must be 0.
  @inlinable
  package init(vector: SIMD4<Double>) { self.vector = vector }

  /// Black: all components are 0.
  public static let zero = RGB(red: 0, green: 0, blue: 0)

  /// The red component.
  @inlinable
  public var red: Double { self[.red] }

  /// The green component.
  @inlinable
  public var green: Double { self[.green] }

  /// The blue component.
  @inlinable
  public var blue: Double { self[.blue] }

  /// Returns one of the three components.
  @inlinable
  public subscript(component: Component) -> Double {
    get { vector[component.rawValue] }
    set { vector[component.rawValue] = newValue }
  }

  /// The component with the highest value, the first of equal ones.
  public var brightest: Component {
    let brightest: Component = green > red ? .green : .red
    return blue > self[brightest] ? .blue : brightest
  }

  /// The highest of the three values.
  public var highest: Double { max(red, green, blue) }

  /// The lowest of the three values.
  public var lowest: Double { min(red, green, blue) }

  /// Whether the three values are the same, as those of a camera without color.
  public var isGray: Bool { red == green && green == blue }

  /// Returns the sums of the components.
  @inlinable
  public static func + (a: RGB, b: RGB) -> RGB { RGB(vector: a.vector + b.vector) }

  /// Returns the differences of the components.
  @inlinable
  public static func - (a: RGB, b: RGB) -> RGB { RGB(vector: a.vector - b.vector) }

  /// Returns each component times a number.
  @inlinable
  public static func * (a: RGB, b: Double) -> RGB { RGB(vector: a.vector * b) }

  /// Returns the products of the components.
  @inlinable
  public static func * (a: RGB, b: RGB) -> RGB { RGB(vector: a.vector * b.vector) }

  /// Returns the ratios of the components.
  @inlinable
  public static func / (a: RGB, b: RGB) -> RGB {
    RGB(vector: a.vector / (b.vector + SIMD4(0, 0, 0, 1)))
  }
}

extension ColorSample {
  /// The mean color.
  public var color: RGB { RGB(red: red, green: green, blue: blue) }
}
