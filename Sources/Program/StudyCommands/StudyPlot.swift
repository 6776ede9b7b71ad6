import Charts
import CommandEnvironment
import HealthCharts
import StudyTasks

/// The picture of `heartcam study results --plot`.
enum StudyPlot {
  static func write(_ summary: RunSummary, to path: String) -> ExitCode {
    let start = summary.result.start
    let chart = StudyChart(
      steps: summary.steps.map { step in
        StudyChart.Step(
          name: step.result.identifier, start: step.result.start.timeIntervalSince(start),
          end: step.result.end.timeIntervalSince(start),
          points: step.readings.map { ($0.end.timeIntervalSince(start), $0.value) })
      }, title: "Heart rate in \(summary.result.taskIdentifier)")
    guard chart.hasPoints else {
      report("there is nothing to draw: no heart rate was recorded")
      return .noReading
    }
    return PictureFile.write(
      ChartRenderer(chart, title: chart.title, calendar: .current), to: path, scheme: .automatic)
  }
}
