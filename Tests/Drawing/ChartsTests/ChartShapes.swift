import Charts
import Foundation

// Sixty charts in the forms that public code declares, each written anew. The file imports what a chart's file
// imports beside SwiftUI, and nothing in it is written for this library.

struct Sale: Identifiable {
  let id: Int
  let day: Date
  let city: String
  let product: String
  let amount: Double
  let weekday: Int
}

struct Slot: Identifiable {
  let id = UUID()
  let name: String
  let start: Date
  let end: Date
}

enum Meal: String, CaseIterable, Plottable {
  case breakfast, lunch, dinner
}

enum ShapeData {
  static let first = Date(timeIntervalSinceReferenceDate: 700_000_000)
  static let cities = ["Kyoto", "Quito", "Oslo"]
  static let products = ["Tea", "Bread", "Soap", "Ink"]

  static let sales: [Sale] = (0..<36).map { (index: Int) -> Sale in
    let seconds = Double(index / 3) * 86_400
    return Sale(
      id: index, day: first.addingTimeInterval(seconds), city: cities[index % 3],
      product: products[index % 4], amount: Double(20 + (index * 37) % 61), weekday: index % 7)
  }

  static let shares: [(product: String, amount: Double)] = [
    ("Tea", 48), ("Bread", 27), ("Soap", 16), ("Ink", 9),
  ]

  static let slots: [Slot] = [slot("Sleep", 0, 7), slot("Work", 9, 17), slot("Run", 18, 19)]

  private static func slot(_ name: String, _ start: Double, _ end: Double) -> Slot {
    Slot(
      name: name, start: first.addingTimeInterval(start * 3600),
      end: first.addingTimeInterval(end * 3600))
  }

  static let wave: [(x: Double, y: Double)] = (0..<50).map { (index: Int) in
    let x = Double(index) / 5
    return (x: x, y: sin(x) * 3)
  }
}

// MARK: - Bars

struct PlainBars: View {
  var body: some View {
    Chart(ShapeData.shares, id: \.product) { share in
      BarMark(x: .value("Product", share.product), y: .value("Amount", share.amount))
    }
  }
}

struct LyingBars: View {
  var body: some View {
    Chart(ShapeData.shares, id: \.product) {
      BarMark(x: .value("Amount", $0.amount), y: .value("Product", $0.product), height: 12)
        .foregroundStyle(.indigo.gradient)
        .annotation(position: .trailing) { Text("kg").font(.caption2) }
    }
    .chartXAxis(.hidden)
  }
}

struct StackedBars: View {
  var body: some View {
    Chart(ShapeData.sales) { sale in
      BarMark(
        x: .value("Day", sale.day, unit: .day), y: .value("Amount", sale.amount)
      )
      .foregroundStyle(by: .value("City", sale.city))
      .cornerRadius(4)
    }
    .chartForegroundStyleScale(["Kyoto": .red, "Quito": .teal, "Oslo": .purple])
    .chartLegend(position: .top, alignment: .leading)
  }
}

struct GroupedBars: View {
  var body: some View {
    Chart(ShapeData.sales.prefix(12)) { sale in
      BarMark(x: .value("Product", sale.product), y: .value("Amount", sale.amount))
        .foregroundStyle(by: .value("City", sale.city))
        .position(by: .value("City", sale.city))
    }
  }
}

struct GroupedByAxis: View {
  var body: some View {
    Chart(ShapeData.sales.prefix(9)) {
      BarMark(
        x: .value("Day", $0.day, unit: .day), y: .value("Amount", $0.amount), width: .ratio(0.9)
      )
      .position(by: .value("City", $0.city), axis: .horizontal, span: .ratio(0.8))
      .foregroundStyle(by: .value("City", $0.city))
    }
  }
}

struct NormalizedBars: View {
  var body: some View {
    Chart(ShapeData.sales) { sale in
      BarMark(
        x: .value("Weekday", "\(sale.weekday)"), y: .value("Share", sale.amount),
        stacking: .normalized
      )
      .foregroundStyle(by: .value("Product", sale.product))
    }
    .chartYAxis {
      AxisMarks(format: Decimal.FormatStyle.Percent.percent.scale(1))
    }
  }
}

struct OneRow: View {
  var body: some View {
    Chart(ShapeData.shares, id: \.product) { share in
      Plot {
        BarMark(x: .value("Amount", share.amount))
          .foregroundStyle(by: .value("Product", share.product))
      }
      .accessibilityLabel(share.product)
      .accessibilityValue("\(share.amount, specifier: "%.1f") kg")
    }
    .chartPlotStyle { plotArea in
      plotArea
        .background(Color.gray.opacity(0.2))
        .cornerRadius(8)
    }
    .chartXAxis(.hidden)
    .chartXScale(domain: 0...120)
    .chartYScale(range: .plotDimension(endPadding: -8))
    .chartLegend(position: .bottom, spacing: 8)
    .frame(height: 50)
  }
}

