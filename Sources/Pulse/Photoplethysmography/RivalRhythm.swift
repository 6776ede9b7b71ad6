import SignalProcessing

/// Another rhythm beside the beats: the repetition that remains without their mean beat, as the
/// steps of a walk that press blood into a finger, or a lamp beside it.
struct RivalRhythm: Sendable {
  private var correlation = Autocorrelation()
  private var rest: [Double] = []

  private static let phaseCount = 24

  /// The lags at which it is looked for, in samples: 30 to 200 per minute.
  private static let lags = 9...60

  /// Returns how strong it is: its power over that of the mean beat, times its correlation with itself one period
  /// later.
  /// - Parameters:
  ///   - signal: Band-passed.
  ///   - beats: In samples, at least three.
  mutating func strength(in signal: [Double], beats: [BeatTracker.Position]) -> Double {
    var sums = [Double](repeating: 0, count: Self.phaseCount)
    var counts = sums
    var phases: [Double] = []
    let start = max(Int(beats[0].sample.rounded(.up)), 0)
    var next = 1
    for i in start..<signal.count {
      while next < beats.count, beats[next].sample <= Double(i) { next += 1 }
      guard next < beats.count else { break }
      let (before, after) = (beats[next - 1].sample, beats[next].sample)
      let phase =
        (Double(i) - before) / (after - before) * Double(Self.phaseCount)
        * beats[next].step
      let whole = phase.truncatingRemainder(dividingBy: Double(Self.phaseCount))
      phases.append(whole)
      sums[Int(whole)] += signal[i]
      counts[Int(whole)] += 1
    }
    for phase in sums.indices { sums[phase] /= max(counts[phase], 1) }
    rest.removeAll(keepingCapacity: true)
    var (answered, left) = (0.0, 0.0)
    for (offset, phase) in phases.enumerated() {
      let position = phase - 0.5
      let cell = Int(position.rounded(.down))
      let share = position - Double(cell)
      let (low, high) = (
        sums[(cell + Self.phaseCount) % Self.phaseCount], sums[(cell + 1) % Self.phaseCount]
      )
      let mean = low + share * (high - low)
      let difference = signal[start + offset] - mean
      rest.append(difference)
      answered += mean * mean
      left += difference * difference
    }
    guard answered > 0, left > Self.leastRest * answered, rest.count > 3 * Self.lags.upperBound
    else { return 0 }
    rest.withUnsafeBufferPointer { correlation.measure($0, lags: 0...Self.lags.upperBound + 1) }
    let coefficients = correlation.coefficients
    var highest = 0.0
    for lag in Self.lags
    where coefficients[lag] > coefficients[lag - 1] && coefficients[lag] >= coefficients[lag + 1] {
      highest = max(highest, coefficients[lag])
    }
    return highest * left / answered
  }

  /// The power that must be left, over that of the mean beat.
  private static let leastRest = 0.1
}
