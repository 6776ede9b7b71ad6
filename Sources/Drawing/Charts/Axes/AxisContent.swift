/// The content of an axis: one `AxisMarks` or several.
public protocol AxisContent {
  var _axes: AxisList { get }
}

extension AxisContent {
  var axes: [AxisDeclaration] { _axes.declarations }
}

/// One `AxisMarks`, its types forgotten.
struct AxisDeclaration {
  var position = AxisMarkPosition.automatic
  var values = AxisMarkValues.automatic
  /// `nil` for the usual marks.
  var marks: ((AxisValue) -> [AxisElement])?
  var stroke: StrokeStyle?
}

/// Builds an axis from the declarations in a closure.
@resultBuilder public enum AxisContentBuilder {
  public static func buildExpression(_ content: some AxisContent) -> AxisList { content._axes }
  public static func buildBlock(_ lists: AxisList...) -> AxisList {
    AxisList(declarations: lists.flatMap(\.declarations))
  }
  public static func buildIf(_ list: AxisList?) -> AxisList { list ?? buildBlock() }
  public static func buildEither(first: AxisList) -> AxisList { first }
  public static func buildEither(second: AxisList) -> AxisList { second }
}

/// Several declarations as one.
public struct AxisList: AxisContent {
  let declarations: [AxisDeclaration]

  public var _axes: AxisList { self }
}

/// Lines, ticks and labels at values of an axis.
public struct AxisMarks: AxisContent {
  var declaration: AxisDeclaration

  public var _axes: AxisList { AxisList(declarations: [declaration]) }

  /// Creates the usual marks.
  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
    values: AxisMarkValues = .automatic, stroke: StrokeStyle? = nil
  ) {
    declaration = AxisDeclaration(position: position, values: values, stroke: stroke)
  }

  /// Creates the usual marks at the given values.
  public init<Value: Plottable>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
    values: [Value], stroke: StrokeStyle? = nil
  ) {
    self.init(preset: preset, position: position, values: .list(values), stroke: stroke)
  }

  /// Creates the usual marks, with labels in a format.
  public init<Format: FormatStyle>(
    format: Format, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
    values: AxisMarkValues = .automatic, stroke: StrokeStyle? = nil
  ) where Format.FormatInput: Plottable, Format.FormatOutput == String {
    self.init(preset: preset, position: position, values: values) { _ in
      AxisGridLine(stroke: stroke)
      AxisTick(stroke: stroke)
      AxisValueLabel(format: format)
    }
  }

  /// Creates the usual marks at the given values, with labels in a format.
  public init<Format: FormatStyle, Value: Plottable>(
    format: Format, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
    values: [Value], stroke: StrokeStyle? = nil
  ) where Format.FormatInput: Plottable, Format.FormatOutput == String {
    self.init(
      format: format, preset: preset, position: position, values: .list(values), stroke: stroke)
  }

  /// Creates the given marks at each value.
  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
    values: AxisMarkValues = .automatic,
    @AxisMarkBuilder content: @escaping (AxisValue) -> some AxisMark
  ) {
    self.init(preset: preset, position: position, values: values)
    declaration.marks = { value in content(value).elements }
  }

  /// Creates the given marks at the given values.
  public init<Value: Plottable>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
    values: [Value], @AxisMarkBuilder content: @escaping (AxisValue) -> some AxisMark
  ) {
    self.init(preset: preset, position: position, values: .list(values), content: content)
  }

  public init(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
    values: AxisMarkValues = .automatic, @AxisMarkBuilder content: @escaping () -> some AxisMark
  ) {
    self.init(preset: preset, position: position, values: values) { _ in content() }
  }

  public init<Value: Plottable>(
    preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
    values: [Value], @AxisMarkBuilder content: @escaping () -> some AxisMark
  ) {
    self.init(preset: preset, position: position, values: .list(values), content: content)
  }
}

/// The arrangement of an axis's marks. Here, all presets give the same.
public enum AxisMarkPreset: Hashable, Sendable { case automatic, extended, aligned, inset }

/// The edge at which an axis lies.
public enum AxisMarkPosition: Hashable, Sendable {
  /// Below the plot for x, and at its right for y.
  case automatic
  case top, bottom, leading, trailing
}

/// The values at which an axis has marks.
public struct AxisMarkValues: Sendable {
  enum Kind: Sendable {
    case automatic(count: Int?, minimumStride: Double?)
    case stride(Double)
    case calendar(Calendar.Component, count: Int, calendar: Calendar?)
    case list([_Datum])
  }
  let kind: Kind
  var roundLowerBound: Bool?
  var roundUpperBound: Bool?

  /// Round values with room for their labels.
  public static let automatic = Self(kind: .automatic(count: nil, minimumStride: nil))

  /// Asks for about the given number of round values. A bound is extended to a round value by default.
  public static func automatic(
    desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> Self {
    Self(
      kind: .automatic(count: desiredCount, minimumStride: nil), roundLowerBound: roundLowerBound,
      roundUpperBound: roundUpperBound)
  }

  /// Returns round values that are at least a stride apart.
  public static func automatic<P: Plottable & BinaryFloatingPoint>(
    minimumStride: P, desiredCount: Int? = nil, roundLowerBound: Bool? = nil,
    roundUpperBound: Bool? = nil
  ) -> Self {
    Self(
      kind: .automatic(count: desiredCount, minimumStride: Double(minimumStride)),
      roundLowerBound: roundLowerBound, roundUpperBound: roundUpperBound)
  }

  /// Returns every multiple of a step.
  public static func stride<P: Plottable & BinaryFloatingPoint>(
    by step: P, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
  ) -> Self {
    Self(
      kind: .stride(Double(step)), roundLowerBound: roundLowerBound,
      roundUpperBound: roundUpperBound)
  }

  /// Returns every calendar unit, or every few of them.
  public static func stride(
    by component: Calendar.Component, count: Int = 1, roundLowerBound: Bool? = nil,
    roundUpperBound: Bool? = nil, calendar: Calendar? = nil
  ) -> Self {
    Self(
      kind: .calendar(component, count: count, calendar: calendar),
      roundLowerBound: roundLowerBound, roundUpperBound: roundUpperBound)
  }

  static func list(_ values: [some Plottable]) -> Self { Self(kind: .list(values.map(\.datum))) }
}

/// A value at which an axis has marks.
public struct AxisValue {
  let datum: _Datum

  /// The value's place among the axis' values, from 0.
  public let index: Int

  /// The number of values of the axis.
  public let count: Int

  /// Returns the value as a type, or `nil` if it is of another one.
  public func `as`<P: Plottable>(_ type: P.Type) -> P? { P(datum: datum) }
}
