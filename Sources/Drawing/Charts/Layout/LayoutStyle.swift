/// The distances and fonts of a picture, in points.
struct LayoutStyle {
  var padding: Double
  var titleFont: Font
  var titleGap: Double
  var axisFont: Font
  var nameFont: Font
  var legendFont: Font
  var tickLength: Double
  /// Between the plot or its ticks and a label below it.
  var labelGap: Double
  /// Between the plot and a label beside it.
  var sideGap: Double
  /// The minimum distance of two labels beside each other, and above each other.
  var leastLabelDistance: (x: Double, y: Double)
  var nameGap: Double
  var legendGap: Double
  var swatchSide: Double
  /// The room that a tick of an axis takes.
  var tickSpacing: (x: Double, y: Double)
  /// The width of a column of pixels, of which a dense line keeps four points.
  var columnWidth: Double
  /// Whether the picture consists of a terminal's cells.
  var isCells = false

  /// Returns a page or screen with a number of pixels a point.
  static func page(pixelsPerPoint: Double) -> LayoutStyle {
    LayoutStyle(
      padding: 12, titleFont: Font(size: 15, isBold: true), titleGap: 8,
      axisFont: Font(size: 11), nameFont: Font(size: 11), legendFont: Font(size: 11),
      tickLength: 4, labelGap: 3, sideGap: 6, leastLabelDistance: (8, 2), nameGap: 5,
      legendGap: 8, swatchSide: 8, tickSpacing: (76, 58),
      columnWidth: 1 / min(max(pixelsPerPoint, 0.1), 20))
  }

  /// A terminal whose cells are 8 points wide and 16 points high.
  static let cells = LayoutStyle(
    padding: 0, titleFont: Font(size: 16, isBold: true), titleGap: 0, axisFont: Font(size: 16),
    nameFont: Font(size: 16), legendFont: Font(size: 16), tickLength: 0, labelGap: 0, sideGap: 8,
    leastLabelDistance: (16, 0), nameGap: 0, legendGap: 0, swatchSide: 8, tickSpacing: (96, 64),
    columnWidth: 4, isCells: true)
}

/// The context of a layout in addition to the chart itself.
struct LayoutContext {
  var style: LayoutStyle
  var measurer: any TextMeasuring
  var calendar: ChartCalendar
  var locale: Locale

  var labels: LabelContext { LabelContext(calendar: calendar, locale: locale) }
}
