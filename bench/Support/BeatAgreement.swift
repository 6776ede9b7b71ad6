/// The agreement of found beats with those of a reference whose clock is off by a constant.
package struct BeatAgreement: Sendable {
  /// The numbers of beats found and in the reference, found only, and in the reference only.
  package private(set) var matched = 0
  package private(set) var surplus = 0
  package private(set) var missed = 0

  /// Absolute differences of intervals between neighboring matched beats, in seconds.
  private var intervalErrors: [Double] = []

  /// The same for intervals whose beats both have `sureQuality`.
  private var sureIntervalErrors: [Double] = []

  /// The quality of beats from which variability is measured.
  package static let sureQuality = 0.8

  /// Beats further apart than this, in seconds, do not match.
  private static let tolerance = 0.15

  /// The most by which the clocks may differ, in seconds.
  private static let largestLag = 0.6

  package init() {}

  /// - Parameters:
  ///   - found: Times in seconds, ascending.
  ///   - reference: Times in seconds. Beats outside the span of the other's beats do not count, because a reference
  ///     that has ended says nothing about later beats. If none was found, all are missed.
  ///   - qualities: One for each found beat; without them all beats have high quality.
  package init(found all: [Double], qualities: [Double]? = nil, reference: [Double]) {
    let lag = Self.lag(all, reference)
    guard let earliest = reference.first, let latest = reference.last else { return }
    let covered = all.indices.filter {
      all[$0] > earliest + lag - 0.3 && all[$0] < latest + lag + 0.3
    }
    let found = covered.map { all[$0] }
    let isSure = covered.map { (qualities?[$0] ?? 1) >= Self.sureQuality }
    guard let first = found.first, let last = found.last else {
      missed = reference.count
      return
    }
    let expected = reference.map { $0 + lag }.filter { $0 > first - 0.3 && $0 < last + 0.3 }
    var pairs: [(found: Int, expected: Int)] = []
    for (index, beat) in expected.enumerated() {
      guard let nearest = Self.nearest(to: beat, in: found),
        abs(found[nearest] - beat) < Self.tolerance, pairs.last?.found != nearest
      else { continue }
      pairs.append((nearest, index))
    }
    matched = pairs.count
    surplus = found.count - pairs.count
    missed = expected.count - pairs.count
    for (a, b) in zip(pairs, pairs.dropFirst())
    where b.found == a.found + 1 && b.expected == a.expected + 1 {
      let interval = found[b.found] - found[a.found]
      let error = abs(interval - (expected[b.expected] - expected[a.expected]))
      intervalErrors.append(error)
      if isSure[a.found], isSure[b.found] { sureIntervalErrors.append(error) }
    }
  }

  package mutating func add(_ other: BeatAgreement) {
    matched += other.matched
    surplus += other.surplus
    missed += other.missed
    intervalErrors += other.intervalErrors
    sureIntervalErrors += other.sureIntervalErrors
  }

  /// F1: the harmonic mean of sensitivity and positive predictive value.
  package var score: Double { 2 * Double(matched) / Double(2 * matched + surplus + missed) }

  package var sensitivity: Double { Double(matched) / Double(matched + missed) }
  package var positivePredictiveValue: Double { Double(matched) / Double(matched + surplus) }

  /// The mean absolute difference of intervals, in milliseconds.
  package var meanIntervalError: Double { Self.mean(intervalErrors) }

  /// The same for intervals between beats of high quality, and their share of all.
  package var meanSureIntervalError: Double { Self.mean(sureIntervalErrors) }
  package var sureShare: Double {
    Double(sureIntervalErrors.count) / Double(intervalErrors.count)
  }

  private static func mean(_ errors: [Double]) -> Double {
    1000 * errors.reduce(0, +) / Double(errors.count)
  }

  /// Returns the shift of the reference, in seconds, that matches most beats, and of these the closest.
  package static func lag(_ found: [Double], _ reference: [Double]) -> Double {
    let candidates = stride(from: -largestLag, through: largestLag, by: 0.01)
    func merit(_ lag: Double) -> Double {
      reference.reduce(0) { sum, beat in
        guard let nearest = nearest(to: beat + lag, in: found) else { return sum }
        let distance = abs(found[nearest] - beat - lag)
        return distance < tolerance ? sum + 1 - distance : sum
      }
    }
    return candidates.max { merit($0) < merit($1) } ?? 0
  }

  private static func nearest(to time: Double, in beats: [Double]) -> Int? {
    var (low, high) = (0, beats.count)
    while low < high {
      let middle = (low + high) / 2
      if beats[middle] < time { low = middle + 1 } else { high = middle }
    }
    return [low - 1, low].filter(beats.indices.contains).min {
      abs(beats[$0] - time) < abs(beats[$1] - time)
    }
  }
}
