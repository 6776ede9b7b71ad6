/// Views from top to bottom.
public struct VStack<Content: View>: View {
  public typealias Body = Never
  let alignment: HorizontalAlignment
  let spacing: CGFloat?
  let content: Content

  /// - Parameter spacing: Points between two views; `nil` for 8.
  public init(
    alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.collectStack(
      view.content, isVertical: true, spacing: view.spacing,
      alignment: Alignment(horizontal: view.alignment, vertical: .center))
  }
}

/// Views from left to right.
public struct HStack<Content: View>: View {
  public typealias Body = Never
  let alignment: VerticalAlignment
  let spacing: CGFloat?
  let content: Content

  /// - Parameter spacing: Points between two views; `nil` for 8.
  public init(
    alignment: VerticalAlignment = .center, spacing: CGFloat? = nil,
    @ViewBuilder content: () -> Content
  ) {
    self.alignment = alignment
    self.spacing = spacing
    self.content = content()
  }

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.collectStack(
      view.content, isVertical: false, spacing: view.spacing,
      alignment: Alignment(horizontal: .center, vertical: view.alignment))
  }
}

/// Room that a stack has left over.
public struct Spacer: View {
  public typealias Body = Never
  public init() {}

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.nodes.append(.spacer)
  }
}

extension _ViewCollector {
  fileprivate mutating func collectStack(
    _ content: some View, isVertical: Bool, spacing: CGFloat?, alignment: Alignment
  ) {
    var inner = _ViewCollector(environment: environment)
    inner.collect(content)
    nodes.append(
      .stack(
        StackNode(
          isVertical: isVertical, alignment: alignment, spacing: Double(spacing ?? 8),
          nodes: inner.nodes)))
  }
}

/// The horizontal position in a `VStack`.
public enum HorizontalAlignment: Hashable, Sendable { case leading, center, trailing }

/// The vertical position in an `HStack`.
public enum VerticalAlignment: Hashable, Sendable { case top, center, bottom }

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
