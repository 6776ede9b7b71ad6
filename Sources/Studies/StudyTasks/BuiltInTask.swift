/// The tasks that come with the program, as texts that a study author may copy and change.
///
/// Steps of the fitness check and the walks bear ResearchKit's identifiers.
public enum BuiltInTask: String, CaseIterable, Sendable {
  case fitnessCheck = "fitness-check"
  case sixMinuteWalk = "six-minute-walk"
  case shortWalk = "short-walk"
  case music
  case resting
  case breathing
  case orthostatic
  case cameraCheck = "camera-check"

  /// The task.
  public var task: StudyTask {
    do throws(TaskFile.Defect) {
      return try TaskFile.task(from: text)
    } catch {
      preconditionFailure("\(rawValue): \(error.problems)")
    }
  }

  /// The task as JSON.
  public var text: String {
    """
    {"heartcam_task": 1, "identifier": "\(rawValue)",
    \(content)}
    """
  }

  private static let heartRate = """
    {"identifier": "heartRate", "type": "quantity", "quantity": "HeartRate", "unit": "count/min"}
    """

  private static let countdown = """
    {"type": "countdown", "identifier": "countdown", "title": "Get ready", "duration_s": 5}
    """

  private static let beats = """
    "recorders": [\(heartRate), {"identifier": "beats", "type": "beats"}]
    """

  /// Starts at once, goes on at its end, and sounds at its start.
  private static let timed = """
    "starts_automatically": true, "continues_on_finish": true, "sound_at_start": true
    """

