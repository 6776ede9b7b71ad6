extension ChartContent {
  /// Draws the marks in a style. The style nearest to a mark counts.
  public func foregroundStyle(_ style: some ShapeStyle) -> some ChartContent {
    let ink = style._ink
    return ModifiedChartContent(content: self) { traits, _ in traits.style = .ink(ink) }
  }

  /// Draws the marks in a style for each value, with a legend: a color for each category, or one of a
  /// gradient for a number.
  public func foregroundStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, collector in
      traits.style = .by(collector.key(of: value, for: .style))
    }
  }

  /// Makes the marks less opaque; opacities multiply.
  public func opacity(_ opacity: Double) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in
      traits.opacity *= Swift.min(Swift.max(opacity.isNaN ? 1 : opacity, 0), 1)
    }
  }

  public func lineStyle(_ style: StrokeStyle) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in traits.stroke = style }
  }

  /// Draws a line with its own dashes for each value.
  public func lineStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, collector in
      traits.dashKey = collector.key(of: value, for: .dash)
    }
  }

  /// Draws points as a symbol, and a line with one at each of its points.
  public func symbol(_ symbol: some ChartSymbolShape) -> some ChartContent {
    let shape = AnyShape(symbol)
    return ModifiedChartContent(content: self) { traits, _ in traits.symbol = .shape(shape) }
  }

  /// Draws a symbol for each value, with a legend.
  public func symbol<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, collector in
      traits.symbol = .by(collector.key(of: value, for: .symbol))
    }
  }

  /// Draws a view in place of each symbol.
  public func symbol(@ViewBuilder symbol: @escaping () -> some View) -> some ChartContent {
    let view = ErasedView { collector in collector.collect(symbol()) }
    return ModifiedChartContent(content: self) { traits, _ in traits.symbol = .view(view) }
  }

  /// Sets the area of symbols, in square points.
  public func symbolSize(_ area: CGFloat) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in
      traits.symbolArea = Double(area)
      traits.symbolSize = nil
      traits.sizeKey = nil
    }
  }

  /// Sets the width and height of symbols, in points.
  public func symbolSize(_ size: CGSize) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in
      traits.symbolSize = size
      traits.sizeKey = nil
    }
  }

  /// Makes symbols larger for greater values.
  public func symbolSize<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, collector in
      traits.sizeKey = collector.key(of: value, for: .size)
      traits.symbolSize = nil
    }
  }

  /// Puts marks of one place beside each other, by a value: bars of several series, say.
  ///
  /// - Parameters:
  ///   - axis: The axis along which they are put; `nil` for the one across the values.
  ///   - span: The room of all groups together.
  public func position<D: Plottable>(
    by value: PlottableValue<D>, axis: Axis? = nil, span: MarkDimension = .automatic
  ) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, collector in
      let group = MarkTraits.Group(key: collector.key(of: value, for: .group), span: span)
      switch axis {
      case nil: traits.group = group
      case .horizontal: traits.xGroup = group
      case .vertical: traits.yGroup = group
      }
    }
  }

  /// Moves the marks, in points; down and to the right is positive.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in
      traits.offset.width += x.isFinite ? x : 0
      traits.offset.height += y.isFinite ? y : 0
    }
  }

  /// Moves the marks, in points; down and to the right is positive.
  public func offset(_ offset: CGSize) -> some ChartContent {
    self.offset(x: offset.width, y: offset.height)
  }

  /// Moves the ends of marks, in points: those of rules, bars and rectangles along x or y.
  public func offset(
    xStart: CGFloat = 0, xEnd: CGFloat = 0, yStart: CGFloat = 0, yEnd: CGFloat = 0
  ) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in
      traits.ends.leading += xStart
      traits.ends.trailing += xEnd
      traits.ends.top += yStart
      traits.ends.bottom += yEnd
    }
  }

  /// Draws marks of a greater number above those of a lower one; 0 without it.
  public func zIndex(_ value: Double) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in traits.zIndex = value.isNaN ? 0 : value }
  }

  /// Draws a shadow below the marks, soft by a radius in points.
  public func shadow(
    color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
  ) -> some ChartContent {
    let shadow = MarkTraits.Shadow(
      color: color, radius: Double(radius.isFinite ? max(radius, 0) : 0),
      offset: CGSize(width: x, height: y))
    return ModifiedChartContent(content: self) { traits, _ in traits.shadow = shadow }
  }

  /// Runs the gradient of a style over the whole plot, not over each mark.
  public func alignsMarkStylesWithPlotArea(_ aligns: Bool = true) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in traits.isAlignedWithPlot = aligns }
  }

  /// Changes nothing: marks are drawn one after the other, without layers.
  public func compositingLayer() -> some ChartContent { self }

  /// Changes nothing: outlines are drawn sharp on every surface.
  public func blur(radius: CGFloat) -> some ChartContent { self }

  public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in traits.interpolation = method }
  }

  /// Rounds the corners of bars and rectangles.
  public func cornerRadius(
    _ radius: CGFloat, style: RoundedCornerStyle = .continuous
  ) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in traits.cornerRadius = Double(radius) }
  }

  /// Gives each bar or rectangle another shape.
  public func clipShape(_ shape: some Shape) -> some ChartContent {
    let shape = AnyShape(shape)
    return ModifiedChartContent(content: self) { traits, _ in traits.clipShape = shape }
  }

  /// Puts a view, above all a text, beside each mark; it is moved so that it stays in the picture.
  public func annotation(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center,
    spacing: CGFloat? = nil, overflowResolution: AnnotationOverflowResolution = .automatic,
    @ViewBuilder content: @escaping () -> some View
  ) -> some ChartContent {
    annotation(
      position: position, alignment: alignment, spacing: spacing,
      overflowResolution: overflowResolution
    ) { _ in content() }
  }

  /// Puts a view beside each mark, which may depend on the mark's size.
  public func annotation(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center,
    spacing: CGFloat? = nil, overflowResolution: AnnotationOverflowResolution = .automatic,
    @ViewBuilder content: @escaping (AnnotationContext) -> some View
  ) -> some ChartContent {
    let annotation = MarkAnnotation(
      position: position, alignment: alignment, spacing: Double(spacing ?? 4),
      overflow: overflowResolution,
      view: ErasedView { collector in
        collector.collect(content(AnnotationContext(targetSize: collector.annotated)))
      })
    return ModifiedChartContent(content: self) { traits, _ in
      traits.annotations.append(annotation)
    }
  }

  /// Names the marks for readers who do not see them.
  public func accessibilityLabel(_ label: LocalizedStringKey) -> some ChartContent {
    accessibilityLabel(label.text as String)
  }

  public func accessibilityLabel(_ label: Text) -> some ChartContent {
    accessibilityLabel(label.content as String)
  }

  public func accessibilityValue(_ value: LocalizedStringKey) -> some ChartContent {
    accessibilityValue(value.text as String)
  }

  public func accessibilityValue(_ value: Text) -> some ChartContent {
    accessibilityValue(value.content as String)
  }

  public func accessibilityIdentifier(_ identifier: String) -> some ChartContent { self }

  /// Names the marks for readers who do not see them.
  @_disfavoredOverload
  public func accessibilityLabel(_ label: some StringProtocol) -> some ChartContent {
    let label = String(label)
    return ModifiedChartContent(content: self) { traits, _ in traits.accessibilityLabel = label }
  }

  @_disfavoredOverload
  public func accessibilityValue(_ value: some StringProtocol) -> some ChartContent {
    let value = String(value)
    return ModifiedChartContent(content: self) { traits, _ in traits.accessibilityValue = value }
  }

  public func accessibilityHidden(_ hidden: Bool) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in traits.isAccessibilityHidden = hidden }
  }
}

