import Glibc

/// Finds the exposure, then the gain, at which the brightest channel is at 180 to 220 of 255 with
/// under 1% clipped: there the pulse is largest (Liu 2014).
///
/// A state machine: it takes the levels of frames and returns settings. It expects that more
/// exposure makes the picture brighter and nothing else: neither how much brighter, nor how many
/// frames later.
struct ExposureSearch {
  /// A control that makes pictures brighter, as the search sees it.
  struct Adjustment: Equatable {
    let range: ClosedRange<Int>
    let step: Int
    var value: Int

    /// Whether equal ratios of values, rather than equal differences, are equal steps of light.
    let isLogarithmic: Bool

    /// Returns the position of a value on a scale of equal steps of light.
    func position(of value: Int) -> Double {
      isLogarithmic ? log(Double(max(value, 1))) : Double(value)
    }

    /// Returns the value of the control that lies nearest to a position on that scale.
    func value(nearest position: Double) -> Int {
      let wanted = isLogarithmic ? exp(min(position, 30)) : position
      let bounded = min(max(wanted, Double(range.lowerBound)), Double(range.upperBound))
      let steps = ((bounded - Double(range.lowerBound)) / Double(step)).rounded()
      return min(range.lowerBound + Int(steps) * step, range.upperBound)
    }
  }

  /// The action after a frame.
  enum Action: Equatable {
    /// Wait for the next frame.
    case wait

    /// Set exposure and gain; `nil` for one that cannot be set.
    case set(exposure: Int?, gain: Int?)

    /// Leave the best settings as they are; `isReached` is whether their level is the wanted one
    /// and hardly anything is clipped.
    case finished(level: Double, isClipped: Bool, isReached: Bool)
  }

  static let wantedLevels = 180.0...220.0
  static let greatestClippedShare = 0.01
  static let aimedLevel = 200.0

  /// Frames after a setting that are not looked at: no camera that was seen takes longer to obey.
  private static let deadFrames = 4
  private static let averagedFrames = 3
  private static let patience = 20
  private static let greatestSettings = 24

  /// A setting that was tried, and its result.
  private struct Trial {
    let value: Int
    let level: Double
    let isClipped: Bool
  }

  private var exposure: Adjustment?
  private var gain: Adjustment?
  private var searchesGain: Bool
  private var below: Trial?
  private var above: Trial?
  private var last: Trial?
  private var best: (exposure: Int?, gain: Int?, level: Double, distance: Double)?
  private var framesSinceSetting = 0
  private var window: [(level: Double, clipped: Double)] = []
  private var settings = 0
  private var ending: Action?

  /// - Parameters:
  ///   - exposure: `nil` if it cannot be set; its range ends at the frame interval.
  ///   - gain: `nil` if it cannot be set.
  init(exposure: Adjustment?, gain: Adjustment?) {
    self.exposure = exposure
    self.gain = gain
    searchesGain = exposure == nil
  }

  /// Takes the next frame and returns what to do.
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

  private var adjustment: Adjustment? { searchesGain ? gain : exposure }

  private mutating func judge(level: Double, clipped: Double) -> Action {
    let isClipped = clipped >= Self.greatestClippedShare
    let distance = abs(level - Self.aimedLevel) + (isClipped ? 255 : 0)
    // Among equal settings the later one is kept: it is nearer to the way out of glare or darkness.
    if best.map({ distance <= $0.distance }) ?? true {
      best = (exposure?.value, gain?.value, level, distance)
    }
    guard let adjustment, isClipped || !Self.wantedLevels.contains(level),
      settings < Self.greatestSettings
    else { return finish() }
    let trial = Trial(value: adjustment.value, level: level, isClipped: isClipped)
    let isBright = isClipped || level > Self.wantedLevels.upperBound
    if isBright { above = trial } else { below = trial }
    defer { last = trial }
    if let value = next(from: trial, isBright, adjustment) { return set(value) }
    guard !searchesGain, gain != nil else { return finish() }
    // The right exposure lies between two that can be set, or beyond the last: the gain does the
    // rest.
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
    return set(gain.value(nearest: (gain.position(of: gain.value) + gain.position(of: bound)) / 2))
  }

  /// Returns the next value to try; `nil` if none is left between those that are too dark and too bright.
  private func next(from trial: Trial, _ isBright: Bool, _ control: Adjustment) -> Int? {
    let low = below?.value ?? control.range.lowerBound
    let high = above?.value ?? control.range.upperBound
    var value = control.value(nearest: guess(from: trial, isBright, control))
    // Next to a value that was tried, unless the end of the range was not.
    if below != nil && value <= low { value = low + control.step }
    if above != nil && value >= high { value = high - control.step }
    value = min(max(value, control.range.lowerBound), control.range.upperBound)
    let isNew = (below == nil || value > low) && (above == nil || value < high)
    return isNew && value != control.value ? value : nil
  }

  private func guess(from trial: Trial, _ isBright: Bool, _ control: Adjustment) -> Double {
    let position = control.position(of: trial.value)
    let wanted = log(Self.aimedLevel)
    if let below, let above {
      let (low, high) = (control.position(of: below.value), control.position(of: above.value))
      let rise = log(max(above.level, 1)) - log(max(below.level, 1))
      guard !above.isClipped, rise > 0.05 else { return (low + high) / 2 }
      let share = (wanted - log(max(below.level, 1))) / rise
      return low + min(max(share, 0.1), 0.9) * (high - low)
    }
    guard control.isLogarithmic else {
      let end = isBright ? control.range.lowerBound : control.range.upperBound
      return (position + control.position(of: end)) / 2
    }
    if trial.isClipped { return position - log(trial.level > 250 ? 4 : 2) }
    // The effect of doubling the control: 1 for a linear sensor, less behind a gamma curve.
    var slope = 1.0
    // Values below 1 share one position.
    if let last, !last.isClipped, control.position(of: last.value) != position {
      let moved = position - control.position(of: last.value)
      slope = min(max((log(max(trial.level, 1)) - log(max(last.level, 1))) / moved, 0.3), 1.5)
    }
    let move = (wanted - log(max(trial.level, 1))) / slope
    return position + min(max(move, -log(8)), log(8))
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
