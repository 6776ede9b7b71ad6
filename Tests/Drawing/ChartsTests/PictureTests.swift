import TestDrawings
import Charts
import Foundation
import TestSupport
import Testing

/// Each example looks as it did.
@Suite struct PictureTests {
  private static let pictures = KnownPictures(besides: #filePath)

  @Test(arguments: Examples.all, [ChartColorScheme.light, .dark])
  func `a chart's pixels are those of its picture`(
    name: String, scheme: ChartColorScheme
  ) throws {
    let renderer = try #require(Examples.renderer(name))
    let drawn = try renderer.png(scale: 1, scheme: scheme)
    let known = try PixelPicture(png: Self.pictures.known("\(name)-\(scheme).png", drawn))
    let difference = try PixelPicture(png: drawn).difference(from: known)
    #expect(difference.isOfSmoothing, "\(difference)")
    #expect(try renderer.png(scale: 1, scheme: scheme) == drawn)
  }

  @Test(arguments: [4.0, 6, 12])
  func `a dot that is missing or elsewhere is no matter of smoothing`(diameter: Double) throws {
    func picture(_ places: [Double]) throws -> PixelPicture {
      let chart = Chart(places, id: \.self) { place in
        PointMark(x: .value("x", place), y: .value("y", 5)).symbolSize(diameter * diameter)
      }
      .chartXScale(domain: 0...10).chartYScale(domain: 0...10)
      return try PixelPicture(png: ChartRenderer(chart, width: 300, height: 190).png(scale: 1))
    }
    let all = try picture([2, 5, 8])
    #expect(try all.difference(from: picture([2, 5, 8])).clump == 0)
    #expect(try !all.difference(from: picture([2, 8])).isOfSmoothing)
    #expect(try !all.difference(from: picture([2, 5.3, 8])).isOfSmoothing)
  }

  @Test(arguments: Examples.all)
  func `a chart's SVG is that of its picture, to the letter`(name: String) throws {
    let renderer = try #require(Examples.renderer(name))
    let drawn = try renderer.svg()
    let known = try Self.pictures.known("\(name).svg", Data(drawn.utf8))
    #expect(drawn == String(decoding: known, as: UTF8.self))
    #expect(try renderer.svg() == drawn)
  }

  @Test(arguments: Examples.all)
  func `a chart's page in PDF looks like its pixels, and has no time of day`(name: String) throws {
    let renderer = try #require(Examples.renderer(name))
    let page = try renderer.pdf()
    #expect(try renderer.pdf() == page)

    let folder = try TemporaryFolder()
    try folder.write(page, to: "page.pdf")
    // Versions of Cairo write the date in several ways, and some pack it.
    let facts = try Poppler.run("pdfinfo", "-isodates", folder.file("page.pdf"))
    #expect(facts.contains(/CreationDate: +2000-01-01T00:00:00/) && !facts.contains("ModDate"))
    _ = try Poppler.run(
      "pdftoppm", "-r", "72", "-png", "-singlefile", folder.file("page.pdf"), folder.file("page"))
    let rendered = try PixelPicture(
      png: Data(contentsOf: URL(filePath: folder.file("page.png"))))
    let drawn = try PixelPicture(png: renderer.png(scale: 1))
    // Poppler hints texts and smooths edges in its own way.
    let difference = rendered.difference(from: drawn)
    #expect(difference.mean < 3 && difference.share < 0.04, "\(difference)")
  }

  @Test(arguments: Examples.all)
  func `a chart in a terminal is as wide and high as asked, in signs that it may have`(
    name: String
  ) throws {
    let renderer = try #require(Examples.renderer(name))
    for columns in [20, 40, 80, 200] {
      for (characters, colors) in [
        (ChartTerminal.Characters.unicode, ChartTerminal.Colors.none), (.ascii, .none),
      ] {
        let text = try renderer.terminal(
          ChartTerminal(columns: columns, rows: 16, characters: characters, colors: colors))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        #expect(lines.count == 16)
        #expect(lines.allSatisfy { $0.count <= columns })
        #expect(!text.contains("\u{1B}"))
        if characters == .ascii { #expect(text.utf8.allSatisfy { $0 < 128 }) }
      }
      // Text is in the terminal's own color, and the names leave no room for marks in 20 columns.
      guard columns > 20 else { continue }
      let colored = try renderer.terminal(
        ChartTerminal(columns: columns, rows: 16, colors: .trueColor))
      #expect(colored.contains("\u{1B}[38;2;"))
      #expect(colored.components(separatedBy: "\u{1B}[0m").count > 1)
    }
  }

  @Test func `a bar narrower than a dot of the terminal shows`() throws {
    let chart = Chart(0..<400, id: \.self) { second in
      // 400 narrow bars, of which one has a height.
      BarMark(
        x: .value("Second", Double(second)), yStart: .value("Low", 0),
        yEnd: .value("High", second == 203 ? 10 : 0), width: .fixed(0.5))
    }
    .chartXAxis(.hidden).chartYAxis(.hidden).chartYScale(domain: 1...10)
    let text = try ChartRenderer(chart).terminal(
      ChartTerminal(columns: 40, rows: 8, colors: .none))
    #expect(text.split(separator: "\n").allSatisfy { !$0.allSatisfy { $0 == " " } }, "\(text)")
  }

  @Test func `a chart in a terminal is the known one`() throws {
    let renderer = try #require(Examples.renderer("capsules"))
    let drawn = try renderer.terminal(ChartTerminal(columns: 60, rows: 14))
    let known = try Self.pictures.known("capsules.txt", Data(drawn.utf8))
    #expect(drawn == String(decoding: known, as: UTF8.self))
  }

  @Test func `terminals that show pictures get the same pixels`() throws {
    let renderer = try #require(Examples.renderer("capsules"))
    let kitty = try renderer.terminalImage(.kitty)
    #expect(kitty.hasPrefix("\u{1B}_Gf=100,a=T,m=1;"))
    let pieces = kitty.components(separatedBy: "\u{1B}\\").dropLast()
    let encoded = pieces.compactMap { $0.split(separator: ";").last }.joined()
    #expect(pieces.allSatisfy { ($0.split(separator: ";").last ?? "").count <= 4096 })
    let png = try renderer.png(scale: 1)
    #expect(Data(base64Encoded: encoded) == png)

    let sixel = try renderer.terminalImage(.sixel)
    #expect(sixel.hasPrefix("\u{1B}Pq\"1;1;600;300#0;2;100;100;100"))
    #expect(sixel.hasSuffix("\u{1B}\\\n"))
    // Each band is as wide as the picture in each of its colors.
    let body = sixel.dropFirst(3).dropLast(3)
    let bands = body.split(separator: "-")
    #expect(bands.count == 50)
  }
}
