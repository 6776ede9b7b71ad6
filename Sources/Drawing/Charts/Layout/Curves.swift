/// Draws a run of points as lines or curves.
enum Curves {
  /// Adds a run to a path. With `continues`, its first point is joined to the path's end.
  static func add(
    _ points: [CGPoint], method: InterpolationMethod, to path: inout Path, continues: Bool = false
  ) {
    guard let first = points.first else { return }
    if continues { path.addLine(to: first) } else { path.move(to: first) }
    guard points.count > 1 else { return }
    switch method.kind {
    case .linear: for point in points.dropFirst() { path.addLine(to: point) }
    case .stepStart, .stepCenter, .stepEnd: addSteps(points, method.kind, to: &path)
    case .monotone: addMonotone(points, to: &path)
    case .cardinal(let tension):
      let scale = (1 - (tension.isFinite ? min(max(tension, 0), 1) : 0.5)) / 6 * 2
      addCardinal(points, scale: scale, to: &path)
    case .catmullRom(let alpha):
      addCatmullRom(points, alpha: alpha.isFinite ? min(max(alpha, 0), 1) : 0.5, to: &path)
    }
  }

  private static func addSteps(
    _ points: [CGPoint], _ kind: InterpolationMethod.Kind, to path: inout Path
  ) {
    for (a, b) in zip(points, points.dropFirst()) {
      switch kind {
      case .stepStart: path.addLine(to: CGPoint(x: a.x, y: b.y))
      case .stepEnd: path.addLine(to: CGPoint(x: b.x, y: a.y))
      default:
        let middle = (a.x + b.x) / 2
        path.addLine(to: CGPoint(x: middle, y: a.y))
        path.addLine(to: CGPoint(x: middle, y: b.y))
      }
      path.addLine(to: b)
    }
  }

  /// Adds Steffen's curve (1990): slopes that keep each piece between its ends.
  private static func addMonotone(_ points: [CGPoint], to path: inout Path) {
    let count = points.count
    let widths = (1..<count).map { Double(points[$0].x - points[$0 - 1].x) }
    guard widths.allSatisfy({ $0 != 0 }),
      widths.allSatisfy({ $0 > 0 }) || widths.allSatisfy({ $0 < 0 })
    else {
      for point in points.dropFirst() { path.addLine(to: point) }
      return
    }
    let slopes = (1..<count).map { Double(points[$0].y - points[$0 - 1].y) / widths[$0 - 1] }
    var tangents = [Double](repeating: 0, count: count)
    for index in 1..<max(count - 1, 1) {
      let (before, after) = (slopes[index - 1], slopes[index])
      let (h0, h1) = (widths[index - 1], widths[index])
      let parabola = (before * h1 + after * h0) / (h0 + h1)
      let sign = (before < 0 ? -1.0 : 1) + (after < 0 ? -1.0 : 1)
      tangents[index] = sign * min(abs(before), abs(after), abs(parabola) / 2)
    }
    if count == 2 {
      tangents = [slopes[0], slopes[0]]
    } else {
      tangents[0] = (3 * slopes[0] - tangents[1]) / 2
      tangents[count - 1] = (3 * slopes[count - 2] - tangents[count - 2]) / 2
      if tangents[0] * slopes[0] <= 0 { tangents[0] = 0 }
      if tangents[count - 1] * slopes[count - 2] <= 0 { tangents[count - 1] = 0 }
    }
    for index in 1..<count {
      let (a, b) = (points[index - 1], points[index])
      let third = widths[index - 1] / 3
      path.addCurve(
        to: b,
        control1: CGPoint(x: Double(a.x) + third, y: Double(a.y) + third * tangents[index - 1]),
        control2: CGPoint(x: Double(b.x) - third, y: Double(b.y) - third * tangents[index]))
    }
  }

  private static func addCardinal(_ points: [CGPoint], scale: Double, to path: inout Path) {
    for index in 1..<points.count {
      let (before, a) = (points[max(index - 2, 0)], points[index - 1])
      let (b, after) = (points[index], points[min(index + 1, points.count - 1)])
      let factor = CGFloat(scale)
      path.addCurve(
        to: b,
        control1: CGPoint(x: a.x + (b.x - before.x) * factor, y: a.y + (b.y - before.y) * factor),
        control2: CGPoint(x: b.x - (after.x - a.x) * factor, y: b.y - (after.y - a.y) * factor))
    }
  }

  /// Knots at distances to the power of `alpha` (Barry and Goldman 1988).
  private static func addCatmullRom(_ points: [CGPoint], alpha: Double, to path: inout Path) {
    func knot(_ a: CGPoint, _ b: CGPoint) -> Double {
      pow(hypot(Double(b.x - a.x), Double(b.y - a.y)), alpha)
    }
    for index in 1..<points.count {
      let (before, a) = (points[max(index - 2, 0)], points[index - 1])
      let (b, after) = (points[index], points[min(index + 1, points.count - 1)])
      let (d1, d2, d3) = (knot(before, a), knot(a, b), knot(b, after))
      func control(_ inner: CGPoint, _ outer: CGPoint, _ other: CGPoint, _ d: Double) -> CGPoint {
        guard d > 1e-9, d2 > 1e-9 else { return inner }
        let weight = 2 * d * d + 3 * d * d2 + d2 * d2
        let sum = 3 * d * (d + d2)
        func value(_ i: CGFloat, _ o: CGFloat, _ n: CGFloat) -> Double {
          (d * d * Double(n) - d2 * d2 * Double(o) + weight * Double(i)) / sum
        }
        return CGPoint(x: value(inner.x, outer.x, other.x), y: value(inner.y, outer.y, other.y))
      }
      path.addCurve(
        to: b, control1: control(a, before, b, d1), control2: control(b, after, a, d3))
    }
  }
}