struct Pyramid: View {
  var body: some View {
    Chart(0..<8, id: \.self) { age in
      BarMark(
        xStart: .value("None", 0), xEnd: .value("Women", 30 - age * 3),
        y: .value("Age", "\(age * 10)"), height: .fixed(12)
      )
      .foregroundStyle(.pink.gradient)
      BarMark(
        xStart: .value("None", 0), xEnd: .value("Men", -28 + age * 3),
        y: .value("Age", "\(age * 10)"), height: .fixed(12)
      )
      .foregroundStyle(.cyan.gradient)
    }
    .chartXAxis {
      AxisMarks(preset: .aligned, position: .automatic) { value in
        let number = value.as(Int.self)!
        AxisGridLine()
        AxisValueLabel("\(abs(number))")
      }
    }
  }
}

struct GanttBars: View {
  var body: some View {
    Chart {
      ForEach(ShapeData.slots) { slot in
        BarMark(
          xStart: .value("Start", slot.start), xEnd: .value("End", slot.end),
          y: .value("Task", slot.name))
      }
    }
    .chartXAxis {
      AxisMarks(values: .stride(by: .hour, count: 6)) { _ in
        AxisGridLine()
        AxisValueLabel(format: .dateTime.hour())
      }
    }
  }
}

struct RangeBars: View {
  var body: some View {
    Chart(ShapeData.sales.prefix(10)) {
      BarMark(
        x: .value("Day", $0.day, unit: .day), yStart: .value("Low", $0.amount),
        yEnd: .value("High", $0.amount + 25), width: .fixed(6)
      )
      .clipShape(Capsule())
      .foregroundStyle(
        .linearGradient(colors: [.red, .orange], startPoint: .bottom, endPoint: .top))
    }
  }
}

struct GradientBars: View {
  let gradient = LinearGradient(
    gradient: Gradient(colors: [.blue, .purple]), startPoint: .top, endPoint: .bottom)

  var body: some View {
    Chart(ShapeData.sales.prefix(7)) { sale in
      BarMark(x: .value("Day", sale.weekday), y: .value("Amount", sale.amount))
        .foregroundStyle(gradient)
        .alignsMarkStylesWithPlotArea()
    }
  }
}

struct SoundBars: View {
  var body: some View {
    Chart(Array(ShapeData.wave.enumerated()), id: \.0) { index, point in
      BarMark(x: .value("Frequency", String(index)), y: .value("Magnitude", abs(point.y)))
        .foregroundStyle(
          Color(hue: 0.3 - Double(abs(point.y) / 10), saturation: 1, brightness: 1, opacity: 0.7)
        )
        .shadow(radius: 3)
    }
    .chartYScale(domain: 0...4)
    .chartXAxis(.hidden)
    .chartYAxis(.hidden)
    .frame(height: 120)
    .padding()
    .background(.black.opacity(0.3))
  }
}

struct ThresholdBars: View {
  @State private var threshold = 50.0

  var body: some View {
    Chart {
      ForEach(ShapeData.sales.prefix(10)) { sale in
        BarMark(
          x: .value("Day", sale.day, unit: .day), yStart: .value("Base", 0),
          yEnd: .value("Amount", min(sale.amount, threshold)))
        BarMark(
          x: .value("Day", sale.day, unit: .day), yStart: .value("Threshold", threshold),
          yEnd: .value("Amount", max(sale.amount, threshold))
        )
        .foregroundStyle(sale.amount > threshold ? .red : .clear)
      }
      RuleMark(y: .value("Threshold", threshold))
        .foregroundStyle(.red)
        .annotation(position: .top, alignment: .leading) {
          Text("\(threshold, specifier: "%.0f")")
            .font(.title2.bold())
            .foregroundColor(.primary)
            .background {
              ZStack {
                RoundedRectangle(cornerRadius: 8).fill(.background)
                RoundedRectangle(cornerRadius: 8).fill(.quaternary.opacity(0.7))
              }
              .padding(.horizontal, -8)
              .padding(.vertical, -4)
            }
            .padding(.bottom, 4)
        }
    }
  }
}

struct AnnotatedBars: View {
  var body: some View {
    Chart(ShapeData.shares, id: \.product) { share in
      BarMark(x: .value("Product", share.product), y: .value("Amount", share.amount))
        .annotation(
          position: .overlay, alignment: .top,
          overflowResolution: .init(x: .fit(to: .chart), y: .disabled)
        ) { context in
          Text(share.amount, format: .number)
            .font(.caption)
            .foregroundStyle(.white)
            .opacity(context.targetSize.height > 20 ? 1 : 0)
        }
    }
  }
}

