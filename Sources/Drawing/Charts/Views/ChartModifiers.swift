extension View {
  /// Shows or hides the x axis.
  public func chartXAxis(_ visibility: Visibility) -> some View {
    changed { $0.x.axisVisibility = visibility }
  }

  /// Shows or hides the y axis.
  public func chartYAxis(_ visibility: Visibility) -> some View {
    changed { $0.y.axisVisibility = visibility }
  }

  /// Sets what the x axis consists of.
  public func chartXAxis(@AxisContentBuilder content: () -> some AxisContent) -> some View {
    let axes = content().axes
    return changed { $0.x.axes = axes }
  }

  /// Sets what the y axis consists of.
  public func chartYAxis(@AxisContentBuilder content: () -> some AxisContent) -> some View {
    let axes = content().axes
    return changed { $0.y.axes = axes }
  }

  /// Sets what the x axis covers, where in the plot, and how.
  public func chartXScale(
    domain: some ScaleDomain = AutomaticScaleDomain.automatic,
    range: PlotDimensionScaleRange = .plotDimension, type: ScaleType? = nil
  ) -> some View {
    let domain = domain.requested
    return changed { $0.x.scale = ScaleSettings(domain: domain, range: range, type: type) }
  }

  /// Sets what the y axis covers, where in the plot, and how.
  public func chartYScale(
    domain: some ScaleDomain = AutomaticScaleDomain.automatic,
    range: PlotDimensionScaleRange = .plotDimension, type: ScaleType? = nil
  ) -> some View {
    let domain = domain.requested
    return changed { $0.y.scale = ScaleSettings(domain: domain, range: range, type: type) }
  }

  /// Gives values their colors.
  public func chartForegroundStyleScale<Value: Plottable>(
    _ mapping: KeyValuePairs<Value, Color>
  ) -> some View {
    let domain = mapping.map(\.key.datum)
    let colors = mapping.map(\.value)
    return changed { $0.styleScale = StyleScale(domain: domain, colors: colors) }
  }

  /// Gives the values of a domain, in their order, the colors of a range.
  public func chartForegroundStyleScale<Value: Plottable>(
    domain: [Value], range: [Color]
  ) -> some View {
    let domain = domain.map(\.datum)
    return changed { $0.styleScale = StyleScale(domain: domain, colors: range) }
  }

  /// Gives values the colors of a range, in the order of their first mark.
  public func chartForegroundStyleScale(range: [Color]) -> some View {
    changed { $0.styleScale = StyleScale(domain: [], colors: range) }
  }

  /// Gives numbers the colors of a gradient, from the least to the greatest.
  public func chartForegroundStyleScale(range: Gradient) -> some View {
    changed { $0.styleScale = StyleScale(domain: [], colors: [], gradient: range) }
  }

  /// Gives numbers the colors of a gradient, over a domain.
  public func chartForegroundStyleScale(
    domain: ClosedRange<Double>, range: Gradient
  ) -> some View {
    let ends = [domain.lowerBound.datum, domain.upperBound.datum]
    return changed { $0.styleScale = StyleScale(domain: ends, colors: [], gradient: range) }
  }

  /// Gives values their symbols.
  public func chartSymbolScale<Value: Plottable>(
    _ mapping: KeyValuePairs<Value, BasicChartSymbolShape>
  ) -> some View {
    let domain = mapping.map(\.key.datum)
    let shapes = mapping.map(\.value)
    return changed { $0.symbolScale = SymbolScale(domain: domain, shapes: shapes) }
  }

  /// Shows or hides the legend.
  public func chartLegend(_ visibility: Visibility) -> some View {
    changed { $0.legend.visibility = visibility }
  }

  /// Places the legend at an edge of the plot.
  public func chartLegend(
    position: LegendPosition, alignment: Alignment? = nil, spacing: CGFloat? = nil
  ) -> some View {
    changed {
      $0.legend.position = position
      $0.legend.alignment = alignment
      $0.legend.spacing = spacing.map { Double($0) }
    }
  }

  /// Names the x axis.
  public func chartXAxisLabel(
    _ label: some StringProtocol, position: LegendPosition = .automatic,
    alignment: Alignment = .center, spacing: CGFloat? = nil
  ) -> some View {
    let name = AxisName(text: String(label), position: position, alignment: alignment)
    return changed { $0.x.names.append(name) }
  }

  /// Names the y axis.
  public func chartYAxisLabel(
    _ label: some StringProtocol, position: LegendPosition = .automatic,
    alignment: Alignment = .topLeading, spacing: CGFloat? = nil
  ) -> some View {
    let name = AxisName(text: String(label), position: position, alignment: alignment)
    return changed { $0.y.names.append(name) }
  }

  /// Changes the plot's background, border, size or shape.
  public func chartPlotStyle(
    @ViewBuilder content: @escaping (ChartPlotContent) -> some View
  ) -> some View {
    var collector = _ViewCollector(environment: ChartEnvironment())
    collector.collect(content(ChartPlotContent()))
    let plot = collector.environment.collectedPlot.style
    return changed { $0.plot = plot }
  }

  /// Sets the size of what is within, in points.
  public func frame(
    width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
  ) -> some View {
    changed {
      if let width { $0.frame.width = Double(width) }
      if let height { $0.frame.height = Double(height) }
    }
  }

  /// Keeps the proportion of width to height of what is within.
  public func aspectRatio(_ ratio: CGFloat? = nil, contentMode: ContentMode) -> some View {
    changed { $0.frame.aspect = ratio.map { Double($0) } }
  }

  /// Fills what is behind with a style.
  public func background(_ style: some ShapeStyle) -> some View {
    let color = style.color
    return changed { $0.frame.background = color }
  }

  /// Draws a line around.
  public func border(_ style: some ShapeStyle, width: CGFloat = 1) -> some View {
    let color = style.color
    return changed { $0.frame.border = FrameBorder(color: color, width: Double(width)) }
  }

  public func padding(_ length: CGFloat? = nil) -> some View {
    changed { $0.padding = Double(length ?? 16) }
  }

  /// Names the chart for who does not see it.
  public func accessibilityLabel(_ label: some StringProtocol) -> some View {
    let label = String(label)
    return changed { $0.accessibilityLabel = label }
  }
}

/// Whether a view fits into a frame or fills it.
public enum ContentMode: Hashable, Sendable { case fit, fill }

/// An edge of the plot.
public enum LegendPosition: Hashable, Sendable {
  case automatic, top, bottom, leading, trailing, overlay
}

/// The plot within a chart, for `chartPlotStyle`.
public struct ChartPlotContent: View {
  public typealias Body = Never

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.environment.collectedPlot.style = collector.environment.frame
  }
}
