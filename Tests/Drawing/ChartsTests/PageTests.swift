import Foundation
import Testing

@testable import Charts

/// What is around a chart in a file of an app: pages, lists, controls and what the views around give.
@Suite struct PageTests {
  private let utc: Calendar = {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = TimeZone(identifier: "UTC")!
    return calendar
  }()

  private func svg(_ view: some View, height: Double? = nil) throws -> String {
    try ChartRenderer(view, width: 400, height: height, calendar: utc).svg()
  }

  /// The texts of a picture, in their order.
  private func texts(_ view: some View) throws -> [String] {
    try texts(in: svg(view))
  }

  private func texts(in svg: String) -> [String] {
    svg.matches(of: #/<text[^>]*>([^<]*)</text>/#).map { String($0.1) }
  }

  private var page: some View {
    SwimPage().environmentObject(SwimLog()).environment(SwimGoal()).environment(\.lane, "4")
  }

  @Test func `a list holds its chart, its rows and the labels of its buttons`() throws {
    let found = try texts(page)
    let expected = [
      "Lane: 4", "Settings", "Since 2001-01-01", "Swims", "Swim 0", "400 m", "Swim 1",
      "650 m", "All swims",
    ]
    #expect(found.filter { expected.contains($0) } == expected)
  }

  @Test func `controls, bars, sheets and other pages are left out`() throws {
    let found = Set(try texts(page))
    let absent = [
      "Period", "7 days", "Goal", "Stepper", "Tint", "Slider", "Least", "Greatest", "Done",
      "Another page", "Sheet of 0",
    ]
    #expect(found.isDisjoint(with: absent), "\(found.intersection(absent))")
  }

  @Test func `a control's binding keeps the value that the code gave it`() throws {
    let log = SwimLog()
    func red(_ svg: String) -> Bool { svg.contains("#ff3b30") }
    let view = SwimPage().environmentObject(log).environment(SwimGoal())
    #expect(red(try svg(view)))
    log.showsGoal = false
    #expect(!red(try svg(view)))
  }

  @Test func `the nearest view around gives a value, and its default counts without one`() throws {
    struct Lane: View {
      @Environment(\.lane) var lane
      var body: some View { Text(lane) }
    }
    let view = VStack {
      Lane()
      Lane().environment(\.lane, "2").environment(\.lane, "3")
    }
    #expect(try texts(view) == ["no lane", "2"])
  }

  @Test func `an object that is bound is the one that is drawn`() throws {
    struct Switch: View {
      @ObservedObject var log: SwimLog
      var body: some View {
        let binding = $log.showsGoal
        binding.wrappedValue = false
        return Text(log.showsGoal ? "goal" : "no goal")
      }
    }
    let log = SwimLog()
    #expect(try texts(Switch(log: log)) == ["no goal"])
    #expect(!log.showsGoal)
  }

  @Test func `a description names the chart, and a label nearer to it counts more`() throws {
    #expect(try svg(page).contains("Meters by day. Six swims. "))
    let described = Chart { BarMark(x: .value("Meters", 3)) }
      .accessibilityLabel("Nearer").accessibilityChartDescriptor(SwimDescription())
    let text = try svg(described)
    #expect(text.contains("Nearer. "))
    #expect(!text.contains("Described"))
  }

  private struct SwimDescription: AXChartDescriptorRepresentable {
    func makeChartDescriptor() -> AXChartDescriptor {
      AXChartDescriptor(
        title: "Described", summary: nil,
        xAxis: AXCategoricalDataAxisDescriptor(title: "", categoryOrder: []), yAxis: nil, series: []
      )
    }
  }

  @Test func `a page is as high as what it holds`() throws {
    let dashboard = try svg(SwimDashboard(other: SwimLog()))
    let height = try #require(dashboard.firstMatch(of: #/height="([0-9.]+)"/#)).1
    #expect(try #require(Double(height)) > 400)
    #expect(texts(in: dashboard).contains("Ends"))
    #expect(!texts(in: dashboard).contains("No swims"))
  }

  @Test func `a page without data says so`() throws {
    let log = SwimLog()
    log.swims = []
    let found = try texts(SwimDashboard(other: log))
    #expect(found.contains("No swims"))
    #expect(found.contains("They appear here"))
  }

  @Test func `a line between views lies across them`() throws {
    func line(_ view: some View) throws -> CGRect {
      let path = try #require(
        svg(view, height: 100).firstMatch(of: #/class="f-e1e1e6-3a3a3e" d="([^"]*)"/#)
      ).1
      let numbers = path.matches(of: #/[0-9.]+/#).compactMap { Double($0.0) }
      try #require(numbers.count == 8)
      return CGRect(
        x: numbers[0], y: numbers[1], width: numbers[2] - numbers[0],
        height: numbers[5] - numbers[1])
    }
    let below = try line(
      VStack {
        Text("A")
        Divider()
      })
    let beside = try line(
      HStack {
        Text("A")
        Divider()
      })
    #expect(below.width == 376 && abs(below.height - 1) < 0.01)
    #expect(abs(beside.width - 1) < 0.01 && beside.height == 76)
  }

  @Test func `a path is a view, measured from the corner of its frame`() throws {
    let dash = Path { path in
      path.move(to: CGPoint(x: 0, y: 1))
      path.addLine(to: CGPoint(x: 24, y: 1))
    }
    let row = HStack(spacing: 0) {
      dash.stroke(.red, lineWidth: 2).frame(width: 24, height: 2)
      Spacer()
    }
    let line = try #require(
      svg(row, height: 100).firstMatch(of: #/d="M([0-9.]+) ([0-9.]+)L([0-9.]+) ([0-9.]+)"/#))
    #expect([line.1, line.2, line.3, line.4].map { Double($0) } == [12, 50, 36, 50])
  }

  @Test func `a line begins within its dashes, and its points are as long as asked`() throws {
    func corner(_ style: StrokeStyle) -> some View {
      Path { path in
        path.move(to: CGPoint(x: 0, y: 80))
        path.addLine(to: CGPoint(x: 40, y: 20))
        path.addLine(to: CGPoint(x: 80, y: 80))
      }
      .stroke(.red, style: style)
    }
    let styles = [
      StrokeStyle(lineWidth: 4), StrokeStyle(lineWidth: 4, miterLimit: 1),
      StrokeStyle(lineWidth: 4, dash: [12, 9]),
      StrokeStyle(lineWidth: 4, dash: [12, 9], dashPhase: 5),
    ]
    let texts = try styles.map { try svg(corner($0), height: 100) }
    #expect(texts.map { $0.contains("stroke-miterlimit=\"1\"") } == [false, true, false, false])
    #expect(texts.map { $0.contains("stroke-dashoffset=\"5\"") } == [false, false, false, true])
    let pictures = try styles.map {
      try ChartRenderer(corner($0), width: 100, height: 100).png(scale: 1)
    }
    #expect(Set(pictures).count == 4)
  }

  @Test func `a color by the system's name follows the background`() throws {
    let text = try svg(Color(.systemGray6).frame(width: 40, height: 40))
    #expect(text.contains("#f2f2f7"))
    #expect(text.contains("#242426"))
  }
}
