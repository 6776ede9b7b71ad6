/// Measures and draws views: texts, shapes, stacks and charts.
struct NodeLayout {
  let context: LayoutContext

  private var measurer: any TextMeasuring { context.measurer }

  /// Returns the size that a view needs; a chart or a shape takes the size it is given.
  func size(of node: ViewNode) -> CGSize {
    switch node {
    case .text(let run):
      return CGSize(
        width: measurer.width(of: run.text, font: run.font), height: measurer.height(of: run.font))
    case .spacer, .shape, .reader: return .zero
    case .chart(let chart):
      return CGSize(
        width: chart.environment.frame.width ?? 0, height: chart.environment.frame.height ?? 0)
    case .plot(let plot): return CGSize(width: plot.width ?? 0, height: plot.height ?? 0)
    case .box(let box):
      let inner = size(of: box.nodes, alignment: box.alignment)
      let sides = box.padding
      return CGSize(
        width: box.width ?? Double(inner.width + sides.leading + sides.trailing),
        height: box.height ?? Double(inner.height + sides.top + sides.bottom))
    case .stack(let stack):
      let sizes = stack.nodes.map(size)
      let gaps = CGFloat(spacing(of: stack) * Double(max(stack.nodes.count - 1, 0)))
      let (widest, highest) = (sizes.map(\.width).max() ?? 0, sizes.map(\.height).max() ?? 0)
      switch stack.direction {
      case .vertical:
        return CGSize(width: widest, height: sizes.reduce(gaps) { $0 + $1.height })
      case .horizontal:
        return CGSize(width: sizes.reduce(gaps) { $0 + $1.width }, height: highest)
      case .depth: return CGSize(width: widest, height: highest)
      }
    }
  }

  /// Views of one place, as one.
  func size(of nodes: [ViewNode], alignment: Alignment = .center) -> CGSize {
    size(of: stacked(nodes, alignment: alignment))
  }

  /// Returns how many charts below each other have no given height.
  func openCharts(in node: ViewNode) -> Int {
    switch node {
    case .chart(let chart): chart.environment.frame.height == nil ? 1 : 0
    case .box(let box):
      box.height == nil ? box.nodes.reduce(0) { $0 + openCharts(in: $1) } : 0
    case .stack(let stack):
      stack.direction == .vertical
        ? stack.nodes.reduce(0) { $0 + openCharts(in: $1) }
        : stack.nodes.map { openCharts(in: $0) }.max() ?? 0
    case .text, .spacer, .shape, .plot, .reader: 0
    }
  }

  /// Views of a page from top to bottom; one alone as it is.
  static func column(_ nodes: [ViewNode]) -> ViewNode {
    nodes.count == 1
      ? nodes[0]
      : .stack(StackNode(direction: .vertical, alignment: .leading, spacing: 8, nodes: nodes))
  }

  func stacked(_ nodes: [ViewNode], alignment: Alignment = .center) -> ViewNode {
    nodes.count == 1
      ? nodes[0]
      : .stack(StackNode(direction: .vertical, alignment: alignment, spacing: 1, nodes: nodes))
  }

  /// Returns whether a view takes the room that others leave.
  private func isFlexible(_ node: ViewNode, isVertical: Bool) -> Bool {
    switch node {
    case .spacer, .shape, .reader: true
    case .text: false
    case .chart, .plot: (isVertical ? size(of: node).height : size(of: node).width) == 0
    case .stack(let stack): stack.nodes.contains { isFlexible($0, isVertical: isVertical) }
    case .box(let box):
      (isVertical ? box.height : box.width) == nil
        && ((isVertical ? box.fillsHeight : box.fillsWidth)
          || box.nodes.contains { isFlexible($0, isVertical: isVertical) })
    }
  }

  /// Draws a view into a frame. Charts share the room that the others leave.
  func draw(_ node: ViewNode, in frame: CGRect, into scene: inout Scene) {
    switch node {
    case .spacer, .plot: break
    case .text(let run):
      let text = measurer.fitted(run.text, font: run.font, width: Double(frame.width) + 0.01)
      let extent = measurer.extent(of: run.font)
      if let background = run.background, !context.style.isCells {
        let box = frame.insetBy(dx: -2, dy: 0)
        scene.fill(Path(roundedRect: box, cornerRadius: 3), _Ink(background), role: .mark)
      }
      scene.elements.append(
        .text(
          Scene.TextElement(
            text: text, font: run.font, color: run.color,
            origin: CGPoint(
              x: Double(frame.midX),
              y: Double(frame.midY) + (extent.ascent - extent.descent) / 2),
            anchor: .middle, width: measurer.width(of: text, font: run.font))))
    case .shape(let shape):
      let path = shape.shape.path(frame)
      if let fill = shape.fill { scene.fill(path, fill, role: .mark) }
      if let stroke = shape.stroke { scene.stroke(path, stroke.ink, stroke.style, role: .mark) }
    case .chart(let chart):
      ChartLayout(chart: chart, context: context).draw(in: frame, into: &scene)
    case .reader(let view):
      draw(view(frame), Alignment.topLeading, in: frame, into: &scene)
    case .box(let box): draw(box, in: frame, into: &scene)
    case .stack(let stack): draw(stack, in: frame, into: &scene)
    }
  }

