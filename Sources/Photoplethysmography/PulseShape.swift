/// How alike a signal's beats are to each other.
///
/// A pulse has one shape, beat after beat, whatever its rhythm does; what noise makes of chosen
/// rises has not. (The idea is Orphanidou 2015's template matching, with each beat held
/// against the mean of the others only, so that it cannot vote for itself.)
struct PulseShape {
  /// The correlation of each beat with the mean of the others, from -1 to 1; `nil` for a beat too
  /// near an end to be seen whole.
  let agreements: [Double?]

  /// The mean of `agreements`; 0 where fewer than three beats are seen whole.
  let agreement: Double

  /// What is looked at around a beat, in periods before and after its upstroke.
  private static let before = 0.3
  private static let after = 0.6

  init(of signal: [Double], beats: [Double], period: Double) {
    let leading = Int((Self.before * period).rounded())
    let trailing = Int((Self.after * period).rounded())
    let length = leading + trailing + 1
    var cuts: [[Double]?] = []
    var sum = [Double](repeating: 0, count: length)
    for beat in beats {
      let first = beat - Double(leading)
      guard first >= 0, beat + Double(trailing) < Double(signal.count - 1) else {
        cuts.append(nil)
        continue
      }
      let start = Int(first)
      let fraction = first - Double(start)
      let cut = (0..<length).map {
        signal[start + $0] * (1 - fraction) + signal[start + $0 + 1] * fraction
      }
      for i in 0..<length { sum[i] += cut[i] }
      cuts.append(cut)
    }
    let agreements = cuts.map { cut -> Double? in
      guard let cut else { return nil }
      var (product, own, others) = (0.0, 0.0, 0.0)
      for i in 0..<length {
        let other = sum[i] - cut[i]
        product += cut[i] * other
        own += cut[i] * cut[i]
        others += other * other
      }
      return own > 0 && others > 0 ? product / (own * others).squareRoot() : 0
    }
    let seen = agreements.compactMap { $0 }
    self.agreements = agreements
    agreement = seen.count >= 3 ? seen.reduce(0, +) / Double(seen.count) : 0
  }
}
