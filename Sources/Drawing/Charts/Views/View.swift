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

  public static func buildBlock() -> EmptyView { EmptyView() }

  public static func buildPartialBlock<Content: View>(first: Content) -> Content { first }

  public static func buildPartialBlock<First: View, Next: View>(
    accumulated: First, next: Next
  ) -> some View { ViewPair(first: accumulated, second: next) }

  public static func buildIf<Content: View>(_ content: Content?) -> some View {
    OptionalView(content: content)
  }

  public static func buildEither<First: View, Second: View>(first: First) -> EitherView<
    First, Second
  > { .first(first) }

  public static func buildEither<First: View, Second: View>(second: Second) -> EitherView<
    First, Second
  > { .second(second) }

  public static func buildLimitedAvailability<Content: View>(_ content: Content) -> Content {
    content
  }
}

/// A view that shows nothing.
public struct EmptyView: View {
  public typealias Body = Never
  public init() {}
  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {}
}

struct ViewPair<First: View, Second: View>: View {
  typealias Body = Never
  let first: First
  let second: Second

  static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.collect(view.first)
    collector.collect(view.second)
  }
}

struct OptionalView<Content: View>: View {
  typealias Body = Never
  let content: Content?

  static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    if let content = view.content { collector.collect(content) }
  }
}

/// The content of an `if` with an `else`.
public enum EitherView<First: View, Second: View>: View {
  public typealias Body = Never
  case first(First)
  case second(Second)

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    switch view {
    case .first(let content): collector.collect(content)
    case .second(let content): collector.collect(content)
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
