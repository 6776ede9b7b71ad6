import SampleStore

/// The life of an active step: its timer, its recorders, its speech and its sounds.
///
/// `TaskRun` makes one for each active step. It belongs to one thread.
public final class ActiveStepRun: TaskRun.Life {
  /// The stages of an active step.
  public enum State: Sendable, Equatable {
    case ready, running, suspended, finished
  }

  /// The step.
  public let step: StudyStep

  /// The present stage.
  public private(set) var state = State.ready

  /// Answers, files and failures so far.
  public private(set) var items: [ItemResult] = []

  /// Called with texts to speak, sounds and lines to show.
  var notify: (RunEvent) -> Void = { _ in }

  /// Called when the recorders have begun, before anything is recorded.
  var recordersBegan: ([TaskResult.OpenStep.Recorder]) -> Void = { _ in }

  /// Whether something that was recorded could not be written.
  private(set) var hasWriteFailed = false

  private(set) var refusals: [String: Double] = [:]

  private let activity: StepActivity
  private let clock: any StudyClock
  private let timeline: RunTimeline
  private let folder: RunFolder?
  private var timer: StepTimer
  private var recorders: [StepRecorder] = []
  private var reportedProblems: Set<String> = []
  private var spokenSeconds = Int.max
  private var hasSpokenHalf = false

  init(
    _ step: StudyStep, _ activity: StepActivity, _ folder: RunFolder?, _ clock: any StudyClock,
    _ timeline: RunTimeline
  ) {
    (self.step, self.activity, self.folder, self.clock) = (step, activity, folder, clock)
    self.timeline = timeline
    timer = StepTimer(duration: activity.duration)
  }

  /// Seconds that have passed.
  public var elapsed: Double { timer.elapsed(at: clock.now) }

  /// Seconds that are left; 0 for a step that a person ends.
  public var remaining: Double { timer.remaining(at: clock.now) }

  /// Starts timer and recorders.
  public func start() {
    guard state == .ready else { return }
    begin()
    if activity.soundsOnStart { notify(.sound(.start)) }
    if let text = activity.spokenInstruction { notify(.speech(text)) }
  }

  /// Pauses the timer; the recorders stop and give their files.
  public func suspend() {
    guard state == .running else { return }
    timer.pause(at: clock.now)
    state = .suspended
    stopRecorders()
  }

  /// Goes on with new recorders.
  public func resume() {
    guard state == .suspended else { return }
    begin()
  }

  /// Ends the step: the recorders give their files.
  public func finish() {
    guard state != .finished else { return }
    if state == .running { timer.pause(at: clock.now) }
    let wasRunning = state == .running
    state = .finished
    if wasRunning { stopRecorders() }
    if activity.soundsOnFinish { notify(.sound(.finish)) }
    if let text = activity.finishedSpokenInstruction { notify(.speech(text)) }
  }

  /// Does nothing: the run knows.
  public func stepDidFinish() {}

  /// Whether it records heart rate, and its own first rate has not come yet: the present rate comes
  /// in part from before the step, or from before a pause.
  var awaitsRate: Bool { state == .running && recordsRate && !hasRate }

  private var hasRate = false

  private var recordsRate: Bool {
    activity.recorders.contains {
      if case .quantity(.heartRate, _) = $0.kind { true } else { false }
    }
  }

  /// Records an observation; returns whether any recorder took it.
  func take(_ observation: Observation) -> Bool {
    guard state == .running else { return false }
    if case .refusal(let reason, let seconds) = observation {
      refusals[reason, default: 0] += seconds
    }
    var isTaken = false
    for recorder in recorders {
      if recorder.take(observation) {
        isTaken = true
        if case .sample(let sample) = observation, sample.type == .heartRate { hasRate = true }
      }
      if recorder.problem != nil, reportedProblems.insert(recorder.settings.identifier).inserted {
        hasWriteFailed = true
        notify(.notice("\(recorder.settings.identifier): \(recorder.problem ?? "")"))
      }
    }
    return isTaken
  }

  /// Speaks the texts that are due; returns whether the duration has passed.
  func isOver() -> Bool {
    guard state == .running else { return false }
    let left = Int(remaining.rounded(.up))
    if activity.speaksHalfway, !hasSpokenHalf, elapsed >= activity.duration / 2 {
      hasSpokenHalf = true
      notify(.speech("\(left) seconds left"))
    }
    if activity.speaksCountdown, (1...3).contains(left), left < spokenSeconds {
      spokenSeconds = left
      notify(.speech("\(left)"))
    }
    return timer.isOver(at: clock.now)
  }

  // MARK: -

  private func begin() {
    let moment = timeline.now
    timer.start(at: moment.time)
    state = .running
    hasRate = false
    // Samples of other programs bear the wall clock's dates.
    let earliest = min(moment.date, clock.date)
    guard let folder else { return }
    recorders = activity.recorders.map {
      StepRecorder($0, in: folder, start: moment.date, earliest: earliest)
    }
    recordersBegan(recorders.map { .init(identifier: $0.settings.identifier, folder: $0.folder) })
  }

  private func stopRecorders() {
    let end = timeline.now.date
    for recorder in recorders { items += recorder.stop(at: end) }
    recorders = []
  }
}
