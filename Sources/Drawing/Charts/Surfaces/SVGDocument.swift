import VisibleText

/// Writes a scene as SVG: text as text, without counters, times or anything else that would make two
/// documents of one chart differ.
struct SVGDocument {
  let scene: Scene
  let scheme: ChartColorScheme

  /// The style sheet that gives the dark colors, or an empty text without any.
  private(set) var styleSheet = ""
  private(set) var text = ""

  private var rules: [String: String] = [:]
  private var clips: [String: CGRect] = [:]
  private var gradients: [String: String] = [:]

  /// - Parameter hasStyleSheet: whether the document holds its style sheet itself.
  init(_ scene: Scene, scheme: ChartColorScheme, hasStyleSheet: Bool = true) {
    self.scene = scene
    self.scheme = scheme
    var body = ""
    body.reserveCapacity(scene.elements.count * 96)
    for element in scene.elements { append(element, to: &body) }
    let width = SVGNumber.text(Double(scene.size.width))
    let height = SVGNumber.text(Double(scene.size.height))
    let name = scene.title ?? "Chart"
    let key = SVGNumber.key(name + "\n" + scene.description + "\n\(width)x\(height)")
    if !rules.isEmpty {
      let sorted = rules.sorted { $0.key < $1.key }
      styleSheet =
        "@media (prefers-color-scheme:dark){"
        + sorted.map { ".\($0.key){\($0.value)}" }.joined() + "}"
    }
    text = """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img" aria-labelledby="title-\(key) desc-\(key)" \
      font-family="'DejaVu Sans',Verdana,Geneva,sans-serif">
      <title id="title-\(key)">\(Self.escaped(name))</title>
      <desc id="desc-\(key)">\(Self.escaped(scene.description))</desc>

      """
    if hasStyleSheet, !styleSheet.isEmpty { text += "<style>\(styleSheet)</style>\n" }
    if !clips.isEmpty || !gradients.isEmpty {
      text += "<defs>"
      for (_, gradient) in gradients.sorted(by: { $0.key < $1.key }) { text += gradient }
      for (id, clip) in clips.sorted(by: { $0.key < $1.key }) {
        text += "<clipPath id=\"\(id)\">" + Self.rect(clip) + "</clipPath>"
      }
      text += "</defs>\n"
    }
    text += body
    text += "</svg>\n"
  }

  private mutating func append(_ element: Scene.Element, to body: inout String) {
    switch element {
    case .path(let path): append(path, to: &body)
    case .text(let text): append(text, to: &body)
    }
  }

  private mutating func append(_ element: Scene.PathElement, to body: inout String) {
    body += "<path"
    var classes: [String] = []
    let gradient = element.gradient.map { gradientName($0) }
    if let gradient, element.fill != nil {
      body += " fill=\"url(#\(gradient))\""
    } else if let fill = element.fill {
      body += paint("fill", fill, &classes)
    } else {
      body += " fill=\"none\""
    }
    if let stroke = element.stroke {
      body +=
        gradient.map { " stroke=\"url(#\($0))\"" } ?? paint("stroke", stroke, &classes)
      let style = element.style
      if style.lineWidth != 1 {
        body += " stroke-width=\"\(SVGNumber.text(Double(style.lineWidth)))\""
      }
      if style.lineCap != .butt { body += " stroke-linecap=\"\(style.lineCap)\"" }
      if style.lineJoin != .miter { body += " stroke-linejoin=\"\(style.lineJoin)\"" }
      if !style.dash.isEmpty {
        let dash = style.dash.map { SVGNumber.text(max(Double($0), 0)) }.joined(separator: " ")
        body += " stroke-dasharray=\"\(dash)\""
        if style.dashPhase != 0 {
          body += " stroke-dashoffset=\"\(SVGNumber.text(Double(style.dashPhase)))\""
        }
      }
      if style.miterLimit != StrokeStyle().miterLimit {
        body += " stroke-miterlimit=\"\(SVGNumber.text(Double(style.miterLimit)))\""
      }
    }
    if !classes.isEmpty { body += " class=\"\(classes.joined(separator: " "))\"" }
    if let clip = element.clip { body += " clip-path=\"url(#\(clipName(clip)))\"" }
    body += " d=\""
    Self.appendOutline(element.path, to: &body)
    if let title = element.title {
      body += "\"><title>\(Self.escaped(title))</title></path>\n"
    } else {
      body += "\"/>\n"
    }
  }

  private mutating func append(_ element: Scene.TextElement, to body: inout String) {
    let x = SVGNumber.text(Double(element.origin.x))
    let y = SVGNumber.text(Double(element.origin.y))
    var classes: [String] = []
    body += "<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(SVGNumber.text(element.font.size))\""
    if element.font.isBold { body += " font-weight=\"bold\"" }
    switch element.anchor {
    case .start: break
    case .middle: body += " text-anchor=\"middle\""
    case .end: body += " text-anchor=\"end\""
    }
    if element.rotation != 0 {
      body += " transform=\"rotate(\(SVGNumber.text(element.rotation)) \(x) \(y))\""
    }
    body += paint("fill", element.color, &classes)
    if !classes.isEmpty { body += " class=\"\(classes.joined(separator: " "))\"" }
    body += ">\(Self.escaped(element.text))</text>\n"
  }

