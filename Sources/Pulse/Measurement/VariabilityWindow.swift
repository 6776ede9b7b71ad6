package import Photoplethysmography

/// The variability of the heartbeats in a part of a series.
package struct VariabilityWindow: Sendable {
  /// In seconds, on the clock of the intervals.
  package let start: Double
  package let end: Double
  package let variability: HeartRateVariability
  package let rhythm: RhythmRegularity

  /// Measures intervals that are all exact.
  /// - Parameter seconds: The length of a window; `nil` for one.
  package static func windows(
    of intervals: [BeatSeries.Interval], every seconds: Double? = nil
  ) -> [VariabilityWindow] {
    guard let first = intervals.first, let last = intervals.last else { return [] }
    let origin = first.start
    let step = seconds ?? max(last.end - origin, 1)
    var parts: [Int: [BeatSeries.Interval]] = [:]
    for interval in intervals {
      // The last beat ends the last window.
      let end = (interval.end - origin) / step
      parts[max(Int(end.rounded(.up)) - 1, 0), default: []].append(interval)
    }
    return parts.sorted { $0.key < $1.key }.map { index, part in
      let end = min(origin + step * Double(index + 1), last.end)
      let start = origin + step * Double(index)
      let series = BeatSeries(intervals: part, coveredDuration: end - start)
      let rhythm = RhythmRegularity(of: series)
      return VariabilityWindow(
        start: start, end: end,
        variability: HeartRateVariability(of: series, rhythm: rhythm, timing: .exact),
        rhythm: rhythm)
    }
  }

  package static let fields: [ResultField<VariabilityWindow>] =
    [
      .number("start_s", "When the window starts", unit: "s", places: 3) { $0.start }.required,
      .number("end_s", "When it ends", unit: "s", places: 3) { $0.end }.required,
      .text("rhythm", "Whether the beats follow a rhythm") { $0.rhythm.rawValue }.required,
    ] + HeartRateVariability.fields.map { $0.of { $0.variability } }
}
