/// A piece of a picture: a chart, a text, or your own type with a `body`.
public protocol View {
  associatedtype Body: View

  @ViewBuilder var body: Body { get }

  static func _collect(_ view: Self, into collector: inout _ViewCollector)
}

extension View {
  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    collector.prepare(view)
    Body._collect(view.body, into: &collector)
  }
}

extension View where Body == Never {
  public var body: Never { preconditionFailure("this view has no body") }
}

extension Never: View {
  public static func _collect(_ view: Never, into collector: inout _ViewCollector) {}
}

/// Gathers the content of a view, with the settings of the views around it. It is public for
/// protocols alone.
public struct _ViewCollector {
  var environment: ChartEnvironment
  var nodes: [ViewNode] = []

  /// The size of the mark that an annotation belongs to.
  var annotated = CGSize.zero

  init(environment: ChartEnvironment) { self.environment = environment }

  mutating func collect<V: View>(_ view: V) { V._collect(view, into: &self) }

  /// Returns the content of a view, on its own.
  func nodes(of view: ErasedView) -> [ViewNode] {
    var collector = _ViewCollector(environment: environment)
    collector.annotated = annotated
    view.collect(&collector)
    return collector.nodes
  }
}

/// The content of a view after its settings have been applied.
indirect enum ViewNode {
  case text(TextRun)
  case chart(ChartNode)
  case stack(StackNode)
  case shape(ShapeNode)
  case box(BoxNode)
  /// The plot within a chart, while its style is set.
  case plot(FrameStyle)
  /// A view that is made after its frame has been determined.
  case reader((CGRect) -> [ViewNode])
  case spacer
}

/// An outline that fills its frame.
struct ShapeNode {
  var shape: AnyShape
  var fill: _Ink?
  var stroke: (ink: _Ink, style: StrokeStyle)?
}

/// Views with their room, size or place.
struct BoxNode {
  var nodes: [ViewNode]
  var padding = EdgeInsets()
  var width: Double?
  var height: Double?
  var fillsWidth = false
  var fillsHeight = false
  var aspect: Double?
  var alignment = Alignment.center
  var background: (ink: _Ink, shape: AnyShape)?
  var border: FrameBorder?
  /// The shape of the background.
  var shape: AnyShape?
  var layers: [PlotLayer] = []
  var offset = CGSize.zero
  var position: CGPoint?
  var opacity = 1.0
}

struct StackNode {
  enum Direction { case vertical, horizontal, depth }
  var direction: Direction
  var alignment: Alignment
  var spacing: Double
  var nodes: [ViewNode]
}

/// A view whose type is forgotten.
struct ErasedView {
  let collect: (inout _ViewCollector) -> Void
}

/// A view whose type is forgotten.
public struct AnyView: View {
  public typealias Body = Never
  private let view: ErasedView

  public init(_ view: some View) {
    self.view = ErasedView { collector in collector.collect(view) }
  }

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    view.view.collect(&collector)
  }
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

/// The result of builders for the views or marks in a closure.
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

/// The result of builders for an `if`.
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

/// A view with its room, size or place. A chart and a plot take them as their own settings.
struct BoxedView<Content: View>: View {
  typealias Body = Never
  let content: Content
  let box: (inout BoxNode) -> Void
  let frame: (inout FrameStyle) -> Void
  var chart: (inout ChartEnvironment) -> Void = { _ in }
  /// Whether a box within takes it, as the shape of its background.
  var isOfBoxWithin = false

  static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    var inner = _ViewCollector(environment: collector.environment)
    inner.annotated = collector.annotated
    inner.collect(view.content)
    switch (inner.nodes.count, inner.nodes.first) {
    case (1, .chart(var chart)):
      view.frame(&chart.environment.frame)
      view.chart(&chart.environment)
      collector.nodes.append(.chart(chart))
    case (1, .plot(var plot)):
      view.frame(&plot)
      collector.nodes.append(.plot(plot))
    case (1, .box(var box)) where view.isOfBoxWithin:
      view.box(&box)
      collector.nodes.append(.box(box))
    case (0, _): break
    default:
      var box = BoxNode(nodes: inner.nodes)
      view.box(&box)
      collector.nodes.append(.box(box))
    }
  }
}

extension View {
  /// The texts of a view, as one.
  var plainText: String {
    func texts(_ nodes: [ViewNode]) -> [String] {
      nodes.flatMap { node -> [String] in
        switch node {
        case .text(let run): [run.text]
        case .stack(let stack): texts(stack.nodes)
        case .box(let box): texts(box.nodes)
        default: []
        }
      }
    }
    var collector = _ViewCollector(environment: ChartEnvironment())
    collector.collect(self)
    return texts(collector.nodes).joined(separator: " ")
  }

  func changed(_ change: @escaping (inout ChartEnvironment) -> Void) -> some View {
    ModifiedView(content: self, change: change)
  }

  func boxed(
    _ box: @escaping (inout BoxNode) -> Void,
    frame: @escaping (inout FrameStyle) -> Void = { _ in },
    chart: @escaping (inout ChartEnvironment) -> Void = { _ in }
  ) -> some View {
    BoxedView(content: self, box: box, frame: frame, chart: chart)
  }
}
