import Charts
import Foundation
import TestSupport
import Testing

/// Texts on pages of paper, as poppler reads them.
@Suite struct PaperTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ blocks: [PaperDocument.Block], _ paper: PaperSize = .a4) throws -> String {
    let document = PaperDocument(blocks, on: paper)
    let data = try document.pdf()
    #expect(try document.pdf() == data)
    _ = try folder.write(data, to: "page.pdf")
    return folder.file("page.pdf")
  }

  /// The words of each page.
  private func pages(_ file: String) throws -> [[String]] {
    try Poppler.run("pdftotext", "-layout", file, "-").split(separator: "\u{0C}").map {
      $0.split(whereSeparator: \.isWhitespace).map(String.init)
    }
  }

  @Test func `all words of a long text are there in order, and pages are numbered`() throws {
    let words = (0..<3_000).map { "word\($0)" }
    let blocks = stride(from: 0, to: 3_000, by: 100).flatMap { start -> [PaperDocument.Block] in
      [
        .heading("Part\(start / 100)"),
        .paragraph(words[start..<start + 100].joined(separator: " ")),
      ]
    }
    for (paper, size) in [(PaperSize.a4, "595.276 x 841.89"), (.letter, "612 x 792")] {
      let file = try file([.title("All words")] + blocks, paper)
      let facts = try Poppler.run("pdfinfo", file)
      #expect(facts.contains(size) && facts.contains(/Title: +All words/), "\(facts)")
      let pages = try pages(file)
      #expect(pages.count > 3)
      #expect(pages.joined().filter { $0.hasPrefix("word") && $0 != "words" } == words)
      for (index, page) in pages.enumerated() {
        #expect(page.suffix(3) == ["\(index + 1)", "/", "\(pages.count)"])
        // A heading stands above its text.
        #expect(page.dropLast(3).last?.hasPrefix("word") == true)
      }
    }
  }

  @Test func `a word that is wider than the page is broken, and lines of a text stay lines`() throws
  {
    let long = String(repeating: "abcdefghij", count: 40)
    let file = try file([.paragraph("one two\nthree \(long) four\u{202E}")])
    let lines = try Poppler.run("pdftotext", "-layout", file, "-").split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespacesAndNewlines)
    }
    #expect(lines.first == "one two")
    #expect(lines.count > 4 && lines.allSatisfy { $0.count < 130 })
    let letters = lines.dropFirst().joined().filter { !$0.isWhitespace }
    #expect(letters.hasPrefix("three\(long)four\\u{202E}"))
  }

  @Test func `fields stand beside each other, each with its name`() throws {
    let fields = PaperDocument.Block.fields([
      .init(name: "Name", value: "Ada Byron"), .init(name: "Date", value: ""),
    ])
    let pages = try pages(file([.title("Signed")] + Array(repeating: fields, count: 15)))
    #expect(pages.count == 2)
    for page in pages {
      #expect(page.count { $0 == "Ada" } == page.count { $0 == "Name" })
      #expect(page.count { $0 == "Name" } == page.count { $0 == "Date" })
    }
    #expect(pages.joined().count { $0 == "Date" } == 15)
    // No page is left without a word by a document that has none.
    #expect(try self.pages(file([])) == [])
  }
}
