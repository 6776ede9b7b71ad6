import CivilTime

/// Lays a chart out: domains, axes, legend, plot and marks.
struct ChartLayout {
  let chart: ChartNode
  let context: LayoutContext

  var environment: ChartEnvironment { chart.environment }
  var style: LayoutStyle { context.style }
  var measurer: any TextMeasuring { context.measurer }

  /// A chart whose marks have numbers.
  private struct Content {
    var marks: [Mark]
    let traits: [MarkTraits]
    var x: AxisCollector
    var y: AxisCollector
    let styles: MarkStyles
  }

  /// The room around the plot, at each of its edges.
  private struct Margins {
    private var depths: [AxisPlan.Edge: Double] = [:]

    subscript(edge: AxisPlan.Edge) -> Double {
      get { depths[edge] ?? 0 }
      set { depths[edge] = newValue }
    }
  }

  func draw(in frame: CGRect, into scene: inout Scene) {
    let content = collect()
    if let ink = environment.frame.background {
      scene.fill(environment.frame.shape?.path(frame) ?? Path(frame), ink, role: .background)
    }
    let padding = CGFloat(environment.padding ?? 0)
    let bounds = frame.insetBy(
      dx: min(padding, frame.width / 2), dy: min(padding, frame.height / 2))
    let xPlanner = planner(isX: true, content)
    let yPlanner = planner(isX: false, content)
    var frameMargins = Margins()
    let legend = legend(content.styles, bounds, &frameMargins)
    let names = names(bounds, content, &frameMargins)

    // Widths depend on labels, and these on heights: once with a guess, then with its result.
    var plot = inset(bounds, frameMargins)
    plot.size.width = max(plot.width - 40, 1)
    plot.size.height = max(plot.height - 24, 1)
    var xPlans: [AxisPlan] = []
    var yPlans: [AxisPlan] = []
    for _ in 0..<2 {
      let xScale = scale(xPlanner, content.x, length: Double(plot.width))
      let yScale = scale(yPlanner, content.y, length: Double(plot.height))
      xPlans = xPlanner.plans(scale: xScale, length: Double(plot.width))
      yPlans = yPlanner.plans(scale: yScale, length: Double(plot.height))
      var margins = frameMargins
      for plan in xPlans + yPlans { add(plan, to: &margins) }
      plot = inset(bounds, margins)
      plot = shaped(plot)
    }
    let xScale = placed(
      xPlans.first?.scale ?? scale(xPlanner, content.x, length: Double(plot.width)), plot, isX: true
    )
    let yScale = placed(
      yPlans.first?.scale ?? scale(yPlanner, content.y, length: Double(plot.height)), plot,
      isX: false)

    let proxy = ChartProxy(plot: plot, x: xScale, y: yScale, styles: content.styles)
    let layout = NodeLayout(context: context)
    for layer in environment.backgrounds {
      layout.draw(layer.view(proxy), layer, bounds, into: &scene)
    }
    if let ink = environment.plot.background {
      scene.fill(environment.plot.shape?.path(plot) ?? Path(plot), ink, role: .background)
    }
    for layer in environment.plot.layers where !layer.isAbove {
      layout.draw(layer.nodes, layer.alignment, in: plot, into: &scene)
    }
    for plan in xPlans { drawLines(plan, xScale, plot, into: &scene) }
    for plan in yPlans { drawLines(plan, yScale, plot, into: &scene) }
    let isWithin = xScale.holds(content.x) && yScale.holds(content.y)
    MarkDrawing(
      marks: content.marks, traits: content.traits, styles: content.styles, x: xScale, y: yScale,
      plot: plot, clip: isWithin || environment.plot.isClipped ? plot : frame, context: context
    ).draw(into: &scene, bounds: bounds, environment: environment)
    for layer in environment.plot.layers where layer.isAbove {
      layout.draw(layer.nodes, layer.alignment, in: plot, into: &scene)
    }
    if let border = environment.plot.border {
      scene.stroke(
        Path(plot), _Ink(border.color), StrokeStyle(lineWidth: CGFloat(border.width)), role: .axis)
    }
    // The outermost labels may use the picture's own margin.
    let margin = CGFloat(max(style.padding - 2, 0))
    let room = frame.insetBy(dx: -margin, dy: -margin)
    for plan in xPlans { drawLabels(plan, xScale, plot, room, into: &scene) }
    for plan in yPlans { drawLabels(plan, yScale, plot, room, into: &scene) }
    draw(names, plot: plot, bounds: bounds, xPlans, yPlans, into: &scene)
    draw(legend, plot: plot, bounds: bounds, into: &scene)
    for layer in environment.overlays {
      layout.draw(layer.view(proxy), layer, bounds, into: &scene)
    }
    scene.plots.append(
      ChartPlot(
        left: Double(plot.minX), top: Double(plot.minY), width: Double(plot.width),
        height: Double(plot.height), low: xScale.low, high: xScale.high))
    let sentence = describe(content, xScale, yScale)
    scene.description += scene.description.isEmpty ? sentence : " " + sentence
  }

