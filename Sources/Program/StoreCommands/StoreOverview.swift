import CommandEnvironment
import FoundationEssentials
import JSONCoding
import Measurement
import SampleSelection
import SampleStore

/// What a store holds, a line for each type.
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

  /// The first sample that can be read.
  private static func first(
    _ query: SampleQuery, of store: HealthStore
  ) throws(StoreError) -> Sample? {
    var query = query
    query.limit = 1
    if let sample = try store.allSamples(matching: query).first { return sample }
    query.limit = nil
    return try store.allSamples(matching: query).first
  }

  func text(asJSON: Bool) -> String {
    guard !asJSON else {
      return JSONValue.object([
        ("path", .string(path)), ("samples", .integer(total)),
        (
          "types",
          .array(
            rows.map { row in
              .object([
                ("type", .string(row.type.identifier)), ("samples", .integer(row.count)),
                ("first", .string(row.first.timestamp)),
                ("last", .string(row.last.timestamp)),
              ])
            })
        ),
      ]).text + "\n"
    }
    var text = "\(path)\n"
    for row in rows {
      text +=
        "  " + padded(row.type.shortName, 26) + padded("\(row.count)", 9, right: true)
      text += row.count == 1 ? " sample   " : " samples  "
      text += "\(SampleText.localTime(row.first)) to \(SampleText.localTime(row.last))\n"
    }
    let others = total - rows.reduce(0) { $0 + $1.count }
    if others > 0 {
      text += "  " + padded("other types", 26) + padded("\(others)", 9, right: true) + "\n"
    }
    return total == 0 ? text + "  no samples\n" : text
  }
}
