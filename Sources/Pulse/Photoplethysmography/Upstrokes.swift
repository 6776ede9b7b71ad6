import Glibc
import SignalProcessing

/// The rises of a pulse signal, and how likely each is the upstroke of a beat, whatever the rhythm.
///
/// A rise is as likely a beat as its size says: the root of its height times its steepness, over that of the
/// beats around it. The signal's noise has rises with a Rayleigh distribution (those of the envelope of filtered
/// noise, Rice 1944). A dicrotic wave follows nearly every beat at the same delay: a rise there must be larger.
/// Intervals have no say, except that they seldom change, so that a pause, an
/// early beat and the onset of a tachycardia are found where they are.
struct Upstrokes: Sendable {
  /// A part of the signal from a trough to the next peak.
  struct Rise: Sendable {
    /// The beginning and the end of the rise, in samples.
    let foot: Int
    let peak: Int

    /// The steepest place, in samples.
    let sample: Double

    /// The root of its height times its steepness.
    let size: Double

    /// Whether a jolt may have made it.
    let isJolted: Bool

    /// The disturbed samples before it.
    let disturbed: Int
  }

  let rises: [Rise]

  /// The length of the signal.
  let sampleCount: Int

  /// The standard deviation of the signal's white noise before it is low-passed.
  private let deviation: Double

  /// The scale of the sizes that noise gives to rises.
  private var noise: Double { Self.noisePerDeviation * deviation }

  /// The minimum size of a rise, as a share of the largest.
  private static let leastSize = 0.02

  /// - Parameters:
  ///   - signal: Low-passed.
  ///   - sign: 1 if systole is upward, -1 if it is downward.
  ///   - unfiltered: The signal before it is low-passed.
  init(
    of signal: UnsafeBufferPointer<Double>, sign: Double,
    disturbances: UnsafeBufferPointer<Disturbance>, unfiltered: UnsafeBufferPointer<Double>
  ) {
    var rises: [Rise] = []
    rises.reserveCapacity(signal.count / 6)
    var (index, disturbed, largest) = (0, 0, 0.0)
    let last = signal.count - 1
    while index < last {
      guard sign * (signal[index + 1] - signal[index]) > 0 else {
        if disturbances[index] != .none { disturbed += 1 }
        index += 1
        continue
      }
      let (foot, before) = (index, disturbed)
      var (steepest, at, isMissing, isJolted) = (0.0, foot, false, false)
      while index < last, sign * (signal[index + 1] - signal[index]) > 0 {
        if disturbances[index] != .none { disturbed += 1 }
        isMissing = isMissing || disturbances[index] == .missing
        isJolted = isJolted || disturbances[index] == .jolt
        let slope = Self.slope(signal, at: index) * sign
        if slope > steepest { (steepest, at) = (slope, index) }
        index += 1
      }
      let height = sign * (signal[index] - signal[foot])
      // At an end, the filter's extension bends an upstroke that is cut in half.
      guard steepest > 0, !isMissing, at >= BeatTracker.margin, at + BeatTracker.margin <= last
      else { continue }
      let offset = vertexOffset(
        sign * Self.slope(signal, at: at - 1), steepest, sign * Self.slope(signal, at: at + 1))
      let size = (height * steepest).squareRoot()
      largest = max(largest, size)
      rises.append(
        Rise(
          foot: foot, peak: index, sample: Double(at) + min(max(offset, -0.5), 0.5), size: size,
          isJolted: isJolted, disturbed: before))
    }
    rises.removeAll { $0.size < Self.leastSize * largest }
    self.rises = rises
    sampleCount = signal.count
    deviation = Self.deviation(of: unfiltered)
  }

  /// Returns half of the change from the sample before to the one after.
  private static func slope(_ signal: UnsafeBufferPointer<Double>, at index: Int) -> Double {
    guard index > 0, index + 1 < signal.count else { return 0 }
    return (signal[index + 1] - signal[index - 1]) / 2
  }

  /// The scale of the rises of white noise in the low-passed signal, over its standard deviation before.
  private static let noisePerDeviation = 0.4

