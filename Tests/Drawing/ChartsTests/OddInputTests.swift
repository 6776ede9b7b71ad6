import Charts
import Testing

/// Whatever is drawn, nothing traps, and every surface answers.
@Suite struct OddInputTests {
  private static let numbers: [[Double]] = [
    [], [0], [1], [-3, -3], [1, 2], [.nan], [.infinity, -.infinity], [.nan, 5, .infinity, 7],
    [1e308, -1e308], [1e-307, 2e-308], [.leastNonzeroMagnitude], [1e15, 1e15 + 1], [0, 1e300],
    [-1.7976931348623157e308], [-0.0, 0.0],
  ]

  private static let types: [ScaleType] = [
    .linear, .log, .squareRoot, .symmetricLog, .date, .category,
  ]

  private static func drawAll(_ view: some View, calendar: Calendar = Examples.berlin) throws {
    let renderer = ChartRenderer(view, width: 240, height: 120, title: "t", calendar: calendar)
    #expect(try renderer.svg().hasSuffix("</svg>\n"))
    #expect(try !renderer.svg().contains("nan") && !renderer.svg().contains("inf"))
    #expect(try renderer.png(scale: 1).count > 100)
    #expect(try renderer.pdf().count > 100)
    #expect(try !renderer.terminal(ChartTerminal(columns: 30, rows: 8)).isEmpty)
  }

  @Test func `what a person would not see in a name is in no document`() throws {
    let hidden = (0...UInt32(0x10FFFF)).compactMap(Unicode.Scalar.init).filter {
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(
        $0.properties.generalCategory) && $0 != "\n" && $0 != "\t"
    }
    #expect(hidden.count > 200)
    for start in stride(from: 0, to: hidden.count, by: 12) {
      let part = hidden[start..<min(start + 12, hidden.count)]
      let name = "a" + String(String.UnicodeScalarView(part)) + "b"
      let chart = Chart { BarMark(x: .value("x", name), y: .value(name, 1.0)) }
        .chartXAxisLabel(name)
      let renderer = ChartRenderer(
        chart, width: 2000, height: 300, title: name, calendar: Examples.berlin)
      let texts = [
        try renderer.svg(), try renderer.inlineSVG().element,
        try renderer.terminal(ChartTerminal(columns: 200, rows: 20)),
      ]
      for text in texts {
        let found = text.unicodeScalars.filter { part.contains($0) }
        #expect(found.isEmpty, "\(found.map { String($0.value, radix: 16) })")
      }
      #expect(try renderer.png(scale: 1).count > 100)
    }
  }

  @Test(arguments: numbers)
  func `any numbers, on any scale`(values: [Double]) throws {
    for type in Self.types {
      let chart = Chart {
        ForEach(Array(values.enumerated()), id: \.offset) { value in
          BarMark(x: .value("x", value.element), y: .value("y", value.element))
          LineMark(x: .value("x", value.offset), y: .value("y", value.element))
            .interpolationMethod(.catmullRom)
          AreaMark(
            x: .value("x", value.offset), yStart: .value("y", value.element), yEnd: .value("y", 1.0)
          )
          PointMark(x: .value("x", value.element), y: .value("y", value.offset))
            .foregroundStyle(by: .value("c", value.element)).symbolSize(CGFloat(value.element))
          RuleMark(x: .value("x", value.element)).annotation { Text("\(value.element)") }
          RectangleMark(
            xStart: .value("x", value.element), xEnd: .value("x", 0), yStart: .value("y", 1.0),
            yEnd: .value("y", value.element)
          ).cornerRadius(CGFloat(value.element)).opacity(value.element)
        }
      }
      try Self.drawAll(chart.chartXScale(type: type).chartYScale(type: type))
    }
  }

  @Test(arguments: numbers)
  func `any domain and any step`(values: [Double]) throws {
    let low = values.first { !$0.isNaN } ?? 0
    let high = max(values.last { !$0.isNaN } ?? 0, low)
    for type in Self.types {
      try Self.drawAll(
        Chart { LineMark(x: .value("x", 1), y: .value("y", 2)) }
          .chartXScale(domain: low...high, type: type)
          .chartYScale(
            domain: low...high, range: .plotDimension(padding: CGFloat(high)), type: type
          )
          .chartXAxis { AxisMarks(values: .stride(by: low)) }
          .chartYAxis { AxisMarks(values: values) })
    }
  }

