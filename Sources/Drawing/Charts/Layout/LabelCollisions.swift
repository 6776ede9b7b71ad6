/// Chooses the labels of an axis to draw. Unless that is disabled, they keep a distance from each other.
enum LabelCollisions {
  /// Returns the indices of the labels to show.
  ///
  /// - Parameters:
  ///   - spans: Where each label begins and ends along the axis, in points and in the axis' order; `nil` for
  ///     a value without a label.
  ///   - distance: The minimum number of points between two labels.
  ///   - resolution: How to choose.
  static func shown(
    _ spans: [ClosedRange<Double>?], distance: Double,
    resolution: AxisValueLabelCollisionResolution
  ) -> [Int] {
    let labelled = spans.indices.filter { spans[$0] != nil }
    switch resolution {
    case .disabled: return labelled
    case .greedy: return greedy(labelled, spans, distance)
    case .automatic:
      // Every second, fourth, eighth: the rest is evenly spaced.
      var stride = 1
      while stride < max(labelled.count, 2) {
        let kept = labelled.enumerated().filter { $0.offset % stride == 0 }.map(\.element)
        if fits(kept, spans, distance), kept.count > 1 || labelled.count < 2 { return kept }
        stride *= 2
      }
      // The first and the last that has room beside it.
      if let first = labelled.first,
        let last = labelled.last(where: { fits([first, $0], spans, distance) && $0 != first })
      {
        return [first, last]
      }
      return Array(labelled.prefix(1))
    }
  }

  private static func fits(
    _ indices: [Int], _ spans: [ClosedRange<Double>?], _ distance: Double
  ) -> Bool {
    for (a, b) in zip(indices, indices.dropFirst()) {
      guard let first = spans[a], let second = spans[b] else { continue }
      let isApart =
        first.upperBound + distance <= second.lowerBound
        || second.upperBound + distance <= first.lowerBound
      if !isApart { return false }
    }
    return true
  }

  private static func greedy(
    _ labelled: [Int], _ spans: [ClosedRange<Double>?], _ distance: Double
  ) -> [Int] {
    var kept: [Int] = []
    for index in labelled where fits(kept.suffix(1) + [index], spans, distance) {
      kept.append(index)
    }
    return kept
  }
}
