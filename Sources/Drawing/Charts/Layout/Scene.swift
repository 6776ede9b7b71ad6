/// A picture as a list of outlines and texts, which every surface can draw.
struct Scene {
  /// What an element is, for surfaces that treat some differently.
  enum Role: Hashable { case background, grid, axis, mark, legend, text }

  enum Element {
    case path(PathElement)
    case text(TextElement)
  }

  struct PathElement {
    var path: Path
    var fill: Color?
    var stroke: Color?
    var style = StrokeStyle()
    /// What of the path is shown.
    var clip: CGRect?
    var role: Role
    /// A name for who points at it or does not see it.
    var title: String?
  }

  enum TextAnchor: Hashable { case start, middle, end }

  struct TextElement {
    var text: String
    var font: Font
    var color: Color
    /// The place on the baseline at which the text begins, has its middle, or ends.
    var origin: CGPoint
    var anchor = TextAnchor.start
    /// How wide the text is, as it was measured.
    var width: Double
    /// In degrees, clockwise around the origin.
    var rotation: Double = 0
  }

  var size: CGSize
  var elements: [Element] = []
  var title: String?
  var description = ""

  /// Where the plots of its charts lie, in their order.
  var plots: [ChartPlot] = []

  mutating func fill(
    _ path: Path, _ color: Color, clip: CGRect? = nil, role: Role, title: String? = nil
  ) {
    guard !path.isEmpty else { return }
    elements.append(
      .path(PathElement(path: path, fill: color, clip: clip, role: role, title: title)))
  }

  mutating func stroke(
    _ path: Path, _ color: Color, _ style: StrokeStyle, clip: CGRect? = nil, role: Role,
    title: String? = nil
  ) {
    guard !path.isEmpty, style.lineWidth > 0, style.lineWidth.isFinite else { return }
    elements.append(
      .path(
        PathElement(
          path: path, stroke: color, style: style, clip: clip, role: role, title: title)))
  }
}
