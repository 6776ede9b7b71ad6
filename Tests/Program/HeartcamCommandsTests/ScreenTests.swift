import CommandEnvironment
import TestSupport
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

  /// What a terminal shows after text that places its cursor, erases, deletes and goes right.
  private func shown(_ text: String, on screen: [[Character]]) -> [[Character]] {
    var (screen, row, column) = (screen, 0, 0)
    for part in text.split(separator: "\u{1B}[") {
      let number = Int(part.prefix { $0.isNumber }) ?? 1
      let rest = part.drop { $0.isNumber || $0 == ";" }
      switch rest.first {
      case "H": (row, column) = (number - 1, 0)
      case "J": screen = screen.map { Array(repeating: " ", count: $0.count) }
      case "K": for place in column..<screen[row].count { screen[row][place] = " " }
      case "C": column += number
      case "P":
        screen[row].removeSubrange(column..<(column + number))
        screen[row] += Array(repeating: " ", count: number)
      default: Issue.record("\(part)")
      }
      for character in rest.dropFirst() {
        screen[row][column] = character
        column += 1
      }
    }
    return screen
  }

  @Test func `whatever lines follow each other, the screen shows them, and little is sent`() {
    var generator = SeededGenerator(seed: 64)
    var lines = Array(repeating: "", count: 4)
    var screen = ScreenLines()
    var cells = [[Character]](repeating: Array(repeating: " ", count: 30), count: 4)
    for _ in 0..<3000 {
      for row in lines.indices where Bool.random(using: &generator) {
        let old = padded(lines[row], 30)
        lines[row] =
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: String(old.dropFirst(Int.random(in: 1...14, using: &generator))) + "⣀⠤"
          case 1: String(old.map { $0 == "a" ? " " : $0 })
          case 2: old.trimmed() + (old.trimmed().count < 29 ? "ab" : "")
          default:
            String(
              (0..<Int.random(in: 0...30, using: &generator)).map { _ in
                "ab ▁".randomElement(using: &generator) ?? " "
              })
          }
        lines[row] = lines[row].prefix(cells: 30)
      }
      let text = screen.update(to: lines, columns: 30)
      cells = shown(text, on: cells)
      #expect(cells.map { String($0) } == lines.map { padded($0, 30) })
      // A place, an erasure and the line itself at most.
      #expect(text.utf8.count <= lines.reduce(0) { $0 + $1.utf8.count + 9 } + 4)
    }
    #expect(screen.update(to: lines, columns: 30).isEmpty)
  }

  @Test func `a slow line gets short changes first, and in the end all of them`() {
    var screen = ScreenLines()
    let curve = String(repeating: "⠒", count: 30)
    let lines = [curve, curve, curve, "62 bpm", "[q] quit"]
    let first = screen.update(to: lines, columns: 30, most: 60)
    #expect(first.contains("62 bpm") && first.contains("[q] quit") && !first.contains("⠒"))
    // What is longer than the room comes alone; what waits comes before what is new.
    var later = ""
    for count in 0..<6 {
      let text = screen.update(to: lines.dropLast() + ["[q] quit \(count)"], columns: 30, most: 60)
      #expect(text.utf8.count <= 110)
      later += text
    }
    #expect(later.split(separator: curve, omittingEmptySubsequences: false).count == 4)
    let last = Array(lines.dropLast()) + ["[q] quit 5"]
    _ = screen.update(to: last, columns: 30)
    #expect(screen.update(to: last, columns: 30).isEmpty)
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
