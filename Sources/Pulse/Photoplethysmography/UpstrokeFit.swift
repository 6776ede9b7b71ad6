import SignalProcessing

/// The distance of each beat of a window from where its upstroke is most like the mean of the others.
///
/// The steepest moment depends on the two or three frames beside it, which an encoder may have guessed. The fit
/// depends on all frames of the upstroke, but on its shape too, which breathing changes. Their errors have little in
/// common: the middle between both is more exact than either, and their distance shows how inexact both are.
struct UpstrokeFit {
  /// The samples around a beat that are compared: from a sixth of a second before to a quarter after.
  private static let span = -5...7

  /// The minimum template correlation of a beat that is compared, and of the beats it is compared with.
  private static let leastCorrelation = 0.5

  /// The fewest beats with a mean to compare with.
  private static let fewestBeats = 5

  /// The minimum height of an upstroke, over the mean of the others.
  private static let leastHeight = 0.2

  /// The maximum distance, in samples.
  private static let greatest = 1.2

  /// The later moment of each beat's fit, in samples; `nil` for a beat that was not compared.
  private(set) var offsets: [Double?]

  /// The variance of each fit in square samples, from what is left of the upstroke.
  private var variances: [Double?]

  /// The standard deviation that the times may have, in samples: what moves either moment alone, and what moves both.
  /// `nil` if it is not known.
  ///
  /// Fitted to 107 recordings of five simulated shapes and six heights, most of them encoded or noisy: the error of
  /// RMSSD that follows from it is at least what was added in 19 of 20, and twice that in the middle.
  var deviation: Double? {
    let squares = zip(offsets, variances).compactMap { offset, variance in
      offset.map { 0.9 * $0 * $0 + 3 * (variance ?? 0) }
    }
    return squares.isEmpty ? nil : squares.mean.squareRoot()
  }

  /// Fits upstrokes to one another.
  /// - Parameters:
  ///   - beats: The steepest moments, in samples.
  ///   - correlations: The template correlation of each beat.
  init(of beats: [Double], correlations: [Double?], in signal: [Double]) {
    offsets = [Double?](repeating: nil, count: beats.count)
    variances = offsets
    // One sample more on each side for the slope, two for the curve between samples, and where a beat may be moved.
    let slack = 3 + Self.greatest
    let compared = beats.indices.filter { index in
      (correlations[index] ?? 0) >= Self.leastCorrelation
        && beats[index] + Double(Self.span.lowerBound) >= slack
        && beats[index] + Double(Self.span.upperBound) + slack < Double(signal.count)
    }
    guard compared.count >= Self.fewestBeats else { return }
    // The fit of moved beats to the mean of moved beats is nearly exact after two rounds.
    for _ in 0..<2 {
      let cuts = compared.map { Self.cut(signal, at: beats[$0] + (offsets[$0] ?? 0)) }
      var sum = cuts[0]
      for cut in cuts.dropFirst() { for i in sum.indices { sum[i] += cut[i] } }
      for (index, cut) in zip(compared, cuts) {
        let others = zip(sum, cut).map { ($0 - $1) / Double(cuts.count - 1) }
        guard let step = Self.distance(of: cut, from: others) else { continue }
        offsets[index] = min(max((offsets[index] ?? 0) + step.later, -Self.greatest), Self.greatest)
        variances[index] = step.variance
      }
    }
  }

  /// Returns the samples around a position, with one more on each side.
  private static func cut(_ signal: [Double], at position: Double) -> [Double] {
    let whole = Int(position)
    let part = position - Double(whole)
    return (span.lowerBound - 1...span.upperBound + 1).map { step in
      let i = whole + step
      let (a, b, c, d) = (signal[i - 1], signal[i], signal[i + 1], signal[i + 2])
      // Catmull and Rom's cubic.
      let bend = 2 * a - 5 * b + 4 * c - d + part * (3 * (b - c) + d - a)
      return b + 0.5 * part * (c - a + part * bend)
    }
  }

  /// Returns how much later than another upstroke one is, by least squares over height, time and level; `nil` if
  /// it is much lower.
  private static func distance(
    of cut: [Double], from other: [Double]
  ) -> (later: Double, variance: Double)? {
    let inner = 1..<cut.count - 1
    let slopes = inner.map { (other[$0 + 1] - other[$0 - 1]) / 2 }
    let (own, mean) = (Array(cut[inner]).centered, Array(other[inner]).centered)
    let change = slopes.centered
    func product(_ a: [Double], _ b: [Double]) -> Double {
      zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
    }
    let (heights, both, times) = (
      product(mean, mean), product(mean, change), product(change, change)
    )
    let (likeness, lateness) = (product(own, mean), product(own, change))
    let scale = heights * times - both * both
    guard scale > 0 else { return nil }
    let height = (likeness * times - lateness * both) / scale
    guard height > leastHeight else { return nil }
    let shift = (lateness * heights - likeness * both) / scale
    let rest = max(product(own, own) - height * likeness - shift * lateness, 0)
    let variance = rest / Double(own.count - 3) * heights / scale
    return (-shift / height, variance / (height * height))
  }
}

extension [Double] {
  fileprivate var centered: [Double] {
    let mean = self.mean
    return map { $0 - mean }
  }
}