/// The owner of an annotation.
public struct AnnotationContext: Hashable, Sendable {
  /// The size of the mark, in points.
  public let targetSize: CGSize
}

/// The treatment of an annotation that reaches out of the plot.
public struct AnnotationOverflowResolution: Hashable, Sendable {
  /// The bounds of an annotation.
  public enum Boundary: Hashable, Sendable { case automatic, chart, plot }

  /// The treatment along one axis.
  public struct Strategy: Hashable, Sendable {
    enum Kind: Hashable, Sendable { case automatic, fit(Boundary), disabled }
    let kind: Kind

    /// It is moved into the plot if it is narrower than that, and into the picture otherwise.
    public static let automatic = Self(kind: .automatic)

    /// Moves it into the plot or the chart.
    public static func fit(to boundary: Boundary) -> Self { Self(kind: .fit(boundary)) }
    public static let fit = Self(kind: .fit(.automatic))

    /// It is moved into the plot, whose scale stays as it is.
    public static let padScale = Self(kind: .fit(.plot))

    /// It stays where it is.
    public static let disabled = Self(kind: .disabled)
  }

  let x: Strategy
  let y: Strategy

  public init(x: Strategy = .automatic, y: Strategy = .automatic) {
    self.x = x
    self.y = y
  }

  public static let automatic = Self()
}

/// A direction.
public enum Axis: Hashable, Sendable, CaseIterable {
  case horizontal, vertical

  /// Several directions.
  public struct Set: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let horizontal = Set(rawValue: 1)
    public static let vertical = Set(rawValue: 2)
  }
}

/// The position of an annotation, seen from its mark.
public enum AnnotationPosition: Hashable, Sendable {
  /// Above the mark.
  case automatic
  case overlay, top, bottom, leading, trailing
  case topLeading, topTrailing, bottomLeading, bottomTrailing
}

/// Content with a change of its marks' traits. Traits of outer content are set first, so that the
/// change nearest to a mark counts.
struct ModifiedChartContent<Content: ChartContent>: ChartContent {
  typealias Body = Never
  let content: Content
  let change: (inout MarkTraits, inout _MarkCollector) -> Void

  static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    let outer = collector.traits
    var traits = outer
    content.change(&traits, &collector)
    collector.traits = traits
    Content._collect(content.content, into: &collector)
    collector.traits = outer
  }
}