  // MARK: Content

  private func collect() -> Content {
    var collector = _MarkCollector(calendar: context.calendar)
    chart.collectMarks(&collector)
    collector.plotFunctions(over: environment.x.scale.domain)
    var content = Content(
      marks: collector.marks, traits: collector.traitsTable, x: collector.x, y: collector.y,
      styles: MarkStyles(keys: collector.keys, environment: environment))
    reorder(&content.marks, content.x, environment.x, \.x)
    reorder(&content.marks, content.y, environment.y, \.y)
    let (xKind, yKind) = (content.x.kind, content.y.kind)
    Stacking.apply(to: &content.marks, traits: content.traits) { mark in
      isUpright(mark, xKind, yKind)
    }
    // A stack reaches further than its parts, and a bar or area begins at 0.
    for mark in content.marks where mark.isPlaced && (mark.kind == .bar || mark.kind == .area) {
      if mark.x.kind == .between, xKind == .number {
        content.x.extend(to: mark.x.start)
        content.x.extend(to: mark.x.end)
      }
      if mark.y.kind == .between, yKind == .number {
        content.y.extend(to: mark.y.start)
        content.y.extend(to: mark.y.end)
      }
    }
    return content
  }

  /// Returns whether a bar stands: unless only its x holds numbers.
  private func isUpright(_ mark: Mark, _ x: AxisKind?, _ y: AxisKind?) -> Bool {
    if mark.kind == .area { return mark.x.kind != .between }
    // From one value to another: along that axis.
    if mark.x.kind == .between, mark.y.kind != .between { return false }
    if mark.y.kind == .between { return true }
    if mark.x.kind == .bin { return true }
    if mark.y.kind == .bin { return false }
    return !(x == .number && y != .number)
  }

  /// Gives categories the order of the axis' domain.
  private func reorder(
    _ marks: inout [Mark], _ axis: AxisCollector, _ settings: AxisSettings,
    _ path: WritableKeyPath<Mark, AxisPosition>
  ) {
    let settings = DomainInference(axis: axis, settings: settings, tickCount: 0).modified().settings
    guard axis.kind == .category, case .values(let domain) = settings.scale.domain else { return }
    let order = CategoryOrder(axis.categories, domain: domain)
    for index in marks.indices where marks[index].isPlaced {
      let position = marks[index][keyPath: path]
      guard position.kind != .points else { continue }
      marks[index][keyPath: path].start = Double(order.indices[Int(position.start)])
      marks[index][keyPath: path].end = Double(order.indices[Int(position.end)])
    }
  }

  // MARK: Frames

  private func planner(isX: Bool, _ content: Content) -> AxisPlanner {
    var settings = isX ? environment.x : environment.y
    let axis = isX ? content.x : content.y
    // A round chart has no axes, nor has a direction in which the marks have no values.
    let isRound = content.marks.allSatisfy { $0.kind == .sector }
    let isUnused = axis.kind == nil && settings.axes == nil && !settings.scale.hasDomain
    if !content.marks.isEmpty, isRound || isUnused { settings.axisVisibility = .hidden }
    return AxisPlanner(
      isX: isX, axis: axis, settings: settings, context: context, environment: environment)
  }

