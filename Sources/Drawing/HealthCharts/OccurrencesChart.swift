public import Charts
package import SampleStore

/// The frequency or the duration of notes by day or another calendar interval, with each of their
/// words separate: "Mild", "Severe".
public struct OccurrencesChart: ReadableChart {
  /// The word of a sample.
  package struct Word: Hashable, Sendable {
    /// `nil` if it says only that it was.
    package let text: String?

    /// Its place among the others: stronger words come later.
    let order: Int

    package init(_ sample: Sample) {
      guard case .category(let sample) = sample else {
        (text, order) = (nil, 0)
        return
      }
      (text, order) = (sample.words, sample.type.values?.strength(of: sample.value) ?? 0)
    }
  }

  /// The notes of one interval.
  package struct Bar: Sendable {
    let start: Date
    let end: Date
    let values: [Word: Double]

    fileprivate var all: Double { values.values.reduce(0, +) }
  }

  let bars: [Bar]
  /// The title above the picture.
  public let title: String
  private let unit: String
  private let color: Color
  private let period: PeriodAxis

  /// - Parameter unit: The counted unit: "samples" or "minutes".
  package init(bars: [Bar], unit: String, title: String, color: Color, period: PeriodAxis) {
    (self.bars, self.unit, self.title) = (bars, unit, title)
    (self.color, self.period) = (color, period)
  }

  /// All words in their order, the weakest first.
  private var words: [Word] {
    Set(bars.flatMap(\.values.keys)).sorted {
      ($0.order, $0.text ?? "") < ($1.order, $1.text ?? "")
    }
  }

  private struct Part {
    let bar: Bar
    let word: Word
    let value: Double
  }

  /// One bar per interval. Notes with a higher number look stronger: severe more than mild.
  public var body: some View {
    let words = words
    let parts = bars.flatMap { bar in
      words.compactMap { word in
        bar.values[word].map { Part(bar: bar, word: word, value: $0) }
      }
    }
    let isOne = words.count == 1
    Chart {
      ForEach(Array(parts.enumerated()), id: \.offset) { part in
        BarMark(
          x: .value("Time", part.element.bar.start..<part.element.bar.end),
          y: .value(unit, part.element.value),
          width: .ratio(0.7, within: 0...(bars.count < 10 ? 40 : .infinity))
        )
        .foregroundStyle(by: .value("Word", part.element.word.text ?? unit))
      }
    }
    .chartForegroundStyleScale(
      domain: words.map { $0.text ?? unit },
      range: words.indices.map { index in
        color.opacity(isOne ? 1 : 0.35 + 0.65 * Double(index) / Double(words.count - 1))
      }
    )
    .chartLegend(isOne ? .hidden : .automatic)
    .timeAxis(period, of: bars.map { $0.start..<$0.end })
    // Samples are whole, and minutes need no finer steps.
    .chartYAxis { AxisMarks(values: .automatic(minimumStride: 1)) }
    .chartYAxisLabel(unit + (isOne ? words[0].text.map { ", all \"\($0)\"" } ?? "" : ""))
  }

  package var markMeaning: String {
    unit == "minutes"
      ? "A bar is how long it was, where it began" : "A bar is how often it was noted"
  }

  package var markTexts: [(start: Date, end: Date, text: String)] {
    let words = words
    return bars.map { bar in
      let parts = words.compactMap { word in
        bar.values[word].map { (word.text, $0) }
      }
      let text = parts.map { word, value in
        if let word { return value == 1 ? word : "\(word) (\(value.readText))" }
        return unit == "minutes"
          ? (value * 60).lengthText : "\(value.readText) \(value == 1 ? "sample" : unit)"
      }.joined(separator: ", ")
      return (bar.start, bar.end, text)
    }
  }

  /// One row per interval: start, end, the total, and the amount of each word.
  public var table: ChartTable {
    let words = words.filter { $0.text != nil }
    var table = ChartTable(["start", "end", unit] + words.compactMap { $0.text?.lowercased() })
    for bar in bars {
      table.add(
        [.date(bar.start), .date(bar.end), .number(bar.all, decimals: 2)]
          + words.map { .number(bar.values[$0] ?? 0, decimals: 0) })
    }
    return table
  }
}
