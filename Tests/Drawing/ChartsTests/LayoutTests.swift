@testable import Charts
import Foundation
import Synchronization
import TestSupport
import Testing

/// Where marks and labels lie.
@Suite struct LayoutTests {
  private static let sizes: [(Double, Double)] = [
    (90, 60), (160, 120), (320, 200), (600, 340), (1200, 700), (2400, 300),
  ]

  private static func scene(_ view: some View, _ width: Double = 600, _ height: Double = 300) throws
    -> Scene
  {
    try ChartRenderer(view, width: width, height: height, calendar: Examples.berlin)
      .scene(style: .page(pixelsPerPoint: 1), measurer: try CairoTextMeasurer())
  }

  private static func marks(_ scene: Scene) -> [Scene.PathElement] {
    scene.elements.compactMap {
      if case .path(let path) = $0, path.role == .mark { path } else { nil }
    }
  }

  private static func bounds(_ path: Path) -> CGRect {
    var (low, high) = (
      CGPoint(x: CGFloat.infinity, y: .infinity), CGPoint(x: -CGFloat.infinity, y: -.infinity)
    )
    for element in path.elements {
      let points: [CGPoint]
      switch element {
      case .move(let point), .line(let point): points = [point]
      case .curve(_, _, let end): points = [end]
      case .close: points = []
      }
      for point in points {
        low = CGPoint(x: min(low.x, point.x), y: min(low.y, point.y))
        high = CGPoint(x: max(high.x, point.x), y: max(high.y, point.y))
      }
    }
    return CGRect(x: low.x, y: low.y, width: high.x - low.x, height: high.y - low.y)
  }

  /// Marks outside a domain "are drawn outside the plot area" unless it is clipped: the way that Apple's forum and public
  /// charts name is `.chartPlotStyle { $0.clipped() }`.
  @Test func `marks run on past the plot unless it is clipped`() throws {
    let chart = Chart {
      LineMark(x: .value("x", 0), y: .value("y", 5))
      LineMark(x: .value("x", 10), y: .value("y", 20))
      PointMark(x: .value("x", 5), y: .value("y", 10.5))
      RectangleMark(
        xStart: .value("x", 2), xEnd: .value("x", 3), yStart: .value("y", 9),
        yEnd: .value("y", 11))
    }
    .chartYScale(domain: 0...10)
    let open = try Self.scene(chart.padding(40))
    let plot = try #require(open.plots.first)
    let top = CGFloat(plot.top)
    let drawn = Self.marks(open)
    #expect(drawn.count == 3)
    for mark in drawn {
      #expect(Self.bounds(mark.path).minY < top)
      #expect(mark.clip.map { $0.minY < top - 10 } ?? true)
    }
    let clipped = Self.marks(
      try Self.scene(chart.chartPlotStyle { $0.clipped() }.padding(40)))
    // The point is not drawn.
    #expect(clipped.count == 2)
    for mark in clipped {
      #expect((try #require(mark.clip)).minY >= top - 2)
    }
  }