  private func scale(_ planner: AxisPlanner, _ axis: AxisCollector, length: Double) -> Scale {
    DomainInference(
      axis: axis, settings: planner.settings, tickCount: planner.tickCount(length: length)
    ).scale()
  }

  private func inset(_ bounds: CGRect, _ margins: Margins) -> CGRect {
    CGRect(
      x: Double(bounds.minX) + margins[.leading], y: Double(bounds.minY) + margins[.top],
      width: max(Double(bounds.width) - margins[.leading] - margins[.trailing], 1),
      height: max(Double(bounds.height) - margins[.top] - margins[.bottom], 1))
  }

  /// Returns the plot in the size and proportion that its style asks for, if there is room.
  private func shaped(_ plot: CGRect) -> CGRect {
    var plot = plot
    let wanted = environment.plot
    let room = plot
    if let width = wanted.width { plot.size.width = min(max(CGFloat(width), 1), plot.width) }
    if let height = wanted.height { plot.size.height = min(max(CGFloat(height), 1), plot.height) }
    if let aspect = wanted.aspect, aspect > 0, aspect.isFinite {
      let width = min(Double(plot.width), Double(plot.height) * aspect)
      plot.size = CGSize(width: width, height: width / aspect)
    }
    plot.origin.x = room.midX - plot.width / 2
    plot.origin.y = room.midY - plot.height / 2
    if style.isCells {
      // Whole cells, so that labels stand where their lines are.
      plot.origin.x = (plot.origin.x / 8).rounded() * 8
      plot.origin.y = (plot.origin.y / 16).rounded() * 16
      plot.size.width = max((plot.width / 8).rounded(.down) * 8, 8)
      plot.size.height = max((plot.height / 16).rounded(.down) * 16, 16)
    }
    return plot
  }

  private func add(_ plan: AxisPlan, to margins: inout Margins) {
    let depth = plan.labelDepth
    guard !plan.marks.isEmpty else { return }
    let ticks = plan.tickDepth(style)
    let labels = depth > 0 ? depth + (plan.isX ? style.labelGap : style.sideGap) : 0
    margins[plan.edge] += ticks + labels
    guard !plan.isX, !style.isCells else { return }
    // Half of a label beside the plot reaches above and below it.
    let half = measurer.height(of: style.axisFont) / 2
    margins[.top] = max(margins[.top], half)
    margins[.bottom] = max(margins[.bottom], half)
  }

  private func placed(_ scale: Scale, _ plot: CGRect, isX: Bool) -> Scale {
    let range = (isX ? environment.x : environment.y).scale.range
    func finite(_ value: Double) -> Double { value.isFinite ? value : 0 }
    let length = Double(isX ? plot.width : plot.height)
    var first = finite(range.start)
    var last = length - finite(range.end)
    if style.isCells {
      // Values at the ends lie in the middle of a cell, where their labels are.
      first += isX ? 4 : 8
      last -= isX ? 4 : 8
    }
    if last - first < 1 { (first, last) = (0, length) }
    // A category axis down the side begins at the top, as one reads.
    let isDownward = !isX && scale.kind != .category
    func place(_ share: Double) -> Double {
      let along = first + share * (last - first)
      return isX
        ? Double(plot.minX) + along
        : isDownward ? Double(plot.maxY) - along : Double(plot.minY) + along
    }
    var placed = scale
    placed.start = place(scale.start)
    placed.end = place(scale.end)
    return placed
  }

  // MARK: Names of the axes

  private struct PlacedName {
    let name: AxisName
    let isX: Bool
    let edge: AxisPlan.Edge
    /// The distance from the frame's edge.
    let offset: Double
    /// Whether the y axis is at the right.
    let isTrailing: Bool

    var isTurned: Bool { edge == .leading || edge == .trailing }
  }

