/// Something that a chart draws: a mark, several marks, or a type of your own with a `body`.
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

  public static func buildBlock() -> some ChartContent { EmptyChartContent() }

  public static func buildPartialBlock<Content: ChartContent>(first: Content) -> Content { first }

  public static func buildPartialBlock<First: ChartContent, Next: ChartContent>(
    accumulated: First, next: Next
  ) -> some ChartContent { ChartContentPair(first: accumulated, second: next) }

  public static func buildIf<Content: ChartContent>(_ content: Content?) -> some ChartContent {
    OptionalChartContent(content: content)
  }

  public static func buildEither<First: ChartContent, Second: ChartContent>(first: First)
    -> EitherChartContent<First, Second>
  { .first(first) }

  public static func buildEither<First: ChartContent, Second: ChartContent>(second: Second)
    -> EitherChartContent<First, Second>
  { .second(second) }

  public static func buildLimitedAvailability<Content: ChartContent>(_ content: Content) -> Content
  { content }
}

struct EmptyChartContent: ChartContent {
  typealias Body = Never
  static func _collect(_ content: Self, into collector: inout _MarkCollector) {}
}

struct ChartContentPair<First: ChartContent, Second: ChartContent>: ChartContent {
  typealias Body = Never
  let first: First
  let second: Second

  static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    First._collect(content.first, into: &collector)
    Second._collect(content.second, into: &collector)
  }
}

struct OptionalChartContent<Content: ChartContent>: ChartContent {
  typealias Body = Never
  let content: Content?

  static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    if let content = content.content { Content._collect(content, into: &collector) }
  }
}

/// The content of an `if` with an `else`.
public enum EitherChartContent<First: ChartContent, Second: ChartContent>: ChartContent {
  public typealias Body = Never
  case first(First)
  case second(Second)

  public static func _collect(_ content: Self, into collector: inout _MarkCollector) {
    switch content {
    case .first(let content): First._collect(content, into: &collector)
    case .second(let content): Second._collect(content, into: &collector)
    }
  }
}
