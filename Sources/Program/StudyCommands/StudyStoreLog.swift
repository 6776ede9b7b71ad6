import CommandEnvironment
import FoundationEssentials
import SampleStore
import StudyTasks

/// Saves a run's recorded samples in the store, with run, task and step in the metadata: those of a
/// step when it ends, all or none.
final class StudyStoreLog: RunObserver {
  /// Metadata keys of a study's samples.
  enum Key {
    static let run = "HeartcamStudyRun"
    static let task = "HeartcamStudyTask"
    static let step = "HeartcamStudyStep"
  }

  private let store: HealthStore
  private var waiting: [QuantitySample] = []
  private var saved: [QuantitySample] = []

  /// Whether something could not be saved.
  private(set) var hasFailed = false

  /// The replayed recording: its samples are saved under its own date, not under that of the run.
  private let replay: RecordedSource?

  init(_ store: HealthStore, of replay: RecordedSource?) {
    (self.store, self.replay) = (store, replay)
  }

  func receive(_ event: RunEvent, of run: TaskRun) {
    switch event {
    case .observed(.sample(let sample), true): waiting.append(sample)
    case .stepEnded(let step, _): save(run, step.identifier)
    case .finished(_, .discarded): discard()
    default: break
    }
  }

  private func save(_ run: TaskRun, _ step: String) {
    let delay = replay?.delay ?? 0
    let metadata: [String: MetadataValue] = [
      Key.run: .string(run.result.runID.uuidString),
      Key.task: .string(run.result.taskIdentifier), Key.step: .string(step),
    ]
    let samples = waiting.compactMap { sample in
      try? QuantitySample(
        id: sample.id, type: sample.type, quantity: sample.quantity, start: sample.start - delay,
        end: sample.end - delay, source: sample.source, device: sample.device,
        metadata: sample.metadata.merging(metadata) { $1 })
    }
    waiting = []
    guard !samples.isEmpty else { return }
    do throws(StoreError) {
      try store.save(samples)
      saved += samples
    } catch {
      hasFailed = true
      report(error.description)
    }
  }

  /// Removes the saved samples of a run that is discarded.
  private func discard() {
    waiting = []
    do throws(StoreError) {
      _ = try store.delete(saved.map(\.id))
    } catch {
      hasFailed = true
      report(error.description)
    }
  }
}
