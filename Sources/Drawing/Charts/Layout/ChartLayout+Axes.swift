extension ChartLayout {
  func drawLines(
    _ plan: AxisPlan, _ scale: Scale, _ plot: CGRect, into scene: inout Scene
  ) {
    for (index, mark) in plan.marks.enumerated() {
      for element in mark.elements {
        switch element {
        case .gridLine(let line):
          let place = place(line, mark, index, plan, scale)
          guard isInside(place, plot, plan.isX) else { continue }
          let path = crossing(place, plan.isX, from: plot, line)
          scene.stroke(
            path, _Ink(line.color ?? .gridLine), line.stroke ?? StrokeStyle(lineWidth: 1),
            role: .grid)
        case .tick(let line, let length):
          let place = place(line, mark, index, plan, scale)
          guard isInside(place, plot, plan.isX) else { continue }
          let points = plan.tickLength(length, of: mark, style)
          guard points > 0 else { continue }
          var edge = plot
          switch plan.edge {
          case .bottom: edge = CGRect(x: plot.minX, y: plot.maxY, width: plot.width, height: points)
          case .top:
            edge = CGRect(
              x: plot.minX, y: plot.minY - CGFloat(points), width: plot.width, height: points)
          case .trailing:
            edge = CGRect(x: plot.maxX, y: plot.minY, width: points, height: plot.height)
          case .leading:
            edge = CGRect(
              x: plot.minX - CGFloat(points), y: plot.minY, width: points, height: plot.height)
          }
          scene.stroke(
            crossing(place, plan.isX, from: edge, line), _Ink(line.color ?? .axisTick),
            line.stroke ?? StrokeStyle(lineWidth: 1), role: .axis)
        case .label: break
        }
      }
    }
  }

  private func place(
    _ line: AxisLine, _ mark: AxisPlan.Mark, _ index: Int, _ plan: AxisPlan, _ scale: Scale
  ) -> Double {
    guard line.isCentered, scale.kind != .category else { return scale.position(mark.value) }
    let next = index + 1 < plan.marks.count ? plan.marks[index + 1].value : scale.high
    return scale.position(mark.value + (next - mark.value) / 2)
  }

  private func isInside(_ place: Double, _ plot: CGRect, _ isX: Bool) -> Bool {
    isX
      ? place >= Double(plot.minX) - 0.5 && place <= Double(plot.maxX) + 0.5
      : place >= Double(plot.minY) - 0.5 && place <= Double(plot.maxY) + 0.5
  }

  /// Returns a line across a frame, on whole pixels where it is one point wide.
  private func crossing(_ place: Double, _ isX: Bool, from frame: CGRect, _ line: AxisLine) -> Path
  {
    let crisp = (line.stroke?.lineWidth ?? 1) == 1 ? (place - 0.5).rounded() + 0.5 : place
    var path = Path()
    path.addLines(
      isX
        ? [CGPoint(x: CGFloat(crisp), y: frame.minY), CGPoint(x: CGFloat(crisp), y: frame.maxY)]
        : [CGPoint(x: frame.minX, y: CGFloat(crisp)), CGPoint(x: frame.maxX, y: CGFloat(crisp))])
    return path
  }

  func drawLabels(
    _ plan: AxisPlan, _ scale: Scale, _ plot: CGRect, _ bounds: CGRect, into scene: inout Scene
  ) {
    let layout = NodeLayout(context: context)
    let ticks = plan.tickDepth(style)
    // Labels stay in the picture: the outermost move inward.
    let spans = plan.marks.map { mark -> ClosedRange<Double>? in
      guard !mark.label.isEmpty, isInside(scale.position(mark.value), plot, plan.isX),
        scale.contains(mark.labelValue)
      else {
        return nil
      }
      let length = Double(plan.isX ? mark.labelSize.width : mark.labelSize.height)
      let (least, most) =
        plan.isX
        ? (Double(bounds.minX), Double(bounds.maxX)) : (Double(bounds.minY), Double(bounds.maxY))
      var start = scale.position(mark.labelValue) - length / 2
      start = max(min(start, most - length), least)
      if style.isCells { start = (start / (plan.isX ? 8 : 16)).rounded() * (plan.isX ? 8 : 16) }
      return start...start + length
    }
    let distance = plan.isX ? style.leastLabelDistance.x : style.leastLabelDistance.y
    for index in LabelCollisions.shown(spans, distance: distance, resolution: plan.collision) {
      guard let span = spans[index] else { continue }
      let mark = plan.marks[index]
      let size = mark.labelSize
      var frame = CGRect(origin: .zero, size: size)
      switch plan.edge {
      case .bottom:
        frame.origin = CGPoint(
          x: span.lowerBound, y: Double(plot.maxY) + ticks + style.labelGap)
      case .top:
        frame.origin = CGPoint(
          x: span.lowerBound,
          y: Double(plot.minY) - ticks - style.labelGap - Double(size.height))
      case .trailing:
        frame.origin = CGPoint(x: Double(plot.maxX) + ticks + style.sideGap, y: span.lowerBound)
      case .leading:
        frame.origin = CGPoint(
          x: Double(plot.minX) - ticks - style.sideGap - Double(size.width), y: span.lowerBound)
      }
      if mark.isVertical, case .text(let run)? = mark.label.first {
        drawTurned(run, in: frame, degrees: 90, into: &scene)
      } else {
        layout.draw(layout.stacked(mark.label), in: frame, into: &scene)
      }
    }
  }

  /// Draws a text that runs down (90°) or up (−90°) through the middle of a frame.
  func drawTurned(
    _ run: TextRun, in frame: CGRect, degrees: Double, into scene: inout Scene
  ) {
    let extent = measurer.extent(of: run.font)
    let shift = (extent.ascent - extent.descent) / 2 * (degrees > 0 ? -1 : 1)
    scene.elements.append(
      .text(
        Scene.TextElement(
          text: run.text, font: run.font, color: run.color,
          origin: CGPoint(x: Double(frame.midX) + shift, y: Double(frame.midY)),
          anchor: .middle, width: measurer.width(of: run.text, font: run.font),
          rotation: degrees)))
  }
}
