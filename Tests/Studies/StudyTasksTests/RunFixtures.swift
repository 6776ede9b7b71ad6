import FoundationEssentials
import JSONCoding
import SampleStore
import TestSupport
import Testing

@testable import StudyTasks

/// Samples of 70 beats per minute each second, rising by one with each.
final class SecondSource: ObservationSource {
  let name = "seconds"
  private var next = 0
  private let begin: Double

  init(_ clock: ManualClock) { begin = clock.now }

  func observations(until moment: StudyMoment) -> [Observation] {
    var found: [Observation] = []
    while begin + Double(next) <= moment.time {
      let date = moment.date + (begin + Double(next) - moment.time)
      if let sample = try? QuantitySample(
        type: .heartRate, quantity: Quantity(70 + Double(next), .countPerMinute), start: date,
        end: date, source: Source(name: "Seconds", bundleIdentifier: "test.seconds"))
      {
        found.append(.sample(sample))
      }
      next += 1
    }
    return found
  }
}

/// Keeps what happens in a run, a word for each event.
final class EventLog: RunObserver {
  private(set) var words: [String] = []
  private(set) var samples = 0

  func receive(_ event: RunEvent, of run: TaskRun) {
    switch event {
    case .stepBegan(let step): words.append("show \(step.identifier)")
    case .started(let step): words.append("start \(step.identifier)")
    case .paused: words.append("pause")
    case .stepEnded(let step, _): words.append("end \(step.identifier)")
    case .speech(let text): words.append("say \(text)")
    case .sound(let sound): words.append("sound \(sound.rawValue)")
    case .clip(let clip): words.append("play \(clip)")
    case .silence: words.append("silence")
    case .observed(.sample, true): samples += 1
    case .observed: break
    case .notice(let text): words.append("notice \(text)")
    case .finished(_, let reason): words.append("finished \(reason.rawValue)")
    }
  }
}

/// A run in a temporary folder on a manual clock.
struct RunFixture {
  let folder: TemporaryFolder
  let clock = ManualClock(date: Date(timeIntervalSince1970: 1_800_000_000))
  let run: TaskRun
  let log = EventLog()

  init(_ task: StudyTask, seed: UInt64 = 1, in folder: TemporaryFolder? = nil) throws {
    self.folder = try folder ?? TemporaryFolder()
    let id = UUID.random()
    let runFolder = try RunFolder(
      in: self.folder.path, identifier: task.identifier, task: TaskFile.text(of: task),
      date: clock.date, runID: id)
    run = TaskRun(
      task, identifier: task.identifier, folder: runFolder, clock: clock,
      source: SecondSource(clock), seed: seed, runID: id)
    run.add(log)
  }

  /// Lets time pass in quarters of a second.
  func pass(_ seconds: Double) {
    for _ in 0..<Int(seconds * 4) {
      clock.advance(by: 0.25)
      run.advance()
    }
  }

  /// Goes to the end with all defaults.
  func finish() {
    run.begin()
    for _ in 0..<100_000 where run.finishReason == nil {
      run.next()
      pass(0.25)
    }
  }

  /// The items of a file of the result.
  func items(of file: RecordedFile) throws -> [JSONValue] {
    let path = try #require(run.folder?.path)
    let text = try String(contentsOfFile: "\(path)/\(file.path)", encoding: .utf8)
    return try JSONParser.value(of: Array(text.utf8))["items"]?.elements ?? []
  }
}
