import SignalProcessing

/// A period that a pulse signal may have, from its autocorrelation.
struct Rhythm: Sendable {
  /// Samples from beat to beat.
  let period: Double

  /// The correlation of the signal with itself one period later, up to 1.
  let strength: Double

  /// Heart rates that are looked for, in beats a minute; the margins let 30 and 220 be peaks.
  static let rates = 28.0...230.0

  /// Periods below this share of the strongest one's strength are not looked at.
  static let leastShare = 0.5

  /// Periods looked at: the shortest ones, since a regular signal has as many as its multiples that fit.
  static let mostHypotheses = 4

  /// The periods that a signal may have, the shortest first; none where it is too short to hold two of
  /// them or does not repeat at all.
  ///
  /// A whole multiple of the true period correlates as well as the period itself, and better where beats
  /// alternate; a dicrotic wave makes half of it a peak too. Which it is, the beats must tell.
  /// - Parameters:
  ///   - usual: The period just before, in samples: it may go on where movement hides its peak.
  ///   - correlation: Memory to work in.
  static func hypotheses(
    for signal: UnsafeBufferPointer<Double>, sampleRate: Double, after usual: Double?,
    using correlation: inout Autocorrelation
  ) -> [Rhythm] {
    let shortest = Int(60 / rates.upperBound * sampleRate)
    let longest = min(
      Int((60 / rates.lowerBound * sampleRate).rounded(.up)), signal.count * 6 / 10)
    guard longest > shortest + 2 else { return [] }
    correlation.measure(signal, lags: shortest - 1...longest + 1)
    let heights = correlation.coefficients
    var found: [Rhythm] = []
    for lag in shortest...longest where heights[lag] > 0 {
      let (before, here, after) = (heights[lag - 1], heights[lag], heights[lag + 1])
      guard here > before, here >= after else { continue }
      found.append(
        Rhythm(
          period: Double(lag) + vertexOffset(before, here, after),
          strength: min(vertexValue(before, here, after), 1)))
    }
    let highest = found.reduce(0) { max($0, $1.strength) }
    found.removeAll { $0.strength < leastShare * highest }
    if let spacing = spacing(of: found), spacing >= Double(shortest) {
      let strength = heights[Int(spacing.rounded())]
      found.insert(Rhythm(period: spacing, strength: max(strength, 0)), at: 0)
    }
    found = Array(found.prefix(mostHypotheses))
    if let usual, !found.contains(where: { abs($0.period / usual - 1) < tolerance }) {
      let lag = min(max(Int(usual.rounded()), shortest), longest)
      // What has become twice as slow is unlike itself after its former period.
      if highest < clearStrength || heights[lag] > leastUsualShare * highest {
        found.append(Rhythm(period: usual, strength: max(heights[lag], 0)))
        found.sort { $0.period < $1.period }
      }
    }
    return found
  }

  /// Peaks above this leave no doubt that something else repeats now; then the former period must have
  /// a share of their strength to be looked at.
  private static let clearStrength = 0.6
  private static let leastUsualShare = 0.25

  /// Periods that differ by less than this share are one.
  private static let tolerance = 0.15

  /// The period that peaks are multiples of without it being one of them: movement may lower the
  /// correlation at short lags, not the peaks' spacing. `nil` where there is none.
  private static func spacing(of peaks: [Rhythm]) -> Double? {
    guard peaks.count >= 3 else { return nil }
    let spacing = (peaks[2].period - peaks[0].period) / 2
    let first = peaks[0].period / spacing
    guard abs((peaks[1].period - peaks[0].period) / spacing - 1) < 0.1, first > 1.5,
      abs(first - first.rounded()) < 0.15
    else { return nil }
    return peaks[2].period / (first.rounded() + 2)
  }
}
