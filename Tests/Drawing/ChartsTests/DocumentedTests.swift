@testable import Charts
import Foundation
import Synchronization
import Testing

/// Statements of Apple's pages on Swift Charts, tried against the finished package.
@Suite struct DocumentedTests {
  private static func scene(_ view: some View) throws -> Scene {
    try ChartRenderer(view, width: 600, height: 300, calendar: Examples.berlin)
      .scene(style: .page(pixelsPerPoint: 1), measurer: try CairoTextMeasurer())
  }

  private static func marks(_ view: some View) throws -> [(bounds: CGRect, path: Scene.PathElement)]
  {
    try scene(view).elements.compactMap {
      guard case .path(let path) = $0, path.role == .mark else { return nil }
      return (path.path.boundingRect, path)
    }
  }

  private static func texts(_ view: some View) throws -> [String] {
    try scene(view).elements.compactMap { if case .text(let text) = $0 { text.text } else { nil } }
  }

  /// charts/customizing-axes-in-swift-charts - "Create one bar for every 1800 seconds (30 minutes)", of a range of dates.
  @Test func `a bar of a range of dates reaches from its start to its end`() throws {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_000)
    let bars = try Self.marks(
      Chart {
        BarMark(x: .value("Time", start..<start.advanced(by: 1800)), y: .value("Level", 40))
        BarMark(
          x: .value("Time", start.advanced(by: 3600)..<start.advanced(by: 7200)),
          y: .value("Level", 30))
      })
    try #require(bars.count == 2)
    #expect(abs(bars[1].bounds.width / bars[0].bounds.width - 2) < 0.05)
    #expect(bars[1].bounds.minX > bars[0].bounds.maxX + bars[0].bounds.width * 0.9)
  }

  /// charts/markdimension/inset(_:) - "the step size minus the specified inset value on each side".
  @Test func `an inset is taken from each side of a step`() throws {
    func widths(_ width: MarkDimension) throws -> [CGFloat] {
      try Self.marks(
        Chart(["a", "b", "c"], id: \.self) {
          BarMark(x: .value("Name", $0), y: .value("Amount", 3), width: width)
        }
      ).map(\.bounds.width)
    }
    let (step, inset) = (try widths(.ratio(1)), try widths(.inset(10)))
    #expect(step.count == 3)
    for (step, inset) in zip(step, inset) { #expect(abs(step - inset - 20) < 1e-6) }
  }

  /// charts/chartcontent/symbolsize(_:) - "a square with 10 points on each side has an area of 100 square points"; a size is
  /// the "bounding box's dimensions".
  @Test func `a symbol has the area or the box that it is given`() throws {
    let points = try Self.marks(
      Chart {
        PointMark(x: .value("x", 1), y: .value("y", 1)).symbol(.square).symbolSize(100)
        PointMark(x: .value("x", 2), y: .value("y", 1)).symbol(.square)
          .symbolSize(CGSize(width: 18, height: 6))
      })
    try #require(points.count == 2)
    #expect(abs(points[0].bounds.width - 10) < 0.5 && abs(points[0].bounds.height - 10) < 0.5)
    #expect(abs(points[1].bounds.width - 18) < 0.5 && abs(points[1].bounds.height - 6) < 0.5)
  }

  /// charts/customizing-axes-in-swift-charts - Of 0 to 100 three values are 0, 50 and 100; of four "the framework uses five
  /// instead to avoid displaying fractional labels".
  @Test func `an axis to 100 has halves, or quarters if four values are asked for`() throws {
    func labels(_ count: Int) throws -> [String] {
      let chart = Chart {
        BarMark(x: .value("Name", "a"), y: .value("Level", 40))
      }
      .chartYScale(domain: [0, 100])
      .chartYAxis { AxisMarks(values: .automatic(desiredCount: count)) }
      return try Self.texts(chart).filter { Double($0) != nil }.sorted { Double($0)! < Double($1)! }
    }
    #expect(try labels(3) == ["0", "50", "100"])
    #expect(try labels(4) == ["0", "25", "50", "75", "100"])
  }

  /// charts/areamark - Of a normalized area the numbers on the y-axis are in the range of 0 to 100.
  @Test func `the axis of a normalized area goes to 100`() throws {
    let chart = Chart(0..<6, id: \.self) { index in
      AreaMark(
        x: .value("Place", index / 2), y: .value("Price", index + 1), stacking: .normalized
      )
      .foregroundStyle(by: .value("Item", index % 2 == 0 ? "Bun" : "Cheese"))
    }
    .chartXAxis(.hidden)
    #expect(try Self.texts(chart).contains { $0.hasPrefix("100") })
  }

  enum Status: String, Plottable { case active = "Active", inactive = "Inactive" }

  /// charts/plottable - "make an enum work as a categorical data value by using String as its raw value".
  @Test func `an enumeration of texts is a category by its raw values`() throws {
    let chart = Chart {
      BarMark(x: .value("Status", Status.active), y: .value("Amount", 1))
      BarMark(x: .value("Status", Status.inactive), y: .value("Amount", 2))
    }
    let texts = try Self.texts(chart)
    #expect(texts.contains("Active") && texts.contains("Inactive"))
  }

  /// charts/rulemark - "To span the plotting area of a chart with a line, omit the optional start and end".
  @Test func `a rule without ends spans the plot`() throws {
    let chart = Chart {
      BarMark(x: .value("Name", "a"), y: .value("Profit", 15_000))
      RuleMark(y: .value("Threshold", 9000))
    }
    let plot = try #require(try Self.scene(chart).plots.first)
    let rule = try #require(try Self.marks(chart).last).bounds
    #expect(abs(rule.minX - CGFloat(plot.left)) < 1 && abs(rule.width - CGFloat(plot.width)) < 1)
  }

  // MARK: Styles, sectors, axes

  private static func look(_ path: Scene.PathElement) -> String {
    "\(path.fill.map { "\($0)" } ?? "none")"
  }

  /// charts/pointmark - "Diptera in blue, Hymenoptera in green, and Lepidoptera in orange"; "circles (...), squares (...), and
  /// triangles".
  @Test func `categories are blue, green and orange, or circles, squares and triangles`() throws {
    let names = ["Diptera", "Hymenoptera", "Lepidoptera"]
    let colored = try Self.marks(
      Chart(names, id: \.self) { name in
        PointMark(x: .value("x", name.count), y: .value("y", 1))
          .foregroundStyle(by: .value("Family", name))
      })
    let plain = try [Color.blue, .green, .orange].flatMap { color in
      try Self.marks(
        Chart { PointMark(x: .value("x", 1), y: .value("y", 1)).foregroundStyle(color) })
    }
    #expect(colored.map { Self.look($0.path) } == plain.map { Self.look($0.path) })
    let shaped = try Self.marks(
      Chart(names, id: \.self) { name in
        PointMark(x: .value("x", name.count), y: .value("y", 1))
          .symbol(by: .value("Family", name))
      })
    func corners(_ marks: [(bounds: CGRect, path: Scene.PathElement)]) -> [Int] {
      marks.map(\.path.path.elements.count)
    }
    let plainShapes = try [BasicChartSymbolShape.circle, .square, .triangle].flatMap { shape in
      try Self.marks(Chart { PointMark(x: .value("x", 1), y: .value("y", 1)).symbol(shape) })
    }
    #expect(corners(shaped) == corners(plainShapes) && Set(corners(shaped)).count == 3)
  }

  /// charts/sectormark/init(angle:innerradius:outerradius:angularinset:) - "a value range for explicit start/end angles".
  @Test func `a sector of a range reaches from its start to its end`() throws {
    let sectors = try Self.marks(
      Chart {
        SectorMark(angle: .value("a", 0.0..<1.0))
        SectorMark(angle: .value("b", 3.0..<4.0))
      })
    try #require(sectors.count == 2)
    // The first and the last quarter: the upper right and the upper left one.
    #expect(abs(sectors[0].bounds.minX - sectors[1].bounds.maxX) < 1)
    #expect(abs(sectors[0].bounds.maxY - sectors[1].bounds.maxY) < 1)
  }

  /// charts/interpolationmethod/stepcenter - "the data point is at the center of the step".
  @Test func `a step changes half-way between points`() throws {
    let chart = Chart([(0.0, 0.0), (10, 10), (20, 5)], id: \.0) {
      LineMark(x: .value("x", $0.0), y: .value("y", $0.1)).interpolationMethod(.stepCenter)
    }
    .chartXScale(domain: 0...20)
    let plot = try #require(try Self.scene(chart).plots.first)
    let line = try #require(try Self.marks(chart).first)
    var places: Set<Int> = []
    var last: CGPoint?
    for element in line.path.path.elements {
      guard case .line(let point) = element else {
        if case .move(let point) = element { last = point }
        continue
      }
      if let last, abs(last.x - point.x) < 0.01, abs(last.y - point.y) > 1 {
        places.insert(Int((Double(point.x) - plot.left) / plot.width * 20 + 0.5))
      }
      last = point
    }
    #expect(places == [5, 15])
  }

  /// charts/linemark - "Colors are repeated if the number of series is greater than the total number of colors."
  @Test func `colors come again if there are more series`() throws {
    let chart = Chart(0..<30, id: \.self) { series in
      PointMark(x: .value("x", series), y: .value("y", 1))
        .foregroundStyle(by: .value("Series", "\(series)"))
    }
    let looks = try Self.marks(chart).map { Self.look($0.path) }
    let count = try #require(looks.dropFirst().firstIndex(of: looks[0]))
    #expect(looks.count == 30 && Set(looks).count == count)
    #expect((0..<30).allSatisfy { looks[$0] == looks[$0 % count] })
  }

  /// charts/customizing-axes-in-swift-charts - Two `AxisMarks`: lines at 0, 25, 50, 75 and 100, labels "only at 0, 50 and 100".
  @Test func `labels and lines have values of their own`() throws {
    let chart = Chart { BarMark(x: .value("Name", "a"), y: .value("Level", 40)) }
      .chartYScale(domain: [0, 100])
      .chartYAxis {
        AxisMarks(values: [0, 50, 100]) {
          AxisValueLabel(format: Decimal.FormatStyle.Percent.percent.scale(1))
        }
        AxisMarks(values: [0, 25, 50, 75, 100]) { AxisGridLine() }
      }
    let labels = try Self.texts(chart).filter { $0.hasSuffix("%") }
    #expect(Set(labels) == ["0%", "50%", "100%"])
    let plot = try #require(try Self.scene(chart).plots.first)
    let heights = try Self.scene(chart).elements.compactMap { element -> Double? in
      guard case .path(let path) = element, path.role != .mark else { return nil }
      let bounds = path.path.boundingRect
      guard abs(Double(bounds.width) - plot.width) < 2, bounds.height < 1 else { return nil }
      return ((plot.top + plot.height - Double(bounds.midY)) / plot.height * 100).rounded()
    }
    #expect(Set(heights) == [0, 25, 50, 75, 100])
  }

  /// charts/chartproxy/value(atx:as:) - "The data value at the given position", relative to the plot, "or `nil` if the position
  /// does not correspond to a valid X value".
  @Test func `a place gives its value back, of its own type`() throws {
    let found = Mutex<(Double?, String?, Double?)>((nil, nil, nil))
    let chart = Chart { PointMark(x: .value("x", 5), y: .value("y", "a")) }
      .chartXScale(domain: 0...10)
      .chartOverlay { proxy -> EmptyView in
        let middle = proxy.plotSize.width / 2
        found.withLock {
          $0 = (
            proxy.value(atX: middle, as: Double.self), proxy.value(atX: middle, as: String.self),
            proxy.value(atX: proxy.position(forX: 2.5) ?? -1, as: Double.self)
          )
        }
        return EmptyView()
      }
    _ = try ChartRenderer(chart).svg()
    let values = found.withLock { $0 }
    #expect(values.0 == 5 && values.1 == nil && abs((values.2 ?? 0) - 2.5) < 1e-6)
  }

  // MARK: Lines, proxies, ranges

  private static func lines(_ view: some View) throws -> [CGRect] {
    try scene(view).elements.compactMap {
      guard case .path(let path) = $0, path.role == .grid else { return nil }
      return path.path.boundingRect
    }
  }

  /// charts/axisgridline/init(centered:stroke:) - "Whether to center the grid line between two axis values."
  @Test func `a centered line lies between two values`() throws {
    func places(_ centered: Bool) throws -> [Double] {
      let chart = Chart { PointMark(x: .value("x", 2), y: .value("y", 1)) }
        .chartXScale(domain: 0...4)
        .chartXAxis { AxisMarks(values: [0, 2, 4]) { AxisGridLine(centered: centered) } }
        .chartYAxis(.hidden)
      let plot = try #require(try Self.scene(chart).plots.first)
      return try Self.lines(chart).map { (Double($0.midX) - plot.left) / plot.width * 4 }.sorted()
    }
    let (plain, centered) = (try places(false), try places(true))
    #expect(plain.map { $0.rounded() } == [0, 2, 4])
    #expect(centered.prefix(2).map { $0.rounded() } == [1, 3])
  }

  /// charts/chartproxy/foregroundstyle(for:) - "the foreground style for the given data value. Returns `nil` if the foreground
  /// style scale is unavailable, or the value is invalid."
  @Test func `a chart knows the style of a value`() throws {
    let found = Mutex<[Bool]>([])
    func chart(_ hasScale: Bool) -> some View {
      Chart(["a", "b"], id: \.self) { name in
        if hasScale {
          BarMark(x: .value("Name", name), y: .value("y", 1)).foregroundStyle(by: .value("N", name))
        } else {
          BarMark(x: .value("Name", name), y: .value("y", 1))
        }
      }
      .chartOverlay { proxy in
        let _ = found.withLock { $0.append(proxy.foregroundStyle(for: "b") != nil) }
        EmptyView()
      }
    }
    _ = try ChartRenderer(chart(true)).svg()
    let with = found.withLock { $0.last }
    _ = try ChartRenderer(chart(false)).svg()
    #expect(with == true && found.withLock { $0.last } == false)
  }

  /// charts/numberbins/init(range:count:) - "The first bin starts at the lower bound of the range, and the last bin ends at the
  /// upper bound"; "the exact number of bins".
  @Test func `a range has the number of bins that it is given`() {
    let whole = NumberBins(range: 0...10, count: 5)
    #expect(whole.count == 5 && whole.thresholds == [0, 2, 4, 6, 8, 10])
    let parts = NumberBins(range: 1.0...2.0, count: 4)
    #expect(parts.count == 4 && parts.thresholds == [1, 1.25, 1.5, 1.75, 2])
    #expect(whole[0].lowerBound == 0 && whole[whole.count - 1].upperBound == 10)
  }

  /// swiftui/view/chartxscale(range:type:), charts/plotdimensionscalerange - A padding keeps the values off the plot's edges.
  @Test func `a range with a padding begins inside the plot`() throws {
    let chart = Chart {
      PointMark(x: .value("x", 0), y: .value("y", 1))
      PointMark(x: .value("x", 10), y: .value("y", 1))
    }
    .chartXScale(domain: 0...10, range: .plotDimension(padding: 30))
    let plot = try #require(try Self.scene(chart).plots.first)
    let points = try Self.marks(chart).map { Double($0.bounds.midX) - plot.left }.sorted()
    #expect(abs(points[0] - 30) < 1 && abs(plot.width - points[1] - 30) < 1)
  }

  /// charts/chartcontent/offset(xstart:xend:ystart:yend:) - "apply only to marks that have such properties, like bar marks".
  @Test func `an end is moved alone`() throws {
    func bounds(_ moved: CGFloat) throws -> [CGRect] {
      try Self.marks(
        Chart {
          RuleMark(xStart: .value("x", 2), xEnd: .value("x", 8), y: .value("y", 1))
            .offset(xEnd: moved)
          PointMark(x: .value("x", 5), y: .value("y", 2)).offset(xEnd: moved)
        }
      ).map(\.bounds)
    }
    let (plain, moved) = (try bounds(0), try bounds(20))
    #expect(abs(plain[0].minX - moved[0].minX) < 0.01)
    #expect(abs(moved[0].maxX - plain[0].maxX - 20) < 0.01)
    #expect(plain[1] == moved[1])
  }

  /// charts/linemark - "Line marks with the same `series` value will always be rendered together as a single line", also of two
  /// styles; charts/linemark/init(x:y:series:) - "a separate line for each unique value of series".
  @Test func `a series is one line`() throws {
    let chart = Chart(0..<6, id: \.self) { index in
      LineMark(
        x: .value("x", index / 2), y: .value("y", index), series: .value("s", index % 2)
      )
    }
    #expect(try Self.marks(chart).count == 2)
    let one = Chart(0..<4, id: \.self) { index in
      LineMark(x: .value("x", index), y: .value("y", index), series: .value("s", "one"))
        .foregroundStyle(index < 2 ? Color.blue : .red)
    }
    let lines = try Self.marks(one)
    #expect(lines.count == 1)
  }

  /// charts/creating-a-chart-using-swift-charts - With `chartForegroundStyleScale(["Green": .green, ...])` "the names of the
  /// colors match the colors used", in the legend too.
  @Test func `a style scale gives each name its color`() throws {
    let chart = Chart(["Pink", "Green"], id: \.self) { name in
      BarMark(x: .value("Type", "Cube"), y: .value("Count", 1))
        .foregroundStyle(by: .value("Shape Color", name))
    }
    .chartForegroundStyleScale(["Green": .green, "Pink": .pink])
    let looks = try Self.marks(chart).map { Self.look($0.path) }
    let plain = try [Color.pink, .green].flatMap { color in
      try Self.marks(
        Chart { BarMark(x: .value("Type", "Cube"), y: .value("y", 1)).foregroundStyle(color) })
    }
    #expect(looks == plain.map { Self.look($0.path) })
    let texts = try Self.texts(chart)
    let (green, pink) = (texts.firstIndex(of: "Green"), texts.firstIndex(of: "Pink"))
    #expect(green != nil && pink != nil && green! < pink!)
  }

  // MARK: Bins, ticks, plots

  /// charts/numberbins/init(data:desiredcount:minimumstride:) - "using Scott's normal reference rule capped at 200".
  @Test func `bins without a count follow Scott's rule`() {
    // 1000 values from 0 to 999 have a deviation of 288.8, so that a bin is 3.49 * 288.8 / 10 = 100.8 wide.
    #expect(NumberBins(data: (0..<1000).map(Double.init)).count == 10)
    // 8 values from 0 to 7: 3.49 * 2.45 / 2 = 4.3.
    #expect(NumberBins(data: (0..<8).map(Double.init)).count == 2)
    let spread = [0, 100_000] + [Double](repeating: 50_000, count: 10_000)
    #expect((100...200).contains(NumberBins(data: spread).count))
  }

  /// charts/numberbins/init(range:desiredcount:minimumstride:) - "The minimum allowed bin size."
  @Test func `a bin is not smaller than allowed`() {
    let bins = NumberBins(range: 0.0...1.0, desiredCount: 10, minimumStride: 0.25)
    #expect(bins.allSatisfy { $0.upperBound - $0.lowerBound >= 0.25 - 1e-9 } && bins.count <= 4)
  }

  /// charts/datebins/init(thresholds:) - "N-1 bins with the given N `thresholds`"; charts/datebins/init(timeinterval:range:) -
  /// "The first bin starts at the lower bound of the range."
  @Test func `bins of dates lie between thresholds`() {
    let start = Date(timeIntervalSinceReferenceDate: 800_000_123)
    #expect(DateBins(thresholds: [start, start + 60, start + 600]).count == 2)
    let bins = DateBins(timeInterval: 60, range: start...(start + 150))
    #expect(bins.thresholds.first == start && bins.count == 3)
  }

  /// charts/axistick/length/label, label(extendpastby:) - "extends to its associated label, with the given additional length".
  @Test func `a tick reaches along its label, and on`() throws {
    func length(_ length: AxisTick.Length) throws -> Double {
      let chart = Chart { PointMark(x: .value("x", 2), y: .value("y", 1)) }
        .chartXAxis {
          AxisMarks(values: [2]) {
            AxisTick(length: length); AxisValueLabel()
          }
        }
        .chartYAxis(.hidden)
      return try Self.scene(chart).elements.reduce(0.0) {
        guard case .path(let path) = $1, path.role == .axis || path.role == .grid else { return $0 }
        return max($0, Double(path.path.boundingRect.height))
      }
    }
    let label = try length(.label)
    let (more, longest) = (
      try length(.label(extendPastBy: 7)), try length(.longestLabel(extendPastBy: 3))
    )
    #expect(label > 5 && abs(more - label - 7) < 0.01 && abs(longest - label - 3) < 0.01)
  }

  /// charts/axisvalue/count, index - "The number of values on this axis", "The index of the value along the axis".
  @Test func `a value of an axis knows its place`() throws {
    let found = Mutex<[[Int]]>([])
    _ = try Self.scene(
      Chart { PointMark(x: .value("x", 2), y: .value("y", 1)) }
        .chartXScale(domain: 0...4)
        .chartXAxis {
          AxisMarks(values: [0, 2, 4]) { value in
            let _ = found.withLock {
              $0.append([value.index, value.count, value.as(Int.self) ?? -1])
            }
            AxisGridLine()
          }
        })
    #expect(Set(found.withLock { $0 }) == [[0, 3, 0], [1, 3, 2], [2, 3, 4]])
  }

  /// charts/chartproxy/plotsize - "The plot is the area between the x and y axes, not including the axes themselves."
  @Test func `a plot is what the axes leave`() throws {
    let found = Mutex<[CGSize]>([])
    let chart = Chart { PointMark(x: .value("x", 2), y: .value("y", 1)) }
      .chartOverlay { proxy in
        let _ = found.withLock { $0.append(proxy.plotSize) }
        EmptyView()
      }
    let plot = try #require(try Self.scene(chart).plots.first)
    let size = try #require(found.withLock { $0.last })
    #expect(abs(Double(size.width) - plot.width) < 1e-6 && plot.width < 590)
  }

  /// charts/numberbins/thresholds - "The bin thresholds that surround the bins."
  @Test func `thresholds surround the bins`() {
    let bins = NumberBins(size: 5, range: 3...17)
    #expect(bins.thresholds == [0, 5, 10, 15, 20] && bins.count == 4)
    #expect(bins.map(\.lowerBound) == [0, 5, 10, 15])
    #expect(bins.index(for: 12) == 2)
  }

  /// charts/chartproxy/symbolsize(for:), linestyle(for:) - "Returns `nil` if the scale is unavailable".
  @Test func `a chart knows the size and dashes of a value`() throws {
    let found = Mutex<[(size: CGFloat?, dash: [CGFloat]?)]>([])
    let chart = Chart([1, 2, 3], id: \.self) { value in
      PointMark(x: .value("x", value), y: .value("y", value)).symbolSize(by: .value("n", value))
    }
    .chartSymbolSizeScale(range: 10...30)
    .chartOverlay { proxy in
      let _ = found.withLock {
        $0.append((proxy.symbolSize(for: 2), proxy.lineStyle(for: 2)?.dash))
      }
      EmptyView()
    }
    _ = try ChartRenderer(chart).svg()
    let last = try #require(found.withLock { $0.last })
    #expect(last.size == 20 && last.dash == nil)
  }
}
