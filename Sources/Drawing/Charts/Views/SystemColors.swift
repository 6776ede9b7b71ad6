/// The colors of Apple's systems by their names: `Color(.systemBackground)`,
/// `Color(uiColor: .secondarySystemFill)`.
public struct UIColor: Hashable, Sendable {
  let color: Color

  public static let label = UIColor(color: .primary)
  public static let secondaryLabel = UIColor(color: .secondary)
  public static let tertiaryLabel = UIColor(color: .tertiary)
  public static let separator = UIColor(color: .gridLine)
  public static let systemBackground = UIColor(color: .background)
  public static let secondarySystemBackground = systemGray6
  public static let tertiarySystemBackground = systemBackground
  public static let systemGroupedBackground = systemGray6
  public static let secondarySystemGroupedBackground = systemBackground
  public static let windowBackgroundColor = systemBackground
  public static let controlBackgroundColor = systemGray6
  public static let systemFill = fill(0.2)
  public static let secondarySystemFill = fill(0.16)
  public static let tertiarySystemFill = fill(0.12)
  public static let quaternarySystemFill = fill(0.08)
  public static let systemGray = UIColor(color: .gray)
  public static let systemGray2 = UIColor(color: Color(light: 0xAEAEB2, dark: 0x636366))
  public static let systemGray3 = UIColor(color: Color(light: 0xC7C7CC, dark: 0x48484A))
  public static let systemGray4 = UIColor(color: Color(light: 0xD1D1D6, dark: 0x3A3A3C))
  public static let systemGray5 = UIColor(color: Color(light: 0xE5E5EA, dark: 0x2C2C2E))
  public static let systemGray6 = UIColor(color: Color(light: 0xF2F2F7, dark: 0x242426))
  public static let systemBlue = UIColor(color: .blue)
  public static let systemGreen = UIColor(color: .green)
  public static let systemOrange = UIColor(color: .orange)
  public static let systemRed = UIColor(color: .red)

  private static func fill(_ opacity: Double) -> UIColor {
    UIColor(color: .gray.opacity(opacity))
  }
}

/// The colors of Apple's systems by their names.
public typealias NSColor = UIColor

extension Color {
  public init(_ color: UIColor) { self = color.color }
  public init(uiColor: UIColor) { self = uiColor.color }
  public init(nsColor: NSColor) { self = nsColor.color }
  public init(_ color: Color) { self = color }

  /// Makes gray: a file without an app has no colors by name.
  @_disfavoredOverload public init(_ name: String) { self = .gray }
}

/// A background that lets others through. Here it is a light gray.
public struct Material: ShapeStyle, Hashable {
  public var color: Color { UIColor.systemGray6.color }
}

extension ShapeStyle where Self == Material {
  public static var ultraThinMaterial: Material { Material() }
  public static var thinMaterial: Material { Material() }
  public static var regularMaterial: Material { Material() }
  public static var thickMaterial: Material { Material() }
}

extension Color: View { public typealias Body = Never }
extension LinearGradient: View { public typealias Body = Never }

extension View where Self: ShapeStyle {
  /// Fills the room that the view has.
  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.collect(Rectangle().fill(view))
  }
}
