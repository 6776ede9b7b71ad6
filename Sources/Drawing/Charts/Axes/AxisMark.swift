import CivilTime

/// A line, tick or label of an axis.
public protocol AxisMark {
  var _elements: AxisElementList { get }
}

extension AxisMark {
  var elements: [AxisElement] { _elements.elements }
}

/// A part of an axis, its types forgotten.
enum AxisElement {
  case gridLine(AxisLine)
  case tick(AxisLine, length: AxisTick.Length)
  case label(AxisLabel)
}

struct AxisLine {
  var stroke: StrokeStyle?
  var color: Color?
  var isCentered = false
}

struct AxisLabel {
  enum Content {
    case automatic
    case text((_Datum, LabelContext) -> String?)
    case view(ErasedView)
  }
  var content: Content
  var isCentered: Bool?
  var font: Font?
  var color: Color?
  var orientation = AxisValueLabelOrientation.automatic
  var collision = AxisValueLabelCollisionResolution.automatic
}

/// The facts about the renderer that a label's format needs.
struct LabelContext {
  let calendar: ChartCalendar
  let locale: Locale
}

/// Builds the content of an axis at a value from the marks in a closure.
@resultBuilder public enum AxisMarkBuilder {
  public static func buildExpression(_ mark: some AxisMark) -> AxisElementList { mark._elements }
  public static func buildBlock(_ lists: AxisElementList...) -> AxisElementList {
    AxisElementList(elements: lists.flatMap(\.elements))
  }
  public static func buildIf(_ list: AxisElementList?) -> AxisElementList { list ?? buildBlock() }
  public static func buildEither(first: AxisElementList) -> AxisElementList { first }
  public static func buildEither(second: AxisElementList) -> AxisElementList { second }
}

/// Several parts of an axis as one.
public struct AxisElementList: AxisMark {
  let elements: [AxisElement]

  public var _elements: AxisElementList { self }
}

/// A line across the plot.
public struct AxisGridLine: AxisMark {
  let line: AxisLine

  public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {
    line = AxisLine(stroke: stroke, isCentered: centered ?? false)
  }

  public var _elements: AxisElementList { .init(elements: [.gridLine(line)]) }
}

/// A short line outside the plot.
public struct AxisTick: AxisMark {
  /// The length of a tick.
  public struct Length: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    enum Kind: Hashable, Sendable {
      case automatic, points(Double), label(CGFloat), longest(CGFloat)
    }
    let kind: Kind

    public static let automatic = Self(kind: .automatic)

    /// The extent of the label.
    public static let label = label()
    public static let longestLabel = longestLabel()

    public static func label(extendPastBy length: CGFloat = 0) -> Self {
      Self(kind: .label(length))
    }

    public static func longestLabel(extendPastBy length: CGFloat = 0) -> Self {
      Self(kind: .longest(length))
    }

    public init(floatLiteral value: Double) { kind = .points(value) }
    public init(integerLiteral value: Int) { kind = .points(Double(value)) }
    init(kind: Kind) { self.kind = kind }
  }

  let line: AxisLine
  let length: Length

  public init(centered: Bool? = nil, length: Length = .automatic, stroke: StrokeStyle? = nil) {
    line = AxisLine(stroke: stroke, isCentered: centered ?? false)
    self.length = length
  }

  public init(centered: Bool? = nil, length: CGFloat, stroke: StrokeStyle? = nil) {
    self.init(
      centered: centered, length: Length(floatLiteral: Double(length)), stroke: stroke)
  }

  public var _elements: AxisElementList { .init(elements: [.tick(line, length: length)]) }
}

/// The text at a value.
public struct AxisValueLabel<Content: View>: AxisMark {
  var label: AxisLabel

  public var _elements: AxisElementList { .init(elements: [.label(label)]) }

  /// Creates a label that a closure shows.
  public init(
    centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic,
    offsetsMarks: Bool? = nil, orientation: AxisValueLabelOrientation = .automatic,
    horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    let view = content()
    label = AxisLabel(
      content: .view(ErasedView { $0.collect(view) }), isCentered: centered,
      orientation: orientation, collision: collisionResolution)
  }
}

