@testable import TestPrograms

/// The distance of a measurement from the truth.
struct MeasurementAccuracy {
  /// The errors of the readings of ten seconds, in per cent.
  let errors: [Double]

  /// Readings without a rate.
  let refusals: [String]

  /// True beats that were found, within 50 ms.
  let matched: Int

  /// Found beats that are not true.
  let invented: Int

  /// True beats that were not found, in the time that readings with a rate cover.
  let missed: Int

  /// The harmonic mean of the share of found beats that are true and the share of true beats that are found.
  static func f1(matched: Int, invented: Int, missed: Int) -> Double {
    2 * Double(matched) / Double(max(1, 2 * matched + invented + missed))
  }

  init(of row: MeasuredRow, truth: BeatTimes, found: BeatTimes) {
    let readings = row.readings ?? []
    errors = readings.compactMap { reading in
      guard let bpm = reading.bpm, reading.end - reading.start > 9.5 else { return nil }
      let actual = truth.rate(from: reading.start, to: reading.end)
      return 100 * abs(bpm - actual) / actual
    }
    refusals = readings.compactMap(\.reason)
    var open = truth.times
    var matched = 0
    for time in found.times {
      guard
        let nearest = open.indices.min(by: { abs(open[$0] - time) < abs(open[$1] - time) }),
        abs(open[nearest] - time) <= 0.05
      else { continue }
      open.remove(at: nearest)
      matched += 1
    }
    self.matched = matched
    invented = found.times.count - matched
    missed = open.count { time in
      readings.contains { $0.bpm != nil && $0.start <= time && time < $0.end }
    }
  }
}
