public import FoundationEssentials
public import SampleStore

/// One run of a task from its first step to its end: a state machine that reads a clock and a
/// source whenever `advance()` is called, at least several times per second.
///
/// It knows no terminal and no camera, starts no thread and belongs to the thread that made it. The
/// result is on the disk after each step.
public final class TaskRun {
  /// The part of an active step's life that a presenter may replace: ResearchKit's view
  /// controllers, whose subclasses do more.
  public protocol Life: AnyObject {
    func start()
    func suspend()
    func resume()
    func finish()

    /// Called once the step has finished, after the next one is shown if it follows by itself.
    func stepDidFinish()
  }

  /// The result so far.
  public private(set) var result: TaskResult

  /// The step that is shown; `nil` before the first and after the last.
  public private(set) var step: StudyStep?

  /// The life of the step, if it is active.
  public private(set) var active: ActiveStepRun?

  /// Why the run is over; `nil` while it runs.
  public var finishReason: FinishReason? { result.finishReason }

  /// The folder of its files; `nil` for a run that keeps none.
  public let folder: RunFolder?

  /// Whether the result, or something that was recorded, could not be written.
  public private(set) var hasWriteFailed = false

  /// The number of the shown step and how many there are; `nil` if unknown.
  public var progress: (number: Int, count: Int)? {
    step.flatMap { order.progress(of: $0.identifier) }
  }

  /// The newest rate of the source; `nil` if it has none, and while an active step has recorded none:
  /// data shown of a step are also in its files.
  public var rate: HeartRateView? { active?.awaitsRate == true ? nil : newestRate }

  /// Advice to the person for the measurement; empty for none.
  public var guidance: String {
    guard newestAdvice.isEmpty, newestRate != nil, active?.awaitsRate == true else {
      return newestAdvice
    }
    return "The step's first rate comes in a few seconds."
  }

  /// Makes the life of an active step; `nil` takes the plain one.
  public var makeLife: ((StudyStep, ActiveStepRun) -> (any Life)?)?

  /// The function that measures the beats that a killed run has recorded in a step; `nil` measures nothing.
  public var measureRecorded: (([RecordedBeat]) -> StepMeasures)?

  private let order: any StepOrder
  private let clock: any StudyClock
  private let timeline: RunTimeline
  private let source: (any ObservationSource)?
  private var observers: [any RunObserver] = []
  private var life: (any Life)?
  private var activeStart: StudyMoment?
  private var measures: StepMeasures?
  private var stepStart: Date
  private var answers: [(String, Answer?)] = []
  private var stepDetails: [String: String] = [:]
  private let seed: UInt64
  private var hasBegun = false
  private var newestRate: HeartRateView?
  private var newestAdvice = ""

  /// Whether the active step that is shown has ended and everyone knows.
  private var hasFinished = false

  /// The maximum number of steps that a run visits: rules that lead in circles end it.
  static let mostVisits = 10_000

  /// Makes a run before its first step.
  /// - Parameters:
  ///   - resuming: The result of an earlier, killed run; this run continues after it.
  ///   - seed: The seed for the choice of clips.
  public init(
    _ order: any StepOrder, identifier: String, folder: RunFolder?, clock: any StudyClock,
    source: (any ObservationSource)?, seed: UInt64, runID: UUID = .random(),
    details: [String: String] = [:], resuming earlier: TaskResult? = nil
  ) {
    (self.order, self.folder, self.clock, self.source) = (order, folder, clock, source)
    timeline = RunTimeline(clock)
    self.seed = seed
    let now = timeline.now.date
    stepStart = now
    if let earlier {
      result = earlier
      result.finishReason = nil
    } else {
      result = TaskResult(taskIdentifier: identifier, runID: runID, start: now)
      result.details = details
      result.details["seed"] = "\(seed)"
    }
    if let source { result.details["source"] = source.name }
  }

  /// Adds an observer, which receives all events from now on.
  public func add(_ observer: any RunObserver) { observers.append(observer) }

  /// Keeps a further fact for the result, which is written with the next step.
  public func note(_ name: String, _ value: String) { result.details[name] = value }

  /// Shows the first step, or the next one of a run that was killed.
  public func begin() {
    guard !hasBegun else { return }
    hasBegun = true
    if let folder { collectLeftovers(folder) }
    save()
    let first = order.step(after: result.steps.last { !$0.isInterrupted }?.identifier, in: result)
    guard first.map(order.allows) ?? true else { return finish(.earlyTermination) }
    show(first)
  }

  /// Ends an earlier, killed run as it is, with its last step's recordings.
  public func closeEarlierRun() {
    guard !hasBegun, finishReason == nil else { return }
    hasBegun = true
    if let folder { collectLeftovers(folder) }
    result.finishReason = .earlyTermination
    save()
    send(.finished(result, .earlyTermination))
  }

  /// Takes the source's observations, and ends a step whose time has passed.
  public func advance() {
    guard hasBegun, finishReason == nil else { return }
    for observation in source?.observations(until: timeline.now) ?? [] { take(observation) }
    // A life may have been finished by its presenter.
    if let active, active.isOver() || (active.state == .finished && !hasFinished) {
      finishActive()
    }
  }

