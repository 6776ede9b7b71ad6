import Charts
import CommandEnvironment
import HealthCharts
import SampleStore

/// The picture of `heartcam store stats --plot`.
enum StatisticsPlot {
  /// What speaks against it, as the end of a sentence; `nil` if nothing does.
  static func problem(_ path: String, types: Int, hasRows: Bool) -> String? {
    if types != 1 || !hasRows { return "draws the rows of one type: give --by, and --type once" }
    return PictureFile.problem(path)
  }

  /// Draws the rows: sums as bars, other values from the least to the greatest.
  static func write(
    _ rows: [Statistics], of type: QuantityType, in unit: QuantityUnit, title: String,
    to path: String
  ) -> ExitCode {
    let renderer =
      if type.aggregationStyle == .cumulative {
        ChartRenderer(
          SumsChart(
            sums: rows.compactMap { SumsChart.Sum($0, in: unit) }, unit: unit.description,
            title: title), title: title, calendar: .current)
      } else {
        ChartRenderer(
          HeartRateRangesChart(
            buckets: rows.compactMap { HeartRateRangesChart.Bucket($0, in: unit) }, title: title,
            unit: unit.isCompatible(with: .countPerMinute)
              ? "Beats per minute" : unit.description), title: title, calendar: .current)
      }
    return PictureFile.write(renderer, to: path, scheme: .automatic)
  }
}
