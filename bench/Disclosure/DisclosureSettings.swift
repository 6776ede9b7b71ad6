import JSONCoding
import BenchmarkSupport
import Photoplethysmography
import Simulation
import VideoFrames

/// What a reading averages and when it appears.
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
      unless `--every` changes it.

      To find the beats, the program uses more than the interval. The window ends \
      \(HeartRateMonitor.lookahead.plain) s after the interval and lasts
      \(HeartRateMonitor.shortestWindow.plain) s or more. If a pulse is too weak for that, the program \
      uses the last \(HeartRateMonitor.longWindow.plain) s; the rate is still that of the
      interval. Intervals longer than \(HeartRateMonitor.longestPart.plain) s are read in equal parts. \
      A recording's average is that of its readings, weighted by
      their time. Its 95% confidence interval includes the time that has no reading.

      The program looks for rates from 30 to 220 beats per minute. A reading appears \
      \(HeartRateMonitor.lookahead.plain) s after its interval has ended,
      and the first one needs \(HeartRateMonitor.shortestInterval.plain) s of signal. \
      Counted from the first frame, at 72 beats per minute:

      \(table.text)
      """
  }

  /// The lengths of readings that the page compares, in seconds.
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