  /// Returns the attributes of a color. In both schemes at once, a class gives the dark color; its name
  /// is the colors', so that several documents on a page agree.
  private mutating func paint(
    _ property: String, _ color: Color, _ classes: inout [String]
  ) -> String {
    let base = scheme == .dark ? color.dark : color.light
    var text = " \(property)=\"\(base.hexText)\""
    let opacity = property == "stop-color" ? "stop-opacity" : property + "-opacity"
    if base.opacity < 1 { text += " \(opacity)=\"\(SVGNumber.text(base.opacity))\"" }
    guard scheme == .automatic, color.light != color.dark else { return text }
    func digits(_ color: Color.Components) -> String {
      let opacity = color.opacity < 1 ? "-\(Int((color.opacity * 100).rounded()))" : ""
      return color.hexText.dropFirst() + opacity
    }
    let short = property == "stop-color" ? "g" : String(property.prefix(1))
    let name = "\(short)-\(digits(color.light))-\(digits(color.dark))"
    var rule = "\(property):\(color.dark.hexText)"
    if color.dark.opacity < 1 || color.light.opacity < 1 {
      rule += ";\(opacity):\(SVGNumber.text(color.dark.opacity))"
    }
    rules[name] = rule
    classes.append(name)
    return text
  }

  private mutating func clipName(_ clip: CGRect) -> String {
    let numbers = [clip.minX, clip.minY, clip.width, clip.height].map {
      SVGNumber.text(Double($0))
    }
    let name = "clip-" + numbers.joined(separator: "-")
    clips[name] = clip
    return name
  }

  /// Returns the name of a gradient, which is made of all that it is: equal ones are one.
  private mutating func gradientName(_ gradient: Scene.PlacedGradient) -> String {
    func number(_ value: Double) -> String { SVGNumber.text(value) }
    let (start, end) = (gradient.start, gradient.end)
    let places =
      "x1=\"\(number(Double(start.x)))\" y1=\"\(number(Double(start.y)))\" "
      + "x2=\"\(number(Double(end.x)))\" y2=\"\(number(Double(end.y)))\""
    var stops = ""
    for stop in gradient.stops {
      var classes: [String] = []
      let color = paint("stop-color", stop.color, &classes)
      stops += "<stop offset=\"\(number(Double(stop.location)))\"\(color)"
      if !classes.isEmpty { stops += " class=\"\(classes.joined(separator: " "))\"" }
      stops += "/>"
    }
    let name = "gradient-" + SVGNumber.key("linearGradient" + places + stops)
    gradients[name] =
      "<linearGradient id=\"\(name)\" gradientUnits=\"userSpaceOnUse\" \(places)>\(stops)"
      + "</linearGradient>"
    return name
  }

  private static func rect(_ rect: CGRect) -> String {
    let (x, y) = (SVGNumber.text(Double(rect.minX)), SVGNumber.text(Double(rect.minY)))
    let (w, h) = (SVGNumber.text(Double(rect.width)), SVGNumber.text(Double(rect.height)))
    return "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(w)\" height=\"\(h)\"/>"
  }

  private static func appendOutline(_ path: Path, to body: inout String) {
    func point(_ point: CGPoint) {
      SVGNumber.append(Double(point.x), to: &body)
      body += " "
      SVGNumber.append(Double(point.y), to: &body)
    }
    for element in path.elements {
      switch element {
      case .move(let end):
        body += "M"
        point(end)
      case .line(let end):
        body += "L"
        point(end)
      case .curve(let first, let second, let end):
        body += "C"
        point(first)
        body += " "
        point(second)
        body += " "
        point(end)
      case .close: body += "Z"
      }
    }
  }

  /// Returns a text in the form of XML. Invisible characters are written out, and the two other
  /// characters that XML cannot hold are replaced.
  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in VisibleText.text(of: text, keepsLines: true).unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "\t", "\n": result += " "
      default:
        let isForbidden = scalar.value == 0xFFFE || scalar.value == 0xFFFF
        result.unicodeScalars.append(isForbidden ? "\u{FFFD}" : scalar)
      }
    }
    return result
  }
}

/// Writes numbers of at most two decimals, which is a hundredth of a point.
enum SVGNumber {
  static func text(_ value: Double) -> String {
    var text = ""
    append(value, to: &text)
    return text
  }

  static func append(_ value: Double, to text: inout String) {
    guard value.isFinite else {
      text += "0"
      return
    }
    let hundredths = Int((min(max(value, -1e9), 1e9) * 100).rounded())
    if hundredths < 0 { text += "-" }
    let size = hundredths.magnitude
    text += String(size / 100)
    let fraction = size % 100
    guard fraction > 0 else { return }
    text +=
      fraction % 10 == 0 ? ".\(fraction / 10)" : fraction < 10 ? ".0\(fraction)" : ".\(fraction)"
  }

  /// Returns a short name for a text: 64 bits of FNV-1a.
  static func key(_ text: String) -> String {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return String(hash, radix: 36)
  }
}
