import Charts
import HealthKit

/// Draws a workout's heart rate in capsules from the least to the greatest of each part.
struct WorkoutChart: View {
  let ranges: WorkoutPulse.Ranges

  private struct Part: Identifiable {
    let id: Date
    let low: Int
    let high: Int
  }

  var body: some View {
    let parts = ranges.map { Part(id: $0, low: Int($1.lowerBound), high: Int($1.upperBound)) }
      .sorted { $0.id < $1.id }
    Chart(parts) { part in
      BarMark(
        x: .value("Time", part.id, unit: .minute),
        yStart: .value("Least", part.low), yEnd: .value("Most", part.high),
        width: .fixed(10)
      )
      .clipShape(Capsule())
      .foregroundStyle(.red)
    }
    .chartXAxis {
      AxisMarks(values: .stride(by: .minute, count: 5)) { _ in
        AxisValueLabel(format: .dateTime.hour(.defaultDigits(amPM: .narrow)).minute())
      }
    }
    .chartYScale(domain: 50...190)
    .frame(height: 150)
  }
}
