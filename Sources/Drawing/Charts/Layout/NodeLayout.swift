/// Measures and draws views: texts, stacks and charts.
struct NodeLayout {
  let context: LayoutContext

  private var measurer: any TextMeasuring { context.measurer }

  /// Returns the size that a view needs; a chart takes what it is given.
  func size(of node: ViewNode) -> CGSize {
    switch node {
    case .text(let run):
      return CGSize(
        width: measurer.width(of: run.text, font: run.font), height: measurer.height(of: run.font))
    case .spacer: return .zero
    case .chart(let chart):
      return CGSize(
        width: chart.environment.frame.width ?? 0, height: chart.environment.frame.height ?? 0)
    case .stack(let stack):
      let sizes = stack.nodes.map(size)
      let gaps = CGFloat(spacing(of: stack) * Double(max(stack.nodes.count - 1, 0)))
      if stack.isVertical {
        return CGSize(
          width: sizes.map(\.width).max() ?? 0, height: sizes.reduce(gaps) { $0 + $1.height })
      }
      return CGSize(
        width: sizes.reduce(gaps) { $0 + $1.width }, height: sizes.map(\.height).max() ?? 0)
    }
  }

  /// Views of one place, as one.
  func size(of nodes: [ViewNode]) -> CGSize { size(of: stacked(nodes)) }

  func stacked(_ nodes: [ViewNode], alignment: Alignment = .center) -> ViewNode {
    nodes.count == 1
      ? nodes[0]
      : .stack(StackNode(isVertical: true, alignment: alignment, spacing: 1, nodes: nodes))
  }

  /// Draws a view into a frame. Charts share what the others leave of it.
  func draw(_ node: ViewNode, in frame: CGRect, into scene: inout Scene) {
    switch node {
    case .spacer: break
    case .text(let run):
      let text = measurer.fitted(run.text, font: run.font, width: Double(frame.width) + 0.01)
      let extent = measurer.extent(of: run.font)
      if let background = run.background, !context.style.isCells {
        let box = frame.insetBy(dx: -2, dy: 0)
        scene.fill(Path(roundedRect: box, cornerRadius: 3), background, role: .mark)
      }
      scene.elements.append(
        .text(
          Scene.TextElement(
            text: text, font: run.font, color: run.color,
            origin: CGPoint(
              x: Double(frame.midX),
              y: Double(frame.midY) + (extent.ascent - extent.descent) / 2),
            anchor: .middle, width: measurer.width(of: text, font: run.font))))
    case .chart(let chart):
      ChartLayout(chart: chart, context: context).draw(in: frame, into: &scene)
    case .stack(let stack): draw(stack, in: frame, into: &scene)
    }
  }

  private func spacing(of stack: StackNode) -> Double { context.style.isCells ? 0 : stack.spacing }

  private func draw(_ stack: StackNode, in frame: CGRect, into scene: inout Scene) {
    let sizes = stack.nodes.map(size)
    let gap = spacing(of: stack)
    let total = Double(stack.isVertical ? frame.height : frame.width)
    let fixed =
      sizes.reduce(0.0) { $0 + Double(stack.isVertical ? $1.height : $1.width) }
      + gap * Double(max(stack.nodes.count - 1, 0))
    let flexible = zip(stack.nodes, sizes).map { node, size -> Bool in
      switch node {
      case .spacer: true
      case .chart: (stack.isVertical ? size.height : size.width) == 0
      default: false
      }
    }
    let share = max(total - fixed, 0) / Double(max(flexible.filter { $0 }.count, 1))
    var place = Double(stack.isVertical ? frame.minY : frame.minX)
    for (index, node) in stack.nodes.enumerated() {
      let size = sizes[index]
      let length = flexible[index] ? share : Double(stack.isVertical ? size.height : size.width)
      var box = frame
      if stack.isVertical {
        box.origin.y = CGFloat(place)
        box.size.height = CGFloat(length)
        if case .text = node {
          box.size.width = min(size.width, frame.width)
          switch stack.alignment.horizontal {
          case .leading: break
          case .center: box.origin.x = frame.midX - box.width / 2
          case .trailing: box.origin.x = frame.maxX - box.width
          }
        }
      } else {
        box.origin.x = CGFloat(place)
        box.size.width = CGFloat(length)
      }
      draw(node, in: box, into: &scene)
      place += length + gap
    }
  }
}
