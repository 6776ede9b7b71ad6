import VideoFrames

/// The recent past of the colour stream, as far back as the next window may reach.
struct ColorHistory: Sendable {
  private(set) var times: [Double] = []
  private(set) var colors: [SIMD4<Double>] = []

  /// What the frames themselves told; -1 where they did not.
  private(set) var conditions: [SIMD4<Double>] = []

  mutating func append(_ sample: ColorSample) {
    times.append(sample.time)
    colors.append(SIMD4(sample.red, sample.green, sample.blue, 0))
    conditions.append(
      SIMD4(
        sample.spread ?? -1, sample.clippedShare ?? -1, sample.blackShare ?? -1,
        sample.skinShare ?? -1))
  }

  /// Whether a sample repeats the one before it to the last bit, as a picture does that an encoder had
  /// nothing to say about. Levels that are whole numbers may do so by themselves.
  func isRepeated(_ index: Int) -> Bool {
    let color = colors[index]
    return color == colors[index - 1] && color != color.rounded(.toNearestOrEven)
  }

  /// Seconds on either side of a lifted finger in which it moves.
  private static let movement = 0.2

  /// The samples of a window in which a finger lies on the lens, where it does not in all of them; `nil`
  /// where it does, or where the frames do not tell. The share is that of the others.
  ///
  /// A frame shows none if it is too uneven for one and far less even than most: some fingers are no evener
  /// than others.
  func withFinger(
    in window: Range<Int>, usualSpread: Double?
  ) -> (times: [Double], colors: [SIMD4<Double>], absentShare: Double)? {
    guard let usualSpread else { return nil }
    var absent: [Double] = []
    for index in window where conditions[index][0] > 2 * usualSpread {
      if !WindowConditions.isFinger(colors[index], spread: conditions[index][0]) {
        absent.append(times[index])
      }
    }
    guard !absent.isEmpty else { return nil }
    var kept: (times: [Double], colors: [SIMD4<Double>]) = ([], [])
    var next = 0
    for index in window {
      while next < absent.count, absent[next] < times[index] - Self.movement { next += 1 }
      if next < absent.count, absent[next] <= times[index] + Self.movement { continue }
      kept.times.append(times[index])
      kept.colors.append(colors[index])
    }
    return (kept.times, kept.colors, 1 - Double(kept.times.count) / Double(window.count))
  }

  /// The samples from `start` up to but without `end`.
  func indices(from start: Double, to end: Double) -> Range<Int> {
    let lower = firstIndex(at: start)
    return lower..<max(lower, firstIndex(at: end))
  }

  /// Forgets what lies before `time`, once enough of it has gathered to be worth moving the rest.
  mutating func forget(before time: Double) {
    let outdated = firstIndex(at: time)
    guard outdated > times.count / 2 else { return }
    times.removeFirst(outdated)
    colors.removeFirst(outdated)
    conditions.removeFirst(outdated)
  }

  /// The index of the first sample at or after `time`.
  private func firstIndex(at time: Double) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ColorSample {
  /// Times beyond this, in seconds, are no clock's: double precision could not tell frames apart.
  private static let latestTime = 0x1p40

  /// Levels beyond this are no camera's, whose scale ends at 255; sums of their squares overflow.
  private static let highestLevel = 1e6

  /// Whether time and colour are numbers that a camera can have sent.
  var isUsable: Bool {
    abs(time) < Self.latestTime && abs(red) < Self.highestLevel && abs(green) < Self.highestLevel
      && abs(blue) < Self.highestLevel
  }
}