  /// charts/scaledomain/automatic(includeszero:reversed:datatype:modifyinferreddomain:) - Its example sorts the categories
  /// and includes a new one.
  @Test func `a closure sorts the categories and adds one`() throws {
    let chart = Chart(["b", "c", "a"], id: \.self) { name in
      BarMark(x: .value("Name", name), y: .value("Amount", name == "b" ? 3 : 1))
    }
    .chartXScale(
      domain: .automatic(dataType: String.self) { domain in
        domain.sort()
        domain.append("Other")
      })
    let scene = try Self.scene(chart)
    let names = ["a", "b", "c", "Other"]
    let labels = try Self.texts(scene).filter { names.contains($0.0) }
    #expect(labels.sorted { $0.1.midX < $1.1.midX }.map(\.0) == names)
    let bars = Self.marks(scene).map { Self.bounds($0.path) }
    #expect(
      bars.count == 3 && bars.max { $0.height < $1.height } == bars.sorted { $0.minX < $1.minX }[1])
  }

  /// The frames of a picture's texts.
  private static func texts(_ scene: Scene) throws -> [(String, CGRect)] {
    let measurer = try CairoTextMeasurer()
    return scene.elements.compactMap { element in
      guard case .text(let text) = element else { return nil }
      let extent = measurer.extent(of: text.font)
      let shift: Double = text.anchor == .start ? 0 : text.anchor == .middle ? 0.5 : 1
      let along = -text.width * shift
      let (x, y) = (Double(text.origin.x), Double(text.origin.y))
      switch text.rotation {
      case 90:
        return (
          text.text,
          CGRect(
            x: x - extent.descent, y: y + along, width: extent.ascent + extent.descent,
            height: text.width)
        )
      case -90:
        return (
          text.text,
          CGRect(
            x: x - extent.ascent, y: y - along - text.width, width: extent.ascent + extent.descent,
            height: text.width)
        )
      default:
        return (
          text.text,
          CGRect(
            x: x + along, y: y - extent.ascent, width: text.width,
            height: extent.ascent + extent.descent)
        )
      }
    }
  }

  @Test(arguments: Examples.all)
  func `no label is cut or lies on another, in any size`(name: String) throws {
    for (width, height) in Self.sizes where width >= 320 {
      var renderer = try #require(Examples.renderer(name, width: width))
      renderer.height = height
      let scene = try renderer.scene(
        style: .page(pixelsPerPoint: 1), measurer: try CairoTextMeasurer())
      try Self.expectApart(Self.texts(scene), in: scene)
    }
  }

  /// Expects that all texts are whole and that none lies on another.
  private static func expectApart(_ texts: [(String, CGRect)], in scene: Scene) {
    #expect(texts.count >= 4)
    let picture = CGRect(origin: .zero, size: scene.size).insetBy(dx: -0.01, dy: -0.01)
    for (index, (text, frame)) in texts.enumerated() {
      #expect(picture.contains(frame), "\(text) \(frame) in \(scene.size)")
      for (other, otherFrame) in texts[(index + 1)...] {
        let shared = frame.insetBy(dx: 0.5, dy: 1.5).intersection(
          otherFrame.insetBy(dx: 0.5, dy: 1.5))
        #expect(shared.isNull || shared.isEmpty, "\(text) on \(other) in \(scene.size)")
      }
    }
  }

  @Test func `the name of a single day does not lie on its hours`() throws {
    let start = Examples.berlin.startOfDay(for: Examples.start)
    for day in [start, start + 21 * 86_400] {
      let ranges = Chart {
        BarMark(
          x: .value("Day", day..<day + 86_400), yStart: .value("Least", 60),
          yEnd: .value("Greatest", 90))
      }
      let unit = Chart { BarMark(x: .value("Day", day, unit: .day), y: .value("Steps", 4000)) }
      for scene in [try Self.scene(ranges), try Self.scene(unit)] {
        try Self.expectApart(Self.texts(scene), in: scene)
      }
    }
  }

  @Test func `a point lies where its axes say`() throws {
    let chart = Chart {
      PointMark(x: .value("x", 0), y: .value("y", 0))
      PointMark(x: .value("x", 10), y: .value("y", 100))
      PointMark(x: .value("x", 2.5), y: .value("y", 75))
    }
    .chartXScale(domain: 0...10).chartYScale(domain: 0...100)
    let centers = Self.marks(try Self.scene(chart)).map { Self.bounds($0.path) }
      .map { CGPoint(x: $0.midX, y: $0.midY) }
    try #require(centers.count == 3)
    let (origin, corner, point) = (centers[0], centers[1], centers[2])
    #expect(abs(point.x - (origin.x + (corner.x - origin.x) * 0.25)) < 1e-6)
    #expect(abs(point.y - (origin.y + (corner.y - origin.y) * 0.75)) < 1e-6)
    #expect(corner.x > origin.x && corner.y < origin.y)
  }

  @Test func `capsules reach from the least to the greatest value`() throws {
    let capsules = Self.marks(try Self.scene(Examples.capsules)).map { Self.bounds($0.path) }
    #expect(capsules.count == 20)
    // Two of them fix the axis, the others must agree.
    func value(_ y: CGFloat) -> Double {
      let (a, b) = (capsules[0], capsules[1])
      let (first, second) = (Examples.buckets[0], Examples.buckets[1])
      let scale = Double(second.high - first.high) / Double(b.minY - a.minY)
      return Double(first.high) + Double(y - a.minY) * scale
    }
    for (capsule, bucket) in zip(capsules, Examples.buckets) {
      #expect(abs(value(capsule.minY) - Double(bucket.high)) < 0.01)
      #expect(abs(value(capsule.maxY) - Double(bucket.low)) < 0.01)
      #expect(abs(capsule.width - 8) < 1e-6)
    }
  }

  @Test func `a bar stands in the middle of its calendar unit, also on the day of 23 hours`() throws
  {
    let chart = Chart {
      days { day in
        BarMark(x: .value("Day", day, unit: .day), y: .value("v", 1), width: .ratio(1))
      }
    }
    let bars = Self.marks(try Self.scene(chart)).map { Self.bounds($0.path) }
    try #require(bars.count == 4)
    // 28 March has 24 hours, 29 March has 23.
    #expect(abs(bars[1].width / bars[0].width - 23.0 / 24) < 1e-6)
    for (bar, next) in zip(bars, bars.dropFirst()) { #expect(abs(bar.maxX - next.minX) < 1e-6) }
  }

  private func days<Content: ChartContent>(
    @ChartContentBuilder _ content: @escaping (Date) -> Content
  ) -> some ChartContent {
    let first = Date(timeIntervalSinceReferenceDate: 796_345_200)
    return ForEach(0..<4, id: \.self) { day in content(first + Double(day) * 86_400 + 7200) }
  }

  /// charts/chartproxy/positionrange(fory:) - A point for a continuous value, the band for a category.
  @Test func `a category has a band, and a number a point`() throws {
    let found = Mutex<[ClosedRange<CGFloat>?]>([])
    let chart = Chart {
      ForEach(["A", "B", "C"], id: \.self) { BarMark(x: .value("Name", $0), y: .value("Value", 3)) }
    }
    .chartOverlay { proxy -> EmptyView in
      let width = proxy.plotSize.width / 3
      let ranges = [proxy.positionRange(forX: "B"), proxy.positionRange(forY: 3.0)]
      found.withLock { $0 = [width...2 * width] + ranges + [proxy.positionRange(forX: 3.0)] }
      return EmptyView()
    }
    _ = try ChartRenderer(chart).svg()
    let ranges = found.withLock { $0 }
    let (band, name) = (try #require(ranges[0]), try #require(ranges[1]))
    #expect(abs(band.lowerBound - name.lowerBound) < 0.01)
    #expect(abs(band.upperBound - name.upperBound) < 0.01)
    let number = try #require(ranges[2])
    #expect(number.lowerBound == number.upperBound && ranges[3] == nil)
  }

  /// charts/axisvaluelabelcollisionresolution - With `disabled` the label is always displayed.
  @Test(arguments: [(AxisValueLabelCollisionResolution.disabled, true), (.automatic, false)])
  func `labels that may collide are all there`(
    resolution: AxisValueLabelCollisionResolution, hasAll: Bool
  ) throws {
    let values = (0..<40).map { Double($0) }
    let chart = Chart(values, id: \.self) { PointMark(x: .value("X", $0), y: .value("Y", $0)) }
      .chartXAxis {
        AxisMarks(values: values) { value in
          AxisValueLabel("label \(value.index)", collisionResolution: resolution)
        }
      }
    let text = try ChartRenderer(chart, width: 200, height: 200).svg()
    #expect(values.indices.allSatisfy { text.contains(">label \($0)<") } == hasAll)
    #expect(text.contains(">label 0<"))
  }

  @Test func `bars at one place stack, upwards and downwards apart`() throws {
    let chart = Chart {
      ForEach([30.0, -10, 20, -5], id: \.self) { value in
        BarMark(x: .value("x", "a"), y: .value("y", value))
      }
    }
    .chartYScale(domain: -100...100)
    let bars = Self.marks(try Self.scene(chart)).map { Self.bounds($0.path) }
    try #require(bars.count == 4)
    #expect(abs(bars[2].maxY - bars[0].minY) < 1e-6)
    #expect(abs(bars[3].minY - bars[1].maxY) < 1e-6)
    #expect(abs(bars[0].maxY - bars[1].minY) < 1e-6)
    #expect(abs(bars[0].height / bars[1].height - 3) < 1e-6)
  }

  @Test func `normalized stacks all reach 100, and centered ones lie around 0`() throws {
    func scale(_ method: MarkStackingMethod) throws -> [CGRect] {
      let chart = Chart {
        ForEach(0..<6, id: \.self) { index in
          BarMark(
            x: .value("x", index < 3 ? "a" : "b"), y: .value("y", index * index + 1),
            stacking: method)
        }
      }
      .chartYScale(domain: -100...100)
      return Self.marks(try Self.scene(chart)).map { Self.bounds($0.path) }
    }
    let normalized = try scale(.normalized)
    #expect(abs(normalized[2].minY - normalized[5].minY) < 1e-6)
    let chart = Chart {
      BarMark(x: .value("x", "a"), y: .value("y", 3), stacking: .center)
      BarMark(x: .value("x", "a"), y: .value("y", 5), stacking: .center)
    }
    .chartYScale(domain: -8...8)
    let bars = Self.marks(try Self.scene(chart)).map { Self.bounds($0.path) }
    #expect(abs((bars[0].maxY + bars[1].minY) / 2 - (bars[0].maxY - bars[0].height * 4 / 3)) < 1e-6)
  }

  @Test func `a chart without a height has the usual one beside other views`() throws {
    func height(_ view: some View) throws -> CGFloat {
      try ChartRenderer(view).scene(
        style: .page(pixelsPerPoint: 1), measurer: try CairoTextMeasurer()
      ).size.height
    }
    let chart = Chart { BarMark(x: .value("Meters", 3)) }
    func column(charts: Int) -> some View {
      VStack(spacing: 0) {
        Text("Above")
        ForEach(0..<charts) { _ in chart }
      }
    }
    #expect(try height(chart) == 340)
    let text = try height(column(charts: 0))
    #expect(try height(column(charts: 1)) == text + 340)
    #expect(try height(column(charts: 2)) == text + 680)
    #expect(try height(HStack { column(charts: 2) }) == text + 680)
    #expect(try height(column(charts: 2).frame(height: 90)) < 340)
  }

  @Test func `a frame of infinite width changes nothing`() throws {
    let chart = Chart { BarMark(x: .value("Meters", 3)) }
    let wide = VStack {
      Text("Wide").frame(width: .infinity, height: 20); chart
    }
    let usual = VStack {
      Text("Wide").frame(height: 20); chart
    }
    #expect(
      try Self.marks(Self.scene(wide)).map { Self.bounds($0.path) }
        == Self.marks(Self.scene(usual)).map { Self.bounds($0.path) })
    #expect(try Self.texts(Self.scene(wide)).map(\.1) == Self.texts(Self.scene(usual)).map(\.1))
  }

  @Test func `a format of the chart's own writes zero without a sign`() throws {
    let chart = Chart { LineMark(x: .value("Seconds", 29), y: .value("Meters", 2)) }
      .chartXScale(domain: 0...30)
      .chartXAxis {
        AxisMarks(values: .automatic(desiredCount: 4)) { value in
          AxisValueLabel {
            if let seconds = value.as(Double.self) { Text(String(format: "%.1f s", seconds)) }
          }
        }
      }
    let texts = try Self.texts(Self.scene(chart)).map(\.0)
    #expect(texts.contains("0.0 s"))
    #expect(!texts.contains("-0.0 s"))
  }

  @Test func `a missing value breaks its line and its area`() throws {
    let values: [Double] = [1, 2, .nan, 4, 5, .infinity, 3]
    let line = Chart {
      ForEach(Array(values.enumerated()), id: \.offset) { value in
        LineMark(x: .value("x", value.offset), y: .value("y", value.element))
      }
    }
    let path = try #require(Self.marks(try Self.scene(line)).first).path
    #expect(path.elements.filter { if case .move = $0 { true } else { false } }.count == 3)
    let area = Chart {
      ForEach(Array(values.enumerated()), id: \.offset) { value in
        AreaMark(x: .value("x", value.offset), y: .value("y", value.element))
      }
    }
    let outline = try #require(Self.marks(try Self.scene(area)).first).path
    // The last value stands alone, and an area of one point has no width.
    #expect(outline.elements.filter { $0 == .close }.count == 2)
  }

  @Test func `lines differ by series, by color or by symbol, and otherwise are one`() throws {
    func count(_ chart: some View) throws -> Int { Self.marks(try Self.scene(chart)).count }
    func lines(_ content: @escaping (Int) -> some ChartContent) -> some View {
      Chart(0..<6, id: \.self) { content($0) }
    }
    #expect(try count(lines { LineMark(x: .value("x", $0), y: .value("y", $0)) }) == 1)
    #expect(
      try count(
        lines { LineMark(x: .value("x", $0), y: .value("y", $0), series: .value("s", $0 % 3)) })
        == 3)
    #expect(
      try count(
        lines {
          LineMark(x: .value("x", $0), y: .value("y", $0))
            .foregroundStyle(by: .value("s", "\($0 % 2)"))
        }) == 2)
  }

  @Test func `the style nearest to a mark counts, and opacities multiply`() throws {
    let chart = Chart {
      BarMark(x: .value("x", "a"), y: .value("y", 1))
        .foregroundStyle(.red).foregroundStyle(.green).opacity(0.5).opacity(0.5)
    }
    let bar = try #require(Self.marks(try Self.scene(chart)).first)
    #expect(bar.fill == Color.red.opacity(0.25))
  }

  @Test func `a million points draw the same pixels as the four that each column keeps`() throws {
    var generator = SeededGenerator(seed: 5)
    var level = 100.0
    let points = (0..<1_000_000).map { index -> CGPoint in
      level = min(max(level + (generator.uniform() - 0.5) * 9, 0), 199)
      return CGPoint(x: Double(index) / 1_000_000 * 600, y: level.rounded())
    }
    let reduced = PixelReduction.reduce(points, columnWidth: 1)
    #expect(reduced.count <= 4 * 601)
    #expect(Raster(points, width: 600, height: 200) == Raster(reduced, width: 600, height: 200))
    // One that leaves out the extremes does not pass.
    let sparse = stride(from: 0, to: points.count, by: 500).map { points[$0] }
    #expect(Raster(points, width: 600, height: 200) != Raster(sparse, width: 600, height: 200))
  }

  @Test func `points that run backwards are all kept`() {
    let points = (0..<10_000).map { CGPoint(x: Double($0 % 100), y: Double($0)) }
    #expect(PixelReduction.reduce(points, columnWidth: 1) == points)
  }
}

/// Lines of one pixel without smoothing (Bresenham), as the paper on M4 draws them.
private struct Raster: Equatable {
  private var isSet: [Bool]

  init(_ points: [CGPoint], width: Int, height: Int) {
    isSet = [Bool](repeating: false, count: width * height)
    for (a, b) in zip(points, points.dropFirst()) {
      var (x, y) = (Int(a.x), Int(a.y))
      let (endX, endY) = (Int(b.x), Int(b.y))
      let (dx, dy) = (abs(endX - x), -abs(endY - y))
      let (stepX, stepY) = (x < endX ? 1 : -1, y < endY ? 1 : -1)
      var error = dx + dy
      while true {
        if x >= 0, x < width, y >= 0, y < height { isSet[y * width + x] = true }
        if x == endX, y == endY { break }
        let twice = 2 * error
        if twice >= dy {
          error += dy
          x += stepX
        }
        if twice <= dx {
          error += dx
          y += stepY
        }
      }
    }
  }
}
