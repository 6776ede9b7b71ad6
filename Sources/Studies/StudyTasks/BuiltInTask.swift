/// The tasks that come with the program, as files in `Tasks` that a study author may copy and change.
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
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] {
    switch self {
    case .fitnessCheck: PackageResources.fitness_check_json
    case .sixMinuteWalk: PackageResources.six_minute_walk_json
    case .shortWalk: PackageResources.short_walk_json
    case .music: PackageResources.music_json
    case .resting: PackageResources.resting_json
    case .breathing: PackageResources.breathing_json
    case .orthostatic: PackageResources.orthostatic_json
    case .cameraCheck: PackageResources.camera_check_json
    }
  }
}
