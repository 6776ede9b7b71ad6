import VisibleText

/// Draws a scene with the characters of a terminal.
struct TerminalSurface {
  /// The size of a cell in points: the unit of a layout for cells.
  static let cell = (width: 8.0, height: 16.0)

  let columns: Int
  let rows: Int
  let options: ChartTerminal

  private struct Cell {
    var character: Character = " "
    var foreground: Color?
    var background: Color?
  }

  func text(_ scene: Scene) throws(ChartError) -> String {
    var cells = [Cell](repeating: Cell(), count: columns * rows)
    drawGrid(scene, into: &cells)
    try drawMarks(scene, into: &cells)
    drawTexts(scene, into: &cells)
    return (0..<rows).map { line(Array(cells[$0 * columns..<($0 + 1) * columns])) }
      .joined(separator: "\n") + "\n"
  }

  // MARK: Grid

  private func drawGrid(_ scene: Scene, into cells: inout [Cell]) {
    for case .path(let element) in scene.elements where element.role == .grid {
      guard case .move(let start)? = element.path.elements.first,
        case .line(let end)? = element.path.elements.last
      else { continue }
      let isLevel = start.y == end.y
      let (first, last) = (cell(start), cell(CGPoint(x: end.x - 0.1, y: end.y - 0.1)))
      let sign: Character =
        options.characters == .ascii ? (isLevel ? "." : ":") : isLevel ? "┄" : "┊"
      for row in max(first.row, 0)...max(isLevel ? first.row : last.row, 0) {
        for column in max(first.column, 0)...max(isLevel ? last.column : first.column, 0)
        where row < rows && column < columns {
          let known = cells[row * columns + column].character
          let crosses = known != " " && known != sign
          cells[row * columns + column].character =
            crosses ? (options.characters == .ascii ? "+" : "┼") : sign
          cells[row * columns + column].foreground = .gridLine
        }
      }
    }
  }

  private func cell(_ point: CGPoint) -> (column: Int, row: Int) {
    (
      Int((Double(point.x) / Self.cell.width).rounded(.down)),
      Int((Double(point.y) / Self.cell.height).rounded(.down))
    )
  }

  // MARK: Marks

  /// Draws marks in dots, two by four a cell, without smoothing, then chooses the character that has a
  /// cell's dots.
  private func drawMarks(_ scene: Scene, into cells: inout [Cell]) throws(ChartError) {
    let (across, down) = (columns * 2, rows * 4)
    let image = try PixelImage(width: across, height: down, scale: (0.25, 0.25))
    image.setAntialiasing(false)
    image.draw { context in
      let drawing = CairoDrawing(
        context: context, isDark: options.isDark, fonts: nil, leastLineWidth: 4)
      for case .path(let element) in scene.elements
      where element.role == .mark || element.role == .legend { drawing.draw(element) }
    }
    let pixels = image.pixels()
    let symbols = legendSymbols(scene)
    for row in 0..<rows {
      for column in 0..<columns {
        var dots: [UInt32] = []
        for dotRow in 0..<4 {
          for dotColumn in 0..<2 {
            dots.append(pixels[(row * 4 + dotRow) * across + column * 2 + dotColumn])
          }
        }
        let isSymbol = symbols.contains { $0.columns.contains(column) && $0.rows.contains(row) }
        if let cell = cell(of: dots, isSymbol: isSymbol) { cells[row * columns + column] = cell }
      }
    }
  }

  /// Returns the cells in which the symbols of a legend are.
  private func legendSymbols(
    _ scene: Scene
  ) -> [(columns: ClosedRange<Int>, rows: ClosedRange<Int>)] {
    scene.elements.compactMap { element in
      guard case .path(let element) = element, element.role == .legend else { return nil }
      let bounds = element.path.boundingRect
      let (first, last) = (
        cell(bounds.origin), cell(CGPoint(x: bounds.maxX - 0.1, y: bounds.maxY - 0.1))
      )
      return (
        first.column...max(first.column, last.column), first.row...max(first.row, last.row)
      )
    }
  }

