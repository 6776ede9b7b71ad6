extension View {
  /// Shows or hides the x axis.
  public func chartXAxis(_ visibility: Visibility) -> some View {
    changed { $0.x.axisVisibility = visibility }
  }

  /// Shows or hides the y axis.
  public func chartYAxis(_ visibility: Visibility) -> some View {
    changed { $0.y.axisVisibility = visibility }
  }

  /// Sets the content of the x axis.
  public func chartXAxis(@AxisContentBuilder content: () -> some AxisContent) -> some View {
    let axes = content().axes
    return changed { $0.x.axes = axes }
  }

  /// Sets the content of the y axis.
  public func chartYAxis(@AxisContentBuilder content: () -> some AxisContent) -> some View {
    let axes = content().axes
    return changed { $0.y.axes = axes }
  }

  /// Sets the range of the x axis, its place in the plot, and its scale.
  public func chartXScale(
    domain: some ScaleDomain = AutomaticScaleDomain.automatic,
    range: PlotDimensionScaleRange = .plotDimension, type: ScaleType? = nil
  ) -> some View {
    let domain = domain._requested.domain
    return changed { $0.x.scale = ScaleSettings(domain: domain, range: range, type: type) }
  }

  /// Sets the range of the y axis, its place in the plot, and its scale.
  public func chartYScale(
    domain: some ScaleDomain = AutomaticScaleDomain.automatic,
    range: PlotDimensionScaleRange = .plotDimension, type: ScaleType? = nil
  ) -> some View {
    let domain = domain._requested.domain
    return changed { $0.y.scale = ScaleSettings(domain: domain, range: range, type: type) }
  }

  /// Gives values their styles.
  public func chartForegroundStyleScale<Value: Plottable, S: ShapeStyle>(
    _ mapping: KeyValuePairs<Value, S>
  ) -> some View {
    let domain = mapping.map(\.key.datum)
    let inks = mapping.map(\.value._ink)
    return changed { $0.styleScale = StyleScale(domain: domain, inks: inks) }
  }

  /// Gives the values of a domain, in their order, the styles of a range.
  public func chartForegroundStyleScale<Value: Plottable, S: ShapeStyle>(
    domain: [Value], range: [S]
  ) -> some View {
    let domain = domain.map(\.datum)
    let inks = range.map(\._ink)
    return changed { $0.styleScale = StyleScale(domain: domain, inks: inks) }
  }

  /// Gives values the styles of a range, in the order of their first mark.
  public func chartForegroundStyleScale<S: ShapeStyle>(range: [S]) -> some View {
    let inks = range.map(\._ink)
    return changed { $0.styleScale = StyleScale(domain: [], inks: inks) }
  }

  /// Gives numbers the colors of a gradient, from the lowest to the highest.
  public func chartForegroundStyleScale(range: Gradient) -> some View {
    changed { $0.styleScale = StyleScale(domain: [], inks: [], gradient: range) }
  }

  /// Gives the values of a domain, in their order, the symbols of a range.
  public func chartSymbolScale<Value: Plottable>(
    domain: [Value], range: [BasicChartSymbolShape]
  ) -> some View {
    let domain = domain.map(\.datum)
    return changed { $0.symbolScale = SymbolScale(domain: domain, shapes: range) }
  }

  /// Sets the smallest and the largest area of symbols whose size is by a value, in square points.
  public func chartSymbolSizeScale(range: ClosedRange<CGFloat>) -> some View {
    changed { $0.symbolSizes = Double(range.lowerBound)...Double(range.upperBound) }
  }

  /// Gives values their dashes.
  public func chartLineStyleScale<Value: Plottable>(
    _ mapping: KeyValuePairs<Value, StrokeStyle>
  ) -> some View {
    let styles = (mapping.map(\.key.datum), mapping.map(\.value))
    return changed { $0.lineStyles = styles }
  }

  /// Shows or hides the legend.
  public func chartLegend(_ visibility: Visibility) -> some View {
    changed { $0.legend.visibility = visibility }
  }

  /// Places the legend at an edge of the plot.
  public func chartLegend(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
    spacing: CGFloat? = nil
  ) -> some View {
    changed {
      $0.legend.position = position
      $0.legend.alignment = alignment
      $0.legend.spacing = spacing.map { Double($0) }
    }
  }

  /// Places your own view where the legend would be.
  public func chartLegend(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
    spacing: CGFloat? = nil, @ViewBuilder content: @escaping () -> some View
  ) -> some View {
    let view = ErasedView { collector in collector.collect(content()) }
    return chartLegend(position: position, alignment: alignment, spacing: spacing)
      .changed { $0.legend.view = view }
  }

  /// Names the x axis.
  public func chartXAxisLabel(
    _ label: some StringProtocol, position: AnnotationPosition = .automatic,
    alignment: Alignment? = nil, spacing: CGFloat? = nil
  ) -> some View {
    let name = AxisName(
      text: String(label), position: position, alignment: alignment ?? .center)
    return changed { $0.x.names.append(name) }
  }

  /// Names the y axis.
  public func chartYAxisLabel(
    _ label: some StringProtocol, position: AnnotationPosition = .automatic,
    alignment: Alignment? = nil, spacing: CGFloat? = nil
  ) -> some View {
    let name = AxisName(
      text: String(label), position: position, alignment: alignment ?? .topLeading)
    return changed { $0.y.names.append(name) }
  }

  /// Names the x axis by the texts of a view.
  public func chartXAxisLabel(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
    spacing: CGFloat? = nil, @ViewBuilder content: () -> some View
  ) -> some View {
    chartXAxisLabel(content().plainText, position: position, alignment: alignment)
  }

  /// Names the y axis by the texts of a view.
  public func chartYAxisLabel(
    position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
    spacing: CGFloat? = nil, @ViewBuilder content: () -> some View
  ) -> some View {
    chartYAxisLabel(content().plainText, position: position, alignment: alignment)
  }

  /// Changes the plot's background, border, size or shape; `clipped()` ends marks that run on past it.
  public func chartPlotStyle(
    @ViewBuilder content: @escaping (ChartPlotContent) -> some View
  ) -> some View {
    var collector = _ViewCollector(environment: ChartEnvironment())
    collector.collect(content(ChartPlotContent()))
    let plots = collector.nodes.compactMap { node -> FrameStyle? in
      if case .plot(let plot) = node { plot } else { nil }
    }
    return changed { if let plot = plots.first { $0.plot = plot } }
  }

  /// Draws a view behind the chart, which may ask where values lie.
  public func chartBackground(
    alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> some View
  ) -> some View {
    let layer = ChartLayer(alignment, content)
    return changed { $0.backgrounds.append(layer) }
  }

  /// Draws a view above the chart, which may ask where values lie.
  public func chartOverlay(
    alignment: Alignment = .center, @ViewBuilder content: @escaping (ChartProxy) -> some View
  ) -> some View {
    let layer = ChartLayer(alignment, content)
    return changed { $0.overlays.append(layer) }
  }

  /// Sets the size of the content, in points.
  public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    let (width, height) = (finite(width), finite(height))
    return boxed(
      {
        $0.width = width
        $0.height = height
        $0.alignment = alignment
      },
      frame: {
        if let width { $0.width = width }
        if let height { $0.height = height }
      })
  }

  /// Gives the content all the room that there is, or no less and no more than a size in points.
  public func frame(
    minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil,
    minHeight: CGFloat? = nil, idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil,
    alignment: Alignment = .center
  ) -> some View {
    let (width, height) = (
      finite(idealWidth) ?? finite(maxWidth) ?? finite(minWidth),
      finite(idealHeight) ?? finite(maxHeight) ?? finite(minHeight)
    )
    return boxed(
      {
        $0.fillsWidth = maxWidth == .infinity
        $0.fillsHeight = maxHeight == .infinity
        if !$0.fillsWidth { $0.width = width }
        if !$0.fillsHeight { $0.height = height }
        $0.alignment = alignment
      },
      frame: {
        if maxWidth != .infinity, let width { $0.width = width }
        if maxHeight != .infinity || minHeight != nil, let height { $0.height = height }
      })
  }

  /// Keeps the content's proportion of width to height.
  public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    boxed(
      { $0.aspect = ratio.map { Double($0) } }, frame: { $0.aspect = ratio.map { Double($0) } })
  }

  /// Changes nothing but a shape, which keeps its proportion: a chart has none.
  public func scaledToFit() -> some View { self }
  public func scaledToFill() -> some View { self }

  /// Fills the background with a style.
  public func background(_ style: some ShapeStyle) -> some View {
    background(style, in: Rectangle())
  }

  /// Fills a shape behind with a style.
  public func background(_ style: some ShapeStyle, in shape: some Shape) -> some View {
    let (ink, shape) = (style._ink, AnyShape(shape))
    return boxed({ $0.background = (ink, shape) }, frame: { $0.background = ink })
  }

  /// Draws a view behind.
  public func background(
    alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View { layered(content(), alignment, isAbove: false) }

  /// Draws a view behind.
  @_disfavoredOverload public func background(_ view: some View, alignment: Alignment = .center)
    -> some View
  {
    layered(view, alignment, isAbove: false)
  }

  /// Draws a view above.
  public func overlay(
    alignment: Alignment = .center, @ViewBuilder content: () -> some View
  ) -> some View { layered(content(), alignment, isAbove: true) }

  /// Draws a view above.
  public func overlay(_ view: some View, alignment: Alignment = .center) -> some View {
    layered(view, alignment, isAbove: true)
  }

  private func layered(
    _ view: some View, _ alignment: Alignment, isAbove: Bool
  ) -> some View {
    var collector = _ViewCollector(environment: ChartEnvironment())
    collector.collect(view)
    let layer = PlotLayer(nodes: collector.nodes, alignment: alignment, isAbove: isAbove)
    return boxed({ $0.layers.append(layer) }, frame: { $0.layers.append(layer) })
  }

  /// Draws a line around.
  public func border(_ style: some ShapeStyle, width: CGFloat = 1) -> some View {
    let border = FrameBorder(color: style.color, width: Double(width))
    return boxed({ $0.border = border }, frame: { $0.border = border })
  }

  /// Leaves room around, in points; 16 without a length.
  public func padding(_ length: CGFloat? = nil) -> some View {
    padding(.all, length)
  }

  /// Leaves room at some edges, in points; 16 without a length. A chart has the same at all of its edges.
  public func padding(_ edges: Edge.Set, _ length: CGFloat? = nil) -> some View {
    let length = length ?? 16
    return boxed(
      {
        $0.padding = EdgeInsets(
          top: edges.contains(.top) ? length : 0, leading: edges.contains(.leading) ? length : 0,
          bottom: edges.contains(.bottom) ? length : 0,
          trailing: edges.contains(.trailing) ? length : 0)
      }, chart: { if edges == .all { $0.padding = Double(length) } })
  }

  /// Leaves room around, in points.
  public func padding(_ insets: EdgeInsets) -> some View { boxed({ $0.padding = insets }) }

  /// Moves the content, in points; down and to the right is positive.
  public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    boxed({ $0.offset = CGSize(width: x, height: y) })
  }

  /// Moves the content, in points; down and to the right is positive.
  public func offset(_ offset: CGSize) -> some View { boxed({ $0.offset = offset }) }

  /// Puts the middle of the content at a place of the frame around.
  public func position(x: CGFloat = 0, y: CGFloat = 0) -> some View {
    boxed({
      $0.position = CGPoint(x: x, y: y)
      $0.fillsWidth = true
      $0.fillsHeight = true
    })
  }

  /// Puts the middle of the content at a place of the frame around.
  public func position(_ position: CGPoint) -> some View {
    self.position(x: position.x, y: position.y)
  }

  /// Makes the content less opaque.
  public func opacity(_ opacity: Double) -> some View {
    boxed({ $0.opacity = opacity.isNaN ? 1 : min(max(opacity, 0), 1) })
  }

  /// Names the chart for readers who do not see it.
  public func accessibilityLabel(_ label: LocalizedStringKey) -> some View {
    accessibilityLabel(label.text as String)
  }

  public func accessibilityLabel(_ label: Text) -> some View {
    accessibilityLabel(label.content as String)
  }

  /// Changes nothing: for screen readers, a picture has no parts but a chart's description.
  public func accessibilityHidden(_ hidden: Bool) -> some View { self }
  public func accessibilityValue(_ value: some StringProtocol) -> some View { self }
  public func accessibilityIdentifier(_ identifier: String) -> some View { self }

  /// Clips the background to round corners.
  public func cornerRadius(_ radius: CGFloat) -> some View {
    clipShape(RoundedRectangle(cornerRadius: radius))
  }

  /// Clips the background to a shape. Of the content, only the marks of a plot are clipped, to its frame.
  public func clipShape(_ shape: some Shape) -> some View {
    let shape = AnyShape(shape)
    return BoxedView(
      content: self, box: { $0.shape = shape },
      frame: { ($0.shape, $0.isClipped) = (shape, true) }, isOfBoxWithin: true)
  }

  /// Lets the marks of a plot end at its frame; other views end where the picture does.
  public func clipped() -> some View { boxed({ _ in }, frame: { $0.isClipped = true }) }

  /// Names the chart for readers who do not see it.
  @_disfavoredOverload
  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    let label = String(label)
    return changed { $0.accessibilityLabel = label }
  }
}

/// Returns a length that a frame can have.
private func finite(_ length: CGFloat?) -> Double? {
  length.flatMap { $0.isFinite ? Double($0) : nil }
}

/// Whether a view fits into a frame or fills it.
public enum ContentMode: Hashable, Sendable { case fit, fill }

extension AnnotationPosition {
  /// The edge of the plot that it is at; `nil` where that is not said.
  var edge: AxisPlan.Edge? {
    switch self {
    case .automatic, .overlay: nil
    case .top, .topLeading, .topTrailing: .top
    case .bottom, .bottomLeading, .bottomTrailing: .bottom
    case .leading: .leading
    case .trailing: .trailing
    }
  }
}

/// The plot within a chart, for `chartPlotStyle`.
public struct ChartPlotContent: View {
  public typealias Body = Never

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.nodes.append(.plot(FrameStyle()))
  }
}
