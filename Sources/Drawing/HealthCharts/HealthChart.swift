public import Charts
import JSONCoding
package import SampleStore

/// A chart of measured or saved values, with the data behind it.
///
/// ```swift
/// let chart = RangesChart(buckets: buckets, title: "Heart rate by day", unit: "Beats per minute")
/// let svg = try ChartRenderer(chart, title: chart.title).svg()
/// let csv = chart.table.csv
/// ```
public protocol HealthChart: View {
  /// The content of the chart, in a few words: "Heart rate by day".
  var title: String { get }

  /// The numbers that the chart shows.
  var table: ChartTable { get }

  /// The size that suits the chart, in points; `nil` leaves it to the renderer.
  var preferredSize: (width: Double, height: Double)? { get }
}

/// A chart over time whose marks can be read one by one.
package protocol ReadableChart: HealthChart {
  /// The text of each mark, in the order of time.
  var markTexts: [(start: Date, end: Date, text: String)] { get }

  /// The meaning of a mark: "A bar is a night"; empty where the legend says it.
  var markMeaning: String { get }
}

extension HealthChart {
  /// Returns the content of the chart and the time of its marks, which their labels along the axis may not show.
  package func title(in zone: ZoneRules) -> String {
    let marks = (self as? any ReadableChart)?.markTexts ?? []
    guard let first = marks.map(\.start).min(), let last = marks.map(\.end).max() else {
      return title
    }
    return (title.isEmpty ? "" : title + ", ") + (first..<last).words(in: zone)
  }

  /// `nil`: the renderer chooses the size.
  public var preferredSize: (width: Double, height: Double)? { nil }
}

extension Range<Date> {
  /// Returns its days as a title names them, and the times of a part of a day.
  package func words(in zone: ZoneRules) -> String {
    let (first, last) = (
      CivilMoment(lowerBound, in: zone), CivilMoment(upperBound.addingTimeInterval(-1), in: zone)
    )
    let length = upperBound.timeIntervalSince(lowerBound)
    if first.day != last.day { return "\(first.day) to \(last.day)" }
    if length > 43_200 { return first.day }
    return length > 60
      ? "\(first.day), \(first.minute) to \(last.minute)" : "\(first.day), \(first.clock)"
  }
}

/// Rows of numbers and texts, as CSV writes them.
public struct ChartTable: Sendable, Equatable {
  /// The names of the columns: `snake_case`, with units.
  public let columns: [String]

  /// The rows from top to bottom, with a cell for each column.
  public private(set) var rows: [[Cell]] = []

  /// A row's cell under a column.
  public enum Cell: Sendable, Equatable {
    /// A number, with its digits after the point.
    case number(Double, decimals: Int)

    /// An instant.
    case date(Date)

    /// A word.
    case text(String)

    /// An empty cell.
    case missing
  }

  init(_ columns: String...) { self.init(columns) }

  init(_ columns: [String]) { self.columns = columns }

  mutating func add(_ cells: Cell...) { rows.append(cells) }

  mutating func add(_ cells: [Cell]) { rows.append(cells) }

  /// The table as CSV: times in UTC, missing values empty.
  public var csv: String { csv(forSpreadsheet: false) }

  /// - Parameter forSpreadsheet: Whether a text that a spreadsheet would take for a formula gets an apostrophe.
  package func csv(forSpreadsheet: Bool) -> String {
    var text = columns.joined(separator: ",") + "\n"
    for row in rows {
      text += row.map { $0.csv(forSpreadsheet) }.joined(separator: ",") + "\n"
    }
    return text
  }
}

extension Double {
  /// The number rounded to a whole one, without an exponent where it is not huge.
  var wholeText: String { Int(exactly: rounded()).map { "\($0)" } ?? "\(self)" }
}

extension ChartTable.Cell {
  static func optional(_ value: Double?, decimals: Int) -> Self {
    value.map { .number($0, decimals: decimals) } ?? .missing
  }

  fileprivate func csv(_ forSpreadsheet: Bool) -> String {
    switch self {
    case .missing: return ""
    case .number(let value, let decimals):
      guard value.isFinite, abs(value) < 1e12 else { return "" }
      let factor = pow(10, Double(decimals))
      let rounded = (value * factor).rounded() / factor
      return rounded == rounded.rounded() ? rounded.wholeText : "\(rounded)"
    case .date(let date): return TimeText.stamp(date)
    case .text(let text): return CSVCell.text(text, forSpreadsheet: forSpreadsheet)
    }
  }
}