  // MARK: - What a person does

  /// Starts the active step that is shown, ends it if it has no duration, or goes to the next step.
  ///
  /// A step that must be answered, or last its time, stays; returns whether it was left or started.
  @discardableResult
  public func next() -> Bool {
    guard let step, finishReason == nil else { return false }
    if let active {
      switch active.state {
      case .ready:
        start(active)
        return true
      case .suspended:
        resume()
        return true
      case .running:
        guard step.activity?.duration == 0 || step.isOptional else { return false }
        finishActive()
        if self.active === active { leave() }
        return true
      case .finished: break
      }
    }
    guard unanswered == nil else { return false }
    leave()
    return true
  }

  /// The first question of the step that must be answered and is not; `nil` without one. In a form
  /// that is not optional, at least one question must be answered.
  public var unanswered: Question? {
    guard let step, !step.isOptional else { return nil }
    let open = questions.filter { answer(to: $0) == nil }
    return open.first { !$0.isOptional }
      ?? (step.kind == .form && open.count == questions.count ? open.first : nil)
  }

  /// The questions of the step that are asked, after the answers so far.
  public var questions: [Question] {
    guard let step, !step.questions.isEmpty else { return [] }
    let soFar = resultSoFar(step)
    return step.questions.filter { order.asks($0, of: step, in: soFar) }
  }

  /// Returns the answer that a question of the step has so far.
  public func answer(to question: Question) -> Answer? {
    answers.last { $0.0 == question.identifier }?.1
  }

  /// Answers a question of the step, or takes the answer back.
  public func answer(_ identifier: String, with answer: Answer?) throws(InvalidAnswer) {
    guard let question = step?.questions.first(where: { $0.identifier == identifier }) else {
      throw InvalidAnswer(description: "this step has no question \(identifier)")
    }
    if let answer { try question.format.check(answer) }
    answers.removeAll { $0.0 == identifier }
    answers.append((identifier, answer))
  }

  /// Goes back to the step before, whose result is dropped.
  public func back() {
    guard finishReason == nil, step != nil, result.steps.last?.isInterrupted == false else {
      return
    }
    if let active, active.state != .ready { return }
    let previous = result.steps.removeLast()
    show(order.step(withIdentifier: previous.identifier))
  }

  /// Pauses an active step; its recorders return their data.
  public func pause() {
    guard let active, let step, active.state == .running else { return }
    life?.suspend()
    send(.silence)
    send(.paused(step))
  }

  /// Goes on after a pause.
  public func resume() {
    guard let active, let step, active.state == .suspended else { return }
    life?.resume()
    send(.started(step))
    if let clip = stepDetails["clip"] { send(.clip(clip)) }
  }

  /// Ends the run before its last step, or after it; recorded data stay, also of `.discarded`,
  /// until the owner of the folder removes them.
  public func end(_ reason: FinishReason) {
    guard finishReason == nil else { return }
    if let active { measure(active) }
    if let active, active.state == .running {
      life?.suspend()
      send(.silence)
    }
    if let step { close(step) }
    finish(reason)
  }

  // MARK: - Steps

  private func show(_ next: StudyStep?) {
    guard let next else { return finish(.completed) }
    guard result.steps.count < Self.mostVisits else {
      send(
        .notice(
          "the rules have led to \(Self.mostVisits) steps, so the run ends at \(next.identifier)"))
      return finish(.failed)
    }
    let moment = timeline.now
    (step, stepStart, answers, stepDetails) = (next, moment.date, [], [:])
    (active, life, hasFinished) = (nil, nil, false)
    (activeStart, measures) = (nil, nil)
    // A step that was answered before and is shown again begins with its defaults.
    for question in next.questions {
      if let value = question.format.defaultAnswer { answers.append((question.identifier, value)) }
    }
    send(.stepBegan(next))
    // An observer may have ended the run.
    guard finishReason == nil, let activity = next.activity else { return }
    let active = ActiveStepRun(next, activity, folder, clock, timeline)
    active.notify = { [weak self] in self?.send($0) }
    active.recordersBegan = { [weak self] in self?.noteOpen($0) }
    self.active = active
    life = makeLife?(next, active) ?? active
    if activity.startsAutomatically { start(active) }
  }

  private func start(_ active: ActiveStepRun) {
    // Observations before the step belong to no step.
    for observation in source?.observations(until: timeline.now) ?? [] { take(observation) }
    life?.start()
    activeStart = timeline.now
    source?.stepBegan(active.step, at: timeline.now)
    let clips = active.step.activity?.clips ?? []
    if !clips.isEmpty {
      let clip = clips[Self.choice(seed: seed, visit: result.steps.count, among: clips.count)]
      stepDetails["clip"] = clip
      send(.clip(clip))
    }
    send(.started(active.step))
  }

  private func finishActive() {
    guard let active, !hasFinished else { return }
    hasFinished = true
    let life = life
    measure(active)
    if active.state != .finished {
      life?.finish()
    }
    send(.silence)
    if active.step.activity?.continuesOnFinish == true { leave() }
    life?.stepDidFinish()
  }

