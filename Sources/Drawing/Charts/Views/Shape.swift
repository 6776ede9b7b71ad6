/// An outline that fits into a frame.
public protocol Shape: Sendable, View where Body == Never {
  func path(in rect: CGRect) -> Path
}

extension Shape {
  public static func _collect(_ shape: Self, into collector: inout _ViewCollector) {
    collector.nodes.append(
      .shape(
        ShapeNode(shape: AnyShape(shape), fill: collector.environment.ink ?? _Ink(.primary))))
  }

  /// Returns the shape, filled with a style.
  public func fill(_ style: some ShapeStyle) -> some View {
    let node = ShapeNode(shape: AnyShape(self), fill: style._ink)
    return DrawnShape { _ in node }
  }

  /// Returns the shape's outline.
  public func stroke(_ style: some ShapeStyle, lineWidth: CGFloat = 1) -> some View {
    stroke(style, style: StrokeStyle(lineWidth: lineWidth))
  }

  /// Returns the shape's outline.
  public func stroke(_ content: some ShapeStyle, style: StrokeStyle) -> some View {
    let node = ShapeNode(shape: AnyShape(self), stroke: (content._ink, style))
    return DrawnShape { _ in node }
  }

  /// Returns the shape's outline, which lies within the frame.
  public func strokeBorder(_ style: some ShapeStyle, lineWidth: CGFloat = 1) -> some View {
    let ink = style._ink
    return DrawnShape { _ in border(ink, lineWidth) }
  }

  /// Returns the shape's outline in the color of texts.
  public func strokeBorder(lineWidth: CGFloat = 1) -> some View {
    DrawnShape { border($0.ink ?? _Ink(.primary), lineWidth) }
  }

  private func border(_ ink: _Ink, _ width: CGFloat) -> ShapeNode {
    ShapeNode(
      shape: AnyShape { path(in: $0.insetBy(dx: width / 2, dy: width / 2)) },
      stroke: (ink, StrokeStyle(lineWidth: width)))
  }
}

/// A shape with its ink, which may depend on the views around.
struct DrawnShape: View {
  typealias Body = Never
  let node: (ChartEnvironment) -> ShapeNode

  static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.nodes.append(.shape(view.node(collector.environment)))
  }
}

/// A rectangle whose short sides are half circles.
public struct Capsule: Shape {
  public init() {}

  public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: min(rect.width, rect.height) / 2)
  }
}

/// The largest circle in the middle of a frame.
public struct Circle: Shape {
  public init() {}

  public func path(in rect: CGRect) -> Path {
    let side = min(rect.width, rect.height)
    return Path(
      ellipseIn: CGRect(
        x: rect.midX - side / 2, y: rect.midY - side / 2, width: side, height: side))
  }
}

/// A frame's own rectangle.
public struct Rectangle: Shape {
  public init() {}
  public func path(in rect: CGRect) -> Path { Path(rect) }
}

/// A rectangle with round corners.
public struct RoundedRectangle: Shape {
  public let cornerRadius: CGFloat
  public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {
    self.cornerRadius = cornerRadius
  }

  public func path(in rect: CGRect) -> Path {
    Path(roundedRect: rect, cornerRadius: cornerRadius)
  }
}

/// The form of a round corner. Here, each is a quarter of a circle.
public enum RoundedCornerStyle: Hashable, Sendable { case circular, continuous }

/// The largest ellipse in a frame.
public struct Ellipse: Shape {
  public init() {}
  public func path(in rect: CGRect) -> Path { Path(ellipseIn: rect) }
}

extension Path: Shape {
  public typealias Body = Never

  /// Returns the path itself, measured from the frame's corner.
  public func path(in rect: CGRect) -> Path {
    moved(by: CGSize(width: rect.minX, height: rect.minY))
  }
}

struct AnyShape: Sendable {
  let path: @Sendable (CGRect) -> Path

  init(_ shape: some Shape) { path = { shape.path(in: $0) } }
  init(_ path: @escaping @Sendable (CGRect) -> Path) { self.path = path }
}

/// A shape that marks a point.
public protocol ChartSymbolShape: Shape {}

/// The outline of a symbol.
public struct StrokedSymbol<Base: ChartSymbolShape>: ChartSymbolShape {
  let base: Base
  let lineWidth: CGFloat

  public func path(in rect: CGRect) -> Path {
    let inset = min(max(lineWidth, 0), min(rect.width, rect.height) / 2)
    var path = base.path(in: rect)
    path.addPath(base.path(in: rect.insetBy(dx: inset, dy: inset)).reversed)
    return path
  }
}

