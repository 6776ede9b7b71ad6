import Photoplethysmography

enum AccuracyBenchmark {
  static func run(folder: String) throws {
    let records = try RecordedReference.all(in: folder)
    for dataset in Set(records.map(\.dataset)).sorted() {
      for seconds in [10.0, 30] {
        var errors: [(Double, Double)] = []
        var total = 0, inside = 0
        for record in records where record.dataset == dataset {
          var monitor = HeartRateMonitor(.init(interval: seconds))
          let readings = monitor.append(contentsOf: record.samples) + monitor.finish()
          for reading in readings where reading.end - reading.start > seconds - 0.5 {
            guard let reference = record.rate(from: reading.start, to: reading.end) else {
              continue
            }
            total += 1
            guard let rate = reading.rate else {
              print(
                "  ", record.name, reading.start, reading.reason!.rawValue,
                reading.evidence?.logit ?? 0)
              continue
            }
            errors.append((abs(rate.beatsPerMinute - reference), reading.quality))
            if abs(rate.beatsPerMinute - reference) > 3 {
              print(
                "  ", record.name, reading.start, reference, rate.beatsPerMinute,
                reading.evidence?.logit ?? 0)
            }
            if (rate.low...rate.high).contains(reference) { inside += 1 }
          }
        }
        let mean = errors.reduce(0) { $0 + $1.0 } / Double(errors.count)
        let best = errors.sorted { $0.1 > $1.1 }.prefix(errors.count * 7 / 10)
        print(
          dataset, seconds, "answered", Double(errors.count) / Double(total), "of", total, "MAE",
          mean,
          "inside", Double(inside) / Double(errors.count), "best70",
          best.reduce(0) { $0 + $1.0 } / Double(best.count) / mean)
      }
    }
  }
}