  private var content: String {
    switch self {
    case .fitnessCheck:
      """
      "title": "Fitness check",
      "summary": "Walk fast, then rest.",
      "steps": [
        {"type": "instruction", "identifier": "instruction", "title": "Fitness",
         "text": "This task measures your heart rate while you walk and while you rest."},
        {"type": "instruction", "identifier": "instruction1", "title": "Fitness",
         "text": "Walk as fast as you can until you are told to stop. Then sit down and rest."},
        \(Self.countdown),
        {"type": "fitness", "identifier": "fitness.walk", "title": "Walk",
         "text": "Walk as fast as you can.", "spoken": "Walk as fast as you can.",
         "duration_s": 180, "effort": "walk", \(Self.timed), "recorders": [\(Self.heartRate)]},
        {"type": "fitness", "identifier": "fitness.rest", "title": "Rest",
         "text": "Sit down and rest.", "spoken": "Now sit down and rest.",
         "duration_s": 180, "effort": "rest", \(Self.timed), "sound_at_end": true,
         "recorders": [\(Self.heartRate)]},
        {"type": "completion", "identifier": "conclusion", "title": "Done",
         "text": "Thank you. Your results are saved."}
      ]
      """
    case .sixMinuteWalk:
      """
      "title": "Six-minute walk",
      "summary": "Walk for six minutes, then say how it was.",
      "steps": [
        {"type": "instruction", "identifier": "instruction", "title": "Six-minute walk",
         "text": "This task measures your heart rate while you walk as far as you can in six minutes."},
        {"type": "instruction", "identifier": "instruction1", "title": "Six-minute walk",
         "text": "Walk back and forth on a level way. You may slow down, stop and rest if you need to."},
        {"type": "fitness", "identifier": "6mwt", "title": "Walk", "text": "Walk as far as you can.",
         "spoken": "Walk as far as you can for six minutes.", "duration_s": 360, "effort": "walk",
         \(Self.timed), "sound_at_end": true, "speaks_halfway": true, "speaks_countdown": true,
         "recorders": [\(Self.heartRate)]},
        {"type": "form", "identifier": "followUpQuestion0", "title": "How was it?", "items": [
          {"identifier": "6mwt.shortnessOfBreath", "question": "How short of breath are you?",
           "answer": {"type": "scale", "minimum": 1, "maximum": 10, "step": 1, "default": 5}},
          {"identifier": "6mwt.fatigue", "question": "How tired are you?",
           "answer": {"type": "scale", "minimum": 1, "maximum": 10, "step": 1, "default": 5}}]},
        {"type": "completion", "identifier": "conclusion", "title": "Done",
         "text": "Thank you. Your results are saved."}
      ]
      """
    case .shortWalk:
      """
      "title": "Short walk",
      "summary": "Walk twenty steps there and back, then stand.",
      "steps": [
        {"type": "instruction", "identifier": "instruction", "title": "Short walk",
         "text": "This task measures your heart rate on a short walk and while you stand still."},
        {"type": "instruction", "identifier": "instruction1", "title": "Short walk",
         "text": "Find a place where you can walk about twenty steps in a straight line."},
        \(Self.countdown),
        {"type": "walking", "identifier": "walking.outbound", "title": "Walk there",
         "text": "Walk twenty steps straight ahead.", "spoken": "Walk twenty steps straight ahead.",
         "duration_s": 30, "effort": "walk", "walking_steps": 20, \(Self.timed), "optional": true,
         "recorders": [\(Self.heartRate)]},
        {"type": "walking", "identifier": "walking.return", "title": "Walk back",
         "text": "Turn around and walk back.", "spoken": "Turn around and walk back.",
         "duration_s": 30, "effort": "walk", "walking_steps": 20, \(Self.timed), "optional": true,
         "recorders": [\(Self.heartRate)]},
        {"type": "fitness", "identifier": "walking.rest", "title": "Stand still",
         "text": "Stand still.", "spoken": "Now stand still.", "duration_s": 30, "effort": "rest",
         \(Self.timed), "sound_at_end": true, "recorders": [\(Self.heartRate)]},
        {"type": "completion", "identifier": "conclusion", "title": "Done",
         "text": "Thank you. Your results are saved."}
      ]
      """
    case .music:
      """
      "title": "Music",
      "summary": "Listen to a clip that is chosen at random.",
      "steps": [
        {"type": "instruction", "identifier": "instruction", "title": "Music and heart rate",
         "text": "You will hear a piece of music for 30 seconds while your heart rate is recorded."},
        {"type": "music", "identifier": "music", "title": "Listen", "text": "Please listen.",
         "duration_s": 30, "effort": "rest", "clips": ["calm.wav", "lively.wav"],
         "starts_automatically": true, "continues_on_finish": true,
         "recorders": [{"identifier": "heartRateConfig", "type": "quantity", "quantity": "HeartRate",
           "unit": "count/min"}]},
        {"type": "completion", "identifier": "SummaryStep", "title": "Thank you",
         "text": "Your results are saved."}
      ]
      """
    case .resting:
      """
      "title": "Rest",
      "summary": "Five minutes of rest, for rate and variability.",
      "steps": [
        {"type": "instruction", "identifier": "instruction", "title": "Rest",
         "text": "Sit comfortably for five minutes. Do not talk, and breathe as you like."},
        \(Self.countdown),
        {"type": "active", "identifier": "rest", "title": "Rest", "text": "Sit still.",
         "duration_s": 300, "effort": "rest", \(Self.timed), "sound_at_end": true, \(Self.beats)},
        {"type": "completion", "identifier": "conclusion", "title": "Done",
         "text": "Thank you. Your results are saved."}
      ]
      """
    case .breathing:
      """
      "title": "Paced breathing",
      "summary": "Breathe freely, then at six breaths a minute.",
      "steps": [
        {"type": "instruction", "identifier": "instruction", "title": "Breathing",
         "text": "Breathe as you like for a minute, then follow the pace on the screen."},
        {"type": "active", "identifier": "free", "title": "Breathe freely",
         "text": "Breathe as you like.", "duration_s": 60, "effort": "rest", \(Self.timed),
         \(Self.beats)},
        {"type": "active", "identifier": "paced", "title": "Follow the pace",
         "text": "Breathe in and out as the screen shows.", "duration_s": 120, "effort": "rest",
         "breaths_per_minute": 6, \(Self.timed), "sound_at_end": true,
         "recorders": [\(Self.heartRate), {"identifier": "beats", "type": "beats"},
           {"identifier": "respiratoryRate", "type": "quantity", "quantity": "RespiratoryRate",
            "unit": "count/min"}]},
        {"type": "completion", "identifier": "conclusion", "title": "Done",
         "text": "Thank you. Your results are saved."}
      ]
      """
    case .orthostatic:
      """
      "title": "Lying and standing",
      "summary": "Lie for five minutes, then stand for three.",
      "steps": [
        {"type": "instruction", "identifier": "instruction", "title": "Lying and standing",
         "text": "Lie down. Stand up only when you are told to. Sit down at once if you feel dizzy."},
        {"type": "active", "identifier": "lying", "title": "Lie still", "text": "Lie still.",
         "duration_s": 300, "effort": "rest", "continues_on_finish": true, \(Self.beats)},
        {"type": "active", "identifier": "standing", "title": "Stand up",
         "text": "Stand up and stand still.", "spoken": "Stand up now, and stand still.",
         "duration_s": 180, \(Self.timed), "sound_at_end": true, \(Self.beats)},
        {"type": "question", "identifier": "dizzy", "title": "One question",
         "question": "Did you feel dizzy?", "answer": {"type": "boolean"}},
        {"type": "completion", "identifier": "conclusion", "title": "Done",
         "text": "Thank you. Your results are saved."}
      ]
      """
    case .cameraCheck:
      """
      "title": "Camera check",
      "summary": "Half a minute, to see if a camera is good enough.",
      "steps": [
        {"type": "instruction", "identifier": "instruction", "title": "Camera check",
         "text": "Cover the lens with a fingertip and keep still."},
        {"type": "active", "identifier": "signal", "title": "Keep still",
         "text": "Keep the finger on the lens.", "duration_s": 30, "effort": "rest", \(Self.timed),
         "sound_at_end": true, "recorders": [\(Self.heartRate),
           {"identifier": "beats", "type": "beats"},
           {"identifier": "colorSignal", "type": "color_signal"}]},
        {"type": "completion", "identifier": "conclusion", "title": "Done",
         "text": "Your results are saved."}
      ]
      """
    }
  }
}