struct CenteredStreams: View {
  var body: some View {
    Chart(ShapeData.sales) {
      AreaMark(
        x: .value("Day", $0.day), y: .value("Amount", $0.amount), stacking: .center
      )
      .foregroundStyle(by: .value("City", $0.city))
      .interpolationMethod(.catmullRom)
    }
  }
}

// MARK: - Lines

struct PlainLine: View {
  var body: some View {
    Chart(ShapeData.wave, id: \.x) {
      LineMark(x: .value("x", $0.x), y: .value("y", $0.y))
    }
  }
}

struct SmoothLine: View {
  @State private var color: Color = .green
  @State private var lineWidth = 3.0

  var body: some View {
    Chart(ShapeData.wave, id: \.x) {
      LineMark(x: .value("x", $0.x), y: .value("y", $0.y))
        .accessibilityValue("\($0.y)")
        .lineStyle(StrokeStyle(lineWidth: lineWidth, lineCap: .round))
        .foregroundStyle(color)
        .interpolationMethod(.cardinal)
        .symbol(Circle().strokeBorder(lineWidth: lineWidth))
        .symbolSize(60)
    }
    .chartXAxis(.automatic)
    .animation(.easeInOut, value: lineWidth)
  }
}

struct SeveralLines: View {
  var body: some View {
    Chart(ShapeData.sales) { sale in
      LineMark(x: .value("Day", sale.day), y: .value("Amount", sale.amount))
        .foregroundStyle(by: .value("City", sale.city))
        .symbol(by: .value("City", sale.city))
        .lineStyle(by: .value("City", sale.city))
    }
    .chartSymbolScale(domain: ShapeData.cities, range: [.circle, .square, .triangle])
    .chartLineStyleScale(["Kyoto": StrokeStyle(lineWidth: 2, dash: [4, 2])])
  }
}

struct SeriesByLoop: View {
  var body: some View {
    Chart {
      ForEach(ShapeData.cities, id: \.self) { city in
        ForEach(ShapeData.sales.filter { $0.city == city }) { sale in
          LineMark(
            x: .value("Day", sale.day, unit: .day), y: .value("Amount", sale.amount),
            series: .value("City", city))
        }
        .foregroundStyle(by: .value("City", city))
        .interpolationMethod(.monotone)
      }
    }
    .chartYScale(domain: .automatic(includesZero: false))
  }
}

struct GradientLine: View {
  var body: some View {
    Chart(ShapeData.wave, id: \.x) {
      LineMark(x: .value("x", $0.x), y: .value("y", $0.y))
        .foregroundStyle(
          .linearGradient(
            stops: [
              Gradient.Stop(color: .green, location: 0), .init(color: .yellow, location: 0.5),
              Gradient.Stop(color: .red, location: 1),
            ], startPoint: .bottom, endPoint: .top)
        )
        .lineStyle(StrokeStyle(lineWidth: 4))
    }
  }
}

struct LineOverArea: View {
  let curve = Gradient(colors: [.blue.opacity(0.6), .blue.opacity(0.02)])

  var body: some View {
    Chart(ShapeData.sales.filter { $0.city == "Oslo" }) { sale in
      LineMark(x: .value("Day", sale.day), y: .value("Amount", sale.amount))
        .interpolationMethod(.catmullRom)
      AreaMark(x: .value("Day", sale.day), y: .value("Amount", sale.amount))
        .interpolationMethod(.catmullRom)
        .foregroundStyle(.linearGradient(curve, startPoint: .top, endPoint: .bottom))
    }
    .chartYAxis {
      AxisMarks(preset: .extended, position: .leading)
    }
  }
}

struct StepLine: View {
  var body: some View {
    Chart(0..<9, id: \.self) { hour in
      LineMark(x: .value("Hour", hour), y: .value("Level", (hour * 5) % 7))
        .interpolationMethod(.stepEnd)
    }
  }
}

struct RuleAndPoint: View {
  @State private var selected: Date? = ShapeData.first.addingTimeInterval(86_400 * 3)

  var body: some View {
    Chart {
      ForEach(ShapeData.sales.filter { $0.city == "Kyoto" }) { sale in
        LineMark(x: .value("Day", sale.day), y: .value("Amount", sale.amount))
      }
      if let selected {
        RuleMark(x: .value("Selected", selected, unit: .day))
          .foregroundStyle(Color.gray.opacity(0.3))
          .offset(yStart: -10)
          .zIndex(-1)
          .annotation(
            position: .top, spacing: 0,
            overflowResolution: .init(x: .fit(to: .chart), y: .disabled)
          ) {
            VStack(alignment: .leading, spacing: 2) {
              Text("\(selected, format: .dateTime.day().month())")
                .font(.caption).foregroundStyle(.secondary)
              Text("42").font(.headline)
            }
            .padding(6)
            .background(.gray.opacity(0.12), in: RoundedRectangle(cornerRadius: 6))
          }
      }
    }
    .chartXSelection(value: $selected)
  }
}

