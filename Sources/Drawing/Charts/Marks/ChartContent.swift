/// Something that a chart draws: a mark, several marks, or your own type with a `body`.
public protocol ChartContent {
  associatedtype Body: ChartContent

  @ChartContentBuilder var body: Body { get }

  static func _collect(_ content: Self, into collector: inout _MarkCollector)
}

extension ChartContent {
  public static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    Body._collect(content.body, into: &collector)
  }
}

extension ChartContent where Body == Never {
  public var body: Never { preconditionFailure("a mark has no body") }
}

extension Never: ChartContent {
  public typealias Body = Never

  public var body: Never { preconditionFailure("there is no such content") }

  public static func _collect(_ content: Never, into collector: inout _MarkCollector) {}
}

/// Builds a chart's content from the marks in a closure.
@resultBuilder public enum ChartContentBuilder {
  public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content {
    content
  }

  public static func buildBlock<Content: ChartContent>(_ content: Content) -> Content { content }

  public static func buildBlock<each Content: ChartContent>(
    _ content: repeat each Content
  ) -> TupleContent<repeat each Content> { TupleContent(repeat each content) }

  public static func buildIf<Content: ChartContent>(
    _ content: Content?
  ) -> ConditionalContent<Content, EmptyView> { .init(content) }

  public static func buildEither<First: ChartContent, Second: ChartContent>(
    first: First
  ) -> ConditionalContent<First, Second> { .first(first) }

  public static func buildEither<First: ChartContent, Second: ChartContent>(
    second: Second
  ) -> ConditionalContent<First, Second> { .second(second) }

  public static func buildLimitedAvailability<Content: ChartContent>(_ content: Content) -> Content
  { content }
}

extension TupleContent: ChartContent where repeat each Content: ChartContent {
  public static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    repeat (each Content)._collect(each content.content, into: &collector)
  }
}

extension ConditionalContent: ChartContent where First: ChartContent, Second: ChartContent {
  public static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    switch content {
    case .first(let content): First._collect(content, into: &collector)
    case .second(let content): Second._collect(content, into: &collector)
    }
  }
}

/// Several marks as one, for modifiers of them all.
public struct Plot<Content: ChartContent>: ChartContent {
  public typealias Body = Never
  let content: Content

  public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

  public static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    Content._collect(content.content, into: &collector)
  }
}

extension Group: ChartContent where Content: ChartContent {
  public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

  public static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    Content._collect(content.content, into: &collector)
  }
}
