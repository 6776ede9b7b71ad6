import JSONCoding
import BenchmarkSupport
import Photoplethysmography

/// Compares a recording's variability with that of a chest strap over the same time, and shows rhythm and breathing:
/// `heartcam-bench variability DIR`.
///
/// The gates of `BeatSeries` were chosen on every other recording; the two halves are reported apart.
enum VariabilityBenchmark {
  static func run(folder: String) throws {
    let records = try RecordedReference.all(in: folder)
    for dataset in Set(records.map(\.dataset)).sorted() {
      let rows = records.filter { $0.dataset == dataset }.map(Row.init)
      print("\n\(dataset), milliseconds, ours less the strap's in brackets")
      for row in rows { print(row.line) }
      guard rows.contains(where: { $0.reference != nil }) else { continue }
      let parts = [("chosen on", 0), ("not seen", 1)].map { name, parity in
        (name, rows.indices.filter { $0 % 2 == parity }.map { rows[$0] })
      }
      for (name, part) in parts + [("all", rows)] { summarize(name, part) }
    }
  }

  private static func summarize(_ name: String, _ rows: [Row]) {
    func line(_ measure: String, _ errors: [Double?]) -> String {
      let known = errors.compactMap { $0.map(abs) }
      guard !known.isEmpty else { return "\(measure) -" }
      let mean = known.reduce(0, +) / Double(known.count)
      return "\(measure) \(known.count)/\(rows.count) median \(text(Timing(known).median))"
        + " mean \(text(mean))"
    }
    print(
      [
        name, line("mean NN", rows.map { $0.error(\.meanNN) }),
        line("SDNN", rows.map { $0.error(\.sdnn) }),
        line("RMSSD", rows.map { $0.error(\.rmssd) }),
        line(
          "RMSSD less its excess",
          rows.map { row in
            row.error(\.rmssd).flatMap { error in row.found.rmssdExcess.map { error - $0 } }
          }),
        line("RMSSD of all beats", rows.map(\.naiveError)),
      ].joined(separator: "; "))
  }

  fileprivate static func text(_ value: Double?) -> String {
    value.map { $0.fixed(1) } ?? "-"
  }
}

/// One recording.
private struct Row {
  let name: String
  let found: HeartRateVariability
  let reference: HeartRateVariability?
  let line: String

  /// The root mean square of the changes of all intervals, without a gate.
  let naiveError: Double?

  init(_ record: RecordedReference) {
    var monitor = HeartRateMonitor()
    let readings = monitor.append(contentsOf: record.samples) + monitor.finish()
    let series = BeatSeries(readings: readings)
    let segments = RhythmFigures.segments(of: series)
    let rhythm = RhythmRegularity(of: series)
    let found = HeartRateVariability(of: series, rhythm: rhythm)
    let beats = readings.flatMap(\.beats)
    let reference = record.beats.flatMap { strap in
      Self.reference(strap, lag: BeatAgreement.lag(beats.map(\.time), strap), over: found)
    }
    let naive = Self.naive(beats.compactMap(\.interval))
    naiveError = record.beats.flatMap { strap in
      Self.naive(Self.intervals(strap, lag: 0, from: -.infinity, to: .infinity).map(\.duration))
        .flatMap { reference in naive.map { $0 - reference } }
    }
    let text = VariabilityBenchmark.text
    func compared(_ measure: KeyPath<HeartRateVariability, Double?>) -> String {
      let own = found[keyPath: measure]
      let other = reference?[keyPath: measure]
      return text(own) + (own.flatMap { a in other.map { " (\(text(a - $0)))" } } ?? "")
    }
    var words = [
      record.name, "mean \(compared(\.meanNN))", "SDNN \(compared(\.sdnn))",
      "RMSSD \(compared(\.rmssd)) excess \(text(found.rmssdExcess))",
      "\(found.intervalCount) in \(text(found.duration)) s", found.reason?.rawValue ?? "complete",
      "early \(found.earlyBeatCount)", rhythm.rawValue,
    ]
    if let worst = segments.max(by: { $0.relativeChange < $1.relativeChange }) {
      let counts = RhythmRegularity.allCases.map { kind in
        segments.count { $0.regularity == kind }
      }
      words.append(
        "segments \(counts) worst change \(worst.relativeChange.fixed(3))"
          + " typical \(worst.typicalChange.fixed(3))"
          + " entropy \(worst.entropy.fixed(2))"
          + " periodic \(worst.periodicShare.fixed(2))")
    }
    switch RespiratoryRate.outcome(of: readings, series: series, rhythm: rhythm) {
    case .rate(let rate):
      words.append(
        "breaths \(text(rate.breathsPerMinute)), \(text(rate.low)) to \(text(rate.high))")
    case .refused(let reason): words.append("breaths \(reason.rawValue)")
    }
    let perfusion = readings.compactMap(\.perfusionIndex)
    words.append("perfusion \(text(perfusion.isEmpty ? nil : Timing(perfusion).median))")
    name = record.name
    self.found = found
    self.reference = reference
    line = words.joined(separator: ", ")
  }

  func error(_ measure: KeyPath<HeartRateVariability, Double?>) -> Double? {
    found[keyPath: measure].flatMap { own in reference?[keyPath: measure].map { own - $0 } }
  }

  private static func naive(_ intervals: [Double]) -> Double? {
    let changes = zip(intervals, intervals.dropFirst()).map { 1000 * ($1 - $0) }
    guard !changes.isEmpty else { return nil }
    return (changes.reduce(0) { $0 + $1 * $1 } / Double(changes.count)).squareRoot()
  }

  private static func intervals(
    _ strap: [Double], lag: Double, from start: Double, to end: Double
  ) -> [BeatSeries.Interval] {
    zip(strap, strap.dropFirst()).filter { $0 + lag > start - 0.3 && $1 + lag < end + 0.3 }.map {
      BeatSeries.Interval(end: $1, duration: $1 - $0, quality: 1, isAdjacent: true)
    }
  }

  /// Returns the strap's variability over the stretch of ours.
  private static func reference(
    _ strap: [Double], lag: Double, over found: HeartRateVariability
  ) -> HeartRateVariability? {
    guard let start = found.start else { return nil }
    let inside = intervals(strap, lag: lag, from: start, to: start + found.duration)
    return HeartRateVariability(
      of: BeatSeries(intervals: inside, coveredDuration: found.duration), rhythm: .regular)
  }
}
