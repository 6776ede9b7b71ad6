import JSONCoding

/// The tables in the README and in `docs/internals/figures.md` that quote saved results.
package struct QuotedFigures: Sendable {
  /// The saved results that the pages quote, as a path in the package.
  package static let results = "bench/results/epyc-2026-11-24.json"

  /// What a table needs and the results lack.
  package struct Missing: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  private struct Dataset {
    let name: String

    /// What its references come from.
    let reference: String
  }

  private static let straps = Dataset(name: "welltory", reference: "chest straps")
  private static let oximeters = Dataset(name: "uwoxy", reference: "oximeters")

  /// Tables of `docs/internals/figures.md`.
  package let accuracy: MarkdownTable
  package let beats: MarkdownTable
  package let peers: MarkdownTable

  /// The first rows of the README's table; rows that quote other measurements may follow.
  package let summary: MarkdownTable

  package init(_ results: SavedResults) throws(Missing) {
    accuracy = try Self.accuracy(results)
    beats = try Self.beats(results)
    peers = try Self.peers(results)
    summary = try Self.summary(results)
  }

  // MARK: - Tables

  private static func accuracy(_ results: SavedResults) throws(Missing) -> MarkdownTable {
    var table = MarkdownTable(
      columns: [
        "recordings", "reading", "answered", "mean error, beats/min",
        "references inside the 95% interval", "error of the best 70% by quality over that of all",
      ], words: 6)
    for dataset in [straps, oximeters] {
      for interval in [10.0, 30] {
        let group = try group(dataset, interval, in: results)
        let figures = group.all
        table.add([
          "\(group.people.count) people, \(dataset.reference)", "\(interval.plain) s",
          "\(percent(figures.answered)) of \(figures.count)", figures.meanError.fixed(2),
          percent(figures.insideInterval), figures.riskOfBest70.fixed(2),
        ])
      }
    }
    return table
  }

  private static func beats(_ results: SavedResults) throws(Missing) -> MarkdownTable {
    let figures = try group(straps, 10, in: results).all
    guard let f1 = figures.beatsF1, let error = figures.intervalError,
      let sureError = figures.sureIntervalError, let sureShare = figures.sureIntervalShare
    else { throw Missing(description: "no beats in the results of \(straps.name)") }
    var table = MarkdownTable(columns: ["beats against the chest straps'", "figure"], words: 2)
    table.add(["F1", f1.fixed(3)])
    table.add(["mean error of the intervals between them", "\(error.fixed(0)) ms"])
    table.add(["the same between beats of a quality of 0.8 and more", "\(sureError.fixed(0)) ms"])
    table.add(["share of those intervals", percent(sureShare)])
    return table
  }

  private static func peers(_ results: SavedResults) throws(Missing) -> MarkdownTable {
    var table = MarkdownTable(
      columns: [
        "mean error at 10 s and 30 s, beats/min", "straps", "oximeters", "ms for an hour of signal",
      ])
    let times = results.peers.speed.filter { $0.unit == "ms/hour" }
    guard let ours = times.first?.ours else { throw Missing(description: "no speed of the peers") }
    for (name, time) in [("Heartcam", ours)] + times.map({ ($0.name, $0.median) }) {
      var cells = [name]
      for dataset in [straps, oximeters] {
        let short = try peerError(name, dataset, 10, in: results)
        let long = try peerError(name, dataset, 30, in: results)
        cells.append("\(beatsPerMinute(short)), \(beatsPerMinute(long))")
      }
      table.add(cells + [milliseconds(time)])
    }
    return table
  }

  private static func summary(_ results: SavedResults) throws(Missing) -> MarkdownTable {
    var table = MarkdownTable(columns: ["what", "figure"], words: 2)
    for dataset in [straps, oximeters] {
      let (short, long) = (
        try group(dataset, 10, in: results), try group(dataset, 30, in: results)
      )
      table.add([
        "mean error against \(dataset.reference), \(short.people.count) people, "
          + "readings of 10 s and 30 s",
        "\(short.all.meanError.fixed(2)) and \(long.all.meanError.fixed(2)) beats/min",
      ])
    }
    let inside = try [
      group(straps, 10, in: results), group(oximeters, 10, in: results),
    ].map { percent($0.all.insideInterval) }
    table.add([
      "references inside the 95% interval, straps and oximeters, 10 s",
      inside.joined(separator: " and "),
    ])
    let best = try [
      bestPeer(straps, in: results), bestPeer(oximeters, in: results),
    ].map(beatsPerMinute)
    table.add([
      "mean error of the best peer, straps and oximeters, 10 s",
      best.joined(separator: " and ") + " beats/min",
    ])
    return table
  }

  // MARK: - Figures

  private static func group(
    _ dataset: Dataset, _ interval: Double, in results: SavedResults
  ) throws(Missing) -> SavedResults.Group {
    for group in results.accuracy.groups
    where group.dataset == dataset.name && group.interval == interval { return group }
    throw Missing(description: "no readings of \(interval.plain) s of \(dataset.name)")
  }

  private static func peerError(
    _ system: String, _ dataset: Dataset, _ interval: Double, in results: SavedResults
  ) throws(Missing) -> Double {
    for row in results.peers.accuracy
    where row.system == system && row.dataset == dataset.name && row.interval == interval {
      return row.meanError
    }
    throw Missing(description: "no readings of \(interval.plain) s of \(dataset.name) by \(system)")
  }

  /// The least mean error of a peer in readings of 10 s.
  private static func bestPeer(
    _ dataset: Dataset, in results: SavedResults
  ) throws(Missing) -> Double {
    let errors = results.peers.accuracy.filter {
      $0.dataset == dataset.name && $0.interval == 10 && $0.system != "Heartcam"
    }
    guard let least = errors.map(\.meanError).min() else {
      throw Missing(description: "no peer has readings of 10 s of \(dataset.name)")
    }
    return least
  }

  // MARK: - Rounding

  private static func percent(_ share: Double) -> String { "\((100 * share).fixed(0))%" }

  /// Two places, or one for errors from 5 on.
  private static func beatsPerMinute(_ error: Double) -> String { error.fixed(error < 5 ? 2 : 1) }

  /// Whole milliseconds, or tens from 100 on; with a comma after the thousands.
  private static func milliseconds(_ time: Double) -> String {
    let digits = time < 100 ? time.fixed(0) : (time / 10).fixed(0) + "0"
    return digits.count > 3 ? digits.dropLast(3) + "," + digits.suffix(3) : digits
  }
}
