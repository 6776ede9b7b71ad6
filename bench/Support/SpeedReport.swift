/// What one benchmark found: a row for each thing it measured.
package struct SpeedReport: Sendable {
  package struct Row: Sendable {
    package let name: String

    /// What the numbers count: `ns/sample`, `ms`.
    package let unit: String
    package let timing: Timing

    /// What it is compared with, taken in turns in the same run, and how many times that it costs.
    package let baseline: (name: String, ratio: Double)?

    /// A figure that is no time; `nil` for none.
    package let note: String?

    /// - Parameters:
    ///   - timing: In seconds, or in what the baseline is told in.
    ///   - scale: Units in what `timing` counts.
    package init(
      _ name: String, _ unit: String, _ timing: Timing, scale: Double = 1,
      to baseline: (name: String, timing: Timing)? = nil, note: String? = nil
    ) {
      self.name = name
      self.unit = unit
      self.timing = timing.scaled(by: scale)
      self.baseline = baseline.map { ($0.name, timing.ratio(to: $0.timing)) }
      self.note = note
    }
  }

  package let name: String

  /// What was measured, on what, by which clock: one line.
  package let summary: String
  package let rows: [Row]

  package init(_ name: String, summary: String, rows: [Row]) {
    self.name = name
    self.summary = summary
    self.rows = rows
  }

  package var text: String {
    var table = TextTable(
      columns: [name, "median", "p90", "unit", "ratio", "to", ""], words: [0, 3, 5, 6])
    for row in rows {
      table.add([
        row.name, row.timing.median.significant(), row.timing.p90.significant(), row.unit,
        row.baseline?.ratio.significant() ?? "", row.baseline?.name ?? "", row.note ?? "",
      ])
    }
    return summary + "\n" + table.text
  }

  package var json: JSONValue {
    .object([
      ("benchmark", .string(name)), ("summary", .string(summary)),
      (
        "rows",
        .array(
          rows.map { row in
            .object([
              ("name", .string(row.name)), ("unit", .string(row.unit)),
              ("median", .rounded(row.timing.median, 6)), ("p90", .rounded(row.timing.p90, 6)),
              ("rounds", .integer(row.timing.values.count)),
              ("baseline", .optional(row.baseline?.name)),
              ("ratio", .rounded(row.baseline?.ratio, 4)),
              ("note", .optional(row.note)),
            ])
          })
      ),
    ])
  }
}
