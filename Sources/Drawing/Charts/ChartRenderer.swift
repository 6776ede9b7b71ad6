package import CivilTime

/// Draws a chart, or a view with charts in it: as SVG, PNG, PDF, or the cells of a terminal.
///
/// ```swift
/// let renderer = ChartRenderer(Chart { BarMark(x: .value("Day", "Monday"), y: .value("Steps", 7000)) })
/// try renderer.png(scale: 2).write(to: file)
/// ```
///
/// One chart gives the same bytes each time and on every machine, if calendar and locale are given.
public struct ChartRenderer {
  /// The size of the picture, in points. A `nil` comes from the view's own frame, or is 600 by 340.
  public var width: Double?
  public var height: Double?

  /// The title above the picture.
  public var title: String?

  /// The language of formatted labels.
  public var locale: Locale

  private let view: ErasedView

  /// The beginning of days, or the reason why it cannot be determined.
  private let calendar: Result<ChartCalendar, ChartError>

  /// Makes a renderer of a view.
  ///
  /// - Parameter calendar: The calendar that gives time axes their zone and the first day of weeks;
  ///   this machine's zone and Monday without it. The zone's rules are the system's. If the system
  ///   has no such zone, drawing throws.
  public init(
    _ view: some View, width: Double? = nil, height: Double? = nil, title: String? = nil,
    calendar: Calendar? = nil, locale: Locale = Locale(identifier: "en_US_POSIX")
  ) {
    let used: Result<ChartCalendar, ChartError>
    if let calendar {
      used =
        ChartCalendar(calendar).map { .success($0) }
        ?? .failure(Self.unknownZone(calendar.timeZone.identifier, "the system does not know it"))
    } else {
      used = ZoneRules.local.map { ChartCalendar(zone: $0) }
        .mapError { Self.unknownZone($0.name, "\($0)") }
    }
    self.init(
      view, width: width, height: height, title: title, calendar: used, locale: locale)
  }

  /// Makes a renderer whose time axes are those of a zone, with weeks from Monday.
  package init(
    _ view: some View, width: Double? = nil, height: Double? = nil, title: String? = nil,
    zone: ZoneRules
  ) {
    self.init(
      view, width: width, height: height, title: title,
      calendar: .success(ChartCalendar(zone: zone)), locale: Locale(identifier: "en_US_POSIX"))
  }

  private static func unknownZone(_ name: String, _ reason: String) -> ChartError {
    ChartError(operation: "draw times in the zone", subject: name, reason: reason)
  }

  private init(
    _ view: some View, width: Double?, height: Double?, title: String?,
    calendar: Result<ChartCalendar, ChartError>, locale: Locale
  ) {
    self.view = ErasedView { collector in collector.collect(view) }
    (self.width, self.height, self.title, self.calendar) = (width, height, title, calendar)
    self.locale = locale
  }

  /// Returns the picture as an SVG document. With `.automatic`, it is light or dark as its reader is.
  public func svg(scheme: ChartColorScheme = .automatic) throws(ChartError) -> String {
    let scene = try scene(style: .page(pixelsPerPoint: 4), measurer: try CairoTextMeasurer())
    return SVGDocument(scene, scheme: scheme).text
  }

  /// Returns the picture as an SVG document, and where the plot of its first chart lies.
  package func placedSVG() throws(ChartError) -> (text: String, plot: ChartPlot?) {
    let scene = try scene(style: .page(pixelsPerPoint: 4), measurer: try CairoTextMeasurer())
    return (SVGDocument(scene, scheme: .automatic).text, scene.plots.first)
  }

  /// Returns the picture as an SVG element for a page, and the style sheet that the page needs for
  /// dark colors. The sheets of several pictures go together.
  public func inlineSVG() throws(ChartError) -> (element: String, styleSheet: String) {
    let scene = try scene(style: .page(pixelsPerPoint: 4), measurer: try CairoTextMeasurer())
    let document = SVGDocument(scene, scheme: .automatic, hasStyleSheet: false)
    return (document.text, document.styleSheet)
  }

  /// Returns the picture as a PNG file.
  ///
  /// - Parameter scale: pixels a point.
  public func png(
    scale: Double = 2, scheme: ChartColorScheme = .automatic
  ) throws(ChartError) -> Data {
    try image(scale: scale, scheme: scheme).png()
  }

  /// Returns the picture as a PDF file of one page, in its own size.
  public func pdf(scheme: ChartColorScheme = .automatic) throws(ChartError) -> Data {
    try Self.pdf([self], scheme: scheme)
  }

  /// Returns several pictures as a PDF file of one page each. The first one's title is the document's.
  package static func pdf(
    _ pages: [ChartRenderer], scheme: ChartColorScheme = .automatic
  ) throws(ChartError) -> Data {
    let fonts = try CairoTextMeasurer()
    var scenes: [Scene] = []
    for page in pages {
      scenes.append(try page.scene(style: .page(pixelsPerPoint: 8), measurer: fonts))
    }
    return try PDFDocument.data(scenes, isDark: scheme == .dark, fonts: fonts)
  }

