package import JSONCoding

/// The results of one benchmark, with a row for each measured thing.
package struct SpeedReport: Sendable {
  package struct Row: Sendable {
    package let name: String

    /// The unit of the numbers: `ns/sample`, `ms`.
    package let unit: String
    package let timing: Timing

    /// The baseline, which ran in turns with it, and the ratio to it.
    package let baseline: (name: String, ratio: Double)?

    /// A figure that is not a time, or `nil`.
    package let note: String?

    /// - Parameters:
    ///   - timing: In seconds, or in the baseline's unit.
    ///   - scale: The factor from the timing's unit to the row's.
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

  /// One line about what was measured, on what, and by which clock.
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
              ("median", .figure(row.timing.median, 6)), ("p90", .figure(row.timing.p90, 6)),
              ("rounds", .integer(row.timing.values.count)),
              ("baseline", .optional(row.baseline?.name)),
              ("ratio", .figure(row.baseline?.ratio, 4)),
              ("note", .optional(row.note)),
            ])
          })
      ),
    ])
  }
}