struct Lollipop: View {
  var body: some View {
    Chart(ShapeData.wave, id: \.x) { point in
      let line = LineMark(x: .value("x", point.x), y: .value("y", point.y))
        .interpolationMethod(.linear)
      if point.x == 4 {
        line.symbol {
          Circle().strokeBorder(Color.blue, lineWidth: 2).background(
            Circle().foregroundColor(.yellow)
          )
          .frame(width: 11)
        }
      } else {
        line.symbol(Circle().strokeBorder(lineWidth: 1))
      }
    }
    .chartOverlay { proxy in
      GeometryReader { geometry in
        Rectangle().fill(.clear).contentShape(Rectangle())
          .gesture(
            SpatialTapGesture()
              .onEnded { value in
                let x = value.location.x - geometry[proxy.plotAreaFrame].origin.x
                _ = proxy.value(atX: x, as: Double.self)
              }
              .exclusively(
                before: DragGesture().onChanged { value in
                  _ = proxy.value(atX: value.location.x) as Double?
                }))
      }
    }
    .chartBackground { proxy in
      ZStack(alignment: .topLeading) {
        GeometryReader { geometry in
          let lineX = (proxy.position(forX: 4.0) ?? 0) + geometry[proxy.plotAreaFrame].origin.x
          let height = geometry[proxy.plotAreaFrame].maxY
          Rectangle()
            .fill(.yellow)
            .frame(width: 2, height: height)
            .position(x: lineX, y: height / 2)
          Text("lollipop").font(.callout).offset(x: lineX + 4)
        }
      }
    }
  }
}

struct ScrollingLine: View {
  @State private var position = ShapeData.first

  var body: some View {
    Chart(ShapeData.sales) {
      LineMark(x: .value("Day", $0.day, unit: .day), y: .value("Amount", $0.amount))
        .foregroundStyle(by: .value("City", $0.city))
    }
    .chartScrollableAxes(.horizontal)
    .chartXVisibleDomain(length: 3600 * 24 * 7)
    .chartScrollPosition(x: $position)
    .chartScrollTargetBehavior(
      .valueAligned(
        matching: DateComponents(hour: 0), majorAlignment: .matching(DateComponents(day: 1))))
  }
}

struct HeartBeat: View {
  var body: some View {
    Chart {
      ForEach(0..<120, id: \.self) { index in
        LineMark(
          x: .value("Seconds", Double(index) / 60),
          y: .value("mV", index % 40 == 10 ? 1.2 : sin(Double(index) / 4) / 12)
        )
        .foregroundStyle(.pink)
      }
    }
    .chartXAxis {
      AxisMarks(values: .stride(by: 0.2, roundLowerBound: false)) { value in
        AxisGridLine(stroke: .init(lineWidth: value.index % 5 == 0 ? 1 : 0.5))
          .foregroundStyle(.pink.opacity(0.3))
      }
    }
    .chartYAxis {
      AxisMarks(values: .automatic(desiredCount: 14)) { _ in
        AxisGridLine(stroke: StrokeStyle(lineWidth: 1)).foregroundStyle(.pink.opacity(0.25))
      }
    }
    .chartYScale(domain: -1...2)
    .chartPlotStyle { $0.border(Color.gray) }
  }
}

// MARK: - Areas

struct PlainArea: View {
  var body: some View {
    Chart(ShapeData.wave, id: \.x) {
      AreaMark(x: .value("x", $0.x), y: .value("y", $0.y))
        .foregroundStyle(.teal.opacity(0.5))
    }
  }
}

struct StackedArea: View {
  var body: some View {
    Chart(ShapeData.sales) {
      AreaMark(x: .value("Day", $0.day, unit: .day), y: .value("Amount", $0.amount))
        .foregroundStyle(by: .value("City", $0.city))
    }
    .chartForegroundStyleScale(
      domain: ShapeData.cities, range: [Color.mint, Color.brown, Color.indigo])
  }
}

struct BandArea: View {
  var body: some View {
    Chart(ShapeData.wave, id: \.x) {
      AreaMark(
        x: .value("x", $0.x), yStart: .value("Low", $0.y - 1), yEnd: .value("High", $0.y + 1)
      )
      .opacity(0.3)
      LineMark(x: .value("x", $0.x), y: .value("y", $0.y))
        .lineStyle(.init(lineWidth: 2, dash: [5, 3]))
    }
  }
}

