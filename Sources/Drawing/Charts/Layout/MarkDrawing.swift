/// Draws the marks of a chart into its plot.
struct MarkDrawing {
  let marks: [Mark]
  let traits: [MarkTraits]
  let styles: MarkStyles
  let x: Scale
  let y: Scale
  let plot: CGRect
  let context: LayoutContext

  /// What joins points to one line or area.
  private struct Series: Hashable {
    let kind: _MarkKind
    let series: Int32
    let style: Int?
    let dash: Int?
    let symbol: Int?
  }

  /// A mark that an annotation belongs to.
  private struct Annotated {
    let frame: CGRect
    let annotations: [MarkAnnotation]
  }

  func draw(into scene: inout Scene, bounds: CGRect, environment: ChartEnvironment) {
    var series: [Series: [Int]] = [:]
    var annotated: [Annotated] = []
    for index in marks.indices where marks[index].kind == .line || marks[index].kind == .area {
      series[key(marks[index]), default: []].append(index)
    }
    // Each series where its first point stands, so that what is declared later lies above.
    for index in marks.indices {
      let mark = marks[index]
      let look = traits[Int(mark.traits)]
      switch mark.kind {
      case .line, .area:
        let key = key(mark)
        guard let run = series[key], run.first == index else { continue }
        if mark.kind == .line {
          drawLine(run, look, into: &scene, &annotated)
        } else {
          drawArea(run, look, into: &scene)
        }
      case .bar, .rectangle:
        guard mark.isPlaced, let frame = frame(of: mark, look) else { continue }
        drawFrame(frame, look, into: &scene)
        note(frame, look, &annotated)
      case .point:
        guard mark.isPlaced, let center = point(mark) else { continue }
        let frame = drawSymbol(at: center, look, into: &scene)
        note(frame, look, &annotated)
      case .rule:
        guard mark.isPlaced, let ends = ruleEnds(mark) else { continue }
        drawRule(ends, look, into: &scene)
        let frame = CGRect(
          x: min(ends.0.x, ends.1.x), y: min(ends.0.y, ends.1.y),
          width: abs(ends.1.x - ends.0.x), height: abs(ends.1.y - ends.0.y))
        note(frame, look, &annotated)
      }
    }
    for item in annotated {
      for annotation in item.annotations {
        draw(annotation, at: item.frame, bounds: bounds, environment, into: &scene)
      }
    }
  }

  private func key(_ mark: Mark) -> Series {
    let look = traits[Int(mark.traits)]
    return Series(
      kind: mark.kind, series: mark.series, style: mark.series < 0 ? look.styleKey : nil,
      dash: mark.series < 0 ? look.dashKey : nil, symbol: mark.series < 0 ? look.symbolKey : nil)
  }

  private func note(_ frame: CGRect, _ look: MarkTraits, _ annotated: inout [Annotated]) {
    if !look.annotations.isEmpty {
      annotated.append(Annotated(frame: frame, annotations: look.annotations))
    }
  }

