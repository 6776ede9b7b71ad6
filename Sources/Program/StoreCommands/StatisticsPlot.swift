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

  /// Draws the rows: sums as bars, other values from the least to the greatest, or as bands if they are many; `nil` if
  /// there is nothing to draw.
  static func write(
    _ rows: [Statistics], of type: QuantityType, by intervals: CalendarIntervals,
    in unit: QuantityUnit, from charts: StoredCharts, title: String, to path: String
  ) throws -> ExitCode? {
    guard
      let chart = try charts.values(
        rows, of: type, by: intervals, in: unit, title: title,
        room: StoredCharts.room(inPoints: nil))
    else { return nil }
    func renderer(_ chart: some HealthChart) -> ChartRenderer {
      ChartRenderer(chart, title: chart.title, zone: intervals.zone)
    }
    return PictureFile.write(renderer(chart), to: path, scheme: .automatic)
  }
}
