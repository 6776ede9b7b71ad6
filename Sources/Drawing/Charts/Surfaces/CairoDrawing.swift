import CCairo
import VisibleText

/// Draws scenes with Cairo.
struct CairoDrawing {
  let context: OpaquePointer
  let isDark: Bool
  var fonts: CairoTextMeasurer?
  /// The minimum width of a line or an area, in points.
  var leastLineWidth = 0.0

  func draw(_ scene: Scene) {
    for element in scene.elements { draw(element) }
  }

  func draw(_ element: Scene.Element) {
    switch element {
    case .path(let path): draw(path)
    case .text(let text): draw(text)
    }
  }

  private func setColor(_ color: Color) {
    let components = isDark ? color.dark : color.light
    cairo_set_source_rgba(
      context, components.red, components.green, components.blue, components.opacity)
  }

  private func setGradient(_ gradient: Scene.PlacedGradient) {
    let (start, end) = (gradient.start, gradient.end)
    let pattern = cairo_pattern_create_linear(
      Double(start.x), Double(start.y), Double(end.x), Double(end.y))
    defer { cairo_pattern_destroy(pattern) }
    for stop in gradient.stops {
      let color = isDark ? stop.color.dark : stop.color.light
      cairo_pattern_add_color_stop_rgba(
        pattern, Double(stop.location), color.red, color.green, color.blue, color.opacity)
    }
    cairo_set_source(context, pattern)
  }

  func draw(_ element: Scene.PathElement) {
    cairo_save(context)
    defer { cairo_restore(context) }
    if let clip = element.clip {
      cairo_rectangle(
        context, Double(clip.minX), Double(clip.minY), Double(clip.width), Double(clip.height))
      cairo_clip(context)
    }
    cairo_new_path(context)
    for part in element.path.elements {
      switch part {
      case .move(let point): cairo_move_to(context, Double(point.x), Double(point.y))
      case .line(let point): cairo_line_to(context, Double(point.x), Double(point.y))
      case .curve(let first, let second, let end):
        cairo_curve_to(
          context, Double(first.x), Double(first.y), Double(second.x), Double(second.y),
          Double(end.x), Double(end.y))
      case .close: cairo_close_path(context)
      }
    }
    if let fill = element.fill {
      if let gradient = element.gradient { setGradient(gradient) } else { setColor(fill) }
      cairo_fill_preserve(context)
      if isNarrow {
        cairo_set_line_width(context, leastLineWidth)
        cairo_stroke_preserve(context)
      }
    }
    if let stroke = element.stroke {
      if let gradient = element.gradient { setGradient(gradient) } else { setColor(stroke) }
      let style = element.style
      cairo_set_line_width(context, max(Double(style.lineWidth), leastLineWidth))
      switch style.lineCap {
      case .butt: cairo_set_line_cap(context, CAIRO_LINE_CAP_BUTT)
      case .round: cairo_set_line_cap(context, CAIRO_LINE_CAP_ROUND)
      case .square: cairo_set_line_cap(context, CAIRO_LINE_CAP_SQUARE)
      }
      switch style.lineJoin {
      case .miter: cairo_set_line_join(context, CAIRO_LINE_JOIN_MITER)
      case .round: cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      case .bevel: cairo_set_line_join(context, CAIRO_LINE_JOIN_BEVEL)
      }
      cairo_set_miter_limit(context, Double(style.miterLimit))
      // Cairo takes no dashes that are negative or all 0.
      let dashes = style.dash.map { Double($0) }
      if dashes.allSatisfy({ $0 >= 0 && $0.isFinite }), dashes.contains(where: { $0 > 0 }) {
        cairo_set_dash(context, dashes, Int32(dashes.count), Double(style.dashPhase))
      }
      cairo_stroke_preserve(context)
    }
    cairo_new_path(context)
  }

  /// Whether the path may lie between the middles of all pixels, so that none would show it.
  private var isNarrow: Bool {
    guard leastLineWidth > 0 else { return false }
    var (left, top, right, bottom) = (0.0, 0.0, 0.0, 0.0)
    cairo_path_extents(context, &left, &top, &right, &bottom)
    return right - left < leastLineWidth || bottom - top < leastLineWidth
  }

  private func draw(_ element: Scene.TextElement) {
    guard let fonts else { return }
    cairo_save(context)
    defer { cairo_restore(context) }
    fonts.cairoFont(element.font).select(in: context)
    setColor(element.color)
    cairo_translate(context, Double(element.origin.x), Double(element.origin.y))
    if element.rotation != 0 { cairo_rotate(context, element.rotation * .pi / 180) }
    let start: Double
    switch element.anchor {
    case .start: start = 0
    case .middle: start = -element.width / 2
    case .end: start = -element.width
    }
    cairo_move_to(context, start, 0)
    cairo_show_text(context, VisibleText.text(of: element.text))
  }
}
