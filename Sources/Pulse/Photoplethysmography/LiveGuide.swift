public import VideoFrames

/// Gives advice to a person in front of a live camera, from the newest second of frames.
///
/// A reading needs a window of many seconds, but advice must follow the finger at once.
/// Advice stays for at least a moment, so that it can be read.
public struct LiveGuide: Sendable {
  /// Seconds between two decisions.
  public static let step = 0.2

  /// Seconds of frames that advice is based on.
  private static let window = 1.0

  /// Frames per second below which a pulse is hard to see.
  private static let fewestFrames = 12.0

  /// The share of the best frame rate below which a fall is reported, unless the frames are still
  /// enough.
  private static let slowing = 0.7
  private static let enoughFrames = 24.0

  /// The maximum share by which a pulse changes the level within a second.
  private static let stillness = 0.12

  /// The seconds without an obstacle after which a pulse should have been found.
  private static let patience = 12.0

  /// The advice now.
  public private(set) var advice = LiveAdvice.waiting

  private let subject: PulseSubject
  private let leastTime: Double
  private var history = ColorHistory()
  private var due = -Double.infinity

  /// The advice that was right at the last decision.
  private var considered: LiveAdvice?

  /// The time since when there has been no obstacle.
  private var clearSince: Double?
  private var bestFrameRate = 0.0

  /// Creates a guide that waits for the first frames.
  public init(_ configuration: HeartRateMonitor.Configuration = HeartRateMonitor.Configuration()) {
    subject = configuration.subject
    leastTime = HeartRateFollower.leastTime(for: subject)
  }

  /// Takes the stream's next sample.
  /// - Parameter hasRate: Whether there is a rate at this moment.
  public mutating func append(_ sample: ColorSample, hasRate: Bool) {
    guard sample.isUsable, sample.time >= history.times.last ?? -.infinity else { return }
    history.append(sample)
    guard sample.time >= due else { return }
    due = sample.time + Self.step
    history.forget(before: sample.time - 2 * Self.window)
    decide(advice(at: sample.time, hasRate: hasRate))
  }

  /// Changes the advice once another has been right twice in a row, since advice that flickers
  /// cannot be followed.
  private mutating func decide(_ next: LiveAdvice) {
    defer { considered = next }
    guard next.name == advice.name || next.name == considered?.name || advice == .waiting else {
      return
    }
    advice = next
  }

  /// Starts again with `waiting`. Call it when no frame has come for a while.
  public mutating func frameIsMissing() {
    advice = .waiting
    (clearSince, history) = (nil, ColorHistory())
    due = -.infinity
  }

  private mutating func advice(at now: Double, hasRate: Bool) -> LiveAdvice {
    let window = history.indices(from: now - Self.window, to: .infinity)
    guard window.count > 2 else { return advice }
    let conditions = WindowConditions(history, in: window)
    if let obstacle = obstacle(conditions, in: window, hasRate: hasRate) {
      clearSince = nil
      return obstacle
    }
    if hasRate { return .measured }
    let since = clearSince ?? now
    clearSince = since
    let left = leastTime + HeartRateFollower.step * 2 - (now - since)
    return now - since > Self.patience ? .pressLess : .measuring(seconds: max(left, 0))
  }

  private mutating func obstacle(
    _ conditions: WindowConditions, in window: Range<Int>, hasRate: Bool
  ) -> LiveAdvice? {
    let rate = conditions.typicalGap > 0 ? 1 / conditions.typicalGap : 0
    bestFrameRate = max(bestFrameRate, min(rate, 60))
    let wording = subject.wording
    if let reason = conditions.presentObstacle(to: subject) {
      switch reason {
      case .tooDark: return .tooDark
      case .clipped: return conditions.isWhite ? wording.whitePictureAdvice : .tooBright
      default: return conditions.isPartlyCovered ? wording.partialAdvice : wording.absenceAdvice
      }
    }
    if !hasRate, conditions.isDim { return .tooDark }
    // Less light makes the frame rate fall, and the person can change the light.
    if rate > 0,
      rate < Self.fewestFrames || rate < min(Self.slowing * bestFrameRate, Self.enoughFrames)
    {
      return .slowFrames(rate: rate)
    }
    return isMoving(conditions, in: window) ? .holdStill : nil
  }

  /// Returns whether the level has changed more within the window than a pulse changes it.
  private func isMoving(_ conditions: WindowConditions, in window: Range<Int>) -> Bool {
    let brightest = conditions.levels.brightest
    var (least, most) = (Double.infinity, 0.0)
    for color in history.colors[window] {
      least = min(least, color[brightest])
      most = max(most, color[brightest])
    }
    return most - least > Self.stillness * max(conditions.levels[brightest], 1)
  }
}
