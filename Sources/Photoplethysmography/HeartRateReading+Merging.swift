extension HeartRateReading {
  /// One reading from the findings of an interval's parts.
  ///
  /// The rate is the mean over the answered time, which must be half of it at least; what was not
  /// answered lowers the quality. Otherwise the reason is the most frequent one.
  init?(merging parts: [(part: Range<Double>, finding: PulseAnalysis.Finding)]) {
    guard let first = parts.first, let last = parts.last else { return nil }
    var (answered, total) = (0.0, 0.0)
    var (rate, variance, quality) = (0.0, 0.0, 0.0)
    for (part, finding) in parts {
      let duration = part.upperBound - part.lowerBound
      total += duration
      guard case .rate(let partRate) = finding.outcome else { continue }
      answered += duration
      rate += partRate.beatsPerMinute * duration
      quality += finding.quality * duration
      let halfWidth = (partRate.high - partRate.low) / 2
      variance += halfWidth * halfWidth * duration * duration
    }
    start = first.part.lowerBound
    end = last.part.upperBound
    evidence = last.finding.evidence
    guard answered >= 0.5 * total, answered > 0 else {
      let reasons = parts.compactMap { part -> RefusalReason? in
        if case .refused(let reason) = part.finding.outcome { reason } else { nil }
      }
      let counts = Dictionary(reasons.map { ($0, 1) }, uniquingKeysWith: +)
      let reason = reasons.max { counts[$0, default: 0] < counts[$1, default: 0] }
      outcome = .refused(reason ?? .noPulse)
      self.quality = parts.map(\.finding.quality).reduce(0, +) / Double(parts.count)
      channel = parts.compactMap(\.finding.channel).first
      beats = []
      pulse = []
      return
    }
    rate /= answered
    let halfWidth = variance.squareRoot() / answered
    outcome = .rate(
      Rate(beatsPerMinute: rate, low: max(0, rate - halfWidth), high: rate + halfWidth))
    self.quality = quality / total
    channel = parts.max { $0.finding.quality < $1.finding.quality }?.finding.channel
    beats = parts.flatMap(\.finding.beats)
    pulse = parts.flatMap(\.finding.pulse)
    light = parts.flatMap { $0.finding.light?.beats ?? [] }
    var (perfusion, seconds) = (0.0, 0.0)
    for (part, finding) in parts {
      guard let index = finding.light?.perfusionIndex else { continue }
      perfusion += index * (part.upperBound - part.lowerBound)
      seconds += part.upperBound - part.lowerBound
    }
    perfusionIndex = seconds > 0 ? perfusion / seconds : nil
  }

  /// The reading of a single look.
  init(finding: PulseAnalysis.Finding, in interval: Range<Double>) {
    start = interval.lowerBound
    end = interval.upperBound
    outcome = finding.outcome
    quality = finding.quality
    channel = finding.channel
    beats = finding.beats
    pulse = finding.pulse
    evidence = finding.evidence
    perfusionIndex = finding.rate == nil ? nil : finding.light?.perfusionIndex
  }
}