struct GradientArea: View {
  var body: some View {
    Chart(ShapeData.sales.filter { $0.city == "Quito" }) {
      AreaMark(x: .value("Day", $0.day), y: .value("Amount", $0.amount))
    }
    .foregroundStyle(
      LinearGradient(
        colors: [.orange, .clear], startPoint: .init(x: 0.5, y: 0), endPoint: .bottom))
  }
}

// MARK: - Points

struct Scatter: View {
  var body: some View {
    Chart(ShapeData.sales) {
      PointMark(x: .value("Weekday", $0.weekday), y: .value("Amount", $0.amount))
        .foregroundStyle(by: .value("Product", $0.product))
        .symbol(by: .value("Product", $0.product))
        .symbolSize(by: .value("Amount", $0.amount))
    }
    .chartSymbolSizeScale(range: 10...200)
  }
}

struct BigPoints: View {
  var body: some View {
    Chart(ShapeData.sales.prefix(12)) {
      PointMark(x: .value("Day", $0.day), y: .value("City", $0.city))
        .symbolSize(CGSize(width: 18, height: 10))
        .symbol(.diamond)
        .opacity(0.6)
    }
  }
}

struct ViewSymbols: View {
  var body: some View {
    Chart(ShapeData.wave.prefix(20), id: \.x) { point in
      PointMark(x: .value("x", point.x), y: .value("y", point.y))
        .symbol {
          if point.y > 0 {
            Text("+").font(.headline).foregroundStyle(.green)
          } else {
            RoundedRectangle(cornerRadius: 2).fill(Color.red).frame(width: 8, height: 8)
          }
        }
    }
  }
}

struct VectorField: View {
  struct Arrow: ChartSymbolShape {
    let angle: CGFloat
    var perceptualUnitRect: CGRect { CGRect(x: 0, y: 0, width: 1, height: 1) }

    func path(in rect: CGRect) -> Path {
      var path = Path()
      path.move(to: CGPoint(x: rect.minX, y: rect.midY))
      path.addLine(to: CGPoint(x: rect.maxX, y: rect.midY + angle))
      path.addLine(to: CGPoint(x: rect.midX, y: rect.maxY))
      path.closeSubpath()
      return path
    }
  }

  var body: some View {
    Chart {
      ForEach(0..<25, id: \.self) { index in
        PointMark(x: .value("x", Double(index % 5)), y: .value("y", Double(index / 5)))
          .symbol(Arrow(angle: CGFloat(index)))
          .symbolSize(100)
      }
    }
    .chartYScale(domain: -1...5)
    .aspectRatio(1, contentMode: .fit)
  }
}

struct PointsAtEdge: View {
  var body: some View {
    Chart(ShapeData.wave, id: \.x) {
      PointMark(x: .value("x", $0.x), y: 12)
        .foregroundStyle(.secondary)
        .offset(x: 0, y: -4)
    }
  }
}

// MARK: - Rectangles

struct HeatMap: View {
  var body: some View {
    Chart(0..<49, id: \.self) { cell in
      RectangleMark(
        xStart: .value("Column", cell % 7), xEnd: .value("Column", cell % 7 + 1),
        yStart: .value("Row", cell / 7), yEnd: .value("Row", cell / 7 + 1)
      )
      .foregroundStyle(by: .value("Count", (cell * 13) % 17))
    }
    .chartForegroundStyleScale(range: Gradient(colors: [.white, .green]))
    .chartYScale(domain: .automatic(reversed: true))
    .aspectRatio(7.0 / 5.0, contentMode: .fit)
  }
}

struct CategoryHeatMap: View {
  var body: some View {
    Chart(ShapeData.sales) {
      RectangleMark(
        x: .value("City", $0.city), y: .value("Product", $0.product), width: .ratio(1),
        height: .ratio(1)
      )
      .foregroundStyle(by: .value("Amount", $0.amount))
      .cornerRadius(6)
    }
    .chartLegend(.hidden)
  }
}

struct ShadedRange: View {
  var body: some View {
    Chart {
      RectangleMark(yStart: .value("Low", -1), yEnd: .value("High", 1))
        .foregroundStyle(.green.opacity(0.15))
      ForEach(ShapeData.wave, id: \.x) {
        PointMark(x: .value("x", $0.x), y: .value("y", $0.y))
      }
    }
  }
}

struct Candles: View {
  struct CandleMark: ChartContent {
    let index: Int
    let open: Double
    let close: Double

    var body: some ChartContent {
      Plot {
        BarMark(
          x: .value("Day", index), yStart: .value("Low", min(open, close) - 4),
          yEnd: .value("High", max(open, close) + 5), width: 1)
        BarMark(
          x: .value("Day", index), yStart: .value("Open", open), yEnd: .value("Close", close),
          width: 6)
      }
    }
  }

