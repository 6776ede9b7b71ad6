/// A chart of marks.
///
/// ```swift
/// Chart(samples, id: \.id) {
///   LineMark(x: .value("Time", $0.date), y: .value("Beats per minute", $0.rate))
/// }
/// ```
///
/// `ChartRenderer` draws it.
public struct Chart<Content: ChartContent>: View {
  public typealias Body = Never
  let content: Content

  /// Creates a chart of the marks in a closure.
  public init(@ChartContentBuilder content: () -> Content) { self.content = content() }

  /// Creates a chart of the same marks for each element.
  public init<Data: RandomAccessCollection, C: ChartContent>(
    _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> C
  ) where Content == ForEach<Data, Data.Element.ID, C>, Data.Element: Identifiable {
    self.content = ForEach(data: data, content: content)
  }

  /// Creates a chart of the same marks for each element, which a key path identifies.
  public init<Data: RandomAccessCollection, ID: Hashable, C: ChartContent>(
    _ data: Data, id: KeyPath<Data.Element, ID>,
    @ChartContentBuilder content: @escaping (Data.Element) -> C
  ) where Content == ForEach<Data, ID, C> {
    self.content = ForEach(data: data, content: content)
  }

  public static func _collect(_ view: Self, into collector: inout _ViewCollector) {
    let content = view.content
    collector.nodes.append(
      .chart(
        ChartNode(environment: collector.environment) { marks in
          Content._collect(content, into: &marks)
        }))
  }
}

/// A chart with its settings.
struct ChartNode {
  var environment: ChartEnvironment
  let collectMarks: (inout _MarkCollector) -> Void
}
