/// The settings of a chart, as the modifiers around it leave them.
struct ChartEnvironment {
  var x = AxisSettings()
  var y = AxisSettings()
  var styleScale: StyleScale?
  var symbolScale: SymbolScale?
  var legend = LegendSettings()
  var plot = FrameStyle()
  var frame = FrameStyle()
  var padding: Double?

  var font: Font?
  var textColor: Color?
  var accessibilityLabel: String?

  /// Where the plot's own style is put while `chartPlotStyle` is collected.
  let collectedPlot = PlotStyleBox()
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
}

struct AxisName {
  var text: String
  var position: LegendPosition
  var alignment: Alignment
}

struct StyleScale {
  var domain: [_Datum]
  var colors: [Color]
  var gradient: Gradient?
}

struct SymbolScale {
  var domain: [_Datum]
  var shapes: [BasicChartSymbolShape]
}

struct LegendSettings {
  var visibility = Visibility.automatic
  var position = LegendPosition.automatic
  var alignment: Alignment?
  var spacing: Double?
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
  var background: Color?
  var border: FrameBorder?
}

final class PlotStyleBox {
  var style = FrameStyle()
}
