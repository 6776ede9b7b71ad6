import JSONCoding
public import Photoplethysmography

/// The course of a rate over the readings of a recording, where one average says too little.
public enum RateCourse: Sendable, Equatable, CustomStringConvertible {
  /// From about the lowest to about the highest, in beats per minute.
  case rising(from: Double, to: Double)

  /// From about the highest to about the lowest.
  case falling(from: Double, to: Double)

  /// Up and down between these.
  case varying(low: Double, high: Double)

  /// A smaller difference is that of a heart at rest, in beats per minute.
  private static let leastDifference = 10.0

  /// The maximum distance of the ends of a rise or a fall from the extremes, as a share of the difference.
  private static let end = 0.25

  /// Creates the course of readings in order; `nil` if the rate stays about the same, or there are fewer than two.
  public init?(of readings: [HeartRateReading]) {
    let rates = readings.compactMap(\.rate?.beatsPerMinute)
    guard let first = rates.first, let last = rates.last, let low = rates.min(),
      let high = rates.max(), high - low >= Self.leastDifference
    else { return nil }
    let (nearLow, nearHigh) = (low + Self.end * (high - low), high - Self.end * (high - low))
    if first <= nearLow, last >= nearHigh {
      self = .rising(from: first, to: last)
    } else if first >= nearHigh, last <= nearLow {
      self = .falling(from: first, to: last)
    } else {
      self = .varying(low: low, high: high)
    }
  }

  /// The end of a sentence.
  public var description: String {
    switch self {
    case .rising(let from, let to): "rose from \(from.fixed(0)) to \(to.fixed(0))"
    case .falling(let from, let to): "fell from \(from.fixed(0)) to \(to.fixed(0))"
    case .varying(let low, let high): "varied from \(low.fixed(0)) to \(high.fixed(0))"
    }
  }
}
