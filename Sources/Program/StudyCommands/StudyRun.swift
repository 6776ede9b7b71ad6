import CommandEnvironment
import CommandLineParsing
import FoundationEssentials
import Glibc
import LiveCommands
import MeasureCommands
import Measurement
import SampleSelection
import SampleStore
import Simulation
import StudyTasks
import V4L2Source

/// One run of `heartcam study run` or `resume`: waits for keys and for the source, and lets the task go
/// on. Observers show it, speak, and save.
struct StudyRun {
  /// The source of heart rates.
  let source: any ObservationSource

  /// The additional facts in the result.
  private(set) var details: [String: String]

  private let context: CommandContext
  private let isDry: Bool
  private let camera: CameraSource?
  private let log: StudyStoreLog?
  private var exitCode = ExitCode.success
  private var lines = LineCollector()
  private var jsonLines: StudyJSONLines?

  /// Whether standard input has ended, so that steps pass by themselves.
  private var isAlone = false

  /// Opens the source and the store; throws if the arguments do not fit together.
  /// - Parameter earlier: The result so far of a run that is resumed.
  init(
    _ context: CommandContext, task: StudyTask?, seed: UInt64, isDry: Bool,
    earlier: TaskResult? = nil
  ) throws {
    self.context = context
    self.isDry = isDry
    let before = earlier.map { StudyOrigin(of: $0) }
    let origin = context[StudyOptions.origin] ?? (isDry ? .mock : before ?? .camera)
    var (isFile, isStore) = (false, false)
    if case .file = origin { isFile = true }
    if case .store = origin { isStore = true }
    let hasNoStore = MeasureOptions.savesNothing(context)
    let savesNothing = isDry || hasNoStore || isFile && !context[StudyOptions.save]
    details = ["version": "heartcam \(HeartcamVersion.current)"]
    if isDry { details["dry_run"] = "true" }
    var camera: CameraSource?
    var replay: RecordedSource?
    var store: HealthStore?
    if !savesNothing || isStore, !hasNoStore {
      let location = try StoreOptions.location(context[MeasureOptions.store], context)
      store = try StoreAccess.open(location)
    }
    // Readings of ten seconds would be few for a step; the estimates to watch come each second.
    var options = MeasurementOptions()
    switch origin {
    case .file(let file):
      options.sandbox = RecordingSandbox(context)
      do throws(MeasurementError) {
        let recorded = try RecordedSource(RecordingInput(file), options: options)
        (source, replay) = (recorded, recorded)
      } catch {
        guard !context.isGiven(StudyOptions.origin) else { throw error }
        throw CommandError.unreadableInput(
          "\(error); --from names the run's recording where it is now, or another source")
      }
      details["replay"] =
        file.hasPrefix("/") ? file : "\(FileManager.default.currentDirectoryPath)/\(file)"
    case .mock:
      let name = String((earlier?.details["source"] ?? "").trimmingPrefix("mock "))
      let kind = context.isGiven(MockCommand.kind) ? nil : MockHeartRate.Kind(rawValue: name)
      source = MockSource(kind ?? context[MockCommand.kind], seed: seed)
      details["mock"] = "true"
    case .store:
      guard let store else {
        throw CommandError.usage("--from store has no use without a store")
      }
      source = try StoreSource(store, types: Self.types(task))
    case .camera:
      guard !isDry else {
        throw CommandError.usage("--dry-run has a clock of its own, which no camera follows")
      }
      var request = LiveCameraOptions()
      (request.request, request.name) = CameraOptions.request(context)
      request.lock = CameraOptions.lock(context)
      request.journalFolder = CameraOptions.journalFolder(context)
      request.waits = true
      // A camera that was named may still be plugged in.
      if request.request.path == nil, request.name == nil, CameraList.all().isEmpty {
        throw CommandError.usage(
          "there is no camera: --from FILE and --from mock take its place")
      }
      let live = CameraSource(.camera(request), options: options)
      (source, camera) = (live, live)
    }
    self.camera = camera
    // Samples from the store are saved already.
    log = savesNothing || isStore ? nil : store.map { StudyStoreLog($0, of: replay) }
  }