  /// Reserves room for the names. A name of the y axis stands level above the plot, over its labels,
  /// unless it is placed at a side.
  private func names(
    _ bounds: CGRect, _ content: Content, _ margins: inout Margins
  ) -> [PlacedName] {
    let depth = measurer.height(of: style.nameFont) + style.nameGap
    let declared = environment.y.axes?.first?.position
    let isTrailing =
      declared == .trailing || (declared != .leading && content.y.kind != .category)
    var placed: [PlacedName] = []
    for (names, isX) in [(environment.x.names, true), (environment.y.names, false)] {
      for name in names {
        let edge: AxisPlan.Edge =
          switch name.position.edge {
          case .leading where !isX && !style.isCells: .leading
          case .trailing where !isX && !style.isCells: .trailing
          case .top: .top
          case .bottom: .bottom
          default: isX ? .bottom : .top
          }
        placed.append(
          PlacedName(
            name: name, isX: isX, edge: edge, offset: margins[edge], isTrailing: isTrailing))
        // The labels' own half height lies below the name of a y axis.
        let half =
          isX || edge != .top || style.isCells ? 0 : measurer.height(of: style.axisFont) / 2
        margins[edge] += depth + half
      }
    }
    return placed
  }

  private func draw(
    _ names: [PlacedName], plot: CGRect, bounds: CGRect, _ xPlans: [AxisPlan],
    _ yPlans: [AxisPlan], into scene: inout Scene
  ) {
    let height = measurer.height(of: style.nameFont)
    let layout = NodeLayout(context: context)
    for name in names {
      var run = TextRun(text: name.name.text, font: style.nameFont, color: .secondary)
      let room = Double(name.isTurned ? bounds.height : bounds.width)
      run.text = measurer.fitted(run.text, font: run.font, width: room)
      let width = measurer.width(of: run.text, font: run.font)
      func aligned(_ low: CGFloat, _ high: CGFloat) -> Double {
        let alignment = name.name.alignment.horizontal
        let start: Double
        if name.isX {
          switch alignment {
          case .leading: start = Double(low)
          case .center: start = Double(low + high) / 2 - width / 2
          case .trailing: start = Double(high) - width
          }
        } else {
          // Over the labels that it names.
          let depths = yPlans.map { $0.tickDepth(style) + $0.labelDepth + style.sideGap }
          let depth = depths.max() ?? 0
          start =
            name.isTrailing
            ? Double(plot.maxX) + depth - width : Double(plot.minX) - depth
        }
        return min(
          max(start, Double(bounds.minX)), max(Double(bounds.maxX) - width, Double(bounds.minX)))
      }
      switch name.edge {
      case .top, .bottom:
        let y =
          name.edge == .top
          ? Double(bounds.minY) + name.offset : Double(bounds.maxY) - name.offset - height
        layout.draw(
          .text(run),
          in: CGRect(x: aligned(plot.minX, plot.maxX), y: y, width: width, height: height),
          into: &scene)
      case .leading, .trailing:
        let x =
          name.edge == .leading
          ? Double(bounds.minX) + name.offset : Double(bounds.maxX) - name.offset - height
        let middle = Double(plot.midY)
        let top = min(max(middle - width / 2, Double(bounds.minY)), Double(bounds.maxY) - width)
        drawTurned(
          run, in: CGRect(x: x, y: top, width: height, height: width), degrees: -90, into: &scene)
      }
    }
  }

  // MARK: Legend

  private struct PlacedLegend {
    let layout: LegendLayout
    /// The view that is drawn in place of the names, with its size.
    let view: (node: ViewNode, size: CGSize)?
    /// `nil` within the plot.
    let edge: AxisPlan.Edge?
    let offset: Double
  }

  private func legend(
    _ styles: MarkStyles, _ bounds: CGRect, _ margins: inout Margins
  ) -> PlacedLegend? {
    let settings = environment.legend
    guard settings.visibility != .hidden else { return nil }
    let position = settings.position
    let edge = position == .overlay ? nil : position.edge ?? .bottom
    let isColumn = edge == .leading || edge == .trailing
    let layout = LegendLayout(
      styles: styles, context: context, width: Double(bounds.width) * (isColumn ? 0.35 : 1),
      isColumn: isColumn)
    let nodes = NodeLayout(context: context)
    let own = settings.view.map { view -> (node: ViewNode, size: CGSize) in
      var inner = environment
      inner.font = environment.font ?? style.legendFont
      let node = nodes.stacked(_ViewCollector(environment: inner).nodes(of: view))
      return (node, nodes.size(of: node))
    }
    guard !layout.entries.isEmpty || layout.ramp != nil || own != nil else { return nil }
    let gap = settings.spacing ?? style.legendGap
    let size = own?.size ?? layout.size
    let depth = Double(isColumn ? size.width : size.height) + gap
    guard let edge else { return PlacedLegend(layout: layout, view: own, edge: nil, offset: 0) }
    defer { margins[edge] += depth }
    return PlacedLegend(layout: layout, view: own, edge: edge, offset: margins[edge])
  }

