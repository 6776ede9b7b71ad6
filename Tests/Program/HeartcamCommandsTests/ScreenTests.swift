import CommandEnvironment
import Testing
import VisibleText

/// What a screen is laid out in, and what is sent of it.
struct ScreenTests {
  @Test func `a curve that moves is moved, and only its end is drawn`() {
    var screen = ScreenLines()
    let (old, new) = ("abcdefghijklmnopqrst", "cdefghijklmnopqrstXY")
    _ = screen.update(to: [old], columns: 20)
    #expect(screen.update(to: [new], columns: 20) == "\u{1B}[1;1H\u{1B}[2P\u{1B}[18CXY")
    let blank = String(new.dropFirst()) + " "
    #expect(screen.update(to: [blank], columns: 20) == "\u{1B}[1;1H\u{1B}[1P")
    // Wide characters are cells of two.
    let wide = "心率心率心率心率心率"
    _ = screen.update(to: [wide], columns: 20)
    #expect(screen.update(to: [wide.dropFirst() + "x"], columns: 20).contains("\u{1B}[K"))
  }

  @Test(arguments: 0...60)
  func `each part of a screen gets its rows by rank`(rows: Int) {
    func lines(_ text: String, _ count: Int) -> (Int) -> [String] {
      { Array(repeating: text, count: min($0, count)) }
    }
    let parts = [
      ScreenPart(5, ["\u{1B}[1m一二三四五六\u{1B}[0m"]), .gap, ScreenPart(1, ["advice", "more"]), .gap,
      ScreenPart(0) { $0 < 5 ? ["62"] : lines("##", 5)($0) },
      ScreenPart(4, least: 3, lines("~~", 12)),
      .rest, ScreenPart(2, ["keys"]),
    ]
    let screen = ScreenPart.lines(of: parts, columns: 9, rows: rows)
    #expect(screen.count == rows && screen.allSatisfy { $0.cells <= 9 })
    let order = [["62", "##"], ["advice"], ["keys"]]
    for (index, texts) in order.enumerated() {
      #expect(screen.contains { texts.contains($0) } == (rows > index))
    }
    #expect(screen.contains("~~") == (rows >= 6))
    #expect(rows < 3 || screen.last == "keys")
    #expect(
      screen.first?.hasSuffix("四\u{1B}[0m") ?? true
        == (rows == 0 || [4, 5].contains(rows) || rows >= 7))
  }

  @Test(arguments: [
    ("abc", 3), ("心率", 4), ("e\u{301}", 1), ("\u{1B}[1mbold\u{1B}[0m", 4), ("한글", 4), ("▁⠿ ", 3),
    ("", 0),
  ])
  func `cells are counted, not characters`(text: String, cells: Int) {
    #expect(text.cells == cells)
    for most in 0...5 {
      #expect(
        text.prefix(cells: most).cells <= most && text.suffix(cells: most).cells <= max(most, 4))
    }
  }

  @Test func `a locale without UTF-8 gets what ASCII has`() {
    #expect("Poincaré, 9.8 m/s², 36 °C, 5 µg …".inASCII == "Poincare, 9.8 m/s2, 36 degC, 5 ug ...")
    #expect("\u{1B}[1m心\u{1B}[0m".inASCII == "\u{1B}[1m?\u{1B}[0m")
  }

  @Test func `a full line is erased before it is drawn, not after`() {
    var screen = ScreenLines()
    let text = screen.update(to: ["0:13"], columns: 4)
    #expect(text.hasSuffix("\u{1B}[1;1H\u{1B}[K0:13"))
    #expect(screen.update(to: ["0:13"], columns: 4).isEmpty)
  }
}
