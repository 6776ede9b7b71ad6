import SignalProcessing
import VideoFrames

/// The conditions in a window of the color stream, measured before a pulse is searched for.
struct WindowConditions {
  /// Mean levels of red, green, blue.
  let levels: RGB

  /// The medians of the pictures' measures; `nil` if the pictures do not have a measure.
  let spread: Double?
  let clippedShare: Double?
  let blackShare: Double?
  let skinShare: Double?

  /// The seconds that the samples span.
  let duration: Double

  /// The share of that time in gaps that are too long to bridge. A frame that repeats the one
  /// before does not count as a frame.
  let gapShare: Double

  /// The median of the seconds from one frame to the next that differs from it.
  let typicalGap: Double

  /// Whether all frames are the same.
  private let isFrozen: Bool

  /// Why a pulse cannot be followed from frame to frame; `nil` if it can.
  let unsteadiness: RefusalReason?

  /// Whether red, green and blue are the same throughout.
  let isColorless: Bool

  /// A color darker than this is mostly the sensor's black and noise.
  private static let darkestColor = 8.0

  /// The mean levels between which a color follows the light. Above them most pixels are clipped.
  static let usableLevels = 5.0...252.0

  /// If more of the pixels than this share are clipped, the light cannot be measured.
  private static let greatestClippedShare = 0.3

  /// A gap longer than this, in seconds, may hide a beat.
  private static let longestBridge = 0.4

  /// Eight frames per second show at most four beats per second.
  private static let longestFrame = 1.0 / 8

  init(_ history: ColorHistory, in range: Range<Int>) {
    levels = history.colors[range].reduce(.zero, +) * (1 / Double(max(range.count, 1)))
    var known: [Double] = []
    known.reserveCapacity(range.count / 4 + 1)
    func median(_ figure: (ColorHistory.Picture) -> Double?) -> Double? {
      Self.median(of: history.pictures[range], figure, using: &known)
    }
    spread = median { $0.spread }
    clippedShare = median { $0.clippedShare }
    blackShare = median { $0.blackShare }
    skinShare = median { $0.skinShare }
    isColorless = history.colors[range].allSatisfy(\.isGray)
    let times = history.times[range]
    duration = (times.last ?? 0) - (times.first ?? 0)
    var gaps: [Double] = []
    gaps.reserveCapacity(range.count)
    var missing = 0.0
    var fresh = range.lowerBound
    // Some hundred gaps are enough for their median. The stride is odd, since gaps may alternate.
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
    typicalGap = gaps.selectUpperMedian() ?? 0
    gapShare = duration > 0 ? missing / duration : 0
    unsteadiness =
      typicalGap > Self.longestFrame || gapShare > Self.greatestGapShare
      ? Self.unsteadiness(of: times) : nil
  }

  /// Returns why frames that differ from the ones before are too few or too far apart: they were taken so, or
  /// those between repeat a picture.
  /// - Parameter times: Those of all frames.
  private static func unsteadiness(of times: ArraySlice<Double>) -> RefusalReason {
    var gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    let missing = gaps.reduce(0) { $1 > longestBridge ? $0 + $1 : $0 }
    if gaps.selectUpperMedian() ?? .infinity > longestFrame { return .tooFewFrames }
    let isMissing = missing > greatestGapShare * ((times.last ?? 0) - (times.first ?? 0))
    return isMissing ? .irregularTimestamps : .repeatedPictures
  }

  /// Returns the median of a measure of pictures, or `nil` if no picture has it. Numbers that are
  /// not a share or a spread do not count.
  private static func median(
    of pictures: ArraySlice<ColorHistory.Picture>, _ figure: (ColorHistory.Picture) -> Double?,
    using known: inout [Double]
  ) -> Double? {
    known.removeAll(keepingCapacity: true)
    // Every fourth frame is enough, since measures hardly change from one frame to the next.
    for i in stride(from: pictures.startIndex, to: pictures.endIndex, by: 4) {
      if let value = figure(pictures[i]), value >= 0 { known.append(value) }
    }
    return known.selectUpperMedian()
  }