  /// Returns the standard deviation of white noise in a signal, by its third differences, in which a pulse
  /// hardly shows.
  private static func deviation(of signal: UnsafeBufferPointer<Double>) -> Double {
    guard signal.count > 8 else { return 0 }
    var sizes: [Double] = []
    sizes.reserveCapacity(signal.count / 2)
    for i in stride(from: 0, to: signal.count - 3, by: 2) {
      sizes.append(abs(signal[i + 3] - 3 * signal[i + 2] + 3 * signal[i + 1] - signal[i]))
    }
    return 1.4826 * (sizes.selectUpperMedian() ?? 0) / 20.0.squareRoot()
  }

  // MARK: The evidence of the beats about the other rises

  /// The standard deviation of the sizes of beats around the usual one, and the minimum size of a beat.
  private static let sizeDeviation = 0.3
  private static let leastBeat = 0.12

  /// The share of weak beats: an early beat is often one, a late one hardly ever, because the heart has had the time to
  /// fill. The intervals, over the usual one, in which the first share becomes the second.
  private static let weakShares = (early: 0.35, late: 0.03)
  private static let weakIntervals = 1...1.3

  /// The minimum scale of rises without a beat, as a share of a beat: from breathing and the course of a beat; and from
  /// filters in a pause.
  private static let leastScale = 0.055
  private static let pauseScale = 0.12

  /// The scale of the sizes of dicrotic waves, over their usual size.
  private static let waveScale = 0.2

  /// The minimum size of a dicrotic wave that is expected at a place.
  private static let leastWave = 0.1

  /// The logarithm of the odds of a beat where no other rise is.
  private static let prior = 0.3

  /// No single rise says more than this for or against a beat.
  private static let mostOdds = 5.0

  /// A jolt's rise says no more than this for a beat.
  private static let joltedOdds = 0.5

  /// The beats around a rise that its size is compared with, and the rank of the one that is usual.
  private static let neighbors = 7

  /// The delays after a beat at which dicrotic waves are looked for, in samples: the step between them, the first,
  /// and the last over the root of the interval. How far a wave may be from its place.
  private static let delayStep = 1.5
  private static let firstDelay = 3.0
  private static let lastDelay = 0.5 * rootRate
  private static let delayCount = 14
  private static let waveReach = 2.4

  /// The range of a dicrotic wave's delay after any beat, in roots of samples, and its maximum height there.
  private static let dicroticDelays = 0.2 * rootRate...0.36 * rootRate
  private static let rootRate = HeartRateMonitor.sampleRate.squareRoot()
  private static let usualWave = 0.35

  /// A wave follows all beats but a third.
  private static let waveRank = 0.35

  /// Returns the logarithm of the odds that each rise is a beat, if the others are as given.
  /// - Parameter beats: The indices of the rises that are beats, at least three.
  func logOdds(given beats: [Int]) -> [Double] {
    let comparisons = comparisons(with: beats)
    return logOdds(comparisons, others: otherScale(comparisons, beats: beats), beats: beats)
  }

  /// - Parameter other: The square of the scale of other rises.
  func logOdds(
    _ comparisons: [Comparison], others other: Double, beats: [Int]
  ) -> [Double] {
    // The more other rises there are, the less likely each is a beat.
    let prior = Self.prior - log(1 + Double(rises.count - beats.count) / Double(beats.count))
    return zip(rises, comparisons).map { rise, own in
      let noise = self.noise / own.usual
      let wave = Self.waveScale * own.wave
      let lateness = Self.lateness(own.interval)
      let least = lateness < 1 ? Self.leastScale : Self.pauseScale
      let scale = (max(least * least + noise * noise, other) + wave * wave).squareRoot()
      let (early, late) = Self.weakShares
      let weakShare = early * pow(late / early, lateness)
      let excess = max(own.size - own.wave, 0.02)
      let rest = excess * excess / (2 * scale * scale)
      var none = log(excess / (scale * scale)) - rest
      // A wave that follows each beat is about as large as usual, not as small as noise is.
      if own.wave >= Self.leastWave { none = max(none, log(0.4 / scale) - rest) }
      let distance = (min(own.size, 1) - 1) / Self.sizeDeviation
      let strong =
        (1 - weakShare) * exp(-distance * distance / 2) / (2.5 * Self.sizeDeviation)
      let beat = log(strong + (own.size > Self.leastBeat ? weakShare : 0) + 1e-6)
      let odds = min(max(beat - none + prior, -Self.mostOdds), Self.mostOdds)
      return rise.isJolted ? min(odds, Self.joltedOdds) : odds
    }
  }

