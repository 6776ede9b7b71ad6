/// The sectors of a round chart: clockwise from the top, each as large as its share of all.
struct SectorLayout {
  private let angles: [Int: (start: Double, end: Double)]
  private let center: CGPoint
  private let radius: Double

  init(_ marks: [Mark], in plot: CGRect) {
    center = CGPoint(x: plot.midX, y: plot.midY)
    radius = Double(min(plot.width, plot.height)) / 2
    let sectors = marks.indices.filter { marks[$0].kind == .sector && marks[$0].isPlaced }
    let total = sectors.reduce(0.0) {
      marks[$1].x.kind == .between ? max($0, marks[$1].x.end) : $0 + marks[$1].x.start
    }
    var angles: [Int: (start: Double, end: Double)] = [:]
    var sum = 0.0
    for index in sectors where total > 0 && total.isFinite {
      let position = marks[index].x
      let (low, high) =
        position.kind == .between
        ? (position.start, position.end) : (sum, sum + position.start)
      sum = high
      angles[index] = (low / total * 2 * .pi - .pi / 2, high / total * 2 * .pi - .pi / 2)
    }
    self.angles = angles
  }

  /// Returns the outline of a sector, and the middle of its ring; `nil` for one without an extent.
  func sector(of index: Int, _ look: MarkTraits) -> (path: Path, middle: CGPoint)? {
    guard let (start, end) = angles[index], end > start else { return nil }
    let form = look.form
    let outer = min(form.outerRadius.length(of: radius, automatic: radius, sides: 1), 10_000)
    // The hole is measured from the outer edge.
    let inner = min(max(form.innerRadius.length(of: outer, automatic: 0, sides: 1), 0), outer)
    guard outer > 0.1 else { return nil }
    let bisector = (start + end) / 2
    let ring = inner > 0 ? (inner + outer) / 2 : outer * 0.62
    let middle = CGPoint(
      x: Double(center.x) + ring * cos(bisector), y: Double(center.y) + ring * sin(bisector))
    // A whole circle has no sides from which an inset could be.
    let isWhole = end - start > 2 * .pi - 1e-9
    let inset = isWhole || !form.angularInset.isFinite ? 0 : max(form.angularInset, 0)
    return (
      path(start, end, inner, outer, inset: inset, corner: look.cornerRadius ?? 0), middle
    )
  }

  /// Returns a ring's part whose sides are moved inward by `inset`, so that gaps are as wide inside as outside.
  private func path(
    _ start: Double, _ end: Double, _ inner: Double, _ outer: Double, inset: Double,
    corner: Double
  ) -> Path {
    let half = (end - start) / 2
    func narrowed(_ radius: Double) -> (Double, Double)? {
      guard radius > inset else { return nil }
      let turn = asin(min(inset / radius, 1))
      return turn < half ? (start + turn, end - turn) : nil
    }
    func point(_ radius: Double, _ angle: Double) -> CGPoint {
      CGPoint(x: Double(center.x) + radius * cos(angle), y: Double(center.y) + radius * sin(angle))
    }
    var path = Path()
    guard let far = narrowed(outer) else { return path }
    let near = inner > 0 ? narrowed(inner) : nil
    // Without an inner edge, the sides meet where both are an inset away.
    let apex =
      half < .pi / 2 && inset > 0 ? min(inset / sin(max(half, 1e-3)), outer * 0.98) : 0
    let tip = near == nil ? point(max(apex, inner), (start + end) / 2) : .zero
    let room = min((outer - inner) / 2, (far.1 - far.0) * outer / 2)
    let round = corner.isFinite ? min(max(corner, 0), max(room, 0)) : 0
    guard round > 0.05 else {
      path.addArc(center: center, radius: outer, from: far.0, to: far.1)
      if let near {
        path.addArc(center: center, radius: inner, from: near.1, to: near.0, continues: true)
      } else if end - start < 2 * .pi - 1e-9 {
        path.addLine(to: tip)
      }
      path.closeSubpath()
      return path
    }
    /// Draws a corner as a curve whose ends are near it.
    func turn(at corner: CGPoint, to next: CGPoint) {
      let last = path.lastPoint ?? corner
      func toward(_ a: CGPoint) -> CGPoint {
        CGPoint(x: a.x + (corner.x - a.x) * 2 / 3, y: a.y + (corner.y - a.y) * 2 / 3)
      }
      path.addCurve(to: next, control1: toward(last), control2: toward(next))
    }
    func along(_ from: CGPoint, _ to: CGPoint, _ distance: Double) -> CGPoint {
      let length = max(hypot(Double(to.x - from.x), Double(to.y - from.y)), 1e-9)
      let share = CGFloat(min(distance / length, 0.5))
      return CGPoint(x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share)
    }
    let (a, b) = (point(outer, far.0), point(outer, far.1))
    let (c, d) = near.map { (point(inner, $0.1), point(inner, $0.0)) } ?? (tip, tip)
    let turned = round / outer
    path.addArc(center: center, radius: outer, from: far.0 + turned, to: far.1 - turned)
    turn(at: b, to: along(b, c, round))
    if let near {
      let inside = min(round, (near.1 - near.0) * inner / 2)
      path.addLine(to: along(c, b, inside))
      turn(at: c, to: point(inner, near.1 - inside / inner))
      path.addArc(
        center: center, radius: inner, from: near.1 - inside / inner, to: near.0 + inside / inner,
        continues: true)
      turn(at: d, to: along(d, a, inside))
    } else {
      path.addLine(to: tip)
    }
    path.addLine(to: along(a, d, round))
    turn(at: a, to: point(outer, far.0 + turned))
    path.closeSubpath()
    return path
  }
}
