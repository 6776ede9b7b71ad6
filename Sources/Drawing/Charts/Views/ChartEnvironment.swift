/// The settings of a chart, as the modifiers around it leave them.
struct ChartEnvironment {
  var x = AxisSettings()
  var y = AxisSettings()
  var styleScale: StyleScale?
  var symbolScale: SymbolScale?
  var legend = LegendSettings()
  var plot = PlotStyle()

  var frameWidth: Double?
  var frameHeight: Double?
  var frameAspect: Double?
  var frameBackground: Color?
  var frameBorder: FrameBorder?
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

/// The look of the plot within a chart.
struct PlotStyle {
  var width: Double?
  var height: Double?
  var aspect: Double?
  var background: Color?
  var border: FrameBorder?

  init() {}

  init(_ environment: ChartEnvironment) {
    width = environment.frameWidth
    height = environment.frameHeight
    aspect = environment.frameAspect
    background = environment.frameBackground
    border = environment.frameBorder
  }
}

final class PlotStyleBox {
  var style = PlotStyle()
}
