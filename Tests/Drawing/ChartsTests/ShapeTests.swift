import TestDrawings
import Charts
import Foundation
import TestSupport
import Testing

/// Charts in the forms of public code draw what they declare.
@Suite struct ShapeTests {
  private static let pictures = KnownPictures(besides: #filePath)

  private static func renderer(_ view: any View) -> ChartRenderer {
    ChartRenderer(
      AnyView(view), width: 300, height: 190, calendar: Examples.berlin,
      locale: Locale(identifier: "en_US"))
  }

  @Test(arguments: ChartShapes.all.map(\.name))
  func `a chart in a form of public code draws its marks`(name: String) throws {
    let view = try #require(ChartShapes.all.first { $0.name == name }?.view)
    let renderer = Self.renderer(view)
    let empty = try PixelPicture(
      png: Self.renderer(Chart { PointMark(x: .value("", Double.nan), y: .value("", 0)) })
        .png(scale: 1))
    let difference = try PixelPicture(png: renderer.png(scale: 1)).difference(from: empty)
    #expect(difference.share > 0.002, "\(difference)")
    let svg = try renderer.svg()
    #expect(svg.contains("<path") && !svg.contains("Chart without data"))
    #expect(try renderer.pdf().starts(with: Data("%PDF".utf8)))
    let cells = try renderer.terminal(ChartTerminal(columns: 60, rows: 16, colors: .none))
    #expect(cells.contains { !$0.isWhitespace && !$0.isLetter && !$0.isNumber })
  }

  @Test func `there are sixty`() {
    #expect(ChartShapes.all.count == 60)
    #expect(Set(ChartShapes.all.map(\.name)).count == 60)
  }

  /// Twelve charts each, in rows of three.
  @Test(arguments: 0..<5, [ChartColorScheme.light, .dark])
  func `the charts look as they did`(sheet: Int, scheme: ChartColorScheme) throws {
    let shapes = Array(ChartShapes.all.dropFirst(sheet * 12).prefix(12))
    let rows = VStack(spacing: 6) {
      ForEach(0..<4) { row in
        HStack(spacing: 6) {
          ForEach(0..<3) { column in
            let shape = shapes[row * 3 + column]
            VStack(alignment: .leading, spacing: 2) {
              Text(verbatim: shape.name).font(.caption2)
              AnyView(shape.view)
            }
            .frame(width: 300, height: 190)
          }
        }
      }
    }
    let renderer = ChartRenderer(
      rows, calendar: Examples.berlin, locale: Locale(identifier: "en_US"))
    let drawn = try renderer.png(scale: 1, scheme: scheme)
    let known = try PixelPicture(png: Self.pictures.known("shapes-\(sheet)-\(scheme).png", drawn))
    let difference = try PixelPicture(png: drawn).difference(from: known)
    #expect(difference.isOfSmoothing, "\(difference)")
  }

  @Test func `a gradient is one in SVG, with a class for dark pages`() throws {
    let svg = try Self.renderer(GradientLine()).svg()
    let stops = svg.components(separatedBy: "<stop ").count - 1
    #expect(svg.contains("<linearGradient id=") && stops == 3 && svg.contains("stop-color:"))
    #expect(svg.contains("stroke=\"url(#gradient-"))
  }

  /// charts/sectormark/init(angle:innerradius:outerradius:angularinset:) - `.ratio` and `.inset` of the inner radius are
  /// relative to the outer one.
  @Test(arguments: [MarkDimension.ratio(0.5), .inset(50), .fixed(50)])
  func `a ring's hole is measured from its outer edge`(inner: MarkDimension) throws {
    let chart = Chart {
      SectorMark(angle: .value("All", 1), innerRadius: inner, outerRadius: .fixed(100))
        .foregroundStyle(Color(red: 1, green: 0, blue: 0))
    }
    let picture = try PixelPicture(png: ChartRenderer(chart, width: 400, height: 400).png(scale: 1))
    let count = picture.pixels.count { $0 & 0xFFFF == 0 && $0 >> 16 & 0xFF > 0xF0 }
    #expect(abs(Double(count) - .pi * (100 * 100 - 50 * 50)) < 700, "\(count)")
  }

  @Test func `sectors are as large as their shares, and their gaps as wide as asked`() throws {
    func share(_ inset: CGFloat) throws -> [Double] {
      let chart = Chart(ShapeData.shares, id: \.product) { share in
        SectorMark(
          angle: .value("Amount", share.amount), innerRadius: .ratio(0.5), angularInset: inset
        )
        .foregroundStyle(by: .value("Product", share.product))
      }
      .chartForegroundStyleScale(
        domain: ShapeData.products,
        range: [0xFF, 0xC0, 0x80, 0x40].map { Color(red: Double($0) / 255, green: 0, blue: 0) }
      )
      .chartLegend(.hidden)
      let picture = try PixelPicture(
        png: ChartRenderer(chart, width: 400, height: 400).png(scale: 1))
      var counts = [Double](repeating: 0, count: 4)
      for y in 0..<400 {
        for x in 0..<400 {
          let pixel = picture.pixels[y * 400 + x]
          guard pixel & 0xFFFF == 0 else { continue }
          let red = Int(pixel >> 16 & 0xFF)
          if let index = [0xFF, 0xC0, 0x80, 0x40].firstIndex(where: { abs($0 - red) < 3 }) {
            counts[index] += 1
          }
        }
      }
      return counts
    }
    let whole = try share(0)
    let sum = whole.reduce(0, +)
    for (count, expected) in zip(whole, [0.48, 0.27, 0.16, 0.09]) {
      #expect(abs(count / sum - expected) < 0.004, "\(whole)")
    }
    // A ring from 94 to 188 points: each of four gaps of 2 * 3 points is some 94 points long.
    let lost = try sum - share(3).reduce(0, +)
    #expect(abs(lost - 4 * 6 * 94) < 300, "\(lost)")
  }
}
