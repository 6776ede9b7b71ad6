/// Repeated measurements of one thing.
package struct Timing: Sendable, Equatable {
  /// In the order they were taken.
  package let values: [Double]

  package init(_ values: [Double]) { self.values = values }

  package var median: Double { quantile(0.5) }

  /// Nine in ten are not above it.
  package var p90: Double { quantile(0.9) }

  /// Between the two nearest ranks in proportion, as NumPy's default; not a number where there is none.
  package func quantile(_ share: Double) -> Double {
    let sorted = values.sorted()
    guard let last = sorted.indices.last else { return .nan }
    let place = share * Double(last)
    let below = Int(place)
    let above = min(below + 1, last)
    return sorted[below] + (place - Double(below)) * (sorted[above] - sorted[below])
  }

  /// The median of the ratios to another's values, those of one round to each other.
  package func ratio(to other: Timing) -> Double {
    Timing(zip(values, other.values).map { $0 / $1 }).median
  }

  package func scaled(by factor: Double) -> Timing { Timing(values.map { $0 * factor }) }
}