  /// Returns the reason not to search for a pulse at all, or `nil` without an obstacle.
  /// - Parameter isCombined: Whether the colors are combined, so that each must have light.
  func obstacle(to subject: PulseSubject, isCombined: Bool) -> RefusalReason? {
    let rules = subject.picture
    if duration < HeartRateMonitor.shortestInterval - 2 * typicalGap { return .tooShort }
    if isDark { return .tooDark }
    if let skinShare, lacksSkin(skinShare, by: rules) { return subject.wording.absence }
    if isWhollyClipped { return .clipped }
    if rules.needsAllColors, let obstacle = obstacleToComparing { return obstacle }
    let isPresent = isFingerPresent(by: rules)
    if isFrozen { return isPresent ? .noPulse : subject.wording.absence }
    if let unsteadiness { return unsteadiness }
    if !isPresent { return subject.wording.absence }
    return isCombined && !rules.needsAllColors ? obstacleToComparing : nil
  }

  /// Returns the obstacle to a pulse in a window too short to judge its length and its gaps, or
  /// `nil` without an obstacle.
  func presentObstacle(to subject: PulseSubject) -> RefusalReason? {
    if isDark { return .tooDark }
    if isWhollyClipped || isBrightest && (clippedShare ?? 1) > 0.5 { return .clipped }
    let isPresent =
      isFingerPresent(by: subject.picture) && !lacksSkin(skinShare ?? 1, by: subject.picture)
    return isPresent ? nil : subject.wording.absence
  }

  /// Whether the picture is red, as light is that has passed a finger.
  var isReddish: Bool { levels.red > 1.3 * max(levels.green, levels.blue) }

  /// Whether a finger seems to cover a part of the lens: the picture is red, but too uneven for a
  /// covered lens.
  var isPartlyCovered: Bool { isReddish && levels.red > 2 * Self.darkestColor }

  /// Whether there is so little light that a pulse would hardly exceed the sensor's noise.
  var isDim: Bool { levels.highest < 40 }

  /// Whether all colors are near the top of their range. Behind a finger, blood keeps green and
  /// blue below it.
  var isWhite: Bool { levels.lowest > 200 }

  /// The obstacle to combining the colors: one that cannot change.
  private var obstacleToComparing: RefusalReason? {
    if isClipped { return .clipped }
    return levels.lowest < Self.darkestColor || isColorless ? .colorMissing : nil
  }

  /// Returns the reason why the search found no pulse.
  /// - Parameters:
  ///   - relativeRMS: The root mean square of the fast changes over the level.
  ///   - hasJolts: Whether movement hides a part of the window.
  func explanation(relativeRMS: Double, hasJolts: Bool) -> RefusalReason {
    if isClipped { return .clipped }
    // A strong fingertip pulse changes the level by some 5%, which is a root mean square of 2%.
    return relativeRMS > (hasJolts ? 0.012 : 0.03) ? .motion : .noPulse
  }

  /// The maximum share of a window that may be missing.
  static let greatestGapShare = 0.12

  private var isDark: Bool { levels.highest < 10 || (blackShare ?? 0) > 0.9 }

  /// Whether the brightest color is at the top of its range.
  private var isBrightest: Bool { levels.highest > Self.usableLevels.upperBound }

  private var isClipped: Bool { isBrightest || (clippedShare ?? 0) > Self.greatestClippedShare }

  /// Whether every channel is at an end of its range, so that none can change.
  private var isWhollyClipped: Bool {
    isBrightest
      && RGB.Component.allCases.allSatisfy {
        levels[$0] > Self.usableLevels.upperBound || levels[$0] < 1
      }
      && !(clippedShare.map { $0 < 0.9 } ?? false)
  }

  /// Returns whether there is less skin than a subject must show.
  private func lacksSkin(_ share: Double, by rules: PulseSubject.PictureRules) -> Bool {
    rules.leastSkinShare.map { share < $0 } ?? false
  }

  /// Returns whether a finger covers the lens or need not.
  private func isFingerPresent(by rules: PulseSubject.PictureRules) -> Bool {
    guard let rule = rules.finger, let spread else { return true }
    return rule.isFinger(levels, spread: spread)
  }
}
