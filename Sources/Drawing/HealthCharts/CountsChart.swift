public import Charts

/// The frequencies of words, as bars.
public struct CountsChart: HealthChart {
  /// A word and its count.
  public struct Count: Sendable, Equatable {
    var name: String
    var count: Int

    /// Makes the count of a word.
    public init(name: String, count: Int) {
      self.name = name
      self.count = count
    }
  }

  let counts: [Count]
  /// The title above the picture.
  public var title: String
  private let unit: String

  /// Makes a chart of counts, from top to bottom in their order.
  ///
  /// - Parameter unit: The counted things: "readings".
  public init(counts: [Count], unit: String, title: String) {
    (self.counts, self.unit, self.title) = (counts, unit, title)
  }

  /// A bar for each word, with its number.
  public var body: some View {
    Chart {
      ForEach(Array(counts.enumerated()), id: \.offset) { count in
        BarMark(
          x: .value("Count", Double(count.element.count)), y: .value("Name", count.element.name)
        )
        .foregroundStyle(.orange)
        .annotation(position: .trailing) { Text("\(count.element.count)") }
      }
    }
    // Room for the longest bar's number.
    .chartXScale(domain: 0...(1.1 * Double(max(1, counts.map(\.count).max() ?? 1))))
    .chartXAxisLabel(unit)
  }

  /// A row for each word: the name and the count.
  public var table: ChartTable {
    var table = ChartTable("name", "count")
    for count in counts { table.add(.text(count.name), .number(Double(count.count), decimals: 0)) }
    return table
  }
}
