public import SampleStore

/// The instructions for a person, step by step: data without behavior, as a task file holds it.
public struct StudyTask: Sendable, Equatable {
  /// Names the task in its results.
  public var identifier: String

  /// The title in lists; may be empty.
  public var title: String

  /// The purpose, in a sentence or two; may be empty.
  public var summary: String

  /// The steps in their order.
  public var steps: [StudyStep]

  /// The destination after a step, by the step's identifier; the next in the order for all others.
  public var rules: [String: NavigationRule]

  /// Steps that are left out if a condition on earlier answers holds, by their identifiers.
  public var skips: [String: ResultCondition]

  /// Makes a task. `TaskProblem.problems(in:)` finds its faults.
  public init(
    identifier: String, title: String = "", summary: String = "", steps: [StudyStep],
    rules: [String: NavigationRule] = [:], skips: [String: ResultCondition] = [:]
  ) {
    (self.identifier, self.title, self.summary, self.steps) = (identifier, title, summary, steps)
    (self.rules, self.skips) = (rules, skips)
  }

  /// Seconds that its active steps last together, each counted once.
  public var activeDuration: Double { steps.reduce(0) { $0 + ($1.activity?.duration ?? 0) } }
}

/// One step of a task.
public struct StudyStep: Sendable, Equatable {
  /// The kinds of steps, as ResearchKit divides them.
  public enum Kind: String, Sendable, CaseIterable {
    case instruction, countdown, active, fitness, walking, music, question, form, completion
  }

  /// Names the step in rules and results; unique in a task.
  public var identifier: String

  /// The kind of the step.
  public var kind: Kind

  /// The heading; may be empty.
  public var title: String

  /// The text for the person; may be empty.
  public var text: String

  /// Whether it may be passed without an answer, or ended before its time.
  public var isOptional: Bool

  /// The activity and its recorders; `nil` unless the kind is active.
  public var activity: StepActivity?

  /// The questions: one of a question step, several of a form, none of others.
  public var questions: [Question]

  /// Facts by name that its result has too. A task file has none.
  public var details: [String: String] = [:]

  /// Makes a step.
  public init(
    identifier: String, kind: Kind, title: String = "", text: String = "",
    isOptional: Bool = false, activity: StepActivity? = nil, questions: [Question] = []
  ) {
    (self.identifier, self.kind, self.title, self.text) = (identifier, kind, title, text)
    (self.isOptional, self.activity, self.questions) = (isOptional, activity, questions)
  }
}

/// The activity of an active step, and its recorders.
public struct StepActivity: Sendable, Equatable {
  /// The effort of a person, for mock samples and summaries.
  public enum Effort: String, Sendable, CaseIterable {
    case rest, walk, exercise
  }

  /// Seconds; 0 for a step that a person ends.
  public var duration: Double

  /// The recorders.
  public var recorders: [RecorderSettings] = []

  /// The effort of a person; `nil` if the step is neither rest nor exercise.
  public var effort: Effort?

  /// The text spoken when it starts; `nil` for none.
  public var spokenInstruction: String?

  /// The text spoken when it ends; `nil` for none.
  public var finishedSpokenInstruction: String?

  /// Whether the seconds that are left are shown.
  public var showsTimer = true

  /// Whether it starts when it is shown; otherwise a person starts it.
  public var startsAutomatically = false

  /// Whether the next step follows by itself.
  public var continuesOnFinish = false

  /// Whether the last three seconds are spoken.
  public var speaksCountdown = false

  /// Whether the remaining time is spoken at half of it.
  public var speaksHalfway = false

  /// Whether a sound marks its start.
  public var soundsOnStart = false

  /// Whether a sound marks its end.
  public var soundsOnFinish = false

  /// Sound files, one of which is played, relative to the task file.
  public var clips: [String] = []

  /// Breaths per minute that a person follows; `nil` for free breathing.
  public var breathsPerMinute: Double?

  /// Steps to walk; `nil` unless they are counted.
  public var walkingSteps: Int?

  /// Makes an activity of some seconds.
  public init(duration: Double) { self.duration = duration }
}

/// The settings of a recorder for a step.
public struct RecorderSettings: Sendable, Equatable {
  /// The kinds of recorded data.
  public enum Kind: Sendable, Equatable {
    /// Samples of a type, in a unit that fits it.
    case quantity(QuantityType, QuantityUnit)

    /// The mean colors of each frame.
    case colorSignal

    /// Each beat and the interval before it.
    case beats

    /// Something that this machine cannot record, such as `pedometer`; the result says so.
    case unsupported(String)
  }

  /// Names the recorder's files in the result.
  public var identifier: String

  /// The kind of data that is recorded.
  public var kind: Kind

  /// Makes settings.
  public init(identifier: String, kind: Kind) {
    self.identifier = identifier
    self.kind = kind
  }

  /// Heart rate in beats per minute.
  public static let heartRate = RecorderSettings(
    identifier: "heartRate", kind: .quantity(.heartRate, .countPerMinute))
}

extension RecorderSettings.Kind {
  /// Returns samples of a type by its identifier, familiar or not, in a unit; `nil` if the unit is
  /// invalid or does not fit.
  public static func quantity(typeIdentifier: String, unit: String) -> Self? {
    guard let unit = try? QuantityUnit(unit) else { return nil }
    let type =
      QuantityType(knownIdentifier: typeIdentifier)
      ?? QuantityType(
        identifier: typeIdentifier, canonicalUnit: unit, aggregationStyle: .discreteArithmetic)
    return unit.isCompatible(with: type.canonicalUnit) ? .quantity(type, unit) : nil
  }
}
