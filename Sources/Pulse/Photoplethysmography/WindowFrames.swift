import VideoFrames

/// The frames of a window in which a pulse is searched for.
struct WindowFrames: Sendable {
  /// The times of the frames in seconds, rising.
  var times: ArraySlice<Double>

  /// The colors at those times.
  var colors: ArraySlice<RGB>

  /// The colors as they were recorded if `colors` are means of them.
  var recorded: ArraySlice<RGB>?

  /// The mean levels of the whole window.
  let levels: RGB

  /// The share of the window's frames that were left out because they show no finger.
  let absentShare: Double

  /// Whether the change that all colors share was removed.
  private(set) var isProjected = false

  /// The root mean square of the fast changes over the level before that; 0 if nothing was removed.
  var removedRMS = 0.0

  /// One signal made of the three colors; `nil` if they are analyzed one by one.
  var combined: CombinedSignal?

  /// The seconds before and after a lift in which the finger moves.
  static let movement = 0.2

  /// Takes the frames of a window in which the subject shows.
  ///
  /// A frame shows no finger if it is too uneven for one and far less even than most frames, since
  /// some fingers are always uneven.
  /// - Parameter conditions: The conditions of the same window.
  init(
    _ history: ColorHistory, in window: Range<Int>, conditions: WindowConditions,
    of subject: PulseSubject
  ) {
    levels = conditions.levels
    var absent: [Double] = []
    if let rule = subject.picture.finger, let usualSpread = conditions.spread {
      for index in window {
        guard let spread = history.pictures[index].spread, spread > 2 * usualSpread,
          !rule.isFinger(history.colors[index], spread: spread)
        else { continue }
        absent.append(history.times[index])
      }
    }
    guard !absent.isEmpty else {
      (times, colors, absentShare) = (history.times[window], history.colors[window], 0)
      return
    }
    var kept: (times: [Double], colors: [RGB]) = ([], [])
    var next = 0
    for index in window {
      let time = history.times[index]
      while next < absent.count, absent[next] < time - Self.movement { next += 1 }
      if next < absent.count, absent[next] <= time + Self.movement { continue }
      kept.times.append(time)
      kept.colors.append(history.colors[index])
    }
    (times, colors) = (kept.times[...], kept.colors[...])
    absentShare = 1 - Double(kept.times.count) / Double(window.count)
  }

  /// The same frames without the change that all colors share, as shares of their levels; `nil` if
  /// fewer than two colors can change with the light.
  ///
  /// A finger that moves far changes the colors by nearly the same share, but not quite. Then each
  /// color loses its own part in the common course, by regression. Smaller changes have too much of the
  /// pulse in them for that.
  var withoutCommonLight: WindowFrames? {
    let level = levels.vector
    var usable = SIMD4<Double>.zero
    for lane in 0..<3 where WindowConditions.usableLevels.contains(level[lane]) { usable[lane] = 1 }
    guard usable.sum() >= 2 else { return nil }
    var scale = SIMD4<Double>.zero
    for lane in 0..<3 where usable[lane] > 0 { scale[lane] = 1 / (level[lane] * usable.sum()) }
    var rest = self
    rest.isProjected = true
    let common = colors.map { ($0.vector * scale).sum() - 1 }
    let parts = level * usable * partsInCommonLight(common, level: level)
    rest.colors =
      zip(colors, common).map { color, common in
        let vector = color.vector - parts * common
        return RGB(red: vector[0], green: vector[1], blue: vector[2])
      }[...]
    return rest
  }

  /// Returns each color's change for a change of the common course of 1, as a share of its level. It is
  /// fitted to changes over about as long as an upstroke: slower drift has other causes, and faster
  /// changes are noise.
  private func partsInCommonLight(_ common: [Double], level: SIMD4<Double>) -> SIMD4<Double> {
    guard let first = times.first, let last = times.last, last > first else {
      return SIMD4(repeating: 1)
    }
    let frameRate = Double(times.count - 1) / (last - first)
    let lag = max(1, Int((Self.upstroke * frameRate).rounded()))
    var (products, power) = (SIMD4<Double>.zero, 0.0)
    for index in stride(from: lag, to: common.count, by: 1) {
      let change = common[index] - common[index - lag]
      let here = colors.startIndex + index
      products += (colors[here].vector - colors[here - lag].vector) * change
      power += change * change
    }
    let count = Double(max(common.count - lag, 1))
    guard power > count * Self.colorfulChange * Self.colorfulChange else {
      return SIMD4(repeating: 1)
    }
    return products / (level.replacing(with: 1, where: level .<= 0) * power)
  }

  /// The root mean square of the common changes from which on they differ in color by more than a
  /// pulse.
  private static let colorfulChange = 0.03

  /// The usual length of an upstroke in seconds.
  private static let upstroke = 0.15

  /// Returns a channel's levels as they were recorded, in an order in which neighbors show how finely: frame by
  /// frame, or rising where fast light makes frames differ.
  func recordedLevels(of channel: ColorChannel) -> [Double] {
    guard let recorded, let component = channel.component else { return values(of: channel) }
    return recorded.withUnsafeBytes { [Double](lane: component.rawValue, of: $0) }.sorted()
  }

  /// Returns a channel's values, frame by frame.
  func values(of channel: ColorChannel) -> [Double] {
    guard let component = channel.component else { return combined?.values ?? [] }
    return colors.withUnsafeBytes { [Double](lane: component.rawValue, of: $0) }
  }
}
