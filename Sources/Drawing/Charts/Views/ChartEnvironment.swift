/// The settings of a chart, as the modifiers around it leave them.
struct ChartEnvironment {
  var x = AxisSettings()
  var y = AxisSettings()
  var styleScale: StyleScale?
  var symbolScale: SymbolScale?
  var symbolSizes: ClosedRange<Double>?
  var lineStyles: (domain: [_Datum], styles: [StrokeStyle])?
  var legend = LegendSettings()
  var plot = FrameStyle()
  var frame = FrameStyle()
  var padding: Double?

  var backgrounds: [ChartLayer] = []
  var overlays: [ChartLayer] = []

  var font: Font?
  var textColor: Color?
  /// The fill of shapes.
  var ink: _Ink?
  var accessibilityLabel: String?

  /// Whether the views are side by side, so that a line between them is upright.
  var isRow = false
  /// The values that `@Environment` reads.
  var values = EnvironmentValues()
}

/// The settings of one axis.
struct AxisSettings {
  var axisVisibility = Visibility.automatic
  var axes: [AxisDeclaration]?
  var scale = ScaleSettings()
  var names: [AxisName] = []
}

struct ScaleSettings {
  var domain = RequestedDomain.automatic(includesZero: nil, reversed: false)
  var range = PlotDimensionScaleRange.plotDimension
  var type: ScaleType?

  /// Whether the chart says where the scale begins and ends.
  var hasDomain: Bool { if case .automatic = domain { false } else { true } }
}

struct AxisName {
  var text: String
  var position: AnnotationPosition
  var alignment: Alignment
}

struct StyleScale {
  var domain: [_Datum]
  var inks: [_Ink]
  var gradient: Gradient?
}

struct SymbolScale {
  var domain: [_Datum]
  var shapes: [BasicChartSymbolShape]
}

struct LegendSettings {
  var visibility = Visibility.automatic
  var position = AnnotationPosition.automatic
  var alignment: Alignment?
  var spacing: Double?
  var view: ErasedView?
}

struct FrameBorder: Hashable {
  var color: Color
  var width: Double
}

/// The size and look of a chart, or of the plot within it.
struct FrameStyle {
  var width: Double?
  var height: Double?
  var aspect: Double?
  var background: _Ink?
  var border: FrameBorder?
  var layers: [PlotLayer] = []
  /// The shape of the background.
  var shape: AnyShape?
  var isClipped = false
}

/// A view behind or above a plot.
struct PlotLayer {
  var nodes: [ViewNode]
  var alignment: Alignment
  var isAbove: Bool
}

/// A view behind or above a whole chart, which may ask where values lie.
struct ChartLayer {
  let alignment: Alignment
  let view: (ChartProxy) -> ErasedView

  init(_ alignment: Alignment, _ content: @escaping (ChartProxy) -> some View) {
    self.alignment = alignment
    view = { proxy in ErasedView { collector in collector.collect(content(proxy)) } }
  }
}