  /// Draws views of one place, each in its own size or, if it is flexible, in the whole frame.
  func draw(
    _ nodes: [ViewNode], _ alignment: Alignment, in frame: CGRect, into scene: inout Scene
  ) {
    for node in nodes {
      draw(node, in: placed(node, alignment, in: frame), into: &scene)
    }
  }

  /// Draws the views behind or above a chart.
  func draw(
    _ view: ErasedView, _ layer: ChartLayer, _ frame: CGRect, into scene: inout Scene
  ) {
    var environment = ChartEnvironment()
    environment.font = context.style.axisFont
    let nodes = _ViewCollector(environment: environment).nodes(of: view)
    draw(nodes, layer.alignment, in: frame, into: &scene)
  }

  private func placed(_ node: ViewNode, _ alignment: Alignment, in frame: CGRect) -> CGRect {
    let own = size(of: node)
    let width = isFlexible(node, isVertical: false) ? frame.width : min(own.width, frame.width)
    let height = isFlexible(node, isVertical: true) ? frame.height : own.height
    let size = CGSize(width: width, height: height)
    return CGRect(origin: frame.origin(of: size, alignment), size: size)
  }

  private func draw(_ box: BoxNode, in frame: CGRect, into scene: inout Scene) {
    var frame = frame
    if let position = box.position {
      let size = size(of: box.nodes, alignment: box.alignment)
      frame = CGRect(
        x: frame.minX + position.x - size.width / 2, y: frame.minY + position.y - size.height / 2,
        width: size.width, height: size.height)
    }
    if let width = box.width {
      frame.origin.x = frame.midX - CGFloat(width) / 2
      frame.size.width = CGFloat(width)
    }
    if let height = box.height {
      frame.origin.y = frame.midY - CGFloat(height) / 2
      frame.size.height = CGFloat(height)
    }
    if let aspect = box.aspect, aspect > 0, aspect.isFinite {
      let width = min(Double(frame.width), Double(frame.height) * aspect)
      frame = CGRect(
        x: Double(frame.midX) - width / 2, y: Double(frame.midY) - width / aspect / 2,
        width: width, height: width / aspect)
    }
    frame = frame.offsetBy(dx: box.offset.width, dy: box.offset.height)
    let first = scene.elements.count
    if let background = box.background {
      scene.fill((box.shape ?? background.shape).path(frame), background.ink, role: .mark)
    }
    for layer in box.layers where !layer.isAbove {
      draw(layer.nodes, layer.alignment, in: frame, into: &scene)
    }
    let sides = box.padding
    let inner = CGRect(
      x: frame.minX + sides.leading, y: frame.minY + sides.top,
      width: max(frame.width - sides.leading - sides.trailing, 0),
      height: max(frame.height - sides.top - sides.bottom, 0))
    draw(box.nodes, box.alignment, in: inner, into: &scene)
    for layer in box.layers where layer.isAbove {
      draw(layer.nodes, layer.alignment, in: frame, into: &scene)
    }
    if let border = box.border {
      scene.stroke(
        Path(frame), _Ink(border.color), StrokeStyle(lineWidth: CGFloat(border.width)), role: .mark)
    }
    if box.opacity < 1 { scene.fade(from: first, by: box.opacity) }
  }

  private func spacing(of stack: StackNode) -> Double { context.style.isCells ? 0 : stack.spacing }

  private func draw(_ stack: StackNode, in frame: CGRect, into scene: inout Scene) {
    guard stack.direction != .depth else {
      return draw(stack.nodes, stack.alignment, in: frame, into: &scene)
    }
    let isVertical = stack.direction == .vertical
    let sizes = stack.nodes.map(size)
    let gap = spacing(of: stack)
    let total = Double(isVertical ? frame.height : frame.width)
    let fixed =
      sizes.reduce(0.0) { $0 + Double(isVertical ? $1.height : $1.width) }
      + gap * Double(max(stack.nodes.count - 1, 0))
    let flexible = stack.nodes.map { isFlexible($0, isVertical: isVertical) }
    let share = max(total - fixed, 0) / Double(max(flexible.filter { $0 }.count, 1))
    var place = Double(isVertical ? frame.minY : frame.minX)
    for (index, node) in stack.nodes.enumerated() {
      let size = sizes[index]
      let own = Double(isVertical ? size.height : size.width)
      let length = flexible[index] ? own + share : own
      var box = frame
      if isVertical {
        box.origin.y = CGFloat(place)
        box.size.height = CGFloat(length)
        if !isFlexible(node, isVertical: false), size.width > 0 {
          box.size.width = min(size.width, frame.width)
          box.origin.x = frame.origin(of: box.size, stack.alignment).x
        }
      } else {
        box.origin.x = CGFloat(place)
        box.size.width = CGFloat(length)
        if !isFlexible(node, isVertical: true), size.height > 0, stack.alignment.vertical != .center
        {
          box.size.height = min(size.height, frame.height)
          if stack.alignment.vertical == .bottom { box.origin.y = frame.maxY - box.height }
        }
      }
      draw(node, in: box, into: &scene)
      place += length + gap
    }
  }
}
