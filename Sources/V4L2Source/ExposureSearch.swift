import Glibc

/// Finds the exposure, then the gain, at which the brightest channel stands at 180 to 220 of 255 with
/// under 1 % clipped: there the pulse is largest (Liu 2014).
///
/// A state machine that is fed what frames show and says what to set. It expects that more exposure
/// gives a brighter picture and nothing else: not how much brighter, nor how many frames later.
struct ExposureSearch {
  /// A control that makes pictures brighter.
  struct Knob: Equatable {
    let range: ClosedRange<Int>
    let step: Int
    var value: Int

    /// Whether equal ratios rather than equal differences are equal steps of light.
    let isLogarithmic: Bool

    func place(_ value: Int) -> Double {
      isLogarithmic ? log(Double(max(value, 1))) : Double(value)
    }

    /// The nearest value that the control has.
    func nearest(_ place: Double) -> Int {
      let wanted = isLogarithmic ? exp(min(place, 30)) : place
      let bounded = min(max(wanted, Double(range.lowerBound)), Double(range.upperBound))
      let steps = ((bounded - Double(range.lowerBound)) / Double(step)).rounded()
      return min(range.lowerBound + Int(steps) * step, range.upperBound)
    }
  }

  enum Action: Equatable {
    case wait
    /// Set the exposure and the gain, those that there are.
    case set(exposure: Int?, gain: Int?)
    /// With what was best: `isReached` where its level is in the range and hardly anything is clipped.
    case finished(level: Double, isClipped: Bool, isReached: Bool)
  }

  static let wantedLevels = 180.0...220.0
  static let greatestClippedShare = 0.01
  static let aimedLevel = 200.0

  /// No camera that was seen takes more frames to obey.
  private static let deadFrames = 4
  private static let averagedFrames = 3
  private static let patience = 20
  private static let greatestSettings = 24

  private struct Point {
    let value: Int
    let level: Double
    let isClipped: Bool
  }

  private var exposure: Knob?
  private var gain: Knob?
  private var searchesGain: Bool
  private var below: Point?
  private var above: Point?
  private var last: Point?
  private var best: (exposure: Int?, gain: Int?, level: Double, distance: Double)?
  private var framesSinceSetting = 0
  private var window: [(level: Double, clipped: Double)] = []
  private var settings = 0
  private var ending: Action?

  /// - Parameters:
  ///   - exposure: `nil` where it cannot be set; its range ends at the frame interval.
  ///   - gain: `nil` where it cannot be set.
  init(exposure: Knob?, gain: Knob?) {
    self.exposure = exposure
    self.gain = gain
    searchesGain = exposure == nil
  }

  /// What to do after a frame.
  /// - Parameter level: The mean of the brightest channel, 0 to 255.
  mutating func take(level: Double, clippedShare: Double) -> Action {
    if let ending { return ending }
    framesSinceSetting += 1
    guard framesSinceSetting > Self.deadFrames else { return .wait }
    window.append((level, clippedShare))
    if window.count > Self.averagedFrames { window.removeFirst() }
    guard window.count == Self.averagedFrames else { return .wait }
    let levels = window.map(\.level)
    let mean = levels.reduce(0, +) / Double(levels.count)
    let range = (levels.max() ?? 0) - (levels.min() ?? 0)
    // Still on its way: some cameras take a new exposure in several steps.
    if range > max(4, 0.04 * mean) && framesSinceSetting < Self.patience { return .wait }
    return judge(level: mean, clipped: window.map(\.clipped).max() ?? 0)
  }

  // MARK: -

  private var knob: Knob? { searchesGain ? gain : exposure }

