public import VideoFrames

/// Tells a person in front of a live camera what to do, from the newest second of frames.
///
/// A number is refused over a window of many seconds; guidance must answer to what the finger does now.
/// What it says holds for a moment at least, so that it can be read.
public struct LiveGuide: Sendable {
  /// Seconds between two changes of mind.
  public static let step = 0.2

  /// Seconds of frames that are looked at.
  private static let window = 1.0

  /// Frames a second below which a pulse is hard to see.
  private static let fewestFrames = 12.0

  /// The fall of the frame rate, as a share of the best that was seen, that is worth a word; enough frames are
  /// enough whatever there were before.
  private static let slowing = 0.7
  private static let enoughFrames = 24.0

  /// A change of the level by more than this share within a second is no pulse.
  private static let stillness = 0.12

  /// Seconds without anything in the way after which a pulse should have been found.
  private static let patience = 12.0

  public private(set) var advice = LiveAdvice.waiting

  private let subject: PulseSubject
  private let leastTime: Double
  private var history = ColorHistory()
  private var due = -Double.infinity

  /// What was right when last looked.
  private var considered: LiveAdvice?

  /// Since when nothing has been in the way.
  private var clearSince: Double?
  private var bestFrameRate = 0.0

  public init(_ configuration: HeartRateMonitor.Configuration = HeartRateMonitor.Configuration()) {
    subject = configuration.subject
    leastTime = HeartRateFollower.leastTime(for: subject)
  }

  /// Takes the stream's next sample.
  /// - Parameter isTelling: Whether there is a number at this moment.
  public mutating func append(_ sample: ColorSample, isTelling: Bool) {
    guard sample.isUsable, sample.time >= history.times.last ?? -.infinity else { return }
    history.append(sample)
    guard sample.time >= due else { return }
    due = sample.time + Self.step
    history.forget(before: sample.time - 2 * Self.window)
    decide(advice(at: sample.time, isTelling: isTelling))
  }

  /// Takes another advice once it has been right twice in a row: nobody can follow one that flickers.
  private mutating func decide(_ next: LiveAdvice) {
    defer { considered = next }
    guard next.name == advice.name || next.name == considered?.name || advice == .waiting else {
      return
    }
    advice = next
  }

  /// Says so when no frame has come for a while.
  public mutating func frameIsMissing() {
    advice = .waiting
    (clearSince, history) = (nil, ColorHistory())
    due = -.infinity
  }

  private mutating func advice(at now: Double, isTelling: Bool) -> LiveAdvice {
    let window = history.indices(from: now - Self.window, to: .infinity)
    guard window.count > 2 else { return advice }
    let conditions = WindowConditions(history, in: window)
    if let obstacle = obstacle(conditions, in: window, isTelling: isTelling) {
      clearSince = nil
      return obstacle
    }
    if isTelling { return .measured }
    let since = clearSince ?? now
    clearSince = since
    let left = leastTime + HeartRateFollower.step * 2 - (now - since)
    return now - since > Self.patience ? .pressLess : .measuring(seconds: max(left, 0))
  }

  private mutating func obstacle(
    _ conditions: WindowConditions, in window: Range<Int>, isTelling: Bool
  ) -> LiveAdvice? {
    let rate = conditions.typicalGap > 0 ? 1 / conditions.typicalGap : 0
    bestFrameRate = max(bestFrameRate, min(rate, 60))
    if let reason = conditions.presentObstacle(to: subject) {
      switch reason {
      case .tooDark: return .tooDark
      case .clipped: return conditions.isWhite ? .placeFinger : .tooBright
      case .noSkin, .colorMissing: return .showSkin
      default: return conditions.isPartlyCovered ? .coverLens : .placeFinger
      }
    }
    if !isTelling, conditions.isDim { return .tooDark }
    // Fewer frames come with less light, which is what can be mended.
    if rate > 0,
      rate < Self.fewestFrames || rate < min(Self.slowing * bestFrameRate, Self.enoughFrames)
    {
      return .slowFrames(rate: rate)
    }
    return isMoving(conditions, in: window) ? .holdStill : nil
  }

  /// Whether the level has moved by more within the window than a pulse moves it.
  private func isMoving(_ conditions: WindowConditions, in window: Range<Int>) -> Bool {
    let lane = (0..<3).max { conditions.levels[$0] < conditions.levels[$1] } ?? 0
    var (least, most) = (Double.infinity, 0.0)
    for color in history.colors[window] {
      least = min(least, color[lane])
      most = max(most, color[lane])
    }
    return most - least > Self.stillness * max(conditions.levels[lane], 1)
  }
}
