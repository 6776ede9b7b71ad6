import Charts
import HealthKit

/// A bar of a workout: the least and the greatest heart rate in a twentieth of it.
struct WorkoutBar: Identifiable {
  let id = UUID()
  let date: Date
  let min: Int
  let max: Int
}

/// The steps of an axis, by name, as a collection of examples has them.
enum AxisStep {
  case minute
  case hour

  var component: Calendar.Component {
    switch self {
    case .minute: return .minute
    case .hour: return .hour
    }
  }
}

/// Draws a workout's heart rate in capsules, as an article on drawing it does.
struct WorkoutChart: View {
  let measurements: [Date: (Double, Double)]

  var body: some View {
    let bars: [WorkoutBar] = measurements.map { (date, span) in
      let (min, max) = span
      return WorkoutBar(date: date, min: Int(min), max: Int(max))
    }
    .sorted { $0.date < $1.date }

    Chart(bars, id: \.id) {
      BarMark(
        x: .value("Time", $0.date, unit: .minute),
        yStart: .value("BPM Min", $0.min),
        yEnd: .value("BPM Max", $0.max),
        width: .fixed(10)
      )
      .clipShape(Capsule()).foregroundStyle(.red)
    }
    .chartXAxis {
      AxisMarks(values: .stride(by: AxisStep.minute.component, count: 5)) { _ in
        AxisValueLabel(
          format: .dateTime.hour(.defaultDigits(amPM: .narrow)).minute()
        )
      }
    }
    .chartYScale(domain: 50...190).frame(height: 150)
  }
}
