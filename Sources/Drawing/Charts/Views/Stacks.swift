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
    inner.collect(view.content)
    collector.nodes.append(
      .stack(
        StackNode(
          isVertical: Across.self == HorizontalAlignment.self, alignment: view.alignment._alignment,
          spacing: Double(view.spacing ?? 8), nodes: inner.nodes)))
  }
}

/// The position of views across a stack.
public protocol _StackAlignment {
  static var center: Self { get }
  var _alignment: Alignment { get }
}

/// Room that a stack has left over.
public struct Spacer: View {
  public typealias Body = Never
  public init() {}

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

/// Where a view lies in a larger frame.
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

/// Whether something is shown.
public enum Visibility: Hashable, Sendable { case automatic, visible, hidden }