  /// Keeps the step's result and shows the next step.
  private func leave() {
    guard let step else { return }
    let next = order.step(after: step.identifier, in: resultSoFar(step))
    guard next.map(order.allows) ?? true else { return }
    close(step)
    show(next)
  }

  /// Returns the result as it would be if the step were left now.
  private func resultSoFar(_ step: StudyStep) -> TaskResult {
    var soFar = result
    let items: [ItemResult] = step.questions.map { .answer($0.identifier, answer(to: $0)) }
    soFar.steps.append(
      StepResult(
        identifier: step.identifier, start: stepStart, end: timeline.now.date,
        items: items + (active?.items ?? [])))
    return soFar
  }

  private func close(_ step: StudyStep) {
    var items: [ItemResult] = questions.map { .answer($0.identifier, answer(to: $0)) }
    items += active?.items ?? []
    if active?.hasWriteFailed == true { hasWriteFailed = true }
    var stepResult = StepResult(
      identifier: step.identifier, start: stepStart, end: timeline.now.date, items: items)
    stepResult.details = step.details.merging(stepDetails) { $1 }
    stepResult.details["effort"] = step.activity?.effort?.rawValue
    stepResult.refusals = active?.refusals ?? [:]
    stepResult.measures = measures?.values ?? [:]
    stepResult.missingMeasures = measures?.missing ?? [:]
    result.steps.append(stepResult)
    result.openStep = nil
    (self.step, active, life) = (nil, nil, nil)
    save()
    send(.stepEnded(step, stepResult))
  }

  private func finish(_ reason: FinishReason) {
    (step, active, life) = (nil, nil, nil)
    result.finishReason = reason
    result.openStep = nil
    save()
    send(.finished(result, reason))
  }

  // MARK: -

  private func take(_ observation: Observation) {
    switch observation {
    case .rate(let rate): newestRate = rate
    case .guidance(let text): newestAdvice = text
    case .notice(let text), .failed(let text):
      noteInStep(text)
      send(.notice(text))
    case .sample, .color, .beat, .refusal: break
    }
    let isRecorded = active?.take(observation) ?? false
    send(.observed(observation, isRecorded: isRecorded))
  }

  /// Asks the source, once, for the measures of a whole step that records beats; recorders take
  /// those that are samples.
  private func measure(_ active: ActiveStepRun) {
    guard measures == nil, let activeStart,
      active.step.activity?.recorders.contains(where: { $0.kind == .beats }) == true
    else { return }
    measures =
      source?.measures(of: active.step, from: activeStart, to: timeline.now)
      ?? StepMeasures(missing: "no_beats")
    if let pace = active.step.activity?.breathsPerMinute {
      measures?.values["paced_breaths_per_minute"] = pace
    }
    for sample in measures?.samples ?? [] { take(.sample(sample)) }
  }

  /// Keeps the source's events in the step's result, each sentence once.
  private func noteInStep(_ text: String) {
    let former = stepDetails["notices"].map { "\($0); " } ?? ""
    if !former.contains(text) { stepDetails["notices"] = former + text }
  }

  private func send(_ event: RunEvent) {
    for observer in observers { observer.receive(event, of: self) }
  }

  /// Returns an even choice that follows from the seed alone (the mixing function of SplitMix64:
  /// Steele, Lea, Flood 2014).
  static func choice(seed: UInt64, visit: Int, among count: Int) -> Int {
    var z = seed &+ UInt64(visit + 1) &* 0x9E37_79B9_7F4A_7C15
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((z ^ (z >> 31)) % UInt64(count))
  }

  /// Writes the result; a disk that is full does not end a run.
  private func save() {
    result.end = timeline.now.date
    do throws(StudyError) {
      try folder?.write(result)
    } catch {
      hasWriteFailed = true
      send(.notice("\(error)"))
    }
  }

  private func noteOpen(_ recorders: [TaskResult.OpenStep.Recorder]) {
    guard let step, !recorders.isEmpty else { return }
    let earlier = result.openStep?.recorders ?? []
    result.openStep = .init(
      identifier: step.identifier, start: stepStart, recorders: earlier + recorders)
    save()
  }

  /// Makes a step's result from the data that a killed run has recorded in its last step.
  private func collectLeftovers(_ folder: RunFolder) {
    guard let open = result.openStep else { return }
    folder.removeUnfinished(of: open)
    var (interrupted, beats) = open.interrupted(in: folder.path, notBefore: result.end)
    if let step = order.step(withIdentifier: open.identifier),
      let activity = step.activity, activity.recorders.contains(where: { $0.kind == .beats })
    {
      interrupted.details["effort"] = activity.effort?.rawValue
      var measures = beats.isEmpty ? StepMeasures(missing: "no_beats") : measureRecorded?(beats)
      measures?.values["paced_breaths_per_minute"] = activity.breathsPerMinute
      interrupted.measures = measures?.values ?? [:]
      interrupted.missingMeasures = measures?.missing ?? [:]
    }
    result.openStep = nil
    result.steps.append(interrupted)
  }
}
