/// An outline of lines and curves, in points; y grows downwards.
public struct Path: Hashable, Sendable {
  enum Element: Hashable, Sendable {
    case move(CGPoint)
    case line(CGPoint)
    case curve(CGPoint, CGPoint, CGPoint)
    case close
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
    // A quarter of an ellipse as a cubic curve, with an error below 0.03 % of the radius.
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