  private func title(_ look: MarkTraits) -> String? {
    guard !look.isAccessibilityHidden else { return nil }
    let parts = [look.accessibilityLabel, look.accessibilityValue].compactMap { $0 }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  // MARK: Places

  /// Returns where a value lies, or `nil` if it is so far outside that no surface can draw it.
  private func place(_ value: Double, _ scale: Scale) -> Double? {
    let position = scale.position(value)
    guard position.isFinite else { return nil }
    return min(max(position, -1e5), 1e5)
  }

  private func point(_ mark: Mark) -> CGPoint? {
    func along(_ position: AxisPosition, _ scale: Scale, _ low: CGFloat, _ high: CGFloat) -> Double?
    {
      if position.kind == .points {
        return position.start.isNaN ? Double(low + high) / 2 : Double(low) + position.start
      }
      return place(position.middle, scale)
    }
    guard let px = along(mark.x, x, plot.minX, plot.maxX),
      let py = along(mark.y, y, plot.minY, plot.maxY)
    else { return nil }
    return CGPoint(x: px, y: py)
  }

  // MARK: Bars and rectangles

  /// Returns the frame of a bar or a rectangle.
  private func frame(of mark: Mark, _ look: MarkTraits) -> CGRect? {
    guard let horizontal = span(mark.x, x, look.width, plot.minX, plot.maxX, of: mark, isX: true),
      let vertical = span(mark.y, y, look.height, plot.minY, plot.maxY, of: mark, isX: false)
    else { return nil }
    return CGRect(
      x: horizontal.lowerBound, y: vertical.lowerBound,
      width: horizontal.upperBound - horizontal.lowerBound,
      height: vertical.upperBound - vertical.lowerBound)
  }

  private func span(
    _ position: AxisPosition, _ scale: Scale, _ dimension: MarkDimension, _ low: CGFloat,
    _ high: CGFloat, of mark: Mark, isX: Bool
  ) -> ClosedRange<Double>? {
    func ordered(_ a: Double, _ b: Double) -> ClosedRange<Double> { min(a, b)...max(a, b) }
    switch position.kind {
    case .points:
      return ordered(
        position.start.isNaN ? Double(low) : Double(low) + position.start,
        position.end.isNaN ? Double(high) : Double(low) + position.end)
    case .between:
      if scale.kind == .category {
        // From the start of one band to the end of the other.
        let (first, last) = (
          min(position.start, position.end) - 0.5, max(position.start, position.end) + 0.5
        )
        guard let a = place(first, scale), let b = place(last, scale) else { return nil }
        return ordered(a, b)
      }
      // A bar from 0 on a scale without 0 begins at the domain's end.
      let start = place(position.start, scale) ?? scale.start
      guard let end = place(position.end, scale) else { return nil }
      return ordered(start, end)
    case .value, .bin:
      guard let middle = place(position.middle, scale) else { return nil }
      let step: Double
      if scale.kind == .category {
        step = scale.bandWidth
      } else if position.kind == .bin {
        guard let a = place(position.start, scale), let b = place(position.end, scale) else {
          return nil
        }
        step = abs(b - a)
      } else {
        step = isX ? leastDistance.x : leastDistance.y
      }
      let isBin = scale.kind == .category || position.kind == .bin
      let size: Double
      switch dimension.kind {
      case .automatic:
        // A rectangle of a calendar unit or range covers it, a bar leaves a gap.
        let share = mark.kind == .rectangle && position.kind == .bin ? 1 : 0.7
        size = isBin ? step * share : min(step * share, 20)
      case .fixed(let points): size = points.isFinite ? points : 0
      case .ratio(let ratio, let sizes):
        size = ratio.isFinite ? min(max(step * ratio, sizes.lowerBound), sizes.upperBound) : 0
      case .inset(let inset): size = inset.isFinite ? step - 2 * inset : step
      }
      let half = max(size, 0.5) / 2
      return middle - half...middle + half
    }
  }

  /// The least distance of two bars' values, in points, where no band and no unit gives a step.
  private let leastDistance: (x: Double, y: Double)

  init(
    marks: [Mark], traits: [MarkTraits], styles: MarkStyles, x: Scale, y: Scale, plot: CGRect,
    context: LayoutContext
  ) {
    self.marks = marks
    self.traits = traits
    self.styles = styles
    self.x = x
    self.y = y
    self.plot = plot
    self.context = context
    func least(_ scale: Scale, _ length: Double, _ position: (Mark) -> AxisPosition) -> Double {
      let places = marks.lazy.filter { $0.kind == .bar || $0.kind == .rectangle }.map(position)
        .filter { $0.kind == .value }.map { scale.position($0.start) }.filter(\.isFinite).sorted()
      let gaps = zip(places.dropFirst(), places).map { $0 - $1 }.filter { $0 > 1e-3 }
      return gaps.min() ?? length / 10
    }
    leastDistance = (
      least(x, Double(plot.width), \.x), least(y, Double(plot.height), \.y)
    )
  }

  private func drawFrame(_ frame: CGRect, _ look: MarkTraits, into scene: inout Scene) {
    guard frame.width > 0, frame.height > 0 else { return }
    // What reaches far beyond the plot would lose its shape in the surfaces' numbers.
    let path: Path
    if let shape = look.clipShape {
      path = shape.path(frame)
    } else if let radius = look.cornerRadius, radius > 0 {
      path = Path(roundedRect: frame, cornerRadius: CGFloat(radius))
    } else {
      path = Path(frame.intersection(plot.insetBy(dx: -1, dy: -1)).isNull ? .zero : frame)
    }
    scene.fill(
      path, styles.color(look), clip: isInside(frame) ? nil : plot, role: .mark,
      title: title(look))
  }

  private func isInside(_ frame: CGRect) -> Bool {
    frame.minX >= plot.minX - 0.01 && frame.maxX <= plot.maxX + 0.01
      && frame.minY >= plot.minY - 0.01 && frame.maxY <= plot.maxY + 0.01
  }

  // MARK: Lines and areas

  private func drawLine(
    _ run: [Int], _ look: MarkTraits, into scene: inout Scene, _ annotated: inout [Annotated]
  ) {
    var style =
      look.stroke
      ?? StrokeStyle(
        lineWidth: context.style.isCells ? 4 : 2, lineCap: .round, lineJoin: .round)
    if let key = look.dashKey { style.dash = styles.dash(key: key) }
    var path = Path()
    path.reserve(min(run.count, 8192))
    var piece: [CGPoint] = []
    func finish() {
      add(piece, look, to: &path, width: Double(style.lineWidth))
      piece.removeAll(keepingCapacity: true)
    }
    for index in run {
      if marks[index].isPlaced, let point = point(marks[index]) {
        piece.append(point)
      } else {
        finish()
      }
    }
    finish()
    let reach = max(style.lineWidth / 2, 1)
    scene.stroke(
      path, styles.color(look), style, clip: plot.insetBy(dx: -reach, dy: -reach), role: .mark,
      title: title(look))
    for index in run {
      let own = traits[Int(marks[index].traits)]
      guard own.symbol != nil || !own.annotations.isEmpty, marks[index].isPlaced,
        let point = point(marks[index])
      else { continue }
      if own.symbol != nil {
        note(drawSymbol(at: point, own, into: &scene), own, &annotated)
      } else {
        note(CGRect(origin: point, size: .zero), own, &annotated)
      }
    }
  }

  /// Adds a piece of a line without gaps. A point that stands alone becomes a dot.
  private func add(_ piece: [CGPoint], _ look: MarkTraits, to path: inout Path, width: Double) {
    guard let first = piece.first else { return }
    guard piece.count > 1 else {
      path.addLines([
        CGPoint(x: Double(first.x) - 0.01, y: Double(first.y)),
        CGPoint(x: Double(first.x) + 0.01, y: Double(first.y)),
      ])
      return
    }
    let points =
      look.interpolation == .linear
      ? PixelReduction.reduce(piece, columnWidth: context.style.columnWidth) : piece
    Curves.add(points, method: look.interpolation, to: &path)
  }

  private func drawArea(_ run: [Int], _ look: MarkTraits, into scene: inout Scene) {
    var path = Path()
    var upper: [CGPoint] = []
    var lower: [CGPoint] = []
    func finish() {
      defer {
        upper.removeAll(keepingCapacity: true)
        lower.removeAll(keepingCapacity: true)
      }
      guard upper.count > 1 else { return }
      let isLinear = look.interpolation == .linear
      let width = context.style.columnWidth
      let top = isLinear ? PixelReduction.reduce(upper, columnWidth: width) : upper
      let bottom = isLinear ? PixelReduction.reduce(lower, columnWidth: width) : lower
      Curves.add(top, method: look.interpolation, to: &path)
      Curves.add(
        bottom.reversed(), method: look.interpolation.reversed, to: &path, continues: true)
      path.closeSubpath()
    }
    for index in run {
      let mark = marks[index]
      guard mark.isPlaced, let ends = areaEnds(mark) else {
        finish()
        continue
      }
      upper.append(ends.1)
      lower.append(ends.0)
    }
    finish()
    scene.fill(path, styles.color(look), clip: plot, role: .mark, title: title(look))
  }

  private func areaEnds(_ mark: Mark) -> (CGPoint, CGPoint)? {
    guard let px = place(mark.x.middle, x) else { return nil }
    let (low, high) = mark.y.kind == .between ? (mark.y.start, mark.y.end) : (0, mark.y.start)
    guard let top = place(high, y) else { return nil }
    let bottom = place(low, y) ?? y.start
    return (CGPoint(x: px, y: bottom), CGPoint(x: px, y: top))
  }

  // MARK: Points and rules

  @discardableResult
  private func drawSymbol(
    at center: CGPoint, _ look: MarkTraits, into scene: inout Scene
  ) -> CGRect {
    // In a terminal a symbol has two by two dots at least: one alone is lost among those of a grid.
    let area = max(look.symbolArea ?? 36, context.style.isCells ? 81 : 0)
    let side = area.isFinite ? min(max(area, 0), 1e6).squareRoot() : 6
    let frame = CGRect(
      x: Double(center.x) - side / 2, y: Double(center.y) - side / 2, width: side, height: side)
    guard center.x >= plot.minX - 0.01, center.x <= plot.maxX + 0.01,
      center.y >= plot.minY - 0.01, center.y <= plot.maxY + 0.01
    else { return frame }
    let shape = styles.shape(look)
    scene.fill(
      shape?.path(frame) ?? Circle().path(in: frame), styles.color(look), role: .mark,
      title: title(look))
    return frame
  }

  private func ruleEnds(_ mark: Mark) -> (CGPoint, CGPoint)? {
    func ends(
      _ position: AxisPosition, _ scale: Scale, _ low: CGFloat, _ high: CGFloat
    ) -> (Double, Double)? {
      switch position.kind {
      case .points:
        return (
          position.start.isNaN ? Double(low) : Double(low) + position.start,
          position.end.isNaN ? Double(high) : Double(low) + position.end
        )
      case .between:
        guard let a = place(position.start, scale), let b = place(position.end, scale) else {
          return nil
        }
        return (a, b)
      case .value, .bin:
        guard let middle = place(position.middle, scale) else { return nil }
        return (middle, middle)
      }
    }
    guard let horizontal = ends(mark.x, x, plot.minX, plot.maxX),
      let vertical = ends(mark.y, y, plot.minY, plot.maxY)
    else { return nil }
    return (
      CGPoint(x: horizontal.0, y: vertical.0), CGPoint(x: horizontal.1, y: vertical.1)
    )
  }

  private func drawRule(
    _ ends: (CGPoint, CGPoint), _ look: MarkTraits, into scene: inout Scene
  ) {
    var style = look.stroke ?? StrokeStyle(lineWidth: 1)
    if let key = look.dashKey { style.dash = styles.dash(key: key) }
    var path = Path()
    path.addLines([ends.0, ends.1])
    let reach = max(style.lineWidth / 2, 0.5)
    scene.stroke(
      path, styles.color(look), style, clip: plot.insetBy(dx: -reach, dy: -reach), role: .mark,
      title: title(look))
  }

  // MARK: Annotations

  private func draw(
    _ annotation: MarkAnnotation, at frame: CGRect, bounds: CGRect,
    _ environment: ChartEnvironment, into scene: inout Scene
  ) {
    var inner = environment
    inner.font = environment.font ?? context.style.axisFont
    let nodes = _ViewCollector(environment: inner).nodes(of: annotation.view)
    guard !nodes.isEmpty, frame.intersects(plot.insetBy(dx: -1, dy: -1)) || frame.isEmpty else {
      return
    }
    let layout = NodeLayout(context: context)
    let node = layout.stacked(nodes)
    let size = layout.size(of: node)
    let gap = CGFloat(context.style.isCells ? 0 : annotation.spacing)
    var origin = CGPoint(x: frame.midX - size.width / 2, y: frame.midY - size.height / 2)
    let alignedX: CGFloat
    switch annotation.alignment.horizontal {
    case .leading: alignedX = frame.minX
    case .center: alignedX = frame.midX - size.width / 2
    case .trailing: alignedX = frame.maxX - size.width
    }
    let alignedY: CGFloat
    switch annotation.alignment.vertical {
    case .top: alignedY = frame.minY
    case .center: alignedY = frame.midY - size.height / 2
    case .bottom: alignedY = frame.maxY - size.height
    }
    switch annotation.position {
    case .overlay: origin = CGPoint(x: alignedX, y: alignedY)
    case .automatic, .top: origin = CGPoint(x: alignedX, y: frame.minY - gap - size.height)
    case .bottom: origin = CGPoint(x: alignedX, y: frame.maxY + gap)
    case .leading: origin = CGPoint(x: frame.minX - gap - size.width, y: alignedY)
    case .trailing: origin = CGPoint(x: frame.maxX + gap, y: alignedY)
    case .topLeading:
      origin = CGPoint(x: frame.minX - gap - size.width, y: frame.minY - gap - size.height)
    case .topTrailing: origin = CGPoint(x: frame.maxX + gap, y: frame.minY - gap - size.height)
    case .bottomLeading: origin = CGPoint(x: frame.minX - gap - size.width, y: frame.maxY + gap)
    case .bottomTrailing: origin = CGPoint(x: frame.maxX + gap, y: frame.maxY + gap)
    }
    // Inside the plot, or as near to it as its size allows.
    let room = size.width <= plot.width ? plot : bounds
    origin.x = min(max(origin.x, room.minX), max(room.maxX - size.width, room.minX))
    origin.y = min(max(origin.y, plot.minY), max(plot.maxY - size.height, plot.minY))
    layout.draw(node, in: CGRect(origin: origin, size: size), into: &scene)
  }
}

extension InterpolationMethod {
  /// The method that draws the same line from its end.
  var reversed: InterpolationMethod {
    switch kind {
    case .stepStart: .stepEnd
    case .stepEnd: .stepStart
    default: self
    }
  }
}