  var body: some View {
    Chart(0..<12, id: \.self) { index in
      CandleMark(index: index, open: 40 + Double(index * 7 % 11), close: 42 + Double(index * 5 % 9))
        .foregroundStyle(index % 2 == 0 ? .blue : .red)
    }
    .chartYScale(domain: .automatic(includesZero: false))
    .chartYAxis { AxisMarks(preset: .extended) }
  }
}

// MARK: - Sectors

struct Pie: View {
  var body: some View {
    Chart(ShapeData.shares, id: \.product) { share in
      SectorMark(angle: .value("Amount", share.amount), angularInset: 1.5)
        .foregroundStyle(by: .value("Product", share.product))
    }
  }
}

struct Donut: View {
  @State private var angle: Double?

  var body: some View {
    Chart(ShapeData.shares, id: \.product) { share in
      SectorMark(
        angle: .value("Amount", share.amount), innerRadius: .ratio(0.618), angularInset: 2
      )
      .cornerRadius(5)
      .foregroundStyle(by: .value("Product", share.product))
      .opacity(share.product == "Tea" ? 1 : 0.5)
    }
    .chartAngleSelection(value: $angle)
    .chartLegend(alignment: .center, spacing: 18)
    .scaledToFit()
    .chartBackground { proxy in
      GeometryReader { geometry in
        if let anchor = proxy.plotFrame {
          let frame = geometry[anchor]
          VStack {
            Text("Most sold").font(.callout).foregroundStyle(.secondary)
            Text("Tea").font(.title2.bold()).foregroundColor(.primary)
          }
          .position(x: frame.midX, y: frame.midY)
        }
      }
    }
  }
}

struct UnevenDonut: View {
  var body: some View {
    Chart(ShapeData.shares, id: \.product) { share in
      SectorMark(
        angle: .value("Amount", share.amount), innerRadius: .fixed(40),
        outerRadius: .inset(share.product == "Tea" ? 0 : 20), angularInset: 1
      )
      .foregroundStyle(share.product == "Tea" ? Color.orange.gradient : Color.gray.gradient)
      .annotation(position: .overlay) {
        Text("\(share.amount, specifier: "%.0f")%").font(.caption.bold())
      }
    }
    .chartLegend(.hidden)
    .frame(width: 170, height: 170)
  }
}

// MARK: - Plots

struct FunctionLine: View {
  var body: some View {
    Chart {
      LinePlot(x: "x", y: "y") { x in sin(x) / 2 }
        .foregroundStyle(.blue)
      LinePlot(x: "x", y: "y", domain: 0...5) { x in x / 5 }
        .lineStyle(StrokeStyle(lineWidth: 1, dash: [3]))
    }
    .chartXScale(domain: -10...10)
    .chartYScale(domain: -1...1)
  }
}

struct FunctionArea: View {
  var body: some View {
    Chart {
      AreaPlot(x: "x", y: "Density") { x in exp(-x * x / 8) }
        .foregroundStyle(.mint.opacity(0.4))
      AreaPlot(x: "x", yStart: "Low", yEnd: "High", domain: -3...3) { x in
        (yStart: cos(x) / 4, yEnd: 0.5 + cos(x) / 4)
      }
      .opacity(0.2)
    }
    .chartXScale(domain: -6...6)
  }
}

struct ParametricLine: View {
  var body: some View {
    Chart {
      LinePlot(x: "x", y: "y", t: "t", domain: 0...(2 * .pi)) { t in
        (x: sqrt(2) * pow(sin(t), 3), y: cos(t) * (2 - cos(t) - pow(cos(t), 2)))
      }
    }
    .chartXScale(domain: -3...3)
    .chartYScale(domain: -4...2)
    .aspectRatio(contentMode: .fit)
  }
}

struct PointsByPath: View {
  var body: some View {
    Chart {
      PointPlot(
        ShapeData.sales, x: .value("Weekday", \.weekday), y: .value("Amount", \.amount)
      )
      .symbolSize(by: .value("Amount", \.amount))
      .foregroundStyle(by: .value("City", \.city))
      .opacity(0.7)
    }
  }
}

struct BarsByPath: View {
  var body: some View {
    Chart {
      BarPlot(ShapeData.sales, x: .value("City", \.city), y: .value("Amount", \.amount))
        .foregroundStyle(by: .value("Product", \.product))
      RulePlot(ShapeData.sales.prefix(1), y: .value("Amount", \.amount))
    }
  }
}

