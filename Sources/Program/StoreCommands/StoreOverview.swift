import CommandEnvironment
import FoundationEssentials
import JSONCoding
import Measurement
import SampleSelection
import SampleStore

/// The contents of a store, one line per type.
struct StoreOverview {
  private struct Row {
    let type: SampleType
    let count: Int
    let first: Date
    let last: Date
  }

  private let path: String
  private let total: Int
  private let rows: [Row]

  init(of store: HealthStore) throws(StoreError) {
    path = store.location.description
    total = try store.count(matching: SampleQuery())
    var rows: [Row] = []
    for type in SampleType.allNamed {
      var query = SampleQuery(of: [type])
      let count = try store.count(matching: query)
      guard count > 0, let first = try Self.first(query, of: store) else { continue }
      query.order = .newestFirst
      let last = try Self.first(query, of: store) ?? first
      rows.append(Row(type: type, count: count, first: first.start, last: last.end))
    }
    self.rows = rows
  }

  /// Returns the first sample that can be read.
  private static func first(
    _ query: SampleQuery, of store: HealthStore
  ) throws(StoreError) -> Sample? {
    var query = query
    query.limit = 1
    if let sample = try store.allSamples(matching: query).first { return sample }
    query.limit = nil
    return try store.allSamples(matching: query).first
  }

  /// Returns a table in lines that fit a terminal.
  func text(in terminal: Terminal) -> String {
    var table = TextTable(["TYPE", .number("SAMPLES"), "FROM", "TO"])
    for row in rows {
      let times = [row.first, row.last].map(SampleText.localTime)
      table.add([row.type.shortName, "\(row.count)"] + times)
    }
    let others = total - rows.reduce(0) { $0 + $1.count }
    if others > 0 { table.add(["other types", "\(others)", "", ""]) }
    return path + "\n" + (total == 0 ? "no samples\n" : table.text(in: terminal))
  }

  /// A line of JSON.
  var json: JSONValue {
    [
      "path": .string(path), "samples": .integer(total),
      "types": .array(
        rows.map { row in
          [
            "type": .string(row.type.identifier), "samples": .integer(row.count),
            "first": .string(row.first.timestamp), "last": .string(row.last.timestamp),
          ]
        }),
    ]
  }
}
