/// A line of text.
public struct Text: View {
  public typealias Body = Never
  let content: String
  var ownFont: Font?
  var ownColor: Color?
  var ownBackground: Color?
  var isBold = false

  public init(_ content: some StringProtocol) { self.content = String(content) }

  /// The text of a value in a format.
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatOutput == String {
    content = format.format(input)
  }

  public func font(_ font: Font?) -> Text {
    var text = self
    text.ownFont = font
    return text
  }

  public func bold() -> Text {
    var text = self
    text.isBold = true
    return text
  }

  public func foregroundColor(_ color: Color?) -> Text {
    var text = self
    text.ownColor = color
    return text
  }

  public func foregroundStyle(_ style: some ShapeStyle) -> Text { foregroundColor(style.color) }

  /// Fills what is behind the text, so that it stays legible over marks.
  public func background(_ style: some ShapeStyle) -> Text {
    var text = self
    text.ownBackground = style.color
    return text
  }

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    var font = view.ownFont ?? collector.environment.font ?? .body
    if view.isBold { font = font.bold() }
    collector.nodes.append(
      .text(
        TextRun(
          text: view.content, font: font,
          color: view.ownColor ?? collector.environment.textColor ?? .primary,
          background: view.ownBackground)))
  }
}

/// A text with all that its drawing needs.
struct TextRun: Hashable {
  var text: String
  var font: Font
  var color: Color
  var background: Color?
}

/// A size and weight of the charts' typeface.
public struct Font: Hashable, Sendable {
  public enum Weight: Hashable, Sendable { case regular, semibold, bold }

  var size: Double
  var isBold = false

  public static func system(size: CGFloat, weight: Weight = .regular) -> Font {
    Font(size: size.isFinite ? min(max(Double(size), 1), 400) : 12, isBold: weight != .regular)
  }

  public static let title = Font(size: 20)
  public static let title2 = Font(size: 17)
  public static let title3 = Font(size: 15)
  public static let headline = Font(size: 14, isBold: true)
  public static let subheadline = Font(size: 12)
  public static let body = Font(size: 13)
  public static let callout = Font(size: 12)
  public static let footnote = Font(size: 11)
  public static let caption = Font(size: 11)
  public static let caption2 = Font(size: 10)

  public func bold() -> Font { Font(size: size, isBold: true) }
  public func weight(_ weight: Weight) -> Font { Font(size: size, isBold: weight != .regular) }
}

extension View {
  /// Sets the font of the texts within.
  public func font(_ font: Font?) -> some View { changed { $0.font = font } }

  /// Sets the color of the texts within.
  public func foregroundStyle(_ style: some ShapeStyle) -> some View {
    let color = style.color
    return changed { $0.textColor = color }
  }
}