  /// Returns how late a beat is, from 0 to 1.
  private static func lateness(_ interval: Double) -> Double {
    let range = weakIntervals
    let share = (interval - range.lowerBound) / (range.upperBound - range.lowerBound)
    return min(max(share, 0), 1)
  }

  /// A rise beside the beats around it.
  struct Comparison {
    /// The time since the beat before over the usual interval; 0 for the first.
    let interval: Double

    /// The usual size of those beats.
    let usual: Double

    /// Its size, and that of the dicrotic wave that is usual at its place, as shares of that.
    let size: Double
    let wave: Double
  }

  func comparisons(with beats: [Int]) -> [Comparison] {
    let usual = usualSizes(of: beats)
    var steps = zip(beats, beats.dropFirst()).map { rises[$1].sample - rises[$0].sample }
    let step = steps.selectUpperMedian() ?? 0
    let root = step.squareRoot()
    let waves = dicroticWaves(after: beats, usual: usual, root: root)
    var next = 0
    return rises.indices.map { index in
      let rise = rises[index]
      while next < beats.count, beats[next] < index { next += 1 }
      // The beat before, even if this one is a beat.
      let before = next - 1
      let nearest =
        next < beats.count
          && (before < 0
            || rises[beats[next]].sample - rise.sample < rise.sample - rises[beats[before]].sample)
        ? next : before
      var (wave, interval) = (0.0, 0.0)
      if before >= 0 {
        if step > 0 { interval = (rise.sample - rises[beats[before]].sample) / step }
        let delay = (rise.sample - rises[beats[before]].sample - Self.firstDelay) / Self.delayStep
        if delay >= 0, delay < Double(Self.delayCount - 1) {
          let cell = Int(delay)
          let share = delay - Double(cell)
          let own = min(max(rises[beats[before]].size / usual[before], 0.7), 1.6)
          wave = own * (waves[cell] + share * (waves[cell + 1] - waves[cell]))
          // Where dicrotic waves come, there may be one after some beats alone.
          if Self.dicroticDelays.contains((rise.sample - rises[beats[before]].sample) / root) {
            wave = max(wave, own * Self.usualWave)
          }
        }
      }
      return Comparison(
        interval: interval, usual: usual[nearest], size: rise.size / usual[nearest], wave: wave)
    }
  }

  /// The rises for each beat, above those of dicrotic waves, from which on they show the effect of
  /// movement and a codec here; and the additional ones that make it certain.
  private static let fewestOthers = 0.6
  private static let manyOthers = 0.7

  /// Returns the square of the scale of the rises that are neither beats nor dicrotic waves, if there are many.
  func otherScale(_ comparisons: [Comparison], beats: [Int]) -> Double {
    var isBeat = [Bool](repeating: false, count: rises.count)
    for beat in beats { isBeat[beat] = true }
    var others = rises.indices.lazy.filter { !isBeat[$0] && comparisons[$0].wave < 0.1 }
      .map { comparisons[$0].size }.sorted()
    guard others.count > 3 else { return 0 }
    let share = Double(others.count) / Double(beats.count)
    let weight = min(max((share - Self.fewestOthers) / Self.manyOthers, 0), 1)
    // The median of a Rayleigh distribution.
    let scale = (others.selectUpperMedian() ?? 0) / 1.177
    return weight * scale * scale
  }

  /// Returns the scale of rises without a beat, as a share of a beat.
  func clutter(_ comparisons: [Comparison], others: Double) -> Double {
    let noise = self.noise / (comparisons.map(\.usual).upperMedian ?? 1)
    return max(Self.leastScale * Self.leastScale + noise * noise, others).squareRoot()
  }

