import FoundationEssentials
import JSONCoding
import Measurement
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
    for type in SampleType.allKnown {
      var query = SampleQuery(of: [type], limit: 1)
      guard let first = try store.allSamples(matching: query).first else { continue }
      query.order = .newestFirst
      let last = try store.allSamples(matching: query).first ?? first
      rows.append(
        Row(
          type: type, count: try store.count(matching: query), first: first.start, last: last.end))
    }
    self.rows = rows
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
        "  " + padded(StoreTypes.name(of: row.type), 26) + padded("\(row.count)", 9, right: true)
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
