import BenchmarkSupport
import JSONCoding
import Photoplethysmography
import Simulation

/// How many true averages lie inside their 95 % intervals, and whether their quality is their chance, where fingers are
/// lifted and rates change under each disturbance with a pulse: the averages part of `heartcam-bench simulated`.
enum AverageSets {
  /// The average of a recording and the truth over the same seconds.
  private struct Average {
    let seconds: Double
    let rate: HeartRateReading.Rate
    let quality: Double
    let truth: Double
    let hasGaps: Bool

    var isRight: Bool { abs(rate.beatsPerMinute - truth) <= 5 }
    var isInside: Bool { (rate.low...rate.high).contains(truth) }
  }

  static func run(_ count: UInt64) {
    let kinds = DisturbedSets.kinds.filter(\.hasPulse)
    let averages = (0..<count).flatMap { seed in
      [30.0, 60].compactMap { average(kinds[Int(seed) % kinds.count], seed, seconds: $0) }
    }
    print(coverage(averages).text)
    print(chances(averages).text)
  }

  /// The table of intervals: of all averages and of those within 5 beats per minute.
  private static func coverage(_ averages: [Average]) -> TextTable {
    var table = TextTable(columns: [
      "recording", "averages", "within 5, %", "inside, %", "inside of those within 5, %",
      "half, beats/min",
    ])
    for seconds in [30.0, 60] {
      for hasGaps in [false, true] {
        let these = averages.filter { $0.seconds == seconds && $0.hasGaps == hasGaps }
        let right = these.filter(\.isRight)
        let widths = right.map { ($0.rate.high - $0.rate.low) / 2 }
        table.add([
          "\(seconds.plain) s\(hasGaps ? ", with gaps" : "")", "\(these.count)",
          percent(right.count, of: these.count),
          percent(these.count(where: \.isInside), of: these.count),
          percent(right.count(where: \.isInside), of: right.count),
          (widths.reduce(0, +) / Double(max(widths.count, 1))).fixed(2),
        ])
      }
    }
    return table
  }

  /// The table of quality, in ten groups of equal size.
  private static func chances(_ averages: [Average]) -> TextTable {
    var table = TextTable(columns: ["mean quality", "averages", "within 5, %"])
    let sorted = averages.sorted { $0.quality < $1.quality }
    for group in 0..<10 {
      let these = sorted[sorted.count * group / 10..<sorted.count * (group + 1) / 10]
      let mean = these.reduce(0) { $0 + $1.quality } / Double(max(these.count, 1))
      table.add([
        mean.fixed(3), "\(these.count)", percent(these.count(where: \.isRight), of: these.count),
      ])
    }
    return table
  }

  private static func percent(_ part: Int, of all: Int) -> String {
    (100 * Double(part) / Double(max(all, 1))).fixed(1)
  }

  private static func average(
    _ kind: DisturbedSets.Kind, _ seed: UInt64, seconds: Double
  ) -> Average? {
    var draw = Draw(seed: 97_000_000 + seed)
    let (recording, samples) = DisturbedSets.recording(kind, 5_000 + seed, seconds: seconds) {
      change(&$0, &draw)
    }
    var collector = AveragingCollector()
    var beats = 0.0
    for reading in HeartRateMonitor.readings(of: samples) {
      collector.append(reading)
      guard reading.rate != nil else { continue }
      guard let truth = recording.heartRate(from: reading.start, to: reading.end) else {
        return nil
      }
      beats += truth * (reading.end - reading.start)
    }
    guard let rate = collector.rate, let quality = collector.quality else { return nil }
    return Average(
      seconds: seconds, rate: rate, quality: quality, truth: beats / collector.duration,
      hasGaps: collector.refusedDuration > 0)
  }

  /// Lifts the finger in half of the recordings, once to three times, and lets the rate change in half of them: evenly
  /// or at a moment.
  private static func change(_ scenario: inout Scenario, _ draw: inout Draw) {
    if draw.one(of: [true, false]) {
      for _ in 0..<draw.one(of: [1, 1, 2, 3]) {
        let start = draw.evenly(-5, scenario.duration)
        scenario.fingerOff.append(start..<start + draw.between(1, scenario.duration * 0.6))
      }
    }
    guard draw.one(of: [true, false]), case .constant(let rate) = scenario.heart.course else {
      return
    }
    let other = min(max(rate * draw.between(0.6, 1.9), 40), 190)
    scenario.heart.course = draw.one(of: [
      .ramp(from: rate, to: other), .ramp(from: rate, to: other),
      .step(from: rate, to: other, at: draw.evenly(0, scenario.duration)),
    ])
  }
}