  @Test(arguments: [
    "UTC", "Europe/Berlin", "America/New_York", "Asia/Kathmandu", "Pacific/Apia",
    "Australia/Lord_Howe", "America/St_Johns", "Africa/Casablanca", "Asia/Tokyo",
    "Antarctica/Troll",
  ])
  func `any length of time, from nothing to fifty years and beyond, in ten zones`(
    zone: String
  ) throws {
    let lengths: [Double] = [
      0, 1e-9, 0.001, 1, 59, 3600, 86_400, 1e6, 3e7, 50 * 3.156e7, 1e11, .infinity,
    ]
    let units: [Calendar.Component?] = [nil, .second, .hour, .day, .month, .year, .era]
    for (index, length) in lengths.enumerated() {
      let unit = units[index % units.count]
      let dates = [Examples.start, Examples.start + length]
      try Self.drawAll(
        Chart {
          ForEach(dates, id: \.self) { date in
            if let unit {
              BarMark(x: .value("t", date, unit: unit), y: .value("y", 1))
            } else {
              LineMark(x: .value("t", date), y: .value("y", 1))
            }
          }
        }
        .chartXAxis {
          AxisMarks()
          AxisMarks(position: .top, values: .stride(by: unit ?? .minute, count: index)) { _ in
            AxisValueLabel(format: .dateTime.hour().minute())
          }
        }, calendar: Examples.calendar(zone))
    }
  }

  @Test func `values of another kind than their axis have no place`() throws {
    let chart = Chart {
      PointMark(x: .value("x", 1), y: .value("y", 1))
      PointMark(x: .value("x", "one"), y: .value("y", 2))
      PointMark(x: .value("x", Date()), y: .value("y", 3))
    }
    let svg = try ChartRenderer(chart).svg()
    #expect(svg.contains("Chart of 1 point."))
  }

  @Test func `any size of picture is drawn or refused with a reason`() throws {
    for size in [-5.0, 0, 1, 3, 17, .nan, .infinity, 1e9] {
      let renderer = ChartRenderer(Examples.series, width: size, height: size, title: "A title")
      #expect(try renderer.svg().contains("viewBox"))
      do {
        _ = try renderer.png(scale: 1)
      } catch { #expect(error.operation == "draw a picture" && size > 1e4) }
    }
  }

  @Test func `texts cannot leave their elements`() throws {
    let name = "<script>alert(\"1\")</script>&\u{0}\u{1B}[31m'"
    let chart = Chart {
      BarMark(x: .value(name, name), y: .value("y", 1)).accessibilityLabel(name)
        .foregroundStyle(by: .value("k", name))
    }
    let svg = try ChartRenderer(chart, title: name).svg()
    #expect(!svg.contains("<script") && !svg.contains("\u{0}") && !svg.contains("\u{1B}"))
    #expect(svg.contains("&lt;script&gt;alert(&quot;1&quot;)"))
    let parser = XMLCheck()
    #expect(parser.isWellFormed(svg))
    let text = try ChartRenderer(chart).terminal()
    #expect(!text.contains("\u{1B}"))
  }

  @Test(arguments: Examples.all)
  func `an SVG is well formed, names itself, and loads nothing`(name: String) throws {
    let svg = try #require(Examples.renderer(name)).svg()
    #expect(XMLCheck().isWellFormed(svg))
    #expect(svg.contains("role=\"img\"") && svg.contains("<desc id="))
    #expect(!svg.contains("href") && !svg.contains("@import") && !svg.contains("url(http"))
  }
}

/// Checks that tags close in order and that attributes are quoted.
struct XMLCheck {
  func isWellFormed(_ text: String) -> Bool {
    var open: [Substring] = []
    var rest = text[...]
    while let start = rest.firstIndex(of: "<") {
      if rest[..<start].contains(">") { return false }
      guard let end = rest[start...].firstIndex(of: ">") else { return false }
      let tag = rest[rest.index(after: start)..<end]
      if tag.filter({ $0 == "\"" }).count % 2 != 0 || tag.contains("<") { return false }
      if tag.hasPrefix("/") {
        guard open.popLast() == tag.dropFirst() else { return false }
      } else if !tag.hasSuffix("/") {
        open.append(tag.prefix { $0 != " " })
      }
      rest = rest[rest.index(after: end)...]
    }
    return open.isEmpty
  }
}