  /// Returns the picture as lines of text for a terminal.
  public func terminal(_ options: ChartTerminal = ChartTerminal()) throws(ChartError) -> String {
    let columns = min(max(options.columns, 10), 1000)
    let rows = min(max(options.rows, 4), 500)
    var own = self
    own.width = Double(columns) * TerminalSurface.cell.width
    own.height = Double(rows) * TerminalSurface.cell.height
    let measurer = CellTextMeasurer(
      cellWidth: TerminalSurface.cell.width, cellHeight: TerminalSurface.cell.height,
      isASCII: options.characters == .ascii)
    return try TerminalSurface(columns: columns, rows: rows, options: options).text(
      own.scene(style: .cells, measurer: measurer))
  }

  /// Returns the picture in the escape codes of a terminal that shows pictures.
  public func terminalImage(
    _ format: ChartTerminalImage, scale: Double = 1, scheme: ChartColorScheme = .automatic
  ) throws(ChartError) -> String {
    switch format {
    case .kitty: KittyImage.text(try png(scale: scale, scheme: scheme))
    case .sixel: SixelImage.text(try image(scale: scale, scheme: scheme))
    }
  }

  // MARK: The picture

  func image(scale: Double, scheme: ChartColorScheme) throws(ChartError) -> PixelImage {
    let fonts = try CairoTextMeasurer()
    let scale = scale.isFinite ? min(max(scale, 0.1), 20) : 1
    let scene = try scene(style: .page(pixelsPerPoint: scale), measurer: fonts)
    let image = try PixelImage(
      width: Int((Double(scene.size.width) * scale).rounded()),
      height: Int((Double(scene.size.height) * scale).rounded()), scale: (scale, scale))
    image.draw {
      CairoDrawing(context: $0, isDark: scheme == .dark, fonts: fonts).draw(scene)
    }
    return image
  }

  /// Lays the view out.
  func scene(style: LayoutStyle, measurer: any TextMeasuring) throws(ChartError) -> Scene {
    var style = style
    var collector = _ViewCollector(environment: ChartEnvironment())
    if style.isCells {
      collector.environment.font = style.axisFont
    }
    view.collect(&collector)
    let context = LayoutContext(
      style: style, measurer: measurer, calendar: try calendar.get(), locale: locale)
    let layout = NodeLayout(context: context)
    let node = layout.stacked(collector.nodes, alignment: .topLeading)

    let heading = title.map {
      $0.isEmpty ? 0 : measurer.height(of: style.titleFont) + style.titleGap
    }
    let padding = style.padding
    var own = layout.size(of: node)
    // Beside views with a height, a chart without one has that of a chart alone.
    if own.height > 0 { own.height += CGFloat(340 * layout.openCharts(in: node)) }
    func extent(_ asked: Double?, _ own: CGFloat, _ usual: Double, _ more: Double) -> Double {
      if let asked { return asked.isFinite ? min(max(asked, 1), 32_000) : usual }
      return own > 0 ? min(Double(own) + more, 32_000) : usual
    }
    let size = CGSize(
      width: extent(width, own.width, 600, 2 * padding),
      height: extent(height, own.height, 340, 2 * padding + (heading ?? 0)))
    var scene = Scene(size: size, title: title?.isEmpty == false ? title : nil)
    if !style.isCells {
      scene.fill(Path(CGRect(origin: .zero, size: size)), _Ink(.background), role: .background)
    }
    style.padding = min(padding, Double(min(size.width, size.height)) / 4)
    var frame = CGRect(origin: .zero, size: size).insetBy(
      dx: CGFloat(style.padding), dy: CGFloat(style.padding))
    if let heading, heading > 0, let title {
      let text = measurer.fitted(title, font: style.titleFont, width: Double(frame.width))
      scene.elements.append(
        .text(
          Scene.TextElement(
            text: text, font: style.titleFont, color: .primary,
            origin: CGPoint(
              x: Double(frame.minX),
              y: Double(frame.minY) + measurer.extent(of: style.titleFont).ascent),
            width: measurer.width(of: text, font: style.titleFont))))
      frame.origin.y += CGFloat(heading)
      frame.size.height = max(frame.height - CGFloat(heading), 1)
    }
    // A chart alone takes its own height, if it has one, and the picture is no higher.
    layout.draw(node, in: frame, into: &scene)
    return scene
  }
}

/// The background that a picture is for.
public enum ChartColorScheme: Hashable, Sendable {
  /// The setting of the reader's system, in SVG; light elsewhere.
  case automatic
  case light
  case dark
}

/// The position of a chart's plot in its picture, in points, and the range of its horizontal axis.
package struct ChartPlot: Hashable, Sendable {
  package let left: Double
  package let top: Double
  package let width: Double
  package let height: Double

  /// The ends of the horizontal axis: numbers, or seconds since 2001.
  package let low: Double
  package let high: Double
}
