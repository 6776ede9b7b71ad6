/// A few seconds of a pulse in one line of text.
enum Sparkline {
  private static let blocks = Array("▁▂▃▄▅▆▇█")

  /// - Parameters:
  ///   - pulse: Systole upwards; the middle of it is shown.
  ///   - columns: Characters to draw.
  ///   - samplesPerColumn: How many samples share a character.
  static func text(_ pulse: [Double], columns: Int, samplesPerColumn: Int) -> String {
    let shown = min(pulse.count, columns * samplesPerColumn)
    let middle = pulse.dropFirst((pulse.count - shown) / 2).prefix(shown)
    let means = stride(from: middle.startIndex, to: middle.endIndex, by: samplesPerColumn).map {
      let part = middle[$0..<min($0 + samplesPerColumn, middle.endIndex)]
      return part.reduce(0, +) / Double(part.count)
    }
    guard let low = means.min(), let high = means.max(), high > low else { return "" }
    return String(
      means.map { blocks[min(7, max(0, Int(($0 - low) / (high - low) * 7.99)))] })
  }
}
