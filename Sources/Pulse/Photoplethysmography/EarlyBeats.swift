import SignalProcessing

/// Beats that come early, each with its pause: extra systoles.
///
/// The pulse of an early beat is weak and of another shape, and the times around it are uneven. So what a
/// window has for a pulse is judged by its other beats.
enum EarlyBeats {
  /// An early beat comes at least this share of the usual time too soon, and the next one at least the other
  /// one too late. Both times together are about two usual ones.
  private static let leastPrematurity = 0.12
  private static let leastPause = 0.1
  private static let pairs = 1.7...2.2

  /// The maximum share of beats that may be early: one of three in trigeminy.
  private static let greatestShare = 0.4

  /// Returns the indices of the early beats; none if nothing but early beats would be left.
  static func indices(in beats: [BeatTracker.Position]) -> [Int] {
    guard beats.count >= 6 else { return [] }
    var steps: [Double] = []
    steps.reserveCapacity(beats.count)
    for index in 1..<beats.count where beats[index].step == 1 {
      steps.append(beats[index].sample - beats[index - 1].sample)
    }
    guard let usual = steps.selectUpperMedian() else { return [] }
    var early: [Int] = []
    for index in 1..<(beats.count - 1) where beats[index].step == 1 && beats[index + 1].step == 1 {
      let before = (beats[index].sample - beats[index - 1].sample) / usual
      let after = (beats[index + 1].sample - beats[index].sample) / usual
      if before < 1 - leastPrematurity, after > 1 + leastPause, pairs.contains(before + after) {
        early.append(index)
      }
    }
    return Double(early.count) <= greatestShare * Double(beats.count) ? early : []
  }
}

/// The rises of a mean beat after its upstroke: dicrotic waves soon after it, and later the early beats that come
/// after each of the others, as in bigeminy.
package struct RisesBetweenBeats: Sendable {
  /// A rise.
  struct Rise: Sendable, Equatable {
    /// The samples from the upstroke to it.
    let samples: Double

    /// A lower bound of its steepness, as a share of the upstroke: two standard errors below the average.
    let share: Double
  }

  /// The rises, the steepest first.
  private var rises: [Rise] = []

  /// The samples from beat to beat.
  private let period: Double

  /// The rises that are taken for beats, in order.
  private(set) var added: [Rise] = []

  /// The maximum number of beats that are added after each.
  package static let mostAdded = 3

  /// The part of the mean beat in which rises are looked for, in seconds after the upstroke and in periods.
  fileprivate static let earliest = 0.2
  private static let latest = 0.85

  /// After a beat's rise the signal falls: within these seconds, and by at least half as steeply. Where a filter
  /// only returns from a trough, it does not.
  private static let fall = 0.4

  /// The times from an upstroke to a rise over the square root of those to the next beat, with which the times of
  /// a beat's waves grow (Bazett 1920), in root seconds: from where a rise may be a beat, and from where no
  /// dicrotic wave is expected.
  private static let shortestDelay = 0.28
  private static let dicroticDelay = 0.36

  /// - Parameters:
  ///   - signal: Low-passed.
  ///   - sign: 1 if systole is upward, -1 if it is downward.
  ///   - beats: The upstrokes, in samples.
  ///   - period: The samples from beat to beat.
  init(in signal: [Double], sign: Double, beats: [BeatTracker.Position], period: Double) {
    self.period = period
    let first = Int(Self.earliest * HeartRateMonitor.sampleRate)
    let last = Int(Self.latest * period)
    var rises: [Rise] = []
    defer { self.rises = rises.sorted { $0.share > $1.share } }
    guard first < last else { return }
    let end = Int(period) - 1
    // One sample more on each side shows whether a slope is a peak.
    var slopes = [Double](repeating: 0, count: end - first + 3)
    var squares = slopes
    var (upstroke, count) = (0.0, 0)
    for beat in beats {
      let onset = Int(beat.sample.rounded())
      guard onset >= 1, onset + end + 2 < signal.count else { continue }
      upstroke += sign * (signal[onset + 1] - signal[onset - 1])
      for index in slopes.indices {
        let i = onset + first - 1 + index
        let slope = sign * (signal[i + 1] - signal[i - 1])
        slopes[index] += slope
        squares[index] += slope * slope
      }
      count += 1
    }
    guard count >= 2, upstroke > 0 else { return }
    for index in 1...(last - first + 1) {
      let (before, here, after) = (slopes[index - 1], slopes[index], slopes[index + 1])
      guard here > 0, here >= before, here > after else { continue }
      let variance = max(squares[index] * Double(count) - here * here, 0)
      let sure = here - 2 * (variance / Double(count - 1)).squareRoot()
      let fallEnd = min(index + Int(Self.fall * HeartRateMonitor.sampleRate), slopes.count - 1)
      let fall = slopes[index...fallEnd].reduce(0) { max($0, -$1) }
      let share = min(sure, 2 * fall) / upstroke
      guard share > 0 else { continue }
      rises.append(
        Rise(
          samples: Double(first - 1 + index) + vertexOffset(before, here, after), share: share))
    }
  }

  /// Returns the delay of a rise after the beat before it, in root seconds; `nil` if it may be no beat.
  private func delay(of rise: Rise) -> Double? {
    let before = added.last { $0.samples < rise.samples }?.samples ?? 0
    let after = added.first { $0.samples > rise.samples }?.samples ?? period
    let delay =
      (rise.samples - before) / ((after - before) * HeartRateMonitor.sampleRate).squareRoot()
    let pause = (after - rise.samples) / HeartRateMonitor.sampleRate
    return delay >= Self.shortestDelay && pause >= Self.earliest && !added.contains(rise)
      ? delay : nil
  }

  /// The steepest rise that may be a beat and is not taken for one.
  private var next: Rise? { rises.first { delay(of: $0) != nil } }

  /// Takes the steepest rise that may be one for a beat. Returns whether there is one.
  mutating func addBeat() -> Bool {
    guard let next else { return false }
    added.insert(next, at: added.firstIndex { $0.samples > next.samples } ?? added.endIndex)
    return true
  }

  /// The evidence of the rises for and against the beats.
  var figures: Figures {
    var figures = Figures()
    for rise in rises {
      guard let delay = delay(of: rise) else { continue }
      if delay < Self.dicroticDelay {
        figures.earlyRise = max(figures.earlyRise, rise.share)
      } else {
        figures.lateRise = max(figures.lateRise, rise.share)
      }
    }
    guard !added.isEmpty else { return figures }
    figures.addedCount = added.count
    figures.addedRise = added.reduce(.infinity) { min($0, $1.share) }
    figures.addedDelay = added.reduce(.infinity) { least, rise in
      var others = self
      others.added.removeAll { $0 == rise }
      return min(least, others.delay(of: rise) ?? 0)
    }
    return figures
  }

  package struct Figures: Sendable, Equatable, Codable {
    /// The steepest rise that is not taken for a beat, as a share of the upstroke: where dicrotic waves come
    /// too, and later.
    package fileprivate(set) var earlyRise = 0.0
    package fileprivate(set) var lateRise = 0.0

    var mayHoldBeats: Bool { earlyRise > 0 || lateRise > 0 }

    /// The number of rises that are taken for beats.
    package fileprivate(set) var addedCount = 0

    /// The steepness of the least steep of them, and the shortest delay, in root seconds.
    package fileprivate(set) var addedRise = 0.0
    package fileprivate(set) var addedDelay = 0.0
  }
}

