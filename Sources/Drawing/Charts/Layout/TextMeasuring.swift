import VisibleText

/// Measures texts, in points.
protocol TextMeasuring {
  func width(of text: String, font: Font) -> Double

  /// Returns how far a font reaches above and below its baseline.
  func extent(of font: Font) -> (ascent: Double, descent: Double)
}

extension TextMeasuring {
  func height(of font: Font) -> Double {
    let extent = extent(of: font)
    return extent.ascent + extent.descent
  }

  /// Returns a text that is no wider than a width, its end replaced by "…" if need be.
  func fitted(_ text: String, font: Font, width: Double) -> String {
    guard self.width(of: text, font: font) > width else { return text }
    // A binary search: a name may be long.
    let characters = Array(text)
    var (low, high) = (0, characters.count)
    while low < high {
      let middle = (low + high + 1) / 2
      let candidate = String(characters[..<middle]) + "…"
      if self.width(of: candidate, font: font) <= width { low = middle } else { high = middle - 1 }
    }
    return low == 0 ? "…" : String(characters[..<low]) + "…"
  }
}

/// Measures texts in the cells of a terminal.
struct CellTextMeasurer: TextMeasuring {
  let cellWidth: Double
  let cellHeight: Double

  /// Whether texts are shown in ASCII.
  let isASCII: Bool

  func width(of text: String, font: Font) -> Double {
    Double((isASCII ? text.inASCII : text).cells) * cellWidth
  }

  func extent(of font: Font) -> (ascent: Double, descent: Double) {
    (cellHeight * 0.75, cellHeight * 0.25)
  }
}