  private mutating func judge(level: Double, clipped: Double) -> Action {
    let isClipped = clipped >= Self.greatestClippedShare
    let distance = abs(level - Self.aimedLevel) + (isClipped ? 255 : 0)
    // Of equals the later: it lies further on the way out of glare or darkness.
    if best.map({ distance <= $0.distance }) ?? true {
      best = (exposure?.value, gain?.value, level, distance)
    }
    guard let knob, isClipped || !Self.wantedLevels.contains(level),
      settings < Self.greatestSettings
    else { return finish() }
    let point = Point(value: knob.value, level: level, isClipped: isClipped)
    let isBright = isClipped || level > Self.wantedLevels.upperBound
    if isBright { above = point } else { below = point }
    defer { last = point }
    if let value = next(from: point, isBright, knob) { return set(value) }
    guard !searchesGain, gain != nil else { return finish() }
    // Between two exposures lies the right one, or beyond the last: the gain does the rest.
    if isBright, let below, exposure != nil { exposure?.value = below.value }
    searchesGain = true
    return startGain(isBright: isBright && below == nil)
  }

  private mutating func startGain(isBright: Bool) -> Action {
    let hasMoved = exposure?.value != last?.value
    below = nil
    above = nil
    last = nil
    guard let gain else { return finish() }
    if hasMoved { return set(gain.value) }
    let bound = isBright ? gain.range.lowerBound : gain.range.upperBound
    guard bound != gain.value else { return finish() }
    return set(gain.nearest((gain.place(gain.value) + gain.place(bound)) / 2))
  }

  /// The next value to try; `nil` where there is none between those that are too dark and too bright.
  private func next(from point: Point, _ isBright: Bool, _ knob: Knob) -> Int? {
    let low = below?.value ?? knob.range.lowerBound
    let high = above?.value ?? knob.range.upperBound
    var value = knob.nearest(guess(from: point, isBright, knob))
    // Beside what has been tried, unless the end of the range has not.
    if below != nil && value <= low { value = low + knob.step }
    if above != nil && value >= high { value = high - knob.step }
    value = min(max(value, knob.range.lowerBound), knob.range.upperBound)
    let isNew = (below == nil || value > low) && (above == nil || value < high)
    return isNew && value != knob.value ? value : nil
  }

  private func guess(from point: Point, _ isBright: Bool, _ knob: Knob) -> Double {
    let place = knob.place(point.value)
    let wanted = log(Self.aimedLevel)
    if let below, let above {
      let (low, high) = (knob.place(below.value), knob.place(above.value))
      let rise = log(max(above.level, 1)) - log(max(below.level, 1))
      guard !above.isClipped, rise > 0.05 else { return (low + high) / 2 }
      let share = (wanted - log(max(below.level, 1))) / rise
      return low + min(max(share, 0.1), 0.9) * (high - low)
    }
    guard knob.isLogarithmic else {
      return (place + knob.place(isBright ? knob.range.lowerBound : knob.range.upperBound)) / 2
    }
    if point.isClipped { return place - log(point.level > 250 ? 4 : 2) }
    // How a doubling of the control shows: 1 for a linear sensor, less behind a gamma curve.
    var slope = 1.0
    // Values of less than 1 lie in one place.
    if let last, !last.isClipped, knob.place(last.value) != place {
      let moved = place - knob.place(last.value)
      slope = min(max((log(max(point.level, 1)) - log(max(last.level, 1))) / moved, 0.3), 1.5)
    }
    let move = (wanted - log(max(point.level, 1))) / slope
    return place + min(max(move, -log(8)), log(8))
  }

  private mutating func set(_ value: Int) -> Action {
    if searchesGain { gain?.value = value } else { exposure?.value = value }
    return restart()
  }

  private mutating func restart() -> Action {
    settings += 1
    framesSinceSetting = 0
    window = []
    return .set(exposure: exposure?.value, gain: gain?.value)
  }

  private mutating func finish() -> Action {
    guard let best else { return .wait }
    let isReached = best.distance <= 20
    let ending = Action.finished(
      level: best.level, isClipped: best.distance >= 255, isReached: isReached)
    self.ending = ending
    guard best.exposure != exposure?.value || best.gain != gain?.value else {
      return ending
    }
    exposure?.value = best.exposure ?? 0
    gain?.value = best.gain ?? 0
    return restart()
  }
}
