/// Repeated measurements of one thing.
package struct Timing: Sendable, Equatable {
  /// The values in the order of measurement.
  package let values: [Double]

  package init(_ values: [Double]) { self.values = values }

  package var median: Double { quantile(0.5) }

  /// The 90th percentile.
  package var p90: Double { quantile(0.9) }

  /// Returns a quantile, interpolated between the two nearest ranks like NumPy's default; not a number without values.
  package func quantile(_ share: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    let place = share * Double(last)
    let below = Int(place)
    let above = min(below + 1, last)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }

  /// Returns the median of the ratios to another timing's values, round by round.
  package func ratio(to other: Timing) -> Double {
    Timing(zip(values, other.values).map { $0 / $1 }).median
  }

  package func scaled(by factor: Double) -> Timing { Timing(values.map { $0 * factor }) }
}
