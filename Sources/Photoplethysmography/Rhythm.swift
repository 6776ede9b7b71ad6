import SignalProcessing

/// The steady period of a pulse signal, from its autocorrelation.
struct Rhythm {
  /// Samples from beat to beat.
  let period: Double

  /// The correlation of the signal with itself one period later, up to 1.
  let strength: Double

  /// Heart rates that are looked for, in beats a minute; the margins let 30 and 220 be peaks.
  static let rates = 28.0...230.0

  /// A whole multiple of the period correlates as well as the period itself, so the shortest lag
  /// whose peak reaches this share of the highest one is the period. A dicrotic wave, half a period
  /// on, stays below it.
  static let shareOfHighest = 0.7

  /// - Returns: `nil` where the signal is too short to hold two periods or does not repeat at all.
  init?(of signal: [Double], sampleRate: Double) {
    let shortest = Int(60 / Rhythm.rates.upperBound * sampleRate)
    let longest = min(
      Int((60 / Rhythm.rates.lowerBound * sampleRate).rounded(.up)), signal.count * 6 / 10)
    guard longest > shortest + 2 else { return nil }
    let peaks = Peak.localMaxima(
      of: Autocorrelation(signal, maximumLag: longest + 1).coefficients
    ).filter { $0.index >= shortest }
    guard let highest = peaks.max(by: { $0.height < $1.height }), highest.height > 0,
      let chosen = peaks.first(where: { $0.height >= Rhythm.shareOfHighest * highest.height })
    else { return nil }
    period = chosen.position
    strength = min(chosen.height, 1)
  }
}
