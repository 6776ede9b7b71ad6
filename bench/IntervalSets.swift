import BenchmarkSupport
import JSONCoding
import Photoplethysmography

/// How many of the true rates lie inside the 95 % intervals of readings of 10, 30 and 60 s, under each disturbance with a
/// pulse: the intervals part of `heartcam-bench simulated`.
enum IntervalSets {
  private static let lengths = [10.0, 30, 60]

  /// - Parameter count: Recordings of each disturbance, of a little over a minute.
  static func run(_ count: UInt64) {
    let columns = lengths.flatMap { ["\($0.plain) s", "inside, %", "half, beats/min"] }
    var table = TextTable(columns: ["disturbance"] + columns)
    for kind in DisturbedSets.kinds where kind.hasPulse {
      var cells = [kind.name]
      for length in lengths {
        var (inside, answered, width) = (0, 0, 0.0)
        for seed in 0..<count {
          let all = DisturbedSets.compare(kind, seed, seconds: 66) {
            HeartRateMonitor.readings(of: $0, .init(interval: length))
          }
          for compared in all where compared.reading.end - compared.reading.start > 0.9 * length {
            guard let rate = compared.reading.rate, let truth = compared.truth else { continue }
            answered += 1
            width += (rate.high - rate.low) / 2
            if rate.low...rate.high ~= truth { inside += 1 }
          }
        }
        let all = Double(max(answered, 1))
        cells += ["\(answered)", (100 * Double(inside) / all).fixed(1), (width / all).fixed(2)]
      }
      table.add(cells)
    }
    print(table.text)
  }
}