  private static func types(_ task: StudyTask?) -> [QuantityType] {
    var types = [QuantityType.heartRate]
    for recorder in task?.steps.flatMap({ $0.activity?.recorders ?? [] }) ?? [] {
      if case .quantity(let type, _) = recorder.kind, !types.contains(type) { types.append(type) }
    }
    return types
  }

  /// Carries out the task to its end and prints the outcome.
  mutating func run(_ run: TaskRun, _ clock: any StudyClock, clipFolder: String) -> ExitCode {
    Interruption.listen()
    if let replay = details["replay"] { run.note("replay", replay) }
    if !isDry {
      Suspension.listen()
      signal(SIGPIPE, SIG_IGN)
    }
    let isJSON = context[StudyOptions.json]
    let raw = isJSON || isDry || context[StudyOptions.plain] ? nil : RawTerminal(context)
    let screen = raw.map { StudyScreen(context.terminal, $0) }
    let plain = isJSON || screen != nil ? nil : StudyLines(context.output)
    if let screen { run.add(screen) }
    if let plain, !isDry { run.add(plain) }
    if isJSON {
      let lines = StudyJSONLines(context.output)
      run.add(lines)
      jsonLines = lines
    }
    let notices = isDry && !isJSON ? NoticeReport() : nil
    if let notices { run.add(notices) }
    if !isDry, !context[StudyOptions.silent] {
      let sounds = StudySounds(context.environment, folder: clipFolder)
      if let screen { sounds.notify = { screen.message = $0 } }
      run.add(sounds)
    }
    if let log { run.add(log) }
    if let manual = clock as? ManualClock {
      carryOut(run, manual)
    } else {
      run.begin()
      while run.finishReason == nil { turn(run, screen, plain) }
    }
    for notice in camera?.stop() ?? [] { report("\(notice)") }
    screen?.close()
    finish(run)
    return exitCode
  }

  // MARK: -

  /// Carries out a dry run: time passes in quarters of a second, and every question has an answer.
  private mutating func carryOut(_ run: TaskRun, _ clock: ManualClock) {
    let circle = CircleWatch()
    run.add(circle)
    run.begin()
    while run.finishReason == nil, !Interruption.isRequested, !context.output.hasFailed {
      if let steps = circle.steps {
        report(
          "the rules lead round in a circle with the answers of a dry run: "
            + steps.joined(separator: ", ") + "; let the rules of one of them leave it")
        exitCode = exitCode.combined(with: .badData)
        return run.end(.failed)
      }
      for question in run.step?.questions ?? [] where run.answer(to: question) == nil {
        try? run.answer(
          question.identifier, with: question.format.exampleAnswer(at: clock.date))
      }
      // A step that a person ends gets ten seconds.
      let isOpen = run.step?.activity?.duration == 0 && (run.active?.elapsed ?? 0) < 10
      if !isOpen || run.active?.state == .ready { run.next() }
      clock.advance(by: 0.25)
      run.advance()
    }
    if run.finishReason == nil { interrupt(run) }
  }

