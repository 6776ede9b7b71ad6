import CommandEnvironment
import CommandLineParsing
import FFmpegSource
import FileAccess
import StudyTasks

/// The task that a word names: one that comes with the program, or a file.
struct StudyTaskChoice {
  let task: StudyTask

  /// The folder that paths of sound files begin in.
  let folder: String

  static let argument = Positional(
    "TASK", .file(extensions: ["json"], words: BuiltInTask.allCases.map(\.rawValue)),
    help: "A task file, or one of the tasks that 'heartcam study list' shows.")

  /// Finds and reads a task. Prints its faults and returns `nil` if it cannot be used.
  /// - Parameter clips: Sound files in place of the task's own.
  init?(_ word: String, clips: [String] = [], _ code: inout ExitCode) {
    if let builtIn = BuiltInTask(rawValue: word) {
      var task = builtIn.task
      for index in task.steps.indices where task.steps[index].activity?.clips.isEmpty == false {
        if !clips.isEmpty { task.steps[index].activity?.clips = clips }
      }
      (self.task, folder) = (task, "")
      return
    }
    guard let read = Self.read(word, hasClips: !clips.isEmpty, &code) else { return nil }
    var task = read
    for index in task.steps.indices where task.steps[index].kind == .music && !clips.isEmpty {
      task.steps[index].activity?.clips = clips
    }
    (self.task, folder) = (task, OpenFile.folder(of: word))
  }

  /// Reads a task file. Prints its faults and returns `nil` if it cannot be used.
  static func read(_ path: String, hasClips: Bool, _ code: inout ExitCode) -> StudyTask? {
    let folder = OpenFile.folder(of: path)
    do {
      let text = try RunFolder.text(of: path)
      return try TaskFile.task(from: text) { clip in
        guard !hasClips else { return nil }
        let path = Self.path(of: clip, in: folder)
        guard FileIdentity.exists(path) else {
          return "there is no sound file \(clip); put one of this name beside the task file, or "
            + "name another"
        }
        return Self.problem(ofClip: path)
      }
    } catch let defect as TaskFile.Defect {
      for problem in defect.problems { report("\(path): \(problem)") }
      code = code.combined(with: .badData)
    } catch {
      if !path.contains("/"), !path.contains("."), !FileIdentity.exists(path) {
        report("there is no task or file \(path); 'heartcam study list' shows the tasks")
        code = code.combined(with: .usage)
      } else {
        report("\(error)")
        code = code.combined(with: .unreadableInput)
      }
    }
    return nil
  }

  /// Returns why a file cannot be played; `nil` if it can.
  static func problem(ofClip path: String) -> String? {
    guard FileIdentity.exists(path) else { return "there is no sound file \(path)" }
    // A pipe would be waited for.
    guard !FileIdentity.isSpecial(path) else { return "\(path) is no sound file" }
    do throws(FFmpegError) {
      _ = try AudioClip(path)
      return nil
    } catch {
      return "\(error)"
    }
  }

  /// Returns the path of a sound file that a task names.
  static func path(of clip: String, in folder: String) -> String {
    clip.hasPrefix("/") || folder.isEmpty ? clip : "\(folder)/\(clip)"
  }
}