struct LinesByPath: View {
  var body: some View {
    Chart {
      LinePlot(ShapeData.sales, x: .value("Day", \.day), y: .value("Amount", \.amount))
        .foregroundStyle(by: .value("City", \.city))
      AreaPlot(
        ShapeData.sales.filter { $0.city == "Oslo" }, x: .value("Day", \.day),
        y: .value("Amount", \.amount)
      )
      .foregroundStyle(.gray.opacity(0.2))
    }
  }
}

struct RectanglesByPath: View {
  var body: some View {
    Chart {
      RectanglePlot(ShapeData.sales, x: .value("City", \.city), y: .value("Product", \.product))
        .foregroundStyle(by: .value("Amount", \.amount))
    }
    .chartForegroundStyleScale(range: Gradient(colors: [.yellow, .red]))
  }
}

// MARK: - Axes, scales and legends

struct WeekdayAxis: View {
  var body: some View {
    Chart(ShapeData.sales.prefix(21)) {
      BarMark(x: .value("Day", $0.day, unit: .weekday), y: .value("Amount", $0.amount))
    }
    .chartXAxis {
      AxisMarks(values: .stride(by: .day)) { value in
        AxisTick()
        AxisGridLine()
        AxisValueLabel(format: .dateTime.weekday(.abbreviated), centered: true)
      }
    }
    .chartYAxis {
      AxisMarks(position: .leading, values: .automatic(desiredCount: 3)) { value in
        AxisGridLine(stroke: StrokeStyle(lineWidth: 0.5, dash: [2, 4]))
        AxisValueLabel {
          if let amount = value.as(Double.self) {
            Text("\(Int(amount)) kg").font(.caption2)
          }
        }
      }
    }
  }
}

struct LogScale: View {
  var body: some View {
    Chart(1..<20, id: \.self) { power in
      PointMark(x: .value("n", power), y: .value("2ⁿ", pow(2, Double(power))))
    }
    .chartYScale(domain: 1...1_000_000, type: .log)
    .chartXAxisLabel("n", alignment: .center)
    .chartYAxisLabel(position: .leading) { Text("2ⁿ").font(.caption) }
  }
}

struct EnumCategories: View {
  var body: some View {
    Chart(Meal.allCases, id: \.self) { meal in
      BarMark(x: .value("Meal", meal), y: .value("Energy", meal.rawValue.count * 90))
        .foregroundStyle(by: .value("Meal", meal))
    }
    .chartForegroundStyleScale([Meal.breakfast: Color.yellow, .lunch: .orange, .dinner: .red])
    .chartXScale(domain: [Meal.dinner, .lunch, .breakfast])
  }
}

struct OwnLegend: View {
  var body: some View {
    Chart(ShapeData.sales) {
      LineMark(x: .value("Day", $0.day), y: .value("Amount", $0.amount))
        .foregroundStyle(by: .value("City", $0.city))
    }
    .chartForegroundStyleScale(range: [Color.red, .green, .blue])
    .chartLegend(position: .trailing, alignment: .top) {
      VStack(alignment: .leading) {
        ForEach(ShapeData.cities, id: \.self) { city in
          HStack {
            Circle().fill(city == "Oslo" ? .blue : .red).frame(width: 8, height: 8)
            Text(city).font(.caption)
          }
        }
      }
    }
  }
}

struct InsideALayout: View {
  let isOverview = false

  var body: some View {
    VStack(alignment: .leading) {
      HStack {
        Text("Total Sales").font(.headline)
        Spacer()
        Text("36").foregroundStyle(.secondary)
      }
      Chart(ShapeData.sales.prefix(12)) {
        BarMark(x: .value("City", $0.city), y: .value("Amount", $0.amount))
      }
      .chartYAxis(isOverview ? .hidden : .automatic)
      .frame(height: 180)
    }
    .padding()
  }
}

struct BorderedPlot: View {
  var body: some View {
    Chart(ShapeData.wave, id: \.x) {
      LineMark(x: .value("x", $0.x), y: .value("y", $0.y))
    }
    .chartPlotStyle { plotContent in
      plotContent
        .frame(height: 160)
        .background(.orange.opacity(0.1))
        .border(.orange, width: 1)
        .overlay { Text("draft").font(.title).foregroundStyle(.secondary) }
    }
  }
}

struct MeanRule: View {
  var mean: Double { ShapeData.sales.map(\.amount).reduce(0, +) / 36 }

  var body: some View {
    Chart {
      ForEach(ShapeData.sales) {
        PointMark(x: .value("Day", $0.day), y: .value("Amount", $0.amount))
      }
      RuleMark(y: .value("Mean", mean))
        .lineStyle(StrokeStyle(lineWidth: 1.5, dash: [6]))
        .annotation(position: .top, alignment: .trailing) {
          Text("mean: " + mean.formatted(.number.precision(.fractionLength(1))))
            .font(.caption)
        }
      RuleMark(
        xStart: .value("Begin", ShapeData.first),
        xEnd: .value("End", ShapeData.first.addingTimeInterval(86_400 * 4)), y: .value("Goal", 70)
      )
      .foregroundStyle(.red)
    }
  }
}