extension AxisValueLabel where Content == Never {
  /// Creates a label of the value in a format. A date is formatted in the renderer's time zone and language.
  public init<Format: FormatStyle>(
    format: Format, centered: Bool? = nil, anchor: UnitPoint? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic,
    offsetsMarks: Bool? = nil, orientation: AxisValueLabelOrientation = .automatic,
    horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
  ) where Format.FormatInput: Plottable, Format.FormatOutput == String {
    label = AxisLabel(
      content: .text { datum, context in
        guard let value = Format.FormatInput(datum: datum) else { return nil }
        guard var dates = format as? Date.FormatStyle, let date = value as? Date else {
          return format.locale(context.locale).format(value)
        }
        // Foundation has the words; the reading of the clock is the zone's own rule.
        let offset = context.calendar.moment(date.timeIntervalSinceReferenceDate).offset
        dates.timeZone = TimeZone(secondsFromGMT: offset) ?? dates.timeZone
        dates.calendar = Calendar(identifier: .gregorian)
        dates.locale = context.locale
        return dates.format(date)
      },
      isCentered: centered, orientation: orientation, collision: collisionResolution)
  }

  /// Creates a label of the value in the axis's own format.
  public init(
    centered: Bool? = nil, anchor: UnitPoint? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic,
    offsetsMarks: Bool? = nil, orientation: AxisValueLabelOrientation = .automatic,
    horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
  ) {
    label = AxisLabel(
      content: .automatic, isCentered: centered, orientation: orientation,
      collision: collisionResolution)
  }
}

extension AxisValueLabel where Content == Text {
  /// Creates a label of a text.
  public init(
    _ text: some StringProtocol, centered: Bool? = nil, anchor: UnitPoint? = nil,
    collisionResolution: AxisValueLabelCollisionResolution = .automatic,
    offsetsMarks: Bool? = nil, orientation: AxisValueLabelOrientation = .automatic,
    horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil
  ) {
    let text = String(text)
    label = AxisLabel(
      content: .text { _, _ in text }, isCentered: centered, orientation: orientation,
      collision: collisionResolution)
  }
}

extension AxisMark {
  /// Draws a line, tick or label in a style.
  public func foregroundStyle(_ style: some ShapeStyle) -> some AxisMark {
    let color = style.color
    return changed {
      $0.color = $0.color ?? color
    } line: {
      $0.color = $0.color ?? color
    }
  }

  /// Sets the font of a label.
  public func font(_ font: Font?) -> some AxisMark { changed { $0.font = $0.font ?? font } }

  private func changed(
    _ change: (inout AxisLabel) -> Void, line: (inout AxisLine) -> Void = { _ in }
  ) -> AxisElementList {
    AxisElementList(
      elements: elements.map { element in
        switch element {
        case .gridLine(var own):
          line(&own)
          return .gridLine(own)
        case .tick(var own, let length):
          line(&own)
          return .tick(own, length: length)
        case .label(var own):
          change(&own)
          return .label(own)
        }
      })
  }
}

/// The treatment of a label without room.
public enum AxisValueLabelCollisionResolution: Hashable, Sendable {
  /// Every second label is left out, until all have room.
  case automatic

  /// A label is left out if it would touch the one before.
  case greedy

  /// Labels may touch.
  case disabled
}

/// The direction of a label.
public enum AxisValueLabelOrientation: Hashable, Sendable {
  case automatic, horizontal

  /// From top to bottom.
  case vertical
}

/// A place in a frame, from 0 to 1.
public struct UnitPoint: Hashable, Sendable {
  public var x: CGFloat
  public var y: CGFloat

  public init(x: CGFloat, y: CGFloat) {
    self.x = x
    self.y = y
  }

  public static let topLeading = UnitPoint(x: 0, y: 0)
  public static let top = UnitPoint(x: 0.5, y: 0)
  public static let topTrailing = UnitPoint(x: 1, y: 0)
  public static let leading = UnitPoint(x: 0, y: 0.5)
  public static let center = UnitPoint(x: 0.5, y: 0.5)
  public static let trailing = UnitPoint(x: 1, y: 0.5)
  public static let bottomLeading = UnitPoint(x: 0, y: 1)
  public static let bottom = UnitPoint(x: 0.5, y: 1)
  public static let bottomTrailing = UnitPoint(x: 1, y: 1)
}
