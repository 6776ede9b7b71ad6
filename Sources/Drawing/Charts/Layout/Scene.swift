/// A picture as a list of outlines and texts, which every surface can draw.
struct Scene {
  /// The role of an element, for surfaces that treat some differently.
  enum Role: Hashable { case background, grid, axis, mark, legend, text }

  enum Element {
    case path(PathElement)
    case text(TextElement)
  }

  struct PathElement {
    var path: Path
    var fill: Color?
    var stroke: Color?
    /// The gradient that is drawn in place of the one color.
    var gradient: PlacedGradient?
    var style = StrokeStyle()
    /// The visible part of the path.
    var clip: CGRect?
    var role: Role
    /// A name for readers who point at it or do not see it.
    var title: String?
  }

  /// A gradient with its places in the picture.
  struct PlacedGradient: Hashable {
    var stops: [Gradient.Stop]
    var start: CGPoint
    var end: CGPoint

    init(_ paint: GradientPaint, in frame: CGRect) {
      func point(_ place: UnitPoint) -> CGPoint {
        CGPoint(
          x: frame.minX + frame.width * place.x, y: frame.minY + frame.height * place.y)
      }
      stops = paint.gradient.stops
      (start, end) = (point(paint.start), point(paint.end))
    }
  }

  enum TextAnchor: Hashable { case start, middle, end }

  struct TextElement {
    var text: String
    var font: Font
    var color: Color
    /// The place on the baseline at which the text begins, has its middle, or ends.
    var origin: CGPoint
    var anchor = TextAnchor.start
    /// The measured width of the text.
    var width: Double
    /// In degrees, clockwise around the origin.
    var rotation: Double = 0
  }

  var size: CGSize
  var elements: [Element] = []
  var title: String?
  var description = ""

  /// The positions of the plots of its charts, in their order.
  var plots: [ChartPlot] = []

  /// Makes everything drawn since less opaque.
  mutating func fade(from first: Int, by opacity: Double) {
    for index in first..<elements.count {
      switch elements[index] {
      case .path(var path):
        path.fill = path.fill?.opacity(opacity)
        path.stroke = path.stroke?.opacity(opacity)
        if var gradient = path.gradient {
          gradient.stops = Gradient(stops: gradient.stops).faded(opacity).stops
          path.gradient = gradient
        }
        elements[index] = .path(path)
      case .text(var text):
        text.color = text.color.opacity(opacity)
        elements[index] = .text(text)
      }
    }
  }

  /// Fills a path with a color or a gradient over a frame, by default the path's own.
  mutating func fill(
    _ path: Path, _ ink: _Ink, over frame: CGRect? = nil, clip: CGRect? = nil, role: Role,
    title: String? = nil
  ) {
    guard !path.isEmpty else { return }
    elements.append(
      .path(
        PathElement(
          path: path, fill: ink.color,
          gradient: ink.gradient.map { PlacedGradient($0, in: frame ?? path.boundingRect) },
          clip: clip,
          role: role, title: title)))
  }

  /// Strokes a path with a color or a gradient over a frame, by default the path's own.
  mutating func stroke(
    _ path: Path, _ ink: _Ink, _ style: StrokeStyle, over frame: CGRect? = nil,
    clip: CGRect? = nil, role: Role, title: String? = nil
  ) {
    guard !path.isEmpty, style.lineWidth > 0, style.lineWidth.isFinite else { return }
    elements.append(
      .path(
        PathElement(
          path: path, stroke: ink.color,
          gradient: ink.gradient.map { PlacedGradient($0, in: frame ?? path.boundingRect) },
          style: style,
          clip: clip, role: role, title: title)))
  }
}