  /// Returns the usual size of the beats around each beat.
  private func usualSizes(of beats: [Int]) -> [Double] {
    var near = [Double](repeating: 0, count: Self.neighbors)
    return beats.indices.map { beat in
      let first = min(
        max(beat - Self.neighbors / 2, 0), max(beats.count - Self.neighbors, 0))
      let count = min(Self.neighbors, beats.count)
      for i in 0..<count { near[i] = rises[beats[first + i]].size }
      return near.withUnsafeMutableBufferPointer {
        UnsafeMutableBufferPointer(rebasing: $0[..<count]).selectElement(atRank: count * 4 / 7)
      }
    }
  }

  /// Returns how high the rises are that follow most beats, for each delay, as a share of a beat.
  /// - Parameter root: That of the usual interval in samples.
  private func dicroticWaves(after beats: [Int], usual: [Double], root: Double) -> [Double] {
    let last = Self.lastDelay * root + 2
    let width = min(Int((last - Self.firstDelay) / Self.delayStep) + 1, Self.delayCount)
    var waves = [Double](repeating: 0, count: Self.delayCount)
    guard width > 0 else { return waves }
    // The highest rise after each beat at each delay.
    var highest = [Double](repeating: 0, count: beats.count * width)
    for (index, beat) in beats.enumerated() {
      let next = index + 1 < beats.count ? beats[index + 1] : rises.count
      for rise in (beat + 1)..<max(next, beat + 1) {
        let place = (rises[rise].sample - rises[beat].sample - Self.firstDelay) / Self.delayStep
        let reach = Self.waveReach / Self.delayStep
        guard place < Double(width) + reach else { break }
        let size = rises[rise].size / usual[index]
        for cell in max(Int((place - reach).rounded(.up)), 0)..<width {
          guard Double(cell) < place + reach else { break }
          highest[index * width + cell] = max(highest[index * width + cell], size)
        }
      }
    }
    var found: [Double] = []
    for cell in 0..<width {
      let end = Self.firstDelay + Double(cell) * Self.delayStep + 3
      found.removeAll(keepingCapacity: true)
      for (index, beat) in beats.enumerated() {
        let interval =
          index + 1 < beats.count ? rises[beats[index + 1]].sample - rises[beat].sample : .infinity
        if interval >= end { found.append(highest[index * width + cell]) }
      }
      guard found.count >= 3 else { continue }
      let rank = Int(Double(found.count - 1) * Self.waveRank)
      waves[cell] = found.withUnsafeMutableBufferPointer { $0.selectElement(atRank: rank) }
    }
    // A wave may come a little sooner or later than usual.
    return waves.indices.map { cell in
      waves[max(cell - 1, 0)...min(cell + 1, waves.count - 1)].reduce(0, max)
    }
  }

  // MARK: Beats without a rhythm

  /// The share of the largest sizes from which on a rise is a beat at first.
  private static let firstShare = 0.45

  /// The number of times that the beats are found again from their evidence about each other.
  private static let rounds = 3

  /// The minimum time from beat to beat in samples, and the longest pause.
  static let refractory = 0.25 * HeartRateMonitor.sampleRate
  private static let longestPause = 8 * HeartRateMonitor.sampleRate

  /// The cost of a change of interval by a factor of e, and the maximum cost of a change.
  private static let changeCost = 0.6
  private static let mostChangeCost = 0.8

  /// Returns the indices of the rises that are beats; fewer than three without a pulse.
  func beats() -> [Int] {
    guard rises.count >= 4 else { return [] }
    var beats = largest()
    for _ in 0..<Self.rounds {
      guard beats.count >= 3 else { break }
      let found = likeliest(logOdds(given: beats))
      if found == beats { break }
      beats = found
    }
    return beats
  }

  /// Returns the rises that are about as large as the largest around them.
  private func largest() -> [Int] {
    let reach = 4 * HeartRateMonitor.sampleRate
    var (first, end) = (0, 0)
    var near: [Double] = []
    return rises.indices.filter { index in
      let middle = rises[index].sample
      while rises[first].sample < middle - reach { first += 1 }
      while end < rises.count, rises[end].sample < middle + reach { end += 1 }
      near.removeAll(keepingCapacity: true)
      for i in first..<end { near.append(rises[i].size) }
      let rank = max(near.count - 3, 0)
      let usual = near.withUnsafeMutableBufferPointer { $0.selectElement(atRank: rank) }
      return rises[index].size > Self.firstShare * usual
    }
  }

