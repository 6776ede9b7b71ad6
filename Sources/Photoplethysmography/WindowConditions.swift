import SignalProcessing

/// What a window of the colour stream is like before any pulse is looked for.
struct WindowConditions {
  /// Mean levels of red, green, blue.
  let levels: SIMD4<Double>

  /// Medians of what the frames told; `nil` where they did not.
  let spread: Double?
  let clippedShare: Double?
  let blackShare: Double?
  let skinShare: Double?

  /// Seconds that the samples span.
  let duration: Double

  /// The share of that time that lies in gaps too long to bridge; frames that repeat the one before
  /// are none.
  let gapShare: Double

  /// Seconds from one frame to the next that differs from it, the median.
  let typicalGap: Double

  /// Whether all frames are the same.
  private let isFrozen: Bool

  /// Whether red, green and blue are the same throughout.
  private let isColorless: Bool

  /// Less skin than this share of the region is chance.
  private static let leastSkin = 0.05

  /// A colour darker than this is mostly the sensor's black and noise.
  private static let darkestColor = 8.0

  /// A gap longer than this, in seconds, may hide a beat.
  private static let longestBridge = 0.4

  init(_ history: ColorHistory, in range: Range<Int>) {
    levels = history.colors[range].reduce(.zero, +) * (1 / Double(max(range.count, 1)))
    spread = Self.median(of: 0, in: history.conditions[range])
    clippedShare = Self.median(of: 1, in: history.conditions[range])
    blackShare = Self.median(of: 2, in: history.conditions[range])
    skinShare = Self.median(of: 3, in: history.conditions[range])
    isColorless = history.colors[range].allSatisfy { $0[0] == $0[1] && $0[1] == $0[2] }
    let times = history.times[range]
    duration = (times.last ?? 0) - (times.first ?? 0)
    var gaps: [Double] = []
    gaps.reserveCapacity(range.count)
    var missing = 0.0
    var fresh = range.lowerBound
    // A hundred gaps or so are enough for their median; an odd stride, since gaps may alternate.
    let stride = range.count / 100 | 1
    var skipped = 0
    for i in range.dropFirst() where !history.isRepeated(i) {
      let gap = history.times[i] - history.times[fresh]
      skipped += 1
      if skipped == stride {
        gaps.append(gap)
        skipped = 0
      }
      if gap > Self.longestBridge { missing += gap }
      fresh = i
    }
    let frozen = (times.last ?? 0) - (range.isEmpty ? 0 : history.times[fresh])
    if frozen > Self.longestBridge { missing += frozen }
    isFrozen = fresh == range.lowerBound
    typicalGap = gaps.selectMedian() ?? 0
    gapShare = duration > 0 ? missing / duration : 0
  }

  /// The median of what frames told; `nil` where none did.
  private static func median(
    of lane: Int, in conditions: ArraySlice<SIMD4<Double>>
  ) -> Double? {
    var known: [Double] = []
    // Every fourth frame is enough for what hardly changes from one to the next.
    for i in stride(from: conditions.startIndex, to: conditions.endIndex, by: 4)
    where conditions[i][lane] >= 0 {
      known.append(conditions[i][lane])
    }
    return known.selectMedian()
  }

  /// What forbids looking for a pulse at all.
  /// - Parameter isCombined: Whether the colours are to be combined, for which each must show.
  func obstacle(to subject: PulseSubject, isCombined: Bool) -> RefusalReason? {
    switch subject {
    case .fingertip: obstacleToFingertip ?? (isCombined ? obstacleToComparing : nil)
    case .skin: obstacleToSkin
    }
  }

  /// What is in the way of a pulse in so short a window that its length and its gaps say nothing.
  func presentObstacle(to subject: PulseSubject) -> RefusalReason? {
    if isDark { return .tooDark }
    if isWhollyClipped || brightest > 252 && (clippedShare ?? 1) > 0.5 { return .clipped }
    switch subject {
    case .fingertip: return isFingerPresent ? nil : .noFinger
    case .skin: return (skinShare ?? 1) < Self.leastSkin ? .noSkin : nil
    }
  }

  /// Whether a finger seems to cover a part of the lens: red, and too uneven for a whole one.
  var isPartlyCovered: Bool {
    levels[0] > 1.3 * max(levels[1], levels[2]) && levels[0] > 2 * Self.darkestColor
  }

  /// Whether there is so little light that a pulse would hardly rise above the sensor's noise.
  var isDim: Bool { brightest < 40 }

  /// Whether all colours are near the top of their range, which blood keeps green and blue from.
  var isWhite: Bool { min(levels[0], levels[1], levels[2]) > 200 }

  private var obstacleToSkin: RefusalReason? {
    if duration < HeartRateMonitor.shortestInterval - 2 * typicalGap { return .tooShort }
    if isDark { return .tooDark }
    if let skinShare, skinShare < Self.leastSkin { return .noSkin }
    if isWhollyClipped { return .clipped }
    if let obstacle = obstacleToComparing { return obstacle }
    if isFrozen { return .noPulse }
    return isUnsteady ? .irregularTimestamps : nil
  }

  /// A colour that cannot move breaks the balance of the three.
  private var obstacleToComparing: RefusalReason? {
    if brightest > 252 || (clippedShare ?? 0) > 0.3 { return .clipped }
    let isDead = (0..<3).contains { levels[$0] < Self.darkestColor }
    return isDead || isColorless ? .colorMissing : nil
  }

  private var obstacleToFingertip: RefusalReason? {
    if duration < HeartRateMonitor.shortestInterval - 2 * typicalGap { return .tooShort }
    if isDark { return .tooDark }
    if isWhollyClipped { return .clipped }
    if isFrozen { return isFingerPresent ? .noPulse : .noFinger }
    if isUnsteady { return .irregularTimestamps }
    return isFingerPresent ? nil : .noFinger
  }

  /// Why no pulse was found where one was looked for.
  /// - Parameter restlessness: Root mean square of the fast changes over the level.
  func explanation(restlessness: Double) -> RefusalReason {
    if (clippedShare ?? 0) > 0.3 || brightest > 252 { return .clipped }
    // A strong fingertip pulse moves the level by some 5 %, which is a root mean square of 2 %.
    return restlessness > 0.03 ? .motion : .noPulse
  }

  /// Whether so much of the time lies in gaps that what is missing is the answer.
  var hasGaps: Bool { gapShare > Self.greatestGapShare }

  /// The share of a window that may be missing.
  static let greatestGapShare = 0.12

  /// Eight frames a second show four beats a second, no more.
  private var isUnsteady: Bool { typicalGap > 1.0 / 8 || hasGaps }

  private var brightest: Double { max(levels[0], levels[1], levels[2]) }

  private var isDark: Bool { brightest < 10 || (blackShare ?? 0) > 0.9 }

  /// Every channel stands at an end of its range, so none can move.
  private var isWhollyClipped: Bool {
    brightest > 252 && (0..<3).allSatisfy { levels[$0] > 252 || levels[$0] < 1 }
      && !(clippedShare.map { $0 < 0.9 } ?? false)
  }

  /// A finger on the lens lets light through evenly, and red most of all. A scene is neither.
  private var isFingerPresent: Bool {
    spread.map { Self.isFinger(levels, spread: $0) } ?? true
  }

  static func isFinger(_ levels: SIMD4<Double>, spread: Double) -> Bool {
    let isRed = levels[0] > 1.5 * max(levels[1], levels[2])
    return spread < (isRed ? 0.6 : 0.25)
  }
}