extension ChartSymbolShape {
  /// Returns the symbol's outline.
  public func strokeBorder(lineWidth: CGFloat = 1) -> some ChartSymbolShape {
    StrokedSymbol(base: self, lineWidth: lineWidth)
  }
}

extension Circle: ChartSymbolShape {}

/// The usual shapes of points.
public struct BasicChartSymbolShape: ChartSymbolShape, Hashable {
  enum Kind: Hashable { case circle, square, triangle, diamond, pentagon, cross, plus }
  let kind: Kind

  /// The shapes of categories, in their order.
  static let categories: [Self] = [.circle, .square, .triangle, .diamond, .pentagon, .plus, .cross]

  public func path(in rect: CGRect) -> Path {
    switch kind {
    case .circle: return Circle().path(in: rect)
    case .square: return Path(rect)
    case .triangle: return polygon(3, in: rect, radius: 0.62)
    case .diamond: return polygon(4, in: rect, radius: 0.6)
    case .pentagon: return polygon(5, in: rect, radius: 0.55)
    case .plus: return star(in: rect, turned: false)
    case .cross: return star(in: rect, turned: true)
    }
  }

  /// Returns a regular polygon with a corner at the top; the radius is a share of the frame's side.
  private func polygon(_ corners: Int, in rect: CGRect, radius: Double) -> Path {
    let center = CGPoint(x: rect.midX, y: rect.midY)
    var path = Path()
    path.addLines(
      (0..<corners).map { corner in
        let angle = 2 * Double.pi * Double(corner) / Double(corners) - .pi / 2
        return CGPoint(
          x: Double(center.x) + Double(rect.width) * radius * cos(angle),
          y: Double(center.y) + Double(rect.height) * radius * sin(angle))
      })
    path.closeSubpath()
    return path
  }

  private func star(in rect: CGRect, turned: Bool) -> Path {
    let arm = 0.15
    let end = 0.5
    let outline: [(Double, Double)] = [
      (-arm, -end), (arm, -end), (arm, -arm), (end, -arm), (end, arm), (arm, arm), (arm, end),
      (-arm, end), (-arm, arm), (-end, arm), (-end, -arm), (-arm, -arm),
    ]
    let turn = turned ? Double.pi / 4 : 0
    var path = Path()
    path.addLines(
      outline.map { x, y in
        CGPoint(
          x: Double(rect.midX) + Double(rect.width) * (x * cos(turn) - y * sin(turn)),
          y: Double(rect.midY) + Double(rect.height) * (x * sin(turn) + y * cos(turn)))
      })
    path.closeSubpath()
    return path
  }
}

extension ChartSymbolShape where Self == BasicChartSymbolShape {
  public static var circle: BasicChartSymbolShape { .init(kind: .circle) }
  public static var square: BasicChartSymbolShape { .init(kind: .square) }
  public static var triangle: BasicChartSymbolShape { .init(kind: .triangle) }
  public static var diamond: BasicChartSymbolShape { .init(kind: .diamond) }
  public static var pentagon: BasicChartSymbolShape { .init(kind: .pentagon) }
  public static var cross: BasicChartSymbolShape { .init(kind: .cross) }
  public static var plus: BasicChartSymbolShape { .init(kind: .plus) }
}

/// The style of a line.
public struct StrokeStyle: Hashable, Sendable {
  /// The end of a line.
  public enum LineCap: Hashable, Sendable { case butt, round, square }

  /// The joint of two pieces of a line.
  public enum LineJoin: Hashable, Sendable { case miter, round, bevel }

  public var lineWidth: CGFloat
  public var lineCap: LineCap
  public var lineJoin: LineJoin

  /// The maximum length of the point of a mitered join, in widths of the line.
  public var miterLimit: CGFloat

  /// The lengths of dashes and gaps in turn, in points; empty for a whole line.
  public var dash: [CGFloat]

  /// The position in its dashes at which a line begins, in points.
  public var dashPhase: CGFloat

  public init(
    lineWidth: CGFloat = 1, lineCap: LineCap = .butt, lineJoin: LineJoin = .miter,
    miterLimit: CGFloat = 10, dash: [CGFloat] = [], dashPhase: CGFloat = 0
  ) {
    (self.lineWidth, self.lineCap, self.lineJoin) = (lineWidth, lineCap, lineJoin)
    self.miterLimit = miterLimit.isFinite ? Swift.max(miterLimit, 1) : 10
    self.dash = dash
    self.dashPhase = dashPhase.isFinite ? dashPhase : 0
  }
}
