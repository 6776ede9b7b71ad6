/// A color for light and one for dark backgrounds.
public struct Color: Hashable, Sendable, ShapeStyle {
  /// Red, green, blue and opacity, 0 to 1, in sRGB.
  struct Components: Hashable, Sendable {
    var red: Double
    var green: Double
    var blue: Double
    var opacity: Double = 1

    init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
      func unit(_ value: Double) -> Double { value.isNaN ? 0 : min(max(value, 0), 1) }
      self.red = unit(red)
      self.green = unit(green)
      self.blue = unit(blue)
      self.opacity = unit(opacity)
    }

    init(hex: UInt32, opacity: Double = 1) {
      self.init(
        red: Double(hex >> 16 & 255) / 255, green: Double(hex >> 8 & 255) / 255,
        blue: Double(hex & 255) / 255, opacity: opacity)
    }

    /// "#ff0000", without the opacity.
    var hexText: String {
      let digits = Array("0123456789abcdef")
      var text = "#"
      for value in [red, green, blue] {
        let byte = Int((value * 255).rounded())
        text.append(digits[byte >> 4])
        text.append(digits[byte & 15])
      }
      return text
    }
  }

  var light: Components
  var dark: Components

  init(light: Components, dark: Components) {
    self.light = light
    self.dark = dark
  }

  /// Makes a color of three bytes for light backgrounds and another for dark ones: 0xFF0000 is red.
  package init(light: UInt32, dark: UInt32) {
    self.init(light: Components(hex: light), dark: Components(hex: dark))
  }

  /// The color for light and for dark backgrounds as style sheets write it: "#ff0000".
  package var styleSheetText: (light: String, dark: String) { (light.hexText, dark.hexText) }

  /// Creates a color of the same red, green and blue on every background, 0 to 1, in sRGB.
  public init(red: Double, green: Double, blue: Double, opacity: Double = 1) {
    light = Components(red: red, green: green, blue: blue, opacity: opacity)
    dark = light
  }

  /// Creates a color by its hue, saturation and brightness, each 0 to 1.
  public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
    func unit(_ value: Double) -> Double { value.isFinite ? min(max(value, 0), 1) : 0 }
    let (saturation, brightness) = (unit(saturation), unit(brightness))
    func channel(_ offset: Double) -> Double {
      let place = (offset + unit(hue) * 6).truncatingRemainder(dividingBy: 6)
      return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
    }
    self.init(red: channel(5), green: channel(3), blue: channel(1), opacity: opacity)
  }

  /// Creates a gray of the same brightness on every background, 0 to 1.
  public init(white: Double, opacity: Double = 1) {
    self.init(red: white, green: white, blue: white, opacity: opacity)
  }

  public func opacity(_ opacity: Double) -> Color {
    var color = self
    let factor = opacity.isNaN ? 1 : min(max(opacity, 0), 1)
    color.light.opacity *= factor
    color.dark.opacity *= factor
    return color
  }

  public var color: Color { self }

  /// Returns the color at a place between this one and another, from 0 to 1.
  func mixed(with other: Color, by share: Double) -> Color {
    func mix(_ a: Components, _ b: Components) -> Components {
      Components(
        red: a.red + (b.red - a.red) * share, green: a.green + (b.green - a.green) * share,
        blue: a.blue + (b.blue - a.blue) * share,
        opacity: a.opacity + (b.opacity - a.opacity) * share)
    }
    return Color(light: mix(light, other.light), dark: mix(dark, other.dark))
  }
}

extension Color {
  /// The first of a chart's colors.
  public static let accentColor = Color.blue

  static let gridLine = Color(light: 0xE1E1E6, dark: 0x3A3A3E)
  static let axisTick = Color(light: 0xB4B4BA, dark: 0x5C5C61)

  /// The colors of categories, in their order.
  static let categories: [Color] = [.blue, .green, .orange, .purple, .red, .cyan, .yellow]

  /// The colors of numbers, from low to high: cividis, which color-blind readers see alike
  /// (Nunez, Anderton and Renslow 2018).
  static let numbers = Gradient(colors: [
    // On a dark background, the lowest are lighter than cividis has them.
    Color(light: 0x00224E, dark: 0x3F6FD1), Color(light: 0x35456C, dark: 0x6F8FB8),
    Color(light: 0x666970, dark: 0x8E96A0), Color(light: 0x948E77, dark: 0xB0A98A),
    Color(light: 0xC8B866, dark: 0xD8C66A), Color(light: 0xE8CF20, dark: 0xFEE838),
  ])
}

extension ShapeStyle where Self == Color {
  public static var blue: Color { Color(light: 0x007AFF, dark: 0x0A84FF) }
  public static var green: Color { Color(light: 0x28A745, dark: 0x30D158) }
  public static var orange: Color { Color(light: 0xF28500, dark: 0xFF9F0A) }
  public static var purple: Color { Color(light: 0xAF52DE, dark: 0xBF5AF2) }
  public static var red: Color { Color(light: 0xFF3B30, dark: 0xFF453A) }
  public static var cyan: Color { Color(light: 0x2AA5D8, dark: 0x64D2FF) }
  public static var yellow: Color { Color(light: 0xE0B000, dark: 0xFFD60A) }
  public static var pink: Color { Color(light: 0xFF2D55, dark: 0xFF375F) }
  public static var teal: Color { Color(light: 0x1F98AE, dark: 0x40C8E0) }
  public static var mint: Color { Color(light: 0x00A99D, dark: 0x63E6E2) }
  public static var indigo: Color { Color(light: 0x5856D6, dark: 0x5E5CE6) }
  public static var brown: Color { Color(light: 0xA2845E, dark: 0xAC8E68) }
  public static var gray: Color { Color(light: 0x8E8E93, dark: 0x8E8E93) }
  public static var black: Color { Color(light: 0x000000, dark: 0x000000) }
  public static var white: Color { Color(light: 0xFFFFFF, dark: 0xFFFFFF) }
  public static var clear: Color { Color(white: 0, opacity: 0) }

  /// The color of text: black on a light background, white on a dark one.
  public static var primary: Color { Color(light: 0x1C1C1E, dark: 0xF2F2F7) }

  /// The color of text that matters less. Its contrast is at least 4.5 to 1.
  public static var secondary: Color { Color(light: 0x636366, dark: 0xA1A1A6) }

  /// The color of content that only takes up its place.
  public static var tertiary: Color { Color(light: 0x9A9A9F, dark: 0x77777C) }
  public static var quaternary: Color { Color(light: 0xC4C4C8, dark: 0x4D4D52) }

  /// The first of a chart's colors.
  public static var tint: Color { .accentColor }

  /// The background of charts: white, or nearly black.
  public static var background: Color { Color(light: 0xFFFFFF, dark: 0x1C1C1E) }
}
