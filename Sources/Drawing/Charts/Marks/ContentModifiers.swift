extension ChartContent {
  /// Draws the marks in a style. The style nearest to a mark counts.
  public func foregroundStyle(_ style: some ShapeStyle) -> some ChartContent {
    let color = style.color
    return ModifiedChartContent(content: self) { traits, _ in traits.style = .color(color) }
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

  /// Sets the area of symbols, in square points.
  public func symbolSize(_ area: CGFloat) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in traits.symbolArea = Double(area) }
  }

  public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in traits.interpolation = method }
  }

  /// Rounds the corners of bars and rectangles.
  public func cornerRadius(_ radius: CGFloat) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in traits.cornerRadius = Double(radius) }
  }

  /// Gives each bar or rectangle a shape in place of its own.
  public func clipShape(_ shape: some Shape) -> some ChartContent {
    let shape = AnyShape(shape)
    return ModifiedChartContent(content: self) { traits, _ in traits.clipShape = shape }
  }

  /// Puts a view, above all a text, beside each mark; it is moved so that it stays in the picture.
  public func annotation(
    position: AnnotationPosition = .automatic, alignment: Alignment = .center,
    spacing: CGFloat? = nil, @ViewBuilder content: @escaping () -> some View
  ) -> some ChartContent {
    let annotation = MarkAnnotation(
      position: position, alignment: alignment, spacing: Double(spacing ?? 4),
      view: ErasedView { collector in collector.collect(content()) })
    return ModifiedChartContent(content: self) { traits, _ in
      traits.annotations.append(annotation)
    }
  }

  /// Names the marks for who does not see them.
  public func accessibilityLabel(_ label: some StringProtocol) -> some ChartContent {
    let label = String(label)
    return ModifiedChartContent(content: self) { traits, _ in traits.accessibilityLabel = label }
  }

  public func accessibilityValue(_ value: some StringProtocol) -> some ChartContent {
    let value = String(value)
    return ModifiedChartContent(content: self) { traits, _ in traits.accessibilityValue = value }
  }

  public func accessibilityHidden(_ hidden: Bool) -> some ChartContent {
    ModifiedChartContent(content: self) { traits, _ in traits.isAccessibilityHidden = hidden }
  }
}

/// Where an annotation is, seen from its mark.
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

  init(content: Content, change: @escaping (inout MarkTraits, inout _MarkCollector) -> Void) {
    self.content = content
    self.change = change
  }

  static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    let outer = collector.traits
    var traits = outer
    content.change(&traits, &collector)
    collector.traits = traits
    Content._collect(content.content, into: &collector)
    collector.traits = outer
  }
}