  /// A rise this much less likely never pays, whatever changes of interval it saves.
  private static let hopeless = -3 * mostChangeCost

  /// Returns the chain of rises with the highest sum of log odds less the costs of its changes.
  private func likeliest(_ allOdds: [Double]) -> [Int] {
    let nodes = rises.indices.filter { allOdds[$0] > Self.hopeless }
    let odds = nodes.map { allOdds[$0] }
    var scores = odds
    var predecessors = [Int](repeating: -1, count: nodes.count)
    var steps = [Double](repeating: 0, count: nodes.count)
    for index in nodes.indices {
      let sample = rises[nodes[index]].sample
      for before in stride(from: index - 1, through: 0, by: -1) {
        let step = sample - rises[nodes[before]].sample
        if step < Self.refractory { continue }
        if step > Self.longestPause { break }
        var total = scores[before] + odds[index]
        guard total > scores[index] else { continue }
        if steps[before] > 0 {
          let change = log(step / steps[before])
          total -= min(Self.changeCost * change * change, Self.mostChangeCost)
        }
        if total > scores[index] {
          (scores[index], predecessors[index], steps[index]) = (total, before, step)
        }
      }
    }
    guard var last = scores.indices.max(by: { scores[$0] < scores[$1] }) else { return [] }
    var chain: [Int] = []
    while last >= 0 {
      chain.append(nodes[last])
      last = predecessors[last]
    }
    return chain.reversed()
  }

  // MARK: Second waves

  /// The longest time from an upstroke to a second wave in samples: surely, and possibly, where it may as well be an early
  /// beat of the heart.
  static let (latestWave, latestPossibleWave) = (
    0.38 * HeartRateMonitor.sampleRate, 0.5 * HeartRateMonitor.sampleRate
  )

  /// How high a second wave may be, and the share of beats that it follows.
  private static let (highestWave, leastFollowed) = (0.75, 0.8)

  /// Returns whether every second of these beats may be a wave of the one before: weaker, and sooner than a heart beats
  /// again after so long a pause. Sensors that couple by AC show such waves, up to three quarters as high as the beat.
  /// - Parameter latest: The longest time from an upstroke to its wave, in samples.
  func hasSecondWaves(
    among beats: [BeatTracker.Position], until latest: Double = latestWave
  ) -> Bool {
    guard beats.count >= 8, !rises.isEmpty else { return false }
    var next = 0
    let sizes = beats.map { beat in
      while next + 1 < rises.count,
        abs(rises[next + 1].sample - beat.sample) <= abs(rises[next].sample - beat.sample)
      { next += 1 }
      return rises[next].size
    }
    func followed(from first: Int) -> Bool {
      let pairs = stride(from: first, to: beats.count - 1, by: 2)
      let waves = pairs.count { index in
        beats[index + 1].sample - beats[index].sample <= latest
          && sizes[index + 1] <= Self.highestWave * sizes[index]
      }
      return Double(waves) >= Self.leastFollowed * Double((beats.count - first) / 2)
    }
    return followed(from: 0) || followed(from: 1)
  }

  /// Returns rises as beats, with those that a disturbance hides between them counted.
  func positions(of beats: [Int]) -> [BeatTracker.Position] {
    var steps = zip(beats, beats.dropFirst()).map { rises[$1].sample - rises[$0].sample }
    let typical = steps.selectUpperMedian() ?? 1
    return beats.enumerated().map { index, beat in
      var step = 1.0
      if index > 0 {
        let before = rises[beats[index - 1]]
        if rises[beat].disturbed - before.disturbed > BeatTracker.leastHidden {
          step = max(1, ((rises[beat].sample - before.sample) / typical).rounded())
        }
      }
      return BeatTracker.Position(sample: rises[beat].sample, step: step)
    }
  }
}
