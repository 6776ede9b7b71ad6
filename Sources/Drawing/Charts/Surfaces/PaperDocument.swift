import VisibleText

/// A text on pages of paper, as PDF: headings, paragraphs, and fields that are signed.
///
/// Lines end between words. A heading stands above the text that it names, and a page has its number if there are
/// several. One document gives the same bytes each time.
package struct PaperDocument {
  package enum Block: Hashable, Sendable {
    case title(String)
    case heading(String)
    case paragraph(String)

    /// Fields beside each other, each a line with its name below. An empty one is filled in by hand.
    case fields([Field])
  }

  package struct Field: Hashable, Sendable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  private let blocks: [Block]
  private let paper: PaperSize

  package init(_ blocks: [Block], on paper: PaperSize) {
    self.blocks = blocks
    self.paper = paper
  }

  /// Returns the pages as a PDF file. The title is the document's.
  package func pdf() throws(ChartError) -> Data {
    let fonts = try CairoTextMeasurer()
    var pages = PaperPages(paper, fonts)
    for block in blocks {
      switch block {
      case .title(let text):
        pages.title = pages.title ?? text
        pages.write(text, .title.bold(), keeping: 60)
      case .heading(let text): pages.write(text, .headline, after: 10, keeping: 30)
      case .paragraph(let text): pages.write(text, .footnote)
      case .fields(let fields): pages.write(fields)
      }
    }
    return try PDFDocument.data(pages.finished, isDark: false, fonts: fonts)
  }
}

/// Pages as they are filled from top to bottom.
private struct PaperPages {
  var title: String?

  private let size: CGSize
  private let fonts: CairoTextMeasurer
  private var scenes: [Scene]

  /// How far the page is filled, in points from its top.
  private var filled = Self.margin

  private static let margin = 20 * PaperSize.pointsPerMillimetre
  private static let smallFont = Font.caption2

  init(_ paper: PaperSize, _ fonts: CairoTextMeasurer) {
    size = CGSize(width: paper.points.width, height: paper.points.height)
    self.fonts = fonts
    scenes = [Scene(size: size)]
  }

  private var width: Double { Double(size.width) - 2 * Self.margin }

  /// Begins a page if this one has no room.
  private mutating func makeRoom(_ height: Double) {
    guard filled + height > Double(size.height) - Self.margin, filled > Self.margin else { return }
    scenes.append(Scene(size: size))
    filled = Self.margin
  }

  private mutating func draw(_ text: String, _ font: Font, x: Double, baseline: Double) {
    scenes[scenes.count - 1].elements.append(
      .text(
        Scene.TextElement(
          text: text, font: font, color: .primary, origin: CGPoint(x: x, y: baseline),
          width: fonts.width(of: text, font: font))))
  }

  /// Writes a text below what is there.
  /// - Parameters:
  ///   - gap: What stays free above it, in points.
  ///   - following: The room for what has to stand on the same page below it.
  mutating func write(
    _ text: String, _ font: Font, after gap: Double = 4, keeping following: Double = 0
  ) {
    let height = fonts.height(of: font) * 1.2
    let lines = fonts.lines(text, font: font, width: width)
    filled += filled > Self.margin ? gap : 0
    makeRoom(Double(following > 0 ? lines.count : 1) * height + following)
    for line in lines {
      makeRoom(height)
      draw(line, font, x: Self.margin, baseline: filled + fonts.extent(of: font).ascent)
      filled += height
    }
  }

  /// Writes fields beside each other, with room to sign in.
  mutating func write(_ fields: [PaperDocument.Field]) {
    let (gap, height) = (16.0, 60.0)
    let each = (width - gap * Double(fields.count - 1)) / Double(max(fields.count, 1))
    makeRoom(height)
    for (index, field) in fields.enumerated() {
      let (x, line) = (Self.margin + Double(index) * (each + gap), filled + 40)
      func fitted(_ text: String, _ font: Font) -> String {
        fonts.fitted(VisibleText.text(of: text), font: font, width: each)
      }
      draw(fitted(field.value, .footnote), .footnote, x: x, baseline: line - 4)
      scenes[scenes.count - 1].stroke(
        Path {
          $0.move(to: CGPoint(x: x, y: line))
          $0.addLine(to: CGPoint(x: x + each, y: line))
        }, .primary, StrokeStyle(lineWidth: 0.5), role: .grid)
      draw(fitted(field.name, Self.smallFont), Self.smallFont, x: x, baseline: line + 12)
    }
    filled += height
  }

  /// The pages with their numbers.
  var finished: [Scene] {
    var pages = self
    if let title { pages.scenes[0].title = title }
    guard scenes.count > 1 else { return pages.scenes }
    for index in scenes.indices {
      let number = "\(index + 1) / \(scenes.count)"
      pages.scenes[index].elements.append(
        .text(
          Scene.TextElement(
            text: number, font: Self.smallFont, color: .primary,
            origin: CGPoint(x: Double(size.width) / 2, y: Double(size.height) - Self.margin / 2),
            anchor: .middle, width: fonts.width(of: number, font: Self.smallFont))))
    }
    return pages.scenes
  }
}

extension TextMeasuring {
  /// Returns the lines of a text, none wider than a width: broken between words, and within a word that is wider.
  fileprivate func lines(_ text: String, font: Font, width: Double) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).flatMap {
      paragraph in
      var lines: [String] = []
      var line = ""
      for word in VisibleText.text(of: String(paragraph)).split(separator: " ") {
        let longer = line.isEmpty ? String(word) : "\(line) \(word)"
        if self.width(of: longer, font: font) <= width {
          line = longer
          continue
        }
        if !line.isEmpty { lines.append(line) }
        line = ""
        for character in word {
          if !line.isEmpty, self.width(of: "\(line)\(character)", font: font) > width {
            lines.append(line)
            line = ""
          }
          line.append(character)
        }
      }
      return lines + [line]
    }
  }
}
