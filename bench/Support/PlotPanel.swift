import Glibc
import JSONCoding

/// A pair of axes within a drawing, with the frame around it.
struct PlotPanel {
  let title: String
  let xTitle: String
  let yTitle: String
  let x: ClosedRange<Double>
  let y: ClosedRange<Double>

  /// The corner and size of the area between the axes, in pixels.
  let origin: (x: Double, y: Double)
  static let size = (width: 270.0, height: 210.0)

  /// Returns the position of a pair of values; values beyond the axes are placed at their ends.
  func place(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    func share(_ value: Double, _ range: ClosedRange<Double>) -> Double {
      let clamped = min(max(value, range.lowerBound), range.upperBound)
      return (clamped - range.lowerBound) / (range.upperBound - range.lowerBound)
    }
    return (
      origin.x + Self.size.width * share(x, self.x),
      origin.y + Self.size.height * (1 - share(y, self.y))
    )
  }

  /// Draws the grid, its numbers and the titles.
  func drawFrame(on drawing: inout SVGDrawing) {
    let (width, height) = Self.size
    for tick in Self.ticks(y) {
      let at = place(x.lowerBound, tick)
      drawing.line(at, (at.x + width, at.y), color: "#e6e6e6")
      drawing.text(
        Self.label(tick), at: (at.x - 6, at.y + 4), anchor: .end, size: 10, color: "#666")
    }
    for tick in Self.ticks(x) {
      let at = place(tick, y.lowerBound)
      drawing.line(at, (at.x, at.y + 4), color: "#999")
      drawing.text(
        Self.label(tick), at: (at.x, at.y + 16), anchor: .middle, size: 10, color: "#666")
    }
    let floor = origin.y + height
    drawing.line((origin.x, floor), (origin.x + width, floor), color: "#999")
    drawing.text(title, at: (origin.x, origin.y - 12), size: 12, isBold: true)
    drawing.text(xTitle, at: (origin.x + width / 2, floor + 33), anchor: .middle)
    drawing.text(
      yTitle, at: (origin.x - 36, origin.y + height / 2), anchor: .middle, isTurned: true)
  }

  /// Returns the range from zero to a little above the greatest value, or to 1 if there is none.
  static func range(ofPositive values: [Double]) -> ClosedRange<Double> {
    let top = values.filter(\.isFinite).max() ?? 0
    return 0...(top > 0 ? top * 1.08 : 1)
  }

  /// Returns about five round numbers within a range.
  static func ticks(_ range: ClosedRange<Double>) -> [Double] {
    let rough = (range.upperBound - range.lowerBound) / 5
    let power = pow(10, log10(rough).rounded(.down))
    let step = [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= rough * 0.999 } ?? rough
    let first = (range.lowerBound / step - 1e-9).rounded(.up)
    let last = (range.upperBound / step + 1e-9).rounded(.down)
    return stride(from: first, through: last, by: 1).map { $0 * step }
  }

  private static func label(_ value: Double) -> String { value.rounded(toPlaces: 4).plain }
}
