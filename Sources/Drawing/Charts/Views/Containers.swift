/// A page that scrolls. A picture holds all of it.
public typealias ScrollView<Content: View> = _Column<Content>
/// The first page of an app.
public typealias NavigationStack<Content: View> = _Column<Content>
/// The first page of an app.
public typealias NavigationView<Content: View> = _Column<Content>
/// Rows below each other.
public typealias List<Content: View> = _Column<Content>
/// Rows below each other.
public typealias Form<Content: View> = _Column<Content>
/// Rows with a text above and one below.
public typealias Section<Content: View> = _Column<Content>
/// Views with a title.
public typealias GroupBox<Content: View> = _Column<Content>
/// Views from top to bottom.
public typealias LazyVStack<Content: View> = VStack<Content>
/// Views from left to right.
public typealias LazyHStack<Content: View> = HStack<Content>

/// Views from top to bottom, in the order of a screen's page. It is public for `List` and its like.
public struct _Column<Content: View>: View {
  public typealias Body = Never
  private let header: ErasedView
  private let content: Content
  private let footer: ErasedView

  public init<Header: View, Footer: View>(
    @ViewBuilder content: () -> Content, @ViewBuilder header: () -> Header = { EmptyView() },
    @ViewBuilder footer: () -> Footer = { EmptyView() }
  ) {
    let (header, footer) = (header(), footer())
    self.header = ErasedView { $0.collect(header) }
    self.content = content()
    self.footer = ErasedView { $0.collect(footer) }
  }

  public init<Header: View, Footer: View>(
    header: Header, footer: Footer = EmptyView(), @ViewBuilder content: () -> Content
  ) { self.init(content: content, header: { header }, footer: { footer }) }

  public init(_ title: some StringProtocol, @ViewBuilder content: () -> Content) {
    self.init(header: Text(title), content: content)
  }

  /// Creates a page whose directions and indicators mean nothing in a picture.
  public init(
    _ axes: Axis.Set, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
  ) { self.init(content: content) }

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    var inner = _ViewCollector(environment: collector.environment)
    inner.environment.isRow = false
    view.header.collect(&inner)
    inner.collect(view.content)
    view.footer.collect(&inner)
    collector.nodes.append(NodeLayout.column(inner.nodes))
  }
}

/// A thin line between views.
public struct Divider: View {
  public typealias Body = Never
  public init() {}

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    let line = ShapeNode(shape: AnyShape(Rectangle()), fill: _Ink(.gridLine))
    var box = BoxNode(nodes: [.shape(line)])
    if collector.environment.isRow { box.width = 1 } else { box.height = 1 }
    collector.nodes.append(.box(box))
  }
}

/// A text. Symbols are Apple's, so its icon is not drawn.
public struct Label: View {
  public let body: Text

  public init(_ title: some StringProtocol, systemImage: String) { body = Text(title) }
}

/// Draws nothing: symbols are Apple's, and a file without an app has no pictures.
public struct Image: View {
  public init(systemName: String) {}
  public init(_ name: String) {}

  public var body: EmptyView { EmptyView() }

  public func resizable() -> Image { self }
}

/// A text in place of missing content, and one that says why.
public struct ContentUnavailableView<Reason: View>: View {
  private let title: Text
  private let reason: Reason

  public init(
    _ title: some StringProtocol, systemImage: String, description: Reason = EmptyView()
  ) {
    self.title = Text(title)
    reason = description
  }

  public var body: some View {
    VStack {
      title.font(.headline)
      reason.foregroundStyle(.secondary)
    }
  }
}
