import SignalProcessing

/// A period that a pulse signal may have, from its autocorrelation.
struct Rhythm: Sendable {
  /// The samples from beat to beat.
  let period: Double

  /// The correlation of the signal with itself one period later, up to 1.
  let strength: Double

  /// The range of heart rates in beats per minute. Its margins make peaks at 30 and 220 possible.
  static let rates = 28.0...230.0

  /// The minimum strength of a hypothesis, as a share of the strongest one's.
  static let leastShare = 0.5

  /// The maximum number of hypotheses. The shortest are kept, since every multiple of a regular
  /// signal's period is one.
  static let mostHypotheses = 4

  /// Returns the periods that a signal may have, the shortest first; an empty array if the signal
  /// is shorter than two periods or does not repeat.
  ///
  /// A whole multiple of the true period correlates as well as the period itself, and better if
  /// beats alternate. A dicrotic wave makes a peak at half of it too. The beats decide which period
  /// is the true one.
  /// - Parameters:
  ///   - usual: The period just before, in samples. It may continue while movement hides its peak.
  ///   - correlation: Working memory.
  static func hypotheses(
    for signal: UnsafeBufferPointer<Double>, sampleRate: Double, after usual: Double?,
    using correlation: inout Autocorrelation
  ) -> [Rhythm] {
    let shortest = Int(60 / rates.upperBound * sampleRate)
    let longest = min(
      Int((60 / rates.lowerBound * sampleRate).rounded(.up)), signal.count * 6 / 10)
    guard longest > shortest + 2 else { return [] }
    correlation.measure(signal, lags: shortest - 1...longest + 1)
    let coefficients = correlation.coefficients
    var found: [Rhythm] = []
    for lag in shortest...longest where coefficients[lag] > 0 {
      let (before, here, after) = (coefficients[lag - 1], coefficients[lag], coefficients[lag + 1])
      guard here > before, here >= after else { continue }
      found.append(
        Rhythm(
          period: Double(lag) + vertexOffset(before, here, after),
          strength: min(vertexValue(before, here, after), 1)))
    }
    let highest = found.reduce(0) { max($0, $1.strength) }
    found.removeAll { $0.strength < leastShare * highest }
    if let spacing = spacing(of: found), spacing >= Double(shortest) {
      let strength = coefficients[Int(spacing.rounded())]
      found.insert(Rhythm(period: spacing, strength: max(strength, 0)), at: 0)
    }
    found = Array(found.prefix(mostHypotheses))
    if let usual, !found.contains(where: { abs($0.period / usual - 1) < tolerance }) {
      let lag = min(max(Int(usual.rounded()), shortest), longest)
      // A pulse that has become twice as slow does not correlate at its former period.
      if highest < clearStrength || coefficients[lag] > leastUsualShare * highest {
        found.append(Rhythm(period: usual, strength: max(coefficients[lag], 0)))
        found.sort { $0.period < $1.period }
      }
    }
    return found
  }

  /// The strength of a peak above which the signal surely repeats with its period. Then the former
  /// period needs a share of that strength to be a hypothesis.
  private static let clearStrength = 0.6
  private static let leastUsualShare = 0.25

  /// Periods that differ by less than this share are the same.
  private static let tolerance = 0.15

  /// Returns the period whose multiples are the peaks if it is not a peak itself, else `nil`.
  /// Movement may lower the correlation at short lags, but does not change the peaks' spacing.
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
