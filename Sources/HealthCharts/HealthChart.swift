public import Charts

/// A chart of what is measured or kept here, with the data behind it.
public protocol HealthChart: View {
  /// What the chart shows, in a few words: "Heart rate by day".
  var title: String { get }

  /// The numbers that the chart shows.
  var table: ChartTable { get }

  /// The size that suits the chart, in points; `nil` leaves it to the renderer.
  var preferredSize: (width: Double, height: Double)? { get }
}

extension HealthChart {
  public var preferredSize: (width: Double, height: Double)? { nil }
}

/// Rows of numbers and texts, as CSV writes them.
public struct ChartTable: Sendable, Equatable {
  /// The names of the columns: `snake_case`, with units.
  public let columns: [String]

  public private(set) var rows: [[Cell]] = []

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

  init(_ columns: String...) { self.columns = columns }

  mutating func add(_ cells: Cell...) { rows.append(cells) }

  /// The table as CSV: times in UTC, missing values empty.
  public var csv: String {
    var text = columns.joined(separator: ",") + "\n"
    for row in rows { text += row.map(\.csv).joined(separator: ",") + "\n" }
    return text
  }
}

extension Double {
  /// The number rounded to a whole one, without an exponent where it is not huge.
  var wholeText: String { Int(exactly: rounded()).map { "\($0)" } ?? "\(self)" }

  /// The same with a comma at each thousand from 10,000 on, as axes write it.
  var groupedText: String {
    guard abs(self) >= 10_000 else { return wholeText }
    return rounded().formatted(.number.grouping(.automatic).locale(Locale(identifier: "en_US")))
  }
}

/// The axis of a chart that stands for a whole day, week or month, whether it is full of data or not.
public struct PeriodAxis: Sendable, Equatable {
  /// The first and the last moment.
  public var domain: ClosedRange<Date>

  /// The time from one label to the next.
  public var unit: Calendar.Component
  public var count: Int

  /// Whether a label stands half-way to the next: the name of a day.
  public var isCentered: Bool

  public init(
    _ domain: ClosedRange<Date>, by unit: Calendar.Component, count: Int, isCentered: Bool = false
  ) {
    self.domain = domain
    self.unit = unit
    self.count = count
    self.isCentered = isCentered
  }

  var marks: some AxisContent {
    AxisMarks(values: .stride(by: unit, count: count)) {
      AxisGridLine()
      AxisTick()
      AxisValueLabel(centered: isCentered)
    }
  }
}

extension View {
  /// The axis of a period, or one that suits the buckets themselves.
  @ViewBuilder
  func timeAxis(_ period: PeriodAxis?, of buckets: [Range<Date>]) -> some View {
    if let period {
      chartXScale(domain: period.domain).chartXAxis { period.marks }
    } else {
      chartXAxis { AxisMarks(values: .buckets(buckets)) }
    }
  }
}

extension AxisMarkValues {
  /// Times that are no closer than buckets are: months below months. A single bucket needs closer ones.
  static func buckets(_ buckets: [Range<Date>]) -> Self {
    let lengths = buckets.map { $0.upperBound.timeIntervalSince($0.lowerBound) }
    guard let first = buckets.first, let last = buckets.last, let shortest = lengths.min(),
      last.upperBound.timeIntervalSince(first.lowerBound) > 1.5 * shortest
    else { return .automatic }
    // A day has 23 hours where clocks go forward.
    return .automatic(minimumStride: shortest * 0.9)
  }
}

extension ChartTable.Cell {
  static func optional(_ value: Double?, decimals: Int) -> Self {
    value.map { .number($0, decimals: decimals) } ?? .missing
  }

  fileprivate var csv: String {
    switch self {
    case .missing: return ""
    case .number(let value, let decimals):
      guard value.isFinite, abs(value) < 1e12 else { return "" }
      let factor = pow(10, Double(decimals))
      let rounded = (value * factor).rounded() / factor
      return rounded == rounded.rounded() ? rounded.wholeText : "\(rounded)"
    case .date(let date):
      return date.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
    case .text(let text):
      guard text.contains(where: { ",\"\n\r".contains($0) }) else { return text }
      return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
  }
}
