public import SampleStore

/// What a person is asked to do, step by step: data without behavior, as a task file holds it.
public struct StudyTask: Sendable, Equatable {
  /// Names the task in its results.
  public var identifier: String

  /// What a person reads in lists; may be empty.
  public var title: String

  /// What it is for, in a sentence or two; may be empty.
  public var summary: String

  /// The steps in their order.
  public var steps: [StudyStep]

  /// Where to go after a step, by the step's identifier; the next in the order for all others.
  public var rules: [String: NavigationRule]

  /// Steps that are left out if a condition on earlier answers holds, by their identifiers.
  public var skips: [String: ResultCondition]

  /// Makes a task. `TaskProblem.problems(in:)` finds what is wrong with one.
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
  /// What a step is, as ResearchKit divides them.
  public enum Kind: String, Sendable, CaseIterable {
    case instruction, countdown, active, fitness, walking, music, question, form, completion
  }

  /// Names the step in rules and results; unique in a task.
  public var identifier: String

  /// What it is.
  public var kind: Kind

  /// The heading; may be empty.
  public var title: String

  /// What a person reads; may be empty.
  public var text: String

  /// Whether it may be passed without an answer, or ended before its time.
  public var isOptional: Bool

  /// What is done and recorded; `nil` unless the kind is active.
  public var activity: StepActivity?

  /// What is asked: one question of a question step, several of a form, none of others.
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

/// What is done and recorded in an active step.
public struct StepActivity: Sendable, Equatable {
  /// How hard a person works, for mock samples and summaries.
  public enum Effort: String, Sendable, CaseIterable {
    case rest, walk, exercise
  }

  /// Seconds; 0 for a step that a person ends.
  public var duration: Double

  /// What is recorded.
  public var recorders: [RecorderSettings] = []

  /// How hard a person works; `nil` if the step is neither rest nor exercise.
  public var effort: Effort?

  /// What is spoken when it starts; `nil` for nothing.
  public var spokenInstruction: String?

  /// What is spoken when it ends; `nil` for nothing.
  public var finishedSpokenInstruction: String?

  /// Whether the seconds that are left are shown.
  public var showsTimer = true

  /// Whether it starts when it is shown; otherwise a person starts it.
  public var startsAutomatically = false

  /// Whether the next step follows by itself.
  public var continuesOnFinish = false

  /// Whether the last three seconds are spoken.
  public var speaksCountdown = false

  /// Whether the time that is left is spoken at half of it.
  public var speaksHalfway = false

  /// Whether a sound marks its start.
  public var soundsOnStart = false

  /// Whether a sound marks its end.
  public var soundsOnFinish = false

  /// Sound files of which one is played, relative to the task file.
  public var clips: [String] = []

  /// Breaths per minute that a person follows; `nil` for free breathing.
  public var breathsPerMinute: Double?

  /// Steps to walk; `nil` unless they are counted.
  public var walkingSteps: Int?

  /// Makes an activity of some seconds.
  public init(duration: Double) { self.duration = duration }
}

/// What a recorder writes during a step.
public struct RecorderSettings: Sendable, Equatable {
  /// The kinds of what is recorded.
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

  /// What is recorded.
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
  /// Samples of a type by its identifier, known or not, in a unit; `nil` if the unit is none or does not
  /// fit.
  public static func quantity(typeIdentifier: String, unit: String) -> Self? {
    guard let unit = try? QuantityUnit(unit) else { return nil }
    let type =
      QuantityType(knownIdentifier: typeIdentifier)
      ?? QuantityType(
        identifier: typeIdentifier, canonicalUnit: unit, aggregationStyle: .discreteArithmetic)
    return unit.isCompatible(with: type.canonicalUnit) ? .quantity(type, unit) : nil
  }
}
