/// An outline of lines and curves, in points; y grows downward.
public struct Path: Hashable, Sendable {
  enum Element: Hashable, Sendable {
    case move(CGPoint)
    case line(CGPoint)
    case curve(CGPoint, CGPoint, CGPoint)
    case close

    /// The end; `nil` for an element that closes an outline.
    var end: CGPoint? {
      switch self {
      case .move(let point), .line(let point), .curve(_, _, let point): point
      case .close: nil
      }
    }
  }
  private(set) var elements: [Element] = []

  public init() {}

  public init(_ build: (inout Path) -> Void) { build(&self) }

  public init(_ rect: CGRect) { addRect(rect) }

  public init(ellipseIn rect: CGRect) { addEllipse(in: rect) }

  public init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
    addRoundedRect(in: rect, cornerSize: CGSize(width: cornerRadius, height: cornerRadius))
  }

  public var isEmpty: Bool { elements.isEmpty }

  /// The present end of the outline.
  var lastPoint: CGPoint? { elements.last?.end }

  /// The smallest frame around the points of the outline, control points of curves among them.
  public var boundingRect: CGRect {
    var (left, top, right, bottom) = (
      CGFloat.infinity, CGFloat.infinity, -CGFloat.infinity, -CGFloat.infinity
    )
    func add(_ point: CGPoint) {
      (left, right) = (Swift.min(left, point.x), Swift.max(right, point.x))
      (top, bottom) = (Swift.min(top, point.y), Swift.max(bottom, point.y))
    }
    for element in elements {
      switch element {
      case .move(let point), .line(let point): add(point)
      case .curve(let first, let second, let end):
        add(first)
        add(second)
        add(end)
      case .close: break
      }
    }
    guard left <= right else { return .zero }
    return CGRect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Adds an arc around a center; angles in radians, clockwise from the right.
  mutating func addArc(
    center: CGPoint, radius: Double, from start: Double, to end: Double, continues: Bool = false
  ) {
    func point(_ angle: Double, _ radius: Double = 0) -> CGPoint {
      CGPoint(x: Double(center.x) + radius * cos(angle), y: Double(center.y) + radius * sin(angle))
    }
    let pieces = Swift.max(Int((abs(end - start) / (.pi / 4)).rounded(.up)), 1)
    let step = (end - start) / Double(pieces)
    // The usual cubic curve of an arc of at most an eighth of a circle.
    let handle = 4.0 / 3 * tan(step / 4) * radius
    if continues { addLine(to: point(start, radius)) } else { move(to: point(start, radius)) }
    for piece in 0..<pieces {
      let (a, b) = (start + step * Double(piece), start + step * Double(piece + 1))
      let (from, to) = (point(a, radius), point(b, radius))
      addCurve(
        to: to,
        control1: CGPoint(
          x: Double(from.x) - handle * sin(a), y: Double(from.y) + handle * cos(a)),
        control2: CGPoint(x: Double(to.x) + handle * sin(b), y: Double(to.y) - handle * cos(b)))
    }
  }

  /// The outline from its end to its start, so that it is a hole in its surroundings.
  var reversed: Path {
    var path = Path()
    var piece: [Element] = []
    func finish(isClosed: Bool) {
      guard let start = piece.last?.end else { return }
      path.move(to: start)
      for index in piece.indices.dropFirst().reversed() {
        guard let before = piece[index - 1].end else { continue }
        switch piece[index] {
        case .curve(let first, let second, _):
          path.addCurve(to: before, control1: second, control2: first)
        default: path.addLine(to: before)
        }
      }
      if isClosed { path.closeSubpath() }
      piece = []
    }
    for element in elements {
      switch element {
      case .move:
        finish(isClosed: false)
        piece = [element]
      case .close: finish(isClosed: true)
      default: piece.append(element)
      }
    }
    finish(isClosed: false)
    return path
  }

  /// Returns the outline moved by a distance.
  func moved(by distance: CGSize) -> Path {
    guard distance != .zero else { return self }
    func move(_ point: CGPoint) -> CGPoint {
      CGPoint(x: point.x + distance.width, y: point.y + distance.height)
    }
    var path = self
    path.elements = elements.map { element in
      switch element {
      case .move(let point): .move(move(point))
      case .line(let point): .line(move(point))
      case .curve(let first, let second, let end): .curve(move(first), move(second), move(end))
      case .close: .close
      }
    }
    return path
  }

  mutating func reserve(_ count: Int) { elements.reserveCapacity(count) }

  public mutating func move(to point: CGPoint) { elements.append(.move(point)) }
  public mutating func addLine(to point: CGPoint) { elements.append(.line(point)) }
  public mutating func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
    elements.append(.curve(control1, control2, end))
  }
  public mutating func closeSubpath() { elements.append(.close) }

  public mutating func addLines(_ points: [CGPoint]) {
    guard let first = points.first else { return }
    move(to: first)
    for point in points.dropFirst() { addLine(to: point) }
  }

  public mutating func addPath(_ path: Path) { elements += path.elements }

  public mutating func addRect(_ rect: CGRect) {
    addLines([
      CGPoint(x: rect.minX, y: rect.minY), CGPoint(x: rect.maxX, y: rect.minY),
      CGPoint(x: rect.maxX, y: rect.maxY), CGPoint(x: rect.minX, y: rect.maxY),
    ])
    closeSubpath()
  }

  public mutating func addEllipse(in rect: CGRect) {
    addRoundedRect(in: rect, cornerSize: CGSize(width: rect.width / 2, height: rect.height / 2))
  }

  public mutating func addRoundedRect(in rect: CGRect, cornerSize: CGSize) {
    let rect = rect.standardized
    let width = Swift.min(Swift.max(cornerSize.width, 0), rect.width / 2)
    let height = Swift.min(Swift.max(cornerSize.height, 0), rect.height / 2)
    guard width > 0, height > 0 else { return addRect(rect) }
    // A quarter of an ellipse as a cubic curve, with an error below 0.03% of the radius.
    let kappa: CGFloat = 0.552_284_749_830_793_6
    let (left, top, right, bottom) = (rect.minX, rect.minY, rect.maxX, rect.maxY)
    let (dx, dy) = (width * (1 - kappa), height * (1 - kappa))
    func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }
    move(to: point(left + width, top))
    addLine(to: point(right - width, top))
    addCurve(
      to: point(right, top + height), control1: point(right - dx, top),
      control2: point(right, top + dy))
    addLine(to: point(right, bottom - height))
    addCurve(
      to: point(right - width, bottom), control1: point(right, bottom - dy),
      control2: point(right - dx, bottom))
    addLine(to: point(left + width, bottom))
    addCurve(
      to: point(left, bottom - height), control1: point(left + dx, bottom),
      control2: point(left, bottom - dy))
    addLine(to: point(left, top + height))
    addCurve(
      to: point(left + width, top), control1: point(left, top + dy),
      control2: point(left + dx, top))
    closeSubpath()
  }
}
