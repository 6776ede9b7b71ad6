/// Draws the marks of a chart into its plot.
struct MarkDrawing {
  let marks: [Mark]
  let traits: [MarkTraits]
  let styles: MarkStyles
  let x: Scale
  let y: Scale
  let plot: CGRect
  /// The boundary of marks: the plot, or the chart's frame.
  let clip: CGRect
  let context: LayoutContext

  /// The key that joins points to one line or area.
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
    let sectors = SectorLayout(marks, in: plot)
    // Each series where its first point comes, so that later declarations are on top.
    for index in order {
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
        note(frame.offsetBy(dx: look.offset.width, dy: look.offset.height), look, &annotated)
      case .point:
        guard mark.isPlaced, let center = point(mark) else { continue }
        let frame = drawSymbol(at: center, look, into: &scene)
        note(frame, look, &annotated)
      case .sector:
        guard mark.isPlaced, let sector = sectors.sector(of: index, look) else { continue }
        fill(sector.path, look, into: &scene)
        note(
          CGRect(origin: sector.middle, size: .zero).offsetBy(
            dx: look.offset.width, dy: look.offset.height), look, &annotated)
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

  /// The marks in the order in which they are drawn.
  private var order: [Int] {
    func height(_ index: Int) -> Double { traits[Int(marks[index].traits)].zIndex }
    let all = Array(marks.indices)
    guard traits.contains(where: { $0.zIndex != 0 }) else { return all }
    return all.sorted { (height($0), $0) < (height($1), $1) }
  }

  // MARK: Looks

  private func fill(
    _ path: Path, _ look: MarkTraits, clip: CGRect? = nil, into scene: inout Scene
  ) {
    let path = path.moved(by: look.offset)
    if let shadow = look.shadow {
      let below = path.moved(by: shadow.offset)
      scene.fill(below, _Ink(shadow.color.opacity(0.5)), role: .background)
      soften(below, shadow, into: &scene)
    }
    scene.fill(
      path, styles.ink(look), over: look.isAlignedWithPlot ? plot : nil, clip: clip, role: .mark,
      title: title(look))
  }

  private func stroke(
    _ path: Path, _ look: MarkTraits, _ style: StrokeStyle, clip: CGRect?, into scene: inout Scene
  ) {
    let path = path.moved(by: look.offset)
    if let shadow = look.shadow {
      let below = path.moved(by: shadow.offset)
      soften(below, shadow, width: Double(style.lineWidth), into: &scene)
    }
    scene.stroke(
      path, styles.ink(look), style, over: look.isAlignedWithPlot ? plot : nil, clip: clip,
      role: .mark, title: title(look))
  }

  /// Draws faint lines of growing width, which together end softly.
  private func soften(
    _ path: Path, _ shadow: MarkTraits.Shadow, width: Double = 0, into scene: inout Scene
  ) {
    for step in 1...4 {
      let reach = width + shadow.radius * 2 * Double(step) / 4
      scene.stroke(
        path, _Ink(shadow.color.opacity(0.14)), StrokeStyle(lineWidth: reach, lineJoin: .round),
        role: .background)
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

  /// Returns the ends of a position in points; one that is not given is the plot's.
  private func points(
    _ position: AxisPosition, _ low: CGFloat, _ high: CGFloat
  ) -> (Double, Double) {
    (
      position.start.isNaN ? Double(low) : Double(low) + position.start,
      position.end.isNaN ? Double(high) : Double(low) + position.end
    )
  }

  private func point(_ mark: Mark) -> CGPoint? {
    func along(
      _ position: AxisPosition, _ scale: Scale, _ low: CGFloat, _ high: CGFloat, isX: Bool
    ) -> Double? {
      if position.kind == .points {
        return position.start.isNaN ? Double(low + high) / 2 : Double(low) + position.start
      }
      guard let place = place(position.middle, scale) else { return nil }
      guard let group = group(of: mark, position, scale, isX: isX) else { return place }
      return place + room(for: group, position, scale, isX: isX).shift
    }
    guard let px = along(mark.x, x, plot.minX, plot.maxX, isX: true),
      let py = along(mark.y, y, plot.minY, plot.maxY, isX: false)
    else { return nil }
    return CGPoint(x: px, y: py)
  }

  // MARK: Groups

  /// Returns the group of a mark along an axis; `nil` if it has the place for itself.
  private func group(
    of mark: Mark, _ position: AxisPosition, _ scale: Scale, isX: Bool
  ) -> MarkTraits.Group? {
    let look = traits[Int(mark.traits)]
    if let own = isX ? look.xGroup : look.yGroup { return own }
    guard let group = look.group else { return nil }
    // Across the values: along the axis that does not hold the bar's length.
    let isDivided = position.kind == .value || position.kind == .bin
    let other = isX ? mark.y : mark.x
    let isAcross =
      scale.kind == .category || position.kind == .bin || other.kind == .between
      || (isX && y.kind != .category)
    return isDivided && isAcross && !(isX == false && x.kind == .category) ? group : nil
  }

  /// Returns how much room a group has along an axis, and how far its middle is from the place's.
  private func room(
    for group: MarkTraits.Group, _ position: AxisPosition, _ scale: Scale, isX: Bool
  ) -> (size: Double, shift: Double) {
    let step = step(position, scale, isX: isX) ?? 0
    let total = group.span.length(of: step, automatic: step * 0.85)
    let size = total / Double(max(styles.groupCount, 1))
    return (size, size * (Double(group.key) + 0.5) - total / 2)
  }

  /// Returns the room of one place on an axis: a category's band, a calendar unit, or the minimum distance.
  private func step(_ position: AxisPosition, _ scale: Scale, isX: Bool) -> Double? {
    if scale.kind == .category { return scale.bandWidth }
    guard position.kind == .bin else { return isX ? leastDistance.x : leastDistance.y }
    guard let a = place(position.start, scale), let b = place(position.end, scale) else {
      return nil
    }
    return abs(b - a)
  }

  // MARK: Bars and rectangles

  /// Returns the frame of a bar or a rectangle.
  private func frame(of mark: Mark, _ look: MarkTraits) -> CGRect? {
    guard
      let horizontal = span(mark.x, x, look.form.width, plot.minX, plot.maxX, of: mark, isX: true),
      let vertical = span(mark.y, y, look.form.height, plot.minY, plot.maxY, of: mark, isX: false)
    else { return nil }
    let ends = look.ends
    return CGRect(
      x: horizontal.lowerBound + Double(ends.leading),
      y: vertical.lowerBound + Double(ends.top),
      width: max(
        horizontal.upperBound - horizontal.lowerBound + Double(ends.trailing - ends.leading), 0),
      height: max(
        vertical.upperBound - vertical.lowerBound + Double(ends.bottom - ends.top), 0))
  }

  private func span(
    _ position: AxisPosition, _ scale: Scale, _ dimension: MarkDimension, _ low: CGFloat,
    _ high: CGFloat, of mark: Mark, isX: Bool
  ) -> ClosedRange<Double>? {
    func ordered(_ a: Double, _ b: Double) -> ClosedRange<Double> { min(a, b)...max(a, b) }
    switch position.kind {
    case .points:
      let (start, end) = points(position, low, high)
      return ordered(start, end)
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
      guard var middle = place(position.middle, scale),
        var step = step(position, scale, isX: isX)
      else { return nil }
      let group = group(of: mark, position, scale, isX: isX)
      if let group {
        let room = room(for: group, position, scale, isX: isX)
        middle += room.shift
        step = room.size
      }
      let isBin = scale.kind == .category || position.kind == .bin
      // A rectangle of a calendar unit or range covers it, a bar leaves a gap.
      let share =
        group != nil ? 0.92 : mark.kind == .rectangle && position.kind == .bin ? 1 : 0.7
      let usual = isBin ? step * share : min(step * share, 20)
      let half = max(dimension.length(of: step, automatic: usual), 0.5) / 2
      return middle - half...middle + half
    }
  }

  /// The minimum distance of two bars' values, in points, where neither a band nor a unit gives a step.
  private let leastDistance: (x: Double, y: Double)

  init(
    marks: [Mark], traits: [MarkTraits], styles: MarkStyles, x: Scale, y: Scale, plot: CGRect,
    clip: CGRect, context: LayoutContext
  ) {
    (self.marks, self.traits, self.styles, self.x, self.y) = (marks, traits, styles, x, y)
    (self.plot, self.clip, self.context) = (plot, clip, context)
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
    // A path far beyond the plot would lose its shape in the surfaces' numbers.
    let path: Path
    if let shape = look.clipShape {
      path = shape.path(frame)
    } else if let radius = look.cornerRadius, radius > 0 {
      path = Path(roundedRect: frame, cornerRadius: CGFloat(radius))
    } else {
      path = Path(frame.intersection(clip.insetBy(dx: -1, dy: -1)).isNull ? .zero : frame)
    }
    let room = clip.insetBy(dx: -0.01, dy: -0.01)
    let isInside =
      room.contains(frame.origin) && room.contains(CGPoint(x: frame.maxX, y: frame.maxY))
    fill(path, look, clip: isInside ? nil : clip, into: &scene)
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
    stroke(path, look, style, clip: clip.insetBy(dx: -reach, dy: -reach), into: &scene)
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
    Curves.add(reduced(piece, look), method: look.interpolation, to: &path)
  }

  /// Returns the visible part of a line: straight pieces of one column of pixels look alike.
  private func reduced(_ points: [CGPoint], _ look: MarkTraits) -> [CGPoint] {
    look.interpolation == .linear
      ? PixelReduction.reduce(points, columnWidth: context.style.columnWidth) : points
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
      Curves.add(reduced(upper, look), method: look.interpolation, to: &path)
      Curves.add(
        reduced(lower, look).reversed(), method: look.interpolation.reversed, to: &path,
        continues: true)
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
    fill(path, look, clip: clip, into: &scene)
  }

  private func areaEnds(_ mark: Mark) -> (CGPoint, CGPoint)? {
    if mark.x.kind == .between, mark.y.kind != .between {
      // Lying, from one value of x to another.
      guard let py = place(mark.y.middle, y), let a = place(mark.x.start, x),
        let b = place(mark.x.end, x)
      else { return nil }
      return (CGPoint(x: a, y: py), CGPoint(x: b, y: py))
    }
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
    // In a terminal a symbol has two by two dots or more: a single one is lost among those of a grid.
    let wanted = look.sizeKey.map { styles.area(sizeKey: $0) } ?? look.symbolArea ?? 36
    let area = max(wanted, context.style.isCells ? 81 : 0)
    let side = area.isFinite ? min(max(area, 0), 1e6).squareRoot() : 6
    let own = look.symbolSize.map { size in
      CGSize(width: min(max(size.width, 0), 1000), height: min(max(size.height, 0), 1000))
    }
    let size = own ?? CGSize(width: side, height: side)
    let frame = CGRect(
      x: Double(center.x) - Double(size.width) / 2, y: Double(center.y) - Double(size.height) / 2,
      width: Double(size.width), height: Double(size.height))
    guard clip.insetBy(dx: -0.01, dy: -0.01).contains(center) else { return frame }
    if case .view(let view) = look.symbol {
      return draw(view, around: CGPoint(x: frame.midX, y: frame.midY), look, into: &scene)
    }
    let shape = styles.shape(look)
    fill(shape?.path(frame) ?? Circle().path(in: frame), look, into: &scene)
    return frame.offsetBy(dx: look.offset.width, dy: look.offset.height)
  }

  private func ruleEnds(_ mark: Mark) -> (CGPoint, CGPoint)? {
    func ends(
      _ position: AxisPosition, _ scale: Scale, _ low: CGFloat, _ high: CGFloat
    ) -> (Double, Double)? {
      switch position.kind {
      case .points: return points(position, low, high)
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
    let moved = traits[Int(mark.traits)].ends
    return (
      CGPoint(x: horizontal.0 + Double(moved.leading), y: vertical.0 + Double(moved.top)),
      CGPoint(x: horizontal.1 + Double(moved.trailing), y: vertical.1 + Double(moved.bottom))
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
    let isMoved = look.ends != EdgeInsets()
    stroke(
      path, look, style, clip: isMoved ? nil : clip.insetBy(dx: -reach, dy: -reach), into: &scene)
  }

  // MARK: Annotations

  /// Draws a view in place of a symbol, in the mark's own style.
  private func draw(
    _ view: ErasedView, around center: CGPoint, _ look: MarkTraits, into scene: inout Scene
  ) -> CGRect {
    var environment = ChartEnvironment()
    environment.font = context.style.axisFont
    environment.textColor = styles.ink(look).color
    environment.ink = styles.ink(look)
    let layout = NodeLayout(context: context)
    let node = layout.stacked(_ViewCollector(environment: environment).nodes(of: view))
    var size = layout.size(of: node)
    // A shape without a size, or with one side, is as large as a symbol, or as that side.
    if size.width == 0 { size.width = size.height > 0 ? size.height : 8 }
    if size.height == 0 { size.height = size.width }
    let frame = CGRect(
      x: center.x - size.width / 2 + look.offset.width,
      y: center.y - size.height / 2 + look.offset.height, width: size.width, height: size.height)
    layout.draw(node, in: frame, into: &scene)
    return frame
  }

  private func draw(
    _ annotation: MarkAnnotation, at frame: CGRect, bounds: CGRect,
    _ environment: ChartEnvironment, into scene: inout Scene
  ) {
    var inner = environment
    inner.font = environment.font ?? context.style.axisFont
    var collector = _ViewCollector(environment: inner)
    collector.annotated = frame.size
    let nodes = collector.nodes(of: annotation.view)
    guard !nodes.isEmpty, frame.intersects(plot.insetBy(dx: -1, dy: -1)) || frame.isEmpty else {
      return
    }
    let layout = NodeLayout(context: context)
    let node = layout.stacked(nodes)
    let size = layout.size(of: node)
    let gap = CGFloat(context.style.isCells ? 0 : annotation.spacing)
    var origin = frame.origin(of: size, annotation.alignment)
    switch annotation.position {
    case .leading, .topLeading, .bottomLeading: origin.x = frame.minX - gap - size.width
    case .trailing, .topTrailing, .bottomTrailing: origin.x = frame.maxX + gap
    case .automatic, .overlay, .top, .bottom: break
    }
    switch annotation.position {
    case .automatic, .top, .topLeading, .topTrailing: origin.y = frame.minY - gap - size.height
    case .bottom, .bottomLeading, .bottomTrailing: origin.y = frame.maxY + gap
    case .overlay, .leading, .trailing: break
    }
    if let room = boundary(annotation.overflow.x, fits: size.width <= plot.width, bounds, plot) {
      origin.x = min(max(origin.x, room.minX), max(room.maxX - size.width, room.minX))
    }
    if let room = boundary(annotation.overflow.y, fits: true, bounds, plot) {
      origin.y = min(max(origin.y, room.minY), max(room.maxY - size.height, room.minY))
    }
    layout.draw(node, in: CGRect(origin: origin, size: size), into: &scene)
  }
}

/// Returns the bounds into which an annotation is moved along an axis; `nil` if it stays. By
/// default they are the plot, or as near to it as the annotation's size allows.
private func boundary(
  _ strategy: AnnotationOverflowResolution.Strategy, fits: Bool, _ chart: CGRect, _ plot: CGRect
) -> CGRect? {
  switch strategy.kind {
  case .automatic, .fit(.automatic): fits ? plot : chart
  case .fit(.plot): plot
  case .fit(.chart): chart
  case .disabled: nil
  }
}

extension MarkDimension {
  /// Returns the length of a mark where a place has a length; all of it for an inset that is no number.
  ///
  /// - Parameter sides: The number of sides from which an inset is taken.
  func length(of place: Double, automatic: Double, sides: Double = 2) -> Double {
    switch kind {
    case .automatic: automatic
    case .fixed(let points): points.isFinite ? points : 0
    case .ratio(let ratio, let sizes):
      ratio.isFinite ? min(max(place * ratio, sizes.lowerBound), sizes.upperBound) : 0
    case .inset(let inset): inset.isFinite ? max(place - sides * inset, 0) : place
    }
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
