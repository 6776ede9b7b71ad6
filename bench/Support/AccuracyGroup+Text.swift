import JSONCoding

extension AccuracyGroup {
  /// Returns a table with a line for each recording, and the calibration; with people it has more lines.
  package func text(withPeople: Bool) -> String {
    var table = TextTable(columns: [""] + AccuracyColumn.all.map(\.title))
    for line in lines { table.add(Self.cells(line)) }
    table.addRule()
    table.add(Self.cells(total))
    if withPeople {
      table.addRule()
      // If each person has one recording, its line has been printed already.
      for line in (people.count < records.count ? people : []) + halves {
        table.add(Self.cells(line))
      }
      let summary = AccuracyColumn.all.map { ($0, overPeople($0)) }
      table.add(["mean of people"] + summary.map { $0.text($1.mean) })
      table.add(["worst person"] + summary.map { $0.text($1.worst) })
    }
    return "\(dataset), \(seconds.plain) s readings, errors in beats per minute\n\(table.text)"
      + doubt(total.figures)
  }

  private static func cells(_ line: AccuracyLine) -> [String] {
    [line.name] + AccuracyColumn.all.map { $0.text($0.value(line)) }
  }

  /// Returns error by quality and calibration, a line for each figure, because two tables side by side would be wider
  /// than a terminal.
  private func doubt(_ figures: AccuracyFigures) -> String {
    let bins = figures.calibration
    guard !bins.isEmpty else { return "" }
    func line(_ title: String, _ cells: [String]) -> String {
      title.padded(to: 30) + cells.map { $0.padded(to: -7) }.joined() + "\n"
    }
    let risk = figures.riskAgainstCoverage
    return line("best by quality, %", risk.map { (100 * $0.share).fixed(0) })
      + line("  their error", risk.map { $0.error.isFinite ? $0.error.fixed(3) : "-" })
      + line("interval, half of it, mean", bins.map { $0.halfWidth.fixed(2) })
      + line("  error that it promises", bins.map { $0.predictedError.fixed(3) })
      + line("  error that there was", bins.map { $0.observedError.fixed(3) })
      + line("  references inside, %", bins.map { (100 * $0.shareInside).fixed(1) })
  }
}
