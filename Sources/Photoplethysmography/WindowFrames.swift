import VideoFrames

/// The frames of a window in which a pulse is searched for.
struct WindowFrames: Sendable {
  /// The times of the frames in seconds, rising.
  var times: ArraySlice<Double>

  /// The colours at those times.
  var colors: ArraySlice<RGB>

  /// The mean levels of the whole window.
  let levels: RGB

  /// The share of the window's frames that were left out because they show no finger.
  let absentShare: Double

  /// Whether the change that all colours share was taken away.
  private(set) var isProjected = false

  /// One signal made of the three colours; `nil` if they are analysed one by one.
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

  /// The same frames without the change that all colours share, as shares of their levels; `nil` if
  /// fewer than two colours can change with the light.
  var withoutCommonLight: WindowFrames? {
    let level = levels.vector
    var usable = SIMD4<Double>.zero
    for lane in 0..<3 where WindowConditions.usableLevels.contains(level[lane]) { usable[lane] = 1 }
    guard usable.sum() >= 2 else { return nil }
    var scale = SIMD4<Double>.zero
    for lane in 0..<3 where usable[lane] > 0 { scale[lane] = 1 / (level[lane] * usable.sum()) }
    var rest = self
    rest.isProjected = true
    rest.colors =
      colors.map { color in
        let common = (color.vector * scale).sum() - 1
        let vector = color.vector - level * usable * common
        return RGB(red: vector[0], green: vector[1], blue: vector[2])
      }[...]
    return rest
  }

  /// Returns a channel's values, frame by frame.
  func values(of channel: ColorChannel) -> [Double] {
    guard let component = channel.component else { return combined?.values ?? [] }
    return colors.map { $0[component] }
  }
}