extension PulseCandidate {
  /// The maximum distance of an early beat from the place of the mean one, in periods.
  private static let reach = 0.1

  /// The minimum share of intervals in which an early beat must be seen.
  private static let leastAdded = 0.6

  /// Returns the rises of the mean beat.
  /// - Parameter signal: The low-passed signal in which the beats were found.
  func rises(in signal: [Double]) -> RisesBetweenBeats {
    RisesBetweenBeats(in: signal, sign: sign, beats: beats, period: rhythm.period)
  }

  /// Returns the candidate with a beat in each interval where the signal rises as the mean beat does; `nil` if it
  /// does so in too few.
  /// - Parameters:
  ///   - rises: The rises of the candidate's mean beat, some taken for beats.
  ///   - signal: The low-passed signal in which the beats were found.
  func withBeats(at rises: RisesBetweenBeats, in signal: [Double]) -> PulseCandidate? {
    let reach = Self.reach * rhythm.period
    var found: [BeatTracker.Position] = []
    var correlations: [Double?] = []
    var (addedCount, wholeCount) = (0, 0)
    for (index, beat) in beats.enumerated() {
      found.append(beat)
      correlations.append(correlation.ofBeats[index])
      let next = index + 1 < beats.count ? beats[index + 1] : nil
      if let next, next.step != 1 { continue }
      // Beats stay in order, also where the next one comes sooner than usual.
      let latest = next.map { $0.sample - RisesBetweenBeats.earliest * HeartRateMonitor.sampleRate }
      for rise in rises.added {
        let middle = beat.sample + rise.samples
        guard middle + reach < Double(signal.count - 3) else { continue }
        wholeCount += 1
        guard let place = steepestRise(of: signal, from: middle - reach, to: middle + reach),
          place > found[found.count - 1].sample, place <= latest ?? .infinity
        else { continue }
        addedCount += 1
        found.append(BeatTracker.Position(sample: place, step: 1))
        correlations.append(nil)
      }
    }
    guard addedCount >= 2, Double(addedCount) >= Self.leastAdded * Double(wholeCount),
      !upstrokes.hasSecondWaves(among: found)
    else { return nil }
    var candidate = self
    candidate.replaceBeats(found, correlations: correlations)
    candidate.colorResponse = nil
    candidate.evidence.circumstances.rises = rises.figures
    candidate.evidence.circumstances.meanRate = candidate.meanRate
    candidate.evidence.circumstances.framesPerBeat *= meanRate / candidate.meanRate
    return candidate
  }

  /// Returns the sample near which a part of a signal rises most steeply; `nil` if it does not rise.
  private func steepestRise(of signal: [Double], from first: Double, to last: Double) -> Double? {
    var (steepest, at) = (0.0, 0)
    for i in Int(first)...Int(last.rounded(.up)) {
      let here = sign * (signal[i + 1] - signal[i - 1])
      if here > steepest, here >= sign * (signal[i] - signal[i - 2]),
        here > sign * (signal[i + 2] - signal[i])
      {
        (steepest, at) = (here, i)
      }
    }
    return at > 0 ? Double(at) : nil
  }
}
