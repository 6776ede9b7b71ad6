import CommandEnvironment
import FoundationEssentials
import JSONCoding
import Measurement
import SampleSelection
import SampleStore

/// A row of `heartcam store stats`: the samples of a type in one interval.
struct StatisticsRow {
  let type: SampleType

  /// The part of the type: `asleep`, `Running`, `Running DistanceWalkingRunning`; `nil` for all of it.
  var part: String?
  var start: Date
  var end: Date

  /// Samples, or workouts.
  var count: Int
  var average: Double?
  var least: Double?
  var greatest: Double?
  var sum: Double?
  var newest: Double?
  let unit: QuantityUnit

  /// Measures, counts, sleep and workouts have different columns, too many for one terminal side by side.
  enum Table: CaseIterable {
    case measured, counted, slept, trained

    private var title: String { [.slept: "SLEEP", .trained: "WORKOUT"][self] ?? "TYPE" }

    fileprivate var numbers: [(name: String, value: (StatisticsRow) -> Double?)] {
      switch self {
      case .measured:
        [
          ("LOWEST", \.least), ("AVERAGE", \.average), ("HIGHEST", \.greatest),
          ("NEWEST", \.newest),
        ]
      case .counted: [("SUM", \.sum), ("NEWEST", \.newest)]
      case .slept: [("SUM", \.sum)]
      case .trained: [("AVERAGE", \.average), ("HIGHEST", \.greatest), ("SUM", \.sum)]
      }
    }

    var columns: [TextTable.Column] {
      ["FROM", .init(stringLiteral: title)]
        + (["COUNT"] + numbers.map(\.name)).map(TextTable.Column.number) + ["UNIT"]
    }
  }

  /// The table that contains it.
  var table: Table {
    switch type {
    case .workout: .trained
    case .quantity(let type): type.aggregationStyle == .cumulative ? .counted : .measured
    default: .slept
    }
  }

  /// Returns its cells in that table.
  func cells(from start: String) -> [String] {
    [start, part ?? type.shortName, "\(count)"]
      + table.numbers.map { $0.value(self).map { "\($0.rounded(toPlaces: 2))" } ?? "" }
      + [unit.words(for: type.quantityType)]
  }

  /// A line of JSON.
  var line: JSONValue {
    func number(_ value: Double?) -> JSONValue { value.map(JSONValue.decimal) ?? .null }
    return .object(
      [("type", .string(type.identifier))] + (part.map { [("part", .string($0))] } ?? []) + [
        ("start", .string(start.timestamp)), ("end", .string(end.timestamp)),
        ("count", .integer(count)), ("average", number(average)), ("minimum", number(least)),
        ("maximum", number(greatest)), ("sum", number(sum)), ("most_recent", number(newest)),
        ("unit", .string(unit.description)),
      ])
  }
}

extension StatisticsRow {
  /// Creates the statistics of a quantity in a unit.
  init(_ row: Statistics, in unit: QuantityUnit) {
    func number(_ quantity: Quantity?) -> Double? {
      quantity.flatMap { try? Quantity($0.value(in: unit), unit).writtenValue }
    }
    self.init(
      type: .quantity(row.type), start: row.start, end: row.end, count: row.all.count,
      average: number(row.all.average), least: number(row.all.minimum),
      greatest: number(row.all.maximum), sum: number(row.all.sum),
      newest: number(row.all.mostRecent), unit: unit)
  }
}
