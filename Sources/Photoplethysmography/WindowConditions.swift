/// What a window of the colour stream is like before any pulse is looked for.
struct WindowConditions {
  /// Mean levels of red, green, blue.
  let levels: SIMD4<Double>

  /// Medians of what the frames told; `nil` where they did not.
  let spread: Double?
  let clippedShare: Double?
  let blackShare: Double?

  /// Seconds that the samples span.
  let duration: Double

  /// The share of that time that lies in gaps too long to bridge.
  let gapShare: Double

  /// Seconds from one sample to the next, the median.
  let typicalGap: Double

  /// A gap longer than this, in seconds, may hide a beat.
  private static let longestBridge = 0.4

  init(_ history: ColorHistory, in range: Range<Int>) {
    let count = Double(range.count)
    levels = history.colors[range].reduce(.zero, +) * (1 / max(count, 1))
    func median(of lane: Int) -> Double? {
      let known = history.conditions[range].lazy.map { $0[lane] }.filter { $0 >= 0 }.sorted()
      return known.isEmpty ? nil : known[known.count / 2]
    }
    spread = median(of: 0)
    clippedShare = median(of: 1)
    blackShare = median(of: 2)
    let times = history.times[range]
    duration = (times.last ?? 0) - (times.first ?? 0)
    let gaps = zip(times, times.dropFirst()).map { $1 - $0 }
    typicalGap = gaps.isEmpty ? 0 : gaps.sorted()[gaps.count / 2]
    let missing = gaps.reduce(0) { $0 + ($1 > Self.longestBridge ? $1 : 0) }
    gapShare = duration > 0 ? missing / duration : 0
  }

  /// What forbids looking for a pulse at all.
  var obstacle: RefusalReason? {
    if duration < HeartRateMonitor.shortestInterval - 2 * typicalGap { return .tooShort }
    // Eight frames a second show four beats a second, no more.
    if typicalGap > 1.0 / 8 || gapShare > 0.12 { return .irregularTimestamps }
    if isDark { return .tooDark }
    if isWhollyClipped { return .clipped }
    return isFingerPresent ? nil : .noFinger
  }

  /// Why no pulse was found where one was looked for.
  /// - Parameter restlessness: Root mean square of the fast changes over the level.
  func explanation(restlessness: Double) -> RefusalReason {
    if (clippedShare ?? 0) > 0.3 || brightest > 252 { return .clipped }
    // A strong fingertip pulse moves the level by some 5 %, which is a root mean square of 2 %.
    return restlessness > 0.03 ? .motion : .noPulse
  }

  private var brightest: Double { max(levels[0], levels[1], levels[2]) }

  private var isDark: Bool { brightest < 10 || (blackShare ?? 0) > 0.9 }

  /// Every channel stands at an end of its range, so none can move.
  private var isWhollyClipped: Bool {
    brightest > 252 && (0..<3).allSatisfy { levels[$0] > 252 || levels[$0] < 1 }
      && !(clippedShare.map { $0 < 0.9 } ?? false)
  }

  /// A finger on the lens lets light through evenly, and red most of all. A scene is neither.
  private var isFingerPresent: Bool {
    guard let spread else { return true }
    let isRed = levels[0] > 1.5 * max(levels[1], levels[2])
    return spread < (isRed ? 0.6 : 0.25)
  }
}
