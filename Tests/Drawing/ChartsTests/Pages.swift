import Charts
import Foundation

// Pages of an app in the forms that public files have around their charts, each written anew. The file imports what such
// a file imports beside SwiftUI, and nothing in it is written for this library.

struct Swim: Identifiable {
  let id: Int
  let day: Date
  let meters: Int
}

final class SwimLog: ObservableObject {
  @Published var swims: [Swim] = (0..<6).map { index in
    Swim(
      id: index, day: Date(timeIntervalSinceReferenceDate: Double(index) * 86_400),
      meters: 400 + index * 250 % 700)
  }
  @Published var isLoading = false
  @Published var showsGoal = true
}

@Observable final class SwimGoal {
  var meters = 900
}

struct LaneKey: EnvironmentKey {
  static let defaultValue = "no lane"
}

extension EnvironmentValues {
  var lane: String {
    get { self[LaneKey.self] }
    set { self[LaneKey.self] = newValue }
  }
}

/// A list of sections: the chart, its controls, and rows.
struct SwimPage: View {
  @EnvironmentObject private var log: SwimLog
  @Environment(SwimGoal.self) private var goal
  @Environment(\.lane) private var lane
  @Environment(\.colorScheme) private var scheme
  @Environment(\.dismiss) private var dismiss
  @State private var period = 7
  @State private var barWidth = 12.0
  @State private var tint: Color = .teal
  @State private var chosen: Swim?

  var body: some View {
    NavigationStack {
      List {
        Section(header: Text("Lane: \(lane)")) {
          chart
        }

        Section {
          Picker("Period", selection: $period) {
            ForEach([7, 30], id: \.self) { Text("\($0) days").tag($0) }
          }
          .pickerStyle(.segmented)
          Toggle("Goal", isOn: $log.showsGoal.animation())
          Stepper(value: $period, in: 1...90) { Text("Stepper") }
          ColorPicker("Tint", selection: $tint)
          Slider(value: $barWidth, in: 5...20) {
            Text("Slider")
          } minimumValueLabel: {
            Text("Least")
          } maximumValueLabel: {
            Text("Greatest")
          }
        } header: {
          Text("Settings")
        } footer: {
          Text("Since \(log.swims[0].day, formatter: written)")
        }

        Section("Swims") {
          ForEach(log.swims.prefix(2)) { swim in
            Button {
              chosen = swim
            } label: {
              HStack {
                Image(systemName: "figure.pool.swim")
                  .resizable()
                  .frame(width: 12, height: 12)
                Text("Swim \(swim.id)")
                Spacer()
                Text("\(swim.meters) m").monospacedDigit().foregroundStyle(.secondary)
              }
            }
            .buttonStyle(.plain)
          }
          Divider()
          NavigationLink {
            Text("Another page")
          } label: {
            Label("All swims", systemImage: "list.bullet")
          }
        }
      }
      .listStyle(.insetGrouped)
      .navigationTitle("Swims")
      .toolbar {
        ToolbarItem(placement: .topBarTrailing) {
          Button("Done", role: .cancel) { dismiss() }
        }
      }
      .sheet(item: $chosen) { Text("Sheet of \($0.id)") }
      .task(id: period) { log.isLoading = false }
    }
    .preferredColorScheme(scheme == .dark ? .dark : .light)
  }

  private var written: DateFormatter {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "yyyy-MM-dd"
    return formatter
  }

  private var chart: some View {
    Chart(log.swims) { swim in
      BarMark(
        x: .value("Day", swim.day, unit: .day), y: .value("Meters", swim.meters),
        width: .fixed(barWidth)
      )
      .foregroundStyle(tint.gradient)

      if log.showsGoal {
        RuleMark(y: .value("Goal", goal.meters))
          .foregroundStyle(Color(.systemRed))
      }
    }
    .accessibilityChartDescriptor(self)
    .frame(height: 180)
  }
}

extension SwimPage: AXChartDescriptorRepresentable {
  func makeChartDescriptor() -> AXChartDescriptor {
    let days = AXCategoricalDataAxisDescriptor(
      title: "Day", categoryOrder: log.swims.map { "Day \($0.id)" })
    let meters = AXNumericDataAxisDescriptor(
      title: "Meters", range: 0...Double(log.swims.map(\.meters).max() ?? 0),
      gridlinePositions: []
    ) { "\(Int($0)) meters" }
    let series = AXDataSeriesDescriptor(
      name: "Swims", isContinuous: false,
      dataPoints: log.swims.map { .init(x: "Day \($0.id)", y: Double($0.meters)) })
    return AXChartDescriptor(
      title: "Meters by day", summary: "Six swims", xAxis: days, yAxis: meters,
      additionalAxes: [], series: [series])
  }
}

/// A dashboard: cards in a page that scrolls, one of them without data.
struct SwimDashboard: View {
  @StateObject private var log = SwimLog()
  @ObservedObject var other: SwimLog

  var body: some View {
    ScrollView(.vertical, showsIndicators: false) {
      VStack(alignment: .leading, spacing: 12) {
        if log.isLoading {
          ProgressView("Loading")
        } else {
          GroupBox("Distance") {
            Chart(log.swims) {
              LineMark(x: .value("Day", $0.day), y: .value("Meters", $0.meters))
            }
          }
          .padding()
          .background(Color(.secondarySystemBackground))
          .cornerRadius(12)
          .shadow(radius: 2)
        }
        if other.swims.isEmpty {
          ContentUnavailableView(
            "No swims", systemImage: "drop", description: Text("They appear here"))
        }
        Text("Ends")
          .fontDesign(.rounded)
          .padding(8)
          .background(.thinMaterial, in: RoundedRectangle(cornerRadius: 8))
      }
    }
    .background(Color("Paper").ignoresSafeArea())
    .navigationBarTitle("Dashboard", displayMode: .inline)
  }
}