  /// Returns the cell that shows eight dots, row by row, or `nil` if they are empty.
  ///
  /// A dot fainter than a fifth is a shade, such as a band's, and so is one that fills a cell and
  /// is fainter than three fifths. A shade shows only where nothing stronger is. A legend's symbol
  /// is the shade that it stands for, though it does not fill its cell.
  private func cell(of dots: [UInt32], isSymbol: Bool) -> Cell? {
    let strengths = dots.map { Double($0 >> 24) / 255 }
    let (weakest, strongest) = (strengths.min() ?? 0, strengths.max() ?? 0)
    guard strongest > 0 else { return nil }
    let isShade = strongest < 0.2 || (weakest >= 0.2 || isSymbol) && strongest < 0.6
    if isShade, let dot = zip(dots, strengths).first(where: { $0.1 == strongest })?.0 {
      let signs: [Character] = options.characters == .ascii ? [".", ":", "+"] : ["░", "▒", "▓"]
      let level = strongest < 0.2 ? 0 : strongest < 0.4 ? 1 : 2
      return Cell(character: signs[level], foreground: Self.color(dot))
    }
    // A line over a band, which would fill the cell.
    let isOverShade = weakest >= 0.1 && strongest >= 0.6
    let isSet = strengths.map { $0 >= (isOverShade ? 0.6 : 0.2) }
    let color = Self.commonest(zip(dots, isSet).filter(\.1).map(\.0))
    if isOverShade, options.characters == .ascii, isSet.contains(false) {
      return Cell(character: "#", foreground: color)
    }
    guard options.characters == .unicode else {
      let (upper, lower) = (isSet[0..<4].contains(true), isSet[4..<8].contains(true))
      let count = isSet.filter { $0 }.count
      let sign: Character =
        count >= 7 ? "#" : upper && lower ? (count > 4 ? "%" : ":") : upper ? "'" : "."
      return Cell(character: sign, foreground: color)
    }
    // Two areas that meet in the middle; all else is dots, a full cell too, as beside it.
    let halves = [Set(dots[..<4]), Set(dots[4...])]
    if options.colors != .none, !isSet.contains(false), halves[0] != halves[1],
      halves.allSatisfy({ $0.count == 1 })
    {
      return Cell(
        character: "▀", foreground: Self.color(dots[0]), background: Self.color(dots[4]))
    }
    // U+2800 with a bit for each dot: the left column first, but the lowest row last.
    let bits: [UInt32] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]
    let pattern = zip(bits, isSet).reduce(UInt32(0)) { $1.1 ? $0 | $1.0 : $0 }
    guard let scalar = Unicode.Scalar(0x2800 + pattern) else { return nil }
    return Cell(character: Character(scalar), foreground: color)
  }

  private static func commonest(_ pixels: [UInt32]) -> Color? {
    var counts: [UInt32: Int] = [:]
    for pixel in pixels { counts[pixel, default: 0] += 1 }
    // The first of those that are equally common, so that two runs agree.
    let most = counts.values.max() ?? 0
    return pixels.first { counts[$0] == most }.map(color)
  }

  /// Returns the color of a pixel whose channels are multiplied by its opacity.
  private static func color(_ pixel: UInt32) -> Color {
    let opacity = Double(pixel >> 24) / 255
    func channel(_ shift: UInt32) -> Double {
      Double(pixel >> shift & 255) / 255 / max(opacity, 0.01)
    }
    return Color(red: channel(16), green: channel(8), blue: channel(0))
  }

  // MARK: Texts

  private func drawTexts(_ scene: Scene, into cells: inout [Cell]) {
    for case .text(let text) in scene.elements where text.rotation == 0 {
      var x = Double(text.origin.x)
      switch text.anchor {
      case .start: break
      case .middle: x -= text.width / 2
      case .end: x -= text.width
      }
      var column = Int((x / Self.cell.width).rounded())
      let row = Int((Double(text.origin.y) / Self.cell.height).rounded(.down))
      guard (0..<rows).contains(row) else { continue }
      // Gray text is in the terminal's own color, which stands out from any background.
      let levels = [text.color.light.red, text.color.light.green, text.color.light.blue]
      let isGray = (levels.max() ?? 0) - (levels.min() ?? 0) < 0.2
      let visible = VisibleText.text(of: text.text)
      for character in options.characters == .ascii ? visible.inASCII : visible {
        let width = String(character).cells
        if column >= 0, column + width <= columns {
          cells[row * columns + column].foreground = isGray ? nil : text.color
          cells[row * columns + column].character = character
          // A wide character covers the next cell too.
          for next in 1..<max(width, 1) { cells[row * columns + column + next].character = "\0" }
        }
        column += width
      }
    }
  }

  // MARK: Lines

  /// Returns a line with its colors, without the empty cells at its end.
  private func line(_ cells: [Cell]) -> String {
    let used = (cells.lastIndex { $0.character != " " || $0.background != nil } ?? -1) + 1
    var text = ""
    var current = ""
    for cell in cells[..<used] where cell.character != "\0" {
      let codes = TerminalColors(options).codes(cell.foreground, cell.background)
      if codes != current {
        if !current.isEmpty { text += "\u{1B}[0m" }
        text += codes
        current = codes
      }
      text.append(cell.character)
    }
    if !current.isEmpty { text += "\u{1B}[0m" }
    return text
  }
}

/// Writes colors as a terminal takes them.
struct TerminalColors {
  let options: ChartTerminal

  init(_ options: ChartTerminal) { self.options = options }

  /// Returns the escape codes of a foreground and a background; empty if there are no colors.
  func codes(_ foreground: Color?, _ background: Color?) -> String {
    guard options.colors != .none else { return "" }
    // Text in the terminal's own color stands out on any background.
    let isPlain = foreground == nil || foreground == .primary
    var parts: [String] = []
    if let foreground, !isPlain { parts.append(code(foreground, isBackground: false)) }
    if let background { parts.append(code(background, isBackground: true)) }
    return parts.isEmpty ? "" : "\u{1B}[\(parts.joined(separator: ";"))m"
  }

  private func code(_ color: Color, isBackground: Bool) -> String {
    let components = options.isDark ? color.dark : color.light
    let channels = [components.red, components.green, components.blue].map {
      Int(($0 * 255).rounded())
    }
    switch options.colors {
    case .none: return ""
    case .trueColor:
      return "\(isBackground ? 48 : 38);2;\(channels[0]);\(channels[1]);\(channels[2])"
    case .ansi256:
      let isGray = (channels.max() ?? 0) - (channels.min() ?? 0) < 12
      let index =
        isGray
        ? 232 + min(channels[0] * 24 / 256, 23)
        : 16 + channels.reduce(0) { $0 * 6 + ($1 * 5 + 127) / 255 }
      return "\(isBackground ? 48 : 38);5;\(index)"
    case .ansi16:
      let most = channels.max() ?? 0
      let isGray = most - (channels.min() ?? 0) < 40
      if isGray { return isBackground ? "100" : most > 160 ? "37" : "90" }
      let bits = channels.enumerated().reduce(0) {
        $1.element > most * 3 / 5 ? $0 | 1 << $1.offset : $0
      }
      return "\((isBackground ? 100 : 90) + bits)"
    }
  }
}
