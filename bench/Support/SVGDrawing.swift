import JSONCoding

/// A picture of lines, dots and text as SVG, in pixels from the upper left corner.
struct SVGDrawing {
  enum Anchor: String {
    case start, middle, end
  }

  let width: Double
  let height: Double
  private var body = ""

  init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The text of the file.
  var text: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(Self.number(width)) \
    \(Self.number(height))" width="\(Self.number(width))" height="\(Self.number(height))" \
    font-family="system-ui, sans-serif" font-size="11" fill="#333">
    <rect width="100%" height="100%" fill="#fff"/>
    \(body)</svg>

    """
  }

  mutating func line(
    _ from: (x: Double, y: Double), _ to: (x: Double, y: Double), color: String,
    width: Double = 1, dashes: String? = nil
  ) {
    let dashed = dashes.map { " stroke-dasharray=\"\($0)\"" } ?? ""
    body += """
      <line x1="\(Self.number(from.x))" y1="\(Self.number(from.y))" x2="\(Self.number(to.x))" \
      y2="\(Self.number(to.y))" stroke="\(color)" stroke-width="\(Self.number(width))"\(dashed)/>\n
      """
  }

  mutating func polyline(_ points: [(x: Double, y: Double)], color: String) {
    let list = points.map { "\(Self.number($0.x)),\(Self.number($0.y))" }.joined(separator: " ")
    body += """
      <polyline points="\(list)" fill="none" stroke="\(color)" stroke-width="1.8" \
      stroke-linejoin="round"/>\n
      """
  }

  mutating func dot(
    _ center: (x: Double, y: Double), radius: Double, color: String, opacity: Double = 1
  ) {
    body += """
      <circle cx="\(Self.number(center.x))" cy="\(Self.number(center.y))" \
      r="\(Self.number(radius))" fill="\(color)" fill-opacity="\(Self.number(opacity))"/>\n
      """
  }

  mutating func text(
    _ text: String, at place: (x: Double, y: Double), anchor: Anchor = .start, size: Double = 11,
    isBold: Bool = false, color: String = "#333", isTurned: Bool = false
  ) {
    let (x, y) = (Self.number(place.x), Self.number(place.y))
    let turn = isTurned ? " transform=\"rotate(-90 \(x) \(y))\"" : ""
    let weight = isBold ? " font-weight=\"600\"" : ""
    body += """
      <text x="\(x)" y="\(y)" text-anchor="\(anchor.rawValue)" font-size="\(Self.number(size))" \
      fill="\(color)"\(weight)\(turn)>\(Self.escaped(text))</text>\n
      """
  }

  /// Returns a number with hundredths of a pixel, which are enough.
  private static func number(_ value: Double) -> String { value.rounded(toPlaces: 2).plain }

  private static func escaped(_ text: String) -> String {
    text.map { character in
      switch character {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      default: String(character)
      }
    }.joined()
  }
}
