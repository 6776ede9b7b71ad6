import Photoplethysmography

/// Compares readings with the references of a folder of recordings: `heartcam-bench accuracy DIR`.
enum AccuracyBenchmark {
  static func run(folder: String) throws {
    let records = try RecordedReference.all(in: folder)
    for dataset in Set(records.map(\.dataset)).sorted() {
      for seconds in [10.0, 30] {
        report(records.filter { $0.dataset == dataset }, seconds, dataset)
      }
    }
  }

  private static let columns = [
    "n", "answered", "MAE", "RMSE", "MAPE", "bias", "limits of agreement", "<=5", "inside",
    "best 70 %", "beats F1", "interval ms",
  ]
  private static let widths = [6, 9, 7, 7, 7, 7, 20, 7, 7, 10, 9, 12]

  private static func report(_ records: [RecordedReference], _ seconds: Double, _ dataset: String) {
    print("\n\(dataset), \(Int(seconds)) s readings, errors in beats a minute")
    row("", columns)
    var (all, allBeats) = (AccuracyFigures(), BeatAgreement())
    for record in records {
      let (figures, beats) = measure(record, seconds)
      all.add(figures)
      if let beats { allBeats.add(beats) }
      row(record.name, cells(figures, beats))
    }
    row("all", cells(all, records.contains { $0.beats != nil } ? allBeats : nil))
  }

  private static func measure(
    _ record: RecordedReference, _ seconds: Double
  ) -> (AccuracyFigures, BeatAgreement?) {
    var monitor = HeartRateMonitor(.init(interval: seconds))
    let readings = monitor.append(contentsOf: record.samples) + monitor.finish()
    var figures = AccuracyFigures()
    for reading in readings where reading.end - reading.start > seconds - 0.5 {
      guard let reference = record.rate(from: reading.start, to: reading.end) else { continue }
      figures.add(
        rate: reading.rate.map { ($0.beatsPerMinute, $0.low, $0.high) }, quality: reading.quality,
        reference: reference)
    }
    let beats = record.beats.map {
      BeatAgreement(found: readings.flatMap(\.beats).map(\.time), reference: $0)
    }
    return (figures, beats)
  }

  private static func cells(_ figures: AccuracyFigures, _ beats: BeatAgreement?) -> [String] {
    func text(_ value: Double, _ decimals: Int) -> String {
      value.isFinite ? Benchmark.number(value, decimals: decimals) : "-"
    }
    func percent(_ share: Double) -> String { share.isFinite ? text(100 * share, 1) + " %" : "-" }
    let limits = figures.limitsOfAgreement
    return [
      "\(figures.count)", percent(figures.answeredShare), text(figures.meanAbsoluteError, 3),
      text(figures.rootMeanSquareError, 3), text(figures.meanAbsolutePercentageError, 2) + " %",
      text(figures.bias, 2), "\(text(limits.low, 2)) to \(text(limits.high, 2))",
      percent(figures.shareWithinFive), percent(figures.shareInside),
      text(figures.relativeRisk(ofBest: 0.7), 2), beats.map { text($0.score, 4) } ?? "-",
      beats.map { text($0.meanIntervalError, 1) } ?? "-",
    ]
  }

  private static func row(_ name: String, _ cells: [String]) {
    let fields = zip(cells, widths).map { Benchmark.column($0, width: $1 + 1) }
    print(name + Benchmark.column("", width: max(0, 14 - name.count)) + fields.joined())
  }
}