struct WithoutAxes: View {
  var body: some View {
    Chart(Array(zip(0..<20, ShapeData.wave)), id: \.0) { index, point in
      LineMark(x: .value("Index", index), y: .value("Value", point.y))
      AreaMark(x: .value("Index", index), y: .value("Value", point.y))
        .foregroundStyle(Color.accentColor.opacity(0.2).gradient)
    }
    .chartXAxis(.hidden)
    .chartYAxis(.hidden)
    .chartLegend(.hidden)
    .frame(width: 120, height: 40)
  }
}

struct RangeOfValues: View {
  var body: some View {
    Chart {
      BarMark(x: .value("Age", 0..<18), y: .value("Count", 30))
      BarMark(x: .value("Age", 18..<65), y: .value("Count", 75))
      BarMark(x: .value("Age", 65..<90), y: .value("Count", 24))
    }
    .chartXAxis { AxisMarks(values: [0, 18, 65, 90]) }
  }
}

struct LyingBand: View {
  var body: some View {
    Chart(ShapeData.wave, id: \.x) {
      AreaMark(
        xStart: .value("Left", $0.y - 1), xEnd: .value("Right", $0.y + 1), y: .value("Depth", $0.x))
    }
  }
}

struct TwoAxes: View {
  let most = 90.0

  var body: some View {
    Chart(ShapeData.sales.prefix(12)) { sale in
      BarMark(x: .value("City", sale.city), y: .value("Amount", sale.amount / most))
        .foregroundStyle(.gray.opacity(0.4))
      PointMark(x: .value("City", sale.city), y: .value("Weekday", Double(sale.weekday) / 7))
        .foregroundStyle(.red)
    }
    .chartYAxis {
      let stride = [0.0, 0.5, 1, 1.5]
      AxisMarks(position: .trailing, values: stride) { axis in
        AxisGridLine()
        AxisValueLabel("\(Int(stride[axis.index] * most))", centered: false)
      }
      AxisMarks(position: .leading, values: stride) { axis in
        AxisValueLabel("\(Int(stride[axis.index] * 7))", centered: false)
      }
    }
  }
}

enum ChartShapes {
  static var all: [(name: String, view: any View)] {
    [
      ("plain bars", PlainBars()), ("lying bars", LyingBars()), ("stacked bars", StackedBars()),
      ("grouped bars", GroupedBars()), ("grouped by axis", GroupedByAxis()),
      ("normalized bars", NormalizedBars()), ("one row", OneRow()), ("pyramid", Pyramid()),
      ("gantt bars", GanttBars()), ("range bars", RangeBars()), ("gradient bars", GradientBars()),
      ("sound bars", SoundBars()), ("threshold bars", ThresholdBars()),
      ("annotated bars", AnnotatedBars()), ("centered streams", CenteredStreams()),
      ("plain line", PlainLine()), ("smooth line", SmoothLine()), ("several lines", SeveralLines()),
      ("series by loop", SeriesByLoop()), ("gradient line", GradientLine()),
      ("line over area", LineOverArea()), ("step line", StepLine()),
      ("rule and point", RuleAndPoint()), ("lollipop", Lollipop()),
      ("scrolling line", ScrollingLine()), ("heart beat", HeartBeat()), ("plain area", PlainArea()),
      ("stacked area", StackedArea()), ("band area", BandArea()), ("gradient area", GradientArea()),
      ("scatter", Scatter()), ("big points", BigPoints()), ("view symbols", ViewSymbols()),
      ("vector field", VectorField()), ("points at edge", PointsAtEdge()), ("heat map", HeatMap()),
      ("category heat map", CategoryHeatMap()), ("shaded range", ShadedRange()),
      ("candles", Candles()), ("pie", Pie()), ("donut", Donut()), ("uneven donut", UnevenDonut()),
      ("function line", FunctionLine()), ("function area", FunctionArea()),
      ("parametric line", ParametricLine()), ("points by path", PointsByPath()),
      ("bars by path", BarsByPath()), ("lines by path", LinesByPath()),
      ("rectangles by path", RectanglesByPath()), ("weekday axis", WeekdayAxis()),
      ("log scale", LogScale()), ("enum categories", EnumCategories()), ("own legend", OwnLegend()),
      ("inside a layout", InsideALayout()), ("bordered plot", BorderedPlot()),
      ("mean rule", MeanRule()), ("without axes", WithoutAxes()),
      ("range of values", RangeOfValues()), ("lying band", LyingBand()), ("two axes", TwoAxes()),
    ]
  }
}
