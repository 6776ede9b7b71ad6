import BenchmarkSupport
import Photoplethysmography
import Simulation
import VideoFrames

/// What a reading averages over and when it comes.
enum DisclosureSettings {
  static let section = DisclosureSection(name: "settings") {
    var table = MarkdownTable(columns: ["`--every`", "first number after, s"])
    for every in lengths {
      table.add(["\(every.plain) s", firstNumber(every).fixed(1)])
    }
    return """
      ## How a reading averages

      A reading is the number of beats in its interval, with fractions of a beat at both ends, over the
      interval's length. Nothing else is averaged: no rate depends on the rates before it. The interval is 10 s
      unless `--every` says otherwise. To find the beats, the program looks at more than the interval: at
      \(HeartRateMonitor.lookahead.plain) s after it, and before it as far back as makes \
      \(HeartRateMonitor.shortestWindow.plain) s in all. Where a pulse is too weak to be told
      from noise in that, a second look is taken at the last \(HeartRateMonitor.longWindow.plain) s; the rate is still that of the interval. Intervals longer
      than \(HeartRateMonitor.longestPart.plain) s are read in equal parts. The average of a recording is that of its readings, weighed by their
      quality.

      Rates from 30 to 220 beats a minute are looked for. A reading appears \
      \(HeartRateMonitor.lookahead.plain) s after its interval has ended,
      and the first one needs at least \(HeartRateMonitor.shortestInterval.plain) s of signal. Counted from the first frame, at 72 beats a minute:

      \(table.text)
      """
  }

  /// Lengths of readings that are looked at, in seconds.
  static let lengths = [1.0, 5, 10]

  /// Seconds of signal until the first number.
  private static func firstNumber(_ every: Double) -> Double {
    var monitor = HeartRateMonitor(.init(interval: every))
    for sample in SimulatedRecording(Scenario()).colorSamples() {
      if monitor.append(sample).contains(where: { $0.rate != nil }) { return sample.time }
    }
    return .nan
  }
}
