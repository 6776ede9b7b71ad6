import BenchmarkSupport
import CommandLineParsing
import JSONCoding
import SignalProcessing

/// Times the autocorrelation of windows of an hour of signal, up to a heart's longest period.
enum AutocorrelationBenchmark {
  static let description = CommandDescription(
    name: "autocorrelation",
    summary:
      "Processor time of the autocorrelation of windows, beside multiplying and adding alone.",
    options: [SpeedOptions.rounds, SpeedOptions.json])

  /// Two seconds at 30 Hz: 30 beats per minute.
  private static let longestLag = 60

  static func run(_ arguments: Arguments) throws -> SpeedReport {
    let hour = SignalHour.evenSignal().map { $0[1] - 60 }
    var rows: [SpeedReport.Row] = []
    for seconds in [10, 30] {
      let count = 30 * seconds
      let windows = stride(from: 0, through: hour.count - count, by: count).map {
        Array(hour[$0..<($0 + count)])
      }
      var sink = 0.0
      // It reuses its memory from window to window, as in the monitor.
      var autocorrelation = Autocorrelation()
      let timings = try Clock.processor.turns(
        rounds: arguments[SpeedOptions.rounds] ?? 9,
        [
          {
            for window in windows {
              window.withUnsafeBufferPointer { autocorrelation.measure($0, lags: 0...longestLag) }
              sink += autocorrelation.coefficients[longestLag]
            }
          },
          { for window in windows { sink += plainProducts(window) } },
        ])
      precondition(sink != 0)
      let scale = 1e6 / Double(windows.count)
      rows.append(
        SpeedReport.Row(
          "windows of \(seconds) s, lags to 2 s", "us/window", timings[0], scale: scale,
          to: ("a plain loop", timings[1])))
    }
    return SpeedReport(
      "autocorrelation", summary: "30 Hz, double precision, one thread, processor time.", rows: rows
    )
  }

  /// Sums the products of all lags in a plain loop.
  @inline(never)
  private static func plainProducts(_ signal: [Double]) -> Double {
    var last = 0.0
    for lag in 0...longestLag {
      var sum = 0.0
      for index in 0..<(signal.count - lag) { sum += signal[index] * signal[index + lag] }
      last = sum
    }
    return last
  }
}
