/// A line of text.
public struct Text: View {
  public typealias Body = Never
  let content: String
  var ownFont: Font?
  var ownColor: Color?
  var ownBackground: Color?
  var isBold = false

  /// Creates a text in code, with values in formats.
  public init(_ key: LocalizedStringKey) { content = key.text }

  @_disfavoredOverload
  public init(_ content: some StringProtocol) { self.content = String(content) }

  /// Creates a text as it is.
  public init(verbatim content: String) { self.content = content }

  /// Creates the text of a value in a format.
  public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatOutput == String {
    content = format.format(input)
  }

  /// Creates the date or the time of a date, in the system's zone and language.
  public init(_ date: Date, style: DateStyle) {
    content = date.formatted(
      date: style == .date ? .long : .omitted, time: style == .time ? .shortened : .omitted)
  }

  /// The part of a date that is written.
  public enum DateStyle: Hashable, Sendable { case date, time }

  private func with(_ change: (inout Text) -> Void) -> Text {
    var text = self
    change(&text)
    return text
  }

  public func font(_ font: Font?) -> Text { with { $0.ownFont = font } }
  public func bold() -> Text { with { $0.isBold = true } }

  public func fontWeight(_ weight: Font.Weight?) -> Text {
    with { $0.isBold = weight?.isBold ?? $0.isBold }
  }

  /// Changes nothing: the typeface has no slanted letters.
  public func italic() -> Text { self }

  /// Returns both texts, one after the other, in the look of the first.
  public static func + (first: Text, second: Text) -> Text {
    var text = Text(verbatim: first.content + second.content)
    text.ownFont = first.ownFont
    text.ownColor = first.ownColor
    text.isBold = first.isBold
    return text
  }

  public func foregroundColor(_ color: Color?) -> Text { with { $0.ownColor = color } }

  public func foregroundStyle(_ style: some ShapeStyle) -> Text { foregroundColor(style.color) }

  /// Fills the background of the text, so that it stays legible over marks.
  public func background(_ style: some ShapeStyle) -> Text {
    with { $0.ownBackground = style.color }
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
  /// The weight of letters; here, those from semibold on are bold.
  public enum Weight: Hashable, Sendable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

    var isBold: Bool {
      switch self {
      case .semibold, .bold, .heavy, .black: true
      case .ultraLight, .thin, .light, .regular, .medium: false
      }
    }
  }

  /// The form of letters. Here there is one.
  public enum Design: Hashable, Sendable { case `default`, rounded, serif, monospaced }

  /// A size by its use, such as `.title`.
  public typealias TextStyle = Font

  var size: Double
  var isBold = false

  public static func system(
    size: CGFloat, weight: Weight = .regular, design: Design = .default
  ) -> Font {
    Font(size: size.isFinite ? min(max(Double(size), 1), 400) : 12, isBold: weight.isBold)
  }

  public static func system(
    _ style: TextStyle, design: Design? = nil, weight: Weight? = nil
  ) -> Font {
    weight.map { style.weight($0) } ?? style
  }

  public static let largeTitle = Font(size: 24)
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
  public func weight(_ weight: Weight) -> Font { Font(size: size, isBold: weight.isBold) }
  public func monospacedDigit() -> Font { self }
  public func italic() -> Font { self }
}

extension View {
  /// Sets the font of the texts within.
  public func font(_ font: Font?) -> some View { changed { $0.font = font } }

  /// Sets the ink of the texts and shapes within.
  public func foregroundStyle(_ style: some ShapeStyle) -> some View {
    let ink = style._ink
    return changed {
      $0.textColor = ink.color
      $0.ink = ink
    }
  }

  /// Sets the color of the texts and shapes within.
  public func foregroundColor(_ color: Color?) -> some View {
    changed {
      $0.textColor = color
      $0.ink = color.map { _Ink($0) }
    }
  }

  /// Makes the texts within bold.
  public func bold() -> some View { changed { $0.font = ($0.font ?? .body).bold() } }

  /// Changes nothing: a text is one line, and is cut if it has no room.
  public func lineLimit(_ number: Int?) -> some View { self }
  public func multilineTextAlignment(_ alignment: TextAlignment) -> some View { self }
  public func fixedSize() -> some View { self }
  public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
}

/// The alignment of a text's lines. A text here is one line.
public enum TextAlignment: Hashable, Sendable { case leading, center, trailing }
