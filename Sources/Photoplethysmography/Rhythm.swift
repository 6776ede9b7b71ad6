import SignalProcessing

/// A period that a pulse signal may have, from its autocorrelation.
struct Rhythm {
  /// Samples from beat to beat.
  let period: Double

  /// The correlation of the signal with itself one period later, up to 1.
  let strength: Double

  /// Heart rates that are looked for, in beats a minute; the margins let 30 and 220 be peaks.
  static let rates = 28.0...230.0

  /// Periods below this share of the strongest one's strength are not looked at.
  static let leastShare = 0.5

  /// Periods looked at: the shortest ones, since a regular signal has as many as its multiples that fit.
  static let mostHypotheses = 5

  /// The periods that a signal may have, the shortest first; none where it is too short to hold two of
  /// them or does not repeat at all.
  ///
  /// A whole multiple of the true period correlates as well as the period itself, and better where beats
  /// alternate; a dicrotic wave makes half of it a peak too. Which it is, the beats must tell.
  static func hypotheses(for signal: [Double], sampleRate: Double) -> [Rhythm] {
    let shortest = Int(60 / rates.upperBound * sampleRate)
    let longest = min(
      Int((60 / rates.lowerBound * sampleRate).rounded(.up)), signal.count * 6 / 10)
    guard longest > shortest + 2 else { return [] }
    let correlation = Autocorrelation(signal, maximumLag: longest + 1)
    let peaks = Peak.localMaxima(of: correlation.coefficients)
      .filter { $0.index >= shortest && $0.height > 0 }
    let highest = peaks.map(\.height).max() ?? 0
    return peaks.filter { $0.height >= leastShare * highest }
      .prefix(mostHypotheses)
      .map { Rhythm(period: $0.position, strength: min($0.height, 1)) }
  }
}
