/// A piece of a picture: a chart, a text, or a type of your own with a `body`.
public protocol View {
  associatedtype Body: View

  @ViewBuilder var body: Body { get }

  static func _collect(_ view: Self, into collector: inout _ViewCollector)
}

extension View {
  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    Body._collect(view.body, into: &collector)
  }
}

extension View where Body == Never {
  public var body: Never { preconditionFailure("this view has no body") }
}

extension Never: View {
  public static func _collect(_ view: Never, into collector: inout _ViewCollector) {}
}

/// Gathers what a view shows, with the settings of the views around it. It is public for protocols
/// alone.
public struct _ViewCollector {
  var environment: ChartEnvironment
  var nodes: [ViewNode] = []

  init(environment: ChartEnvironment) { self.environment = environment }

  mutating func collect<V: View>(_ view: V) { V._collect(view, into: &self) }

  /// Returns what a view shows, on its own.
  func nodes(of view: ErasedView) -> [ViewNode] {
    var collector = _ViewCollector(environment: environment)
    view.collect(&collector)
    return collector.nodes
  }
}

/// What a view shows once its settings are known.
indirect enum ViewNode {
  case text(TextRun)
  case chart(ChartNode)
  case stack(StackNode)
  case spacer
}

struct StackNode {
  var isVertical: Bool
  var alignment: Alignment
  var spacing: Double
  var nodes: [ViewNode]
}

/// A view whose type is forgotten.
struct ErasedView {
  let collect: (inout _ViewCollector) -> Void
}

/// Builds a view from the views in a closure.
@resultBuilder public enum ViewBuilder {
  public static func buildExpression<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<Content: View>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: View>(
    _ content: repeat each Content
  ) -> TupleContent<repeat each Content> { TupleContent(repeat each content) }

  public static func buildIf<Content: View>(
    _ content: Content?
  ) -> ConditionalContent<Content, EmptyView> { .init(content) }

  public static func buildEither<First: View, Second: View>(
    first: First
  ) -> ConditionalContent<First, Second> { .first(first) }

  public static func buildEither<First: View, Second: View>(
    second: Second
  ) -> ConditionalContent<First, Second> { .second(second) }

  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> Content {
    content
  }
}

/// A view that shows nothing.
public typealias EmptyView = TupleContent<>

/// What builders make of the views or marks in a closure.
public struct TupleContent<each Content> {
  public typealias Body = Never
  let content: (repeat each Content)

  public init(_ content: repeat each Content) { self.content = (repeat each content) }
}

extension TupleContent: View where repeat each Content: View {
  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    repeat (each Content)._collect(each view.content, into: &collector)
  }
}

/// What builders make of an `if`.
public enum ConditionalContent<First, Second> {
  public typealias Body = Never
  case first(First)
  case second(Second)

  init(_ content: First?) where Second == EmptyView {
    self = content.map { .first($0) } ?? .second(EmptyView())
  }
}

extension ConditionalContent: View where First: View, Second: View {
  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    switch view {
    case .first(let content): First._collect(content, into: &collector)
    case .second(let content): Second._collect(content, into: &collector)
    }
  }
}

/// A view with a change of its settings. Outer changes come first, so that the nearest one counts.
struct ModifiedView<Content: View>: View {
  typealias Body = Never
  let content: Content
  let change: (inout ChartEnvironment) -> Void

  static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    let outer = collector.environment
    view.change(&collector.environment)
    collector.collect(view.content)
    collector.environment = outer
  }
}

extension View {
  func changed(_ change: @escaping (inout ChartEnvironment) -> Void) -> some View {
    ModifiedView(content: self, change: change)
  }
}
