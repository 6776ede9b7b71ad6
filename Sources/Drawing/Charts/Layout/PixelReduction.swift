/// Leaves out points of a dense line that do not change the picture: of each column of pixels the
/// first, the last, the lowest and the highest stay (M4: Jugel et al., PVLDB 7(10), 2014). Lines of one
/// pixel are the same to the pixel.
enum PixelReduction {
  /// Returns the points that stay. The points must run from left to right; others are returned as
  /// they are, and so are fewer than four a column.
  static func reduce(_ points: [CGPoint], columnWidth: Double) -> [CGPoint] {
    guard points.count > 64, columnWidth > 0, let first = points.first, let last = points.last
    else { return points }
    let columns = Double(last.x - first.x) / columnWidth
    guard Double(points.count) > 4 * (columns + 1) else { return points }
    var kept: [CGPoint] = []
    kept.reserveCapacity(Int(4 * (columns + 2)))
    var start = 0
    while start < points.count {
      let column = (Double(points[start].x) / columnWidth).rounded(.down)
      var (lowest, highest) = (start, start)
      var next = start + 1
      while next < points.count {
        let x = Double(points[next].x)
        guard x >= Double(points[next - 1].x) else { return points }
        guard (x / columnWidth).rounded(.down) == column else { break }
        if points[next].y < points[lowest].y { lowest = next }
        if points[next].y > points[highest].y { highest = next }
        next += 1
      }
      let end = next - 1
      var previous = -1
      for index in [start, min(lowest, highest), max(lowest, highest), end]
      where index != previous {
        kept.append(points[index])
        previous = index
      }
      start = next
    }
    return kept
  }
}
