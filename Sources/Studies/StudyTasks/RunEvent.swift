/// Something that happens in a run, as its observers see it.
public enum RunEvent: Sendable {
  /// The sounds that a step may make.
  public enum Sound: String, Sendable {
    case start, finish
  }

  /// A step is shown.
  case stepBegan(StudyStep)

  /// An active step has started, for the first time or after a pause.
  case started(StudyStep)
  case paused(StudyStep)

  /// A step has been left; its result is on the disk.
  case stepEnded(StudyStep, StepResult)

  /// A text should be spoken.
  case speech(String)
  case sound(Sound)

  /// A sound file should be played from here on.
  case clip(String)
  case silence

  /// Something came from the source.
  /// - Parameter isRecorded: Whether a recorder has written it; it then survives a kill.
  case observed(Observation, isRecorded: Bool)

  /// Something that a person should know.
  case notice(String)

  /// The run is over.
  case finished(TaskResult, FinishReason)
}

/// An observer that shows or passes on a run: a terminal, a stream of JSON, a test.
public protocol RunObserver: AnyObject {
  /// Receives an event, on the thread that the run belongs to.
  func receive(_ event: RunEvent, of run: TaskRun)
}
