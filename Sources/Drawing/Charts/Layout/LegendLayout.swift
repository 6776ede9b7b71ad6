/// Arranges the names of a chart's colors, symbols and dashes.
struct LegendLayout {
  let entries: [MarkStyles.LegendEntry]
  let ramp: Ramp?
  let context: LayoutContext
  /// The rows of a level legend, as indices of entries.
  private let rows: [[Int]]
  let size: CGSize

  /// The colors of numbers, from low to high.
  struct Ramp {
    let label: String
    let gradient: Gradient
    let low: String
    let high: String
  }

  private static let rampWidth = 120.0

  /// - Parameter isColumn: whether the entries are below each other.
  init(styles: MarkStyles, context: LayoutContext, width: Double, isColumn: Bool) {
    entries = styles.legendEntries
    self.context = context
    if let gradient = styles.gradient, let numbers = styles.numbers {
      let labels = NumberLabels(values: [numbers.lowerBound, numbers.upperBound])
      ramp = Ramp(
        label: styles.styleLabel, gradient: gradient, low: labels.text(numbers.lowerBound),
        high: labels.text(numbers.upperBound))
    } else {
      ramp = nil
    }
    let style = context.style
    let lineHeight = context.measurer.height(of: style.legendFont) + (style.isCells ? 0 : 3)
    let widths = entries.map {
      Self.entryWidth($0, context: context)
    }
    var rows: [[Int]] = []
    var used = 0.0
    for (index, needed) in widths.enumerated() {
      if rows.isEmpty || isColumn || used + needed > width {
        rows.append([])
        used = 0
      }
      rows[rows.count - 1].append(index)
      used += needed + Self.gap(context)
    }
    self.rows = rows
    let widest =
      rows.map { row in
        row.reduce(0.0) { $0 + widths[$1] } + Self.gap(context) * Double(row.count - 1)
      }.max() ?? 0
    var height = Double(rows.count) * lineHeight
    var wide = widest
    if ramp != nil {
      height += lineHeight
      wide = max(wide, min(width, Self.rampWidth + 160))
    }
    size = CGSize(width: min(wide, width), height: height)
  }

  private static func gap(_ context: LayoutContext) -> Double { context.style.isCells ? 16 : 14 }

  private static func entryWidth(
    _ entry: MarkStyles.LegendEntry, context: LayoutContext
  ) -> Double {
    swatchWidth(entry, context)
      + context.measurer.width(of: entry.name, font: context.style.legendFont)
  }

  private static func swatchWidth(
    _ entry: MarkStyles.LegendEntry, _ context: LayoutContext
  ) -> Double {
    let side = context.style.swatchSide
    return (entry.dash == nil ? side : side * 3) + (context.style.isCells ? 8 : 5)
  }

  func draw(at origin: CGPoint, width: Double, into scene: inout Scene) {
    let font = context.style.legendFont
    let measurer = context.measurer
    let lineHeight = measurer.height(of: font) + (context.style.isCells ? 0 : 3)
    let extent = measurer.extent(of: font)
    var y = Double(origin.y)
    func text(_ text: String, x: Double, width: Double) {
      let fitted = measurer.fitted(text, font: font, width: width)
      scene.elements.append(
        .text(
          Scene.TextElement(
            text: fitted, font: font, color: .secondary,
            origin: CGPoint(x: x, y: y + (lineHeight + extent.ascent - extent.descent) / 2),
            width: measurer.width(of: fitted, font: font))))
    }
    if let ramp {
      var x = Double(origin.x)
      let gap = context.style.isCells ? 8.0 : 6
      if !ramp.label.isEmpty {
        text(ramp.label, x: x, width: width / 3)
        x += min(measurer.width(of: ramp.label, font: font), width / 3) + gap
      }
      text(ramp.low, x: x, width: 80)
      x += measurer.width(of: ramp.low, font: font) + gap
      let steps = 24
      let rampWidth = max(min(Self.rampWidth, Double(origin.x) + width - x - 60), 24)
      for step in 0..<steps {
        let part = CGRect(
          x: x + rampWidth * Double(step) / Double(steps), y: y + lineHeight / 2 - 4,
          width: rampWidth / Double(steps) + (step < steps - 1 ? 0.5 : 0), height: 8)
        scene.fill(
          Path(part), _Ink(ramp.gradient.color(at: Double(step) / Double(steps - 1))), role: .legend
        )
      }
      x += rampWidth + gap
      text(ramp.high, x: x, width: 80)
      y += lineHeight
    }
    for row in rows {
      var x = Double(origin.x)
      for index in row {
        let entry = entries[index]
        drawSwatch(entry, x: x, y: y + lineHeight / 2, into: &scene)
        let swatch = Self.swatchWidth(entry, context)
        text(entry.name, x: x + swatch, width: max(Double(origin.x) + width - x - swatch, 10))
        x += Self.entryWidth(entry, context: context) + Self.gap(context)
      }
      y += lineHeight
    }
  }

  private func drawSwatch(
    _ entry: MarkStyles.LegendEntry, x: Double, y: Double, into scene: inout Scene
  ) {
    let side = context.style.swatchSide
    if let dash = entry.dash {
      var path = Path()
      path.addLines([CGPoint(x: x, y: y), CGPoint(x: x + side * 3, y: y)])
      scene.stroke(
        path, entry.ink, StrokeStyle(lineWidth: 2, dash: dash), role: .legend)
    }
    if entry.dash == nil || entry.symbol != nil {
      let frame = CGRect(
        x: x + (entry.dash == nil ? 0 : side), y: y - side / 2, width: side, height: side)
      scene.fill((entry.symbol ?? .circle).path(in: frame), entry.ink, role: .legend)
    }
  }
}
