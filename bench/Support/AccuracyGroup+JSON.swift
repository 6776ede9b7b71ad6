package import JSONCoding

extension AccuracyGroup {
  package var json: JSONValue {
    .object([
      ("dataset", .string(dataset)), ("interval_s", .number(seconds)),
      ("all", .object(Self.fields(total) + doubt(total.figures))),
      (
        "records",
        .array(
          zip(records, lines).map { record, line in
            .object(
              [("record", .string(record.name)), ("person", .string(record.person))]
                + Self.fields(line))
          })
      ),
      ("people", .array(people.map { Self.named("person", $0) })),
      ("halves", .array(halves.map { Self.named("half", $0) })),
      (
        "over_people",
        .object(
          AccuracyColumn.all.compactMap { column in
            guard column.worst != nil else { return nil }
            let summary = overPeople(column)
            return (
              column.key,
              .object([("mean", column.json(summary.mean)), ("worst", column.json(summary.worst))])
            )
          })
      ),
    ])
  }

  private static func named(_ key: String, _ line: AccuracyLine) -> JSONValue {
    .object([(key, .string(line.name))] + fields(line))
  }

  private static func fields(_ line: AccuracyLine) -> [(String, JSONValue)] {
    AccuracyColumn.all.map { ($0.key, $0.json($0.value(line))) }
  }

  private func doubt(_ figures: AccuracyFigures) -> [(String, JSONValue)] {
    [
      (
        "risk",
        .array(
          figures.riskAgainstCoverage.map { point in
            .object([("coverage", .number(point.share)), ("mae_bpm", .figure(point.error, 4))])
          })
      ),
      (
        "calibration",
        .array(
          figures.calibration.map { bin in
            .object([
              ("count", .integer(bin.count)), ("half_width_bpm", .figure(bin.halfWidth, 4)),
              ("predicted_mae_bpm", .figure(bin.predictedError, 4)),
              ("observed_mae_bpm", .figure(bin.observedError, 4)),
              ("inside_interval", .figure(bin.shareInside, 4)),
            ])
          })
      ),
    ]
  }
}
