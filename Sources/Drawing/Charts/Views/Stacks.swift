/// Views from top to bottom.
public typealias VStack<Content: View> = _Stack<HorizontalAlignment, Content>

/// Views from left to right.
public typealias HStack<Content: View> = _Stack<VerticalAlignment, Content>

/// Views in a column or a row, whose alignment is across. It is public for `VStack` and `HStack`.
public struct _Stack<Across: _StackAlignment, Content: View>: View {
  public typealias Body = Never
  let alignment: Across
  let spacing: CGFloat?
  let content: Content

  /// - Parameter spacing: Points between two views; `nil` for 8.
  public init(
    alignment: Across = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    var inner = _ViewCollector(environment: collector.environment)
    inner.environment.isRow = Across.self == VerticalAlignment.self
    inner.collect(view.content)
    collector.nodes.append(
      .stack(
        StackNode(
          direction: Across.self == HorizontalAlignment.self ? .vertical : .horizontal,
          alignment: view.alignment._alignment,
          spacing: Double(view.spacing ?? 8), nodes: inner.nodes)))
  }
}

/// The position of views across a stack.
public protocol _StackAlignment {
  static var center: Self { get }
  var _alignment: Alignment { get }
}

/// Views on each other, the last above.
public struct ZStack<Content: View>: View {
  public typealias Body = Never
  let alignment: Alignment
  let content: Content

  public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
    self.alignment = alignment
    self.content = content()
  }

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    var inner = _ViewCollector(environment: collector.environment)
    inner.collect(view.content)
    collector.nodes.append(
      .stack(
        StackNode(direction: .depth, alignment: view.alignment, spacing: 0, nodes: inner.nodes)))
  }
}

/// Several views or marks as one.
public struct Group<Content> {
  public typealias Body = Never
  let content: Content
}

extension Group: View where Content: View {
  public init(@ViewBuilder content: () -> Content) { self.content = content() }

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.collect(view.content)
  }
}

/// A view that is made for the size that it has.
public struct GeometryReader<Content: View>: View {
  public typealias Body = Never
  let content: (GeometryProxy) -> Content

  public init(@ViewBuilder content: @escaping (GeometryProxy) -> Content) {
    self.content = content
  }

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    let environment = collector.environment
    collector.nodes.append(
      .reader { frame in
        var inner = _ViewCollector(environment: environment)
        inner.collect(view.content(GeometryProxy(place: frame)))
        return inner.nodes
      })
  }
}

/// The size of a view, and where parts of a chart lie in it.
public struct GeometryProxy {
  /// The view's frame in the picture.
  let place: CGRect

  public var size: CGSize { place.size }

  /// Returns the view's frame, as seen from itself.
  public func frame(in space: CoordinateSpace) -> CGRect {
    space == .local ? CGRect(origin: .zero, size: place.size) : place
  }

  /// Returns where something lies, as seen from the view.
  public subscript(anchor: Anchor<CGRect>) -> CGRect {
    anchor.value.offsetBy(dx: -place.minX, dy: -place.minY)
  }
}

/// A place in a picture, in any view's coordinates.
public struct Anchor<Value> {
  let value: Value
}

/// The origin of a place's coordinates.
public enum CoordinateSpace: Hashable, Sendable { case local, global }

/// Room that a stack has left over.
public struct Spacer: View {
  public typealias Body = Never
  public init() {}
  public init(minLength: CGFloat?) {}

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.nodes.append(.spacer)
  }
}

/// The horizontal position in a `VStack`.
public enum HorizontalAlignment: _StackAlignment, Hashable, Sendable {
  case leading, center, trailing

  public var _alignment: Alignment { Alignment(horizontal: self, vertical: .center) }
}

/// The vertical position in an `HStack`.
public enum VerticalAlignment: _StackAlignment, Hashable, Sendable {
  case top, center, bottom

  public var _alignment: Alignment { Alignment(horizontal: .center, vertical: self) }
}

/// Distances from the four edges of a frame.
public struct EdgeInsets: Hashable, Sendable {
  public var top: CGFloat
  public var leading: CGFloat
  public var bottom: CGFloat
  public var trailing: CGFloat

  public init(top: CGFloat = 0, leading: CGFloat = 0, bottom: CGFloat = 0, trailing: CGFloat = 0) {
    (self.top, self.leading, self.bottom, self.trailing) = (top, leading, bottom, trailing)
  }
}

/// An edge of a frame.
public enum Edge: Hashable, Sendable {
  case top, leading, bottom, trailing

  /// Several edges.
  public struct Set: OptionSet, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let top = Set(rawValue: 1)
    public static let leading = Set(rawValue: 2)
    public static let bottom = Set(rawValue: 4)
    public static let trailing = Set(rawValue: 8)
    public static let horizontal: Set = [.leading, .trailing]
    public static let vertical: Set = [.top, .bottom]
    public static let all: Set = [.horizontal, .vertical]
  }
}

/// The position of a view in a larger frame.
public struct Alignment: Hashable, Sendable {
  public var horizontal: HorizontalAlignment
  public var vertical: VerticalAlignment

  public init(horizontal: HorizontalAlignment, vertical: VerticalAlignment) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public static let center = Self(horizontal: .center, vertical: .center)
  public static let leading = Self(horizontal: .leading, vertical: .center)
  public static let trailing = Self(horizontal: .trailing, vertical: .center)
  public static let top = Self(horizontal: .center, vertical: .top)
  public static let bottom = Self(horizontal: .center, vertical: .bottom)
  public static let topLeading = Self(horizontal: .leading, vertical: .top)
  public static let topTrailing = Self(horizontal: .trailing, vertical: .top)
  public static let bottomLeading = Self(horizontal: .leading, vertical: .bottom)
  public static let bottomTrailing = Self(horizontal: .trailing, vertical: .bottom)
}

extension CGRect {
  /// Returns the origin of something of a size that is aligned within the frame.
  func origin(of size: CGSize, _ alignment: Alignment) -> CGPoint {
    let x =
      switch alignment.horizontal {
      case .leading: minX
      case .center: midX - size.width / 2
      case .trailing: maxX - size.width
      }
    let y =
      switch alignment.vertical {
      case .top: minY
      case .center: midY - size.height / 2
      case .bottom: maxY - size.height
      }
    return CGPoint(x: x, y: y)
  }
}

/// Whether something is shown.
public enum Visibility: Hashable, Sendable { case automatic, visible, hidden }