  private func draw(
    _ legend: PlacedLegend?, plot: CGRect, bounds: CGRect, into scene: inout Scene
  ) {
    guard let legend else { return }
    let size = legend.view?.size ?? legend.layout.size
    var origin = CGPoint(x: bounds.minX, y: plot.minY)
    var width = Double(bounds.width)
    switch legend.edge {
    case .top: origin.y = bounds.minY + CGFloat(legend.offset)
    case .bottom: origin.y = bounds.maxY - CGFloat(legend.offset) - size.height
    case .leading:
      origin.x = bounds.minX + CGFloat(legend.offset)
      width = Double(size.width)
    case .trailing:
      origin.x = bounds.maxX - CGFloat(legend.offset) - size.width
      width = Double(size.width)
    case nil:
      origin = CGPoint(x: plot.minX + 6, y: plot.minY + 6)
      width = Double(plot.width) - 12
    }
    if legend.edge == .top || legend.edge == .bottom {
      origin.x = bounds.origin(of: size, environment.legend.alignment ?? .leading).x
    }
    guard let view = legend.view else {
      return legend.layout.draw(at: origin, width: width, into: &scene)
    }
    NodeLayout(context: context).draw(
      view.node, in: CGRect(origin: origin, size: view.size), into: &scene)
  }

  // MARK: Description

  /// Returns a description for a reader who does not see the chart.
  private func describe(_ content: Content, _ x: Scale, _ y: Scale) -> String {
    var sentence = environment.accessibilityLabel.map { $0 + ". " } ?? ""
    let placed = content.marks.filter(\.isPlaced)
    guard !placed.isEmpty else { return sentence + "Chart without data." }
    let names: [(_MarkKind, String, String)] = [
      (.bar, "bar", "bars"), (.line, "point of a line", "points of lines"),
      (.area, "point of an area", "points of areas"), (.point, "point", "points"),
      (.rule, "rule", "rules"), (.rectangle, "rectangle", "rectangles"),
      (.sector, "sector", "sectors"),
    ]
    let counts = names.compactMap { kind, one, many -> String? in
      let count = placed.lazy.filter { $0.kind == kind }.count
      return count == 0 ? nil : "\(count) \(count == 1 ? one : many)"
    }
    sentence += "Chart of " + counts.joined(separator: ", ") + "."
    for (axis, scale, letter) in [(content.x, x, "x"), (content.y, y, "y")] {
      guard axis.low <= axis.high else { continue }
      let name = axis.label.flatMap { $0.isEmpty ? nil : $0 } ?? letter
      switch scale.kind {
      case .number:
        sentence += " \(name) from \(Self.plain(axis.low)) to \(Self.plain(axis.high))."
      case .date: sentence += " \(name) from \(time(axis.low)) to \(time(axis.high))."
      case .category:
        let shown = scale.categories.prefix(12).joined(separator: ", ")
        sentence += " \(name): \(shown)\(scale.categories.count > 12 ? " and others" : "")."
      }
    }
    return sentence
  }

  private static func plain(_ value: Double) -> String {
    let digits = max(3 - Int(log10(max(abs(value), 1e-300)).rounded(.down)), 0)
    guard digits < 12, abs(value) < 1e15 else { return "\(value)" }
    let factor = pow(10, Double(min(digits, 6)))
    let rounded = (value * factor).rounded() / factor
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }

  private func time(_ seconds: Double) -> String {
    let moment = context.calendar.moment(seconds)
    return "\(moment.day) \(moment.clock)"
  }
}