  /// Waits for keys and frames, takes them, and draws.
  private mutating func turn(_ run: TaskRun, _ screen: StudyScreen?, _ plain: StudyLines?) {
    var descriptors: [pollfd] = []
    if !isAlone { descriptors.append(pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)) }
    if let camera, camera.descriptor >= 0 {
      descriptors.append(pollfd(fd: camera.descriptor, events: Int16(POLLIN), revents: 0))
    }
    _ = poll(&descriptors, nfds_t(descriptors.count), 50)
    run.advance()
    if let camera, run.result.details["device"] == nil, !camera.cameraName.isEmpty {
      run.note("device", camera.cameraName)
    }
    if let screen {
      screen.takeKeys(run)
      screen.draw(run)
    } else {
      if !isAlone, descriptors.first?.revents != 0 { readLines(run, plain) }
      plain?.show(run)
      if isAlone { goOn(run) }
    }
    if Suspension.isRequested, run.finishReason == nil {
      run.pause()
      screen?.raw.restore()
      Suspension.stop()
      screen?.raw.takeOver()
    }
    if Interruption.isRequested || context.output.hasFailed || screen?.isLost == true {
      interrupt(run)
    }
  }

  private mutating func readLines(_ run: TaskRun, _ plain: StudyLines?) {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = read(STDIN_FILENO, &bytes, bytes.count)
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    isAlone = count <= 0
    for line in lines.lines(adding: Array(bytes.prefix(max(count, 0))))
    where run.finishReason == nil {
      // Input before the line belongs to the step that it ends.
      run.advance()
      if let plain {
        plain.take(line, run)
      } else {
        do {
          if let item = try StudyInput.perform(line, on: run) {
            jsonLines?.acknowledge(item, of: run)
          }
        } catch {
          report("\(error)")
          jsonLines?.refuse(line, "\(error)", of: run)
        }
      }
    }
  }

  /// Continues without input: steps that need no answer pass by themselves.
  private func goOn(_ run: TaskRun) {
    if run.active?.state == .running { return }
    guard let question = run.unanswered else {
      run.next()
      return
    }
    report("\(question.identifier) must be answered, and the input has ended")
    run.end(.earlyTermination)
  }

  private mutating func interrupt(_ run: TaskRun) {
    run.end(.earlyTermination)
    if Interruption.isRequested { exitCode = exitCode.combined(with: .interrupted) }
  }

  /// Reports the outcome of the run.
  private mutating func finish(_ run: TaskRun) {
    if log?.hasFailed == true { exitCode = exitCode.combined(with: .ioError) }
    guard let folder = run.folder?.path else { return }
    if run.finishReason == .discarded {
      try? FileManager.default.removeItem(atPath: folder)
      note("the run was discarded")
      return
    }
    // The content of the disk is shown, which is less than the run's result if the disk is full.
    let written = try? RunFolder.result(in: folder)
    if run.hasWriteFailed { exitCode = exitCode.combined(with: .ioError) }
    if written?.finishReason == nil, run.hasWriteFailed {
      let kept = "\(counted(written?.steps.count ?? 0, "step")) of \(run.result.steps.count)"
      report(
        "\(folder)/result.json could not be completed and holds \(kept): make room on its disk, then "
          + "'heartcam study resume' goes on after these, or ends the run with --close")
    }
    guard let summary = try? RunSummary(of: folder) else { return }
    for failure in summary.steps.flatMap(\.failures) where !context[StudyOptions.json] {
      report(failure)
    }
    let hasReadings = summary.steps.contains { !$0.readings.isEmpty }
    if !summary.steps.isEmpty, !hasReadings { exitCode = exitCode.combined(with: .noReading) }
    guard !context[StudyOptions.json] else { return }
    context.output.write("\n" + StudyResultsText.table(summary, context.terminal))
    if !isDry || context.isGiven(StudyOptions.folder) {
      let name = context.isGiven(StudyOptions.folder) ? folder : StudyRuns.name(of: folder)
      note("kept as \(name); 'heartcam study results' shows it again")
    }
  }
}

/// Finds a dry run that loops: the same step comes again, and no question was answered for the
/// first time since, so that it would repeat forever.
private final class CircleWatch: RunObserver {
  /// The steps of the circle, once it is one.
  private(set) var steps: [String]?

  private struct Place: Hashable {
    let step: String
    let answered: Int
  }

  private var answered: Set<[String]> = []
  private var visits: [Place] = []
  private var known: [Place: Int] = [:]

  func receive(_ event: RunEvent, of run: TaskRun) {
    switch event {
    case .stepEnded(let step, _):
      for question in step.questions { answered.insert([step.identifier, question.identifier]) }
    case .stepBegan(let step):
      let place = Place(step: step.identifier, answered: answered.count)
      if let first = known[place], steps == nil {
        steps = visits[first...].map(\.step)
      }
      known[place] = visits.count
      visits.append(place)
    default: break
    }
  }
}

/// Reports the facts about a dry run that a person should know; it shows nothing else.
private final class NoticeReport: RunObserver {
  func receive(_ event: RunEvent, of run: TaskRun) {
    if case .notice(let text) = event { report(text) }
  }
}
