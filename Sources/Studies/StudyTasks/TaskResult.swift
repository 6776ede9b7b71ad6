public import FoundationEssentials

/// Why a run ended, named as in ResearchKit.
public enum FinishReason: String, Sendable, CaseIterable {
  case saved, discarded, completed, failed, earlyTermination
}

/// The result of a run of a task, step by step.
public struct TaskResult: Sendable, Equatable {
  /// The task's identifier.
  public var taskIdentifier: String

  /// Identifies the run.
  public var runID: UUID

  /// When the run began.
  public var start: Date

  /// When it ended; a run in progress ends at its newest step.
  public var end: Date

  /// Why it ended; `nil` while it runs, and for a killed run.
  public var finishReason: FinishReason?

  /// Further facts by name, such as the source of samples, the program's version or a seed.
  public var details: [String: String] = [:]

  /// The visited steps in their order.
  public var steps: [StepResult] = []

  /// The present step, if it records; it leads to the files that a killed run leaves.
  public var openStep: OpenStep?

  /// Makes an empty result of a run that begins.
  public init(taskIdentifier: String, runID: UUID, start: Date) {
    (self.taskIdentifier, self.runID, self.start) = (taskIdentifier, runID, start)
    end = start
  }

  /// Returns the newest result of a step; `nil` if it was not visited.
  public func step(_ identifier: String) -> StepResult? {
    steps.last { $0.identifier == identifier }
  }

  /// Returns the newest answer to a question; `nil` without one.
  public func answer(ofStep step: String, item: String) -> Answer? {
    guard let step = self.step(step) else { return nil }
    for case .answer(let identifier, let answer) in step.items where identifier == item {
      return answer
    }
    return nil
  }

  /// A step that records, and where.
  public struct OpenStep: Sendable, Equatable {
    /// The step's identifier.
    public var identifier: String

    /// When it began.
    public var start: Date

    /// The recorders' identifiers and folders, relative to the run's folder.
    public var recorders: [Recorder]

    /// A recorder and its folder.
    public struct Recorder: Sendable, Equatable {
      /// The recorder's identifier.
      public var identifier: String

      /// Its folder, relative to the run's folder.
      public var folder: String
    }
  }
}

/// The result of a step.
public struct StepResult: Sendable, Equatable {
  /// The step's identifier.
  public var identifier: String

  /// When it was shown and left.
  public var (start, end): (Date, Date)

  /// Answers, files and failures.
  public var items: [ItemResult]

  /// Seconds without a rate, by the reason, such as `no_finger`.
  public var refusals: [String: Double] = [:]

  /// The measures of the step as a whole, by name with unit: `rmssd_ms`.
  public var measures: [String: Double] = [:]

  /// Why a measure is missing, by its name.
  public var missingMeasures: [String: String] = [:]

  /// Further facts by name, such as the clip that was played.
  public var details: [String: String] = [:]

  /// Whether the program was killed while the step went on; a resumed run visits the step again.
  public var isInterrupted: Bool {
    get { details["interrupted"] == "true" }
    set { details["interrupted"] = newValue ? "true" : nil }
  }

  /// Makes a result.
  public init(identifier: String, start: Date, end: Date, items: [ItemResult] = []) {
    (self.identifier, self.start, self.end, self.items) = (identifier, start, end, items)
  }

  /// The files that recorders wrote.
  public var files: [RecordedFile] {
    items.compactMap { if case .file(let file) = $0 { file } else { nil } }
  }
}

/// One thing that a step has given.
public enum ItemResult: Sendable, Equatable {
  /// An answer to a question, by the question's identifier; `nil` if it was passed.
  case answer(String, Answer?)
  case file(RecordedFile)

  /// A recorder, by its identifier, that wrote nothing or not all: a sentence.
  case failure(String, String)
}

/// A file that a recorder wrote.
public struct RecordedFile: Sendable, Equatable {
  /// The recorder's identifier.
  public var identifier: String

  /// Its path relative to the run's folder.
  public var path: String

  /// When its recording began.
  public var start: Date

  /// When its recording ended.
  public var end: Date

  /// The number of items that it holds; `nil` if unknown, as for a killed run.
  public var count: Int?

  /// `application/json`.
  public static let contentType = "application/json"

  /// The name without folders.
  public var fileName: String {
    String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
  }

  /// Makes a description of a file.
  public init(identifier: String, path: String, start: Date, end: Date, count: Int?) {
    (self.identifier, self.path, self.start, self.end) = (identifier, path, start, end)
    self.count = count
  }
}
