import CommandEnvironment
import FoundationEssentials
import Glibc
import Sandbox
import StudyTasks

/// Speaks and plays through the programs of the machine that can: speech-dispatcher's or eSpeak NG's,
/// and PipeWire's, PulseAudio's or ALSA's. Without one it is silent, and says so once.
final class StudySounds: RunObserver {
  private let speaker: [String]?
  private let player: [String]?
  private let folder: String
  private let environment: [String: String]
  private var playing: ClipPlayback?
  /// Other programs that were started and may have to be waited for.
  private var children: [pid_t] = []
  private var hasMissed: Set<String> = []

  /// Takes a notice for a person.
  var notify: (String) -> Void = { report($0) }

  /// - Parameter folder: Where paths of clips begin.
  init(_ environment: [String: String], folder: String) {
    self.folder = folder
    self.environment = environment
    let paths = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
    func find(_ candidates: [[String]]) -> [String]? {
      for words in candidates {
        for path in paths where access("\(path)/\(words[0])", X_OK) == 0 {
          return ["\(path)/\(words[0])"] + words.dropFirst()
        }
      }
      return nil
    }
    speaker = find([["spd-say", "--wait"], ["espeak-ng"], ["espeak"]])
    // All read a stream from standard input; PulseAudio's does so if it is given no file.
    player = find([["pw-play", "-"], ["paplay"], ["aplay", "-q", "-"]])
  }

  deinit { silence() }

  func receive(_ event: RunEvent, of run: TaskRun) {
    reap()
    switch event {
    case .speech(let text): speak(text)
    case .sound: writeBell()
    case .clip(let clip): play(clip)
    case .silence, .paused, .finished: silence()
    default: break
    }
  }

  private func speak(_ text: String) {
    guard let speaker else { return miss("nothing is spoken: install espeak-ng to hear it") }
    do throws(ChildProgram.Failure) {
      // A text that begins with a dash is no option.
      children.append(try ChildProgram.start(speaker + ["--", text], environment: environment))
    } catch {
      miss("\(speaker[0]) could not be started, so nothing is spoken")
    }
  }

  private func play(_ clip: String) {
    silence()
    guard let player else { return miss("nothing is played: install pipewire-bin or alsa-utils") }
    let path = StudyTaskChoice.path(of: clip, in: folder)
    if let problem = StudyTaskChoice.problem(ofClip: path) { return miss(problem) }
    do throws(ChildProgram.Failure) {
      playing = try ClipPlayback(player, path, environment: environment)
    } catch {
      miss("\(player[0]) could not be started, so nothing is played")
    }
  }

  /// Stops the sound.
  private func silence() {
    guard let playing else { return }
    playing.stop()
    var status: Int32 = 0
    // A player ends at once; one that does not is abandoned.
    if waitpid(playing.process, &status, WNOHANG) == 0 { children.append(playing.process) }
    self.playing = nil
  }

  private func writeBell() {
    if isatty(STDERR_FILENO) == 1 { writeAll("\u{7}", to: STDERR_FILENO) }
  }

  /// Reports once which sounds cannot be heard.
  private func miss(_ sentence: String) {
    if hasMissed.insert(sentence).inserted { notify(sentence) }
  }

  /// Takes note of the programs that have ended, so that no zombies remain.
  private func reap() {
    var status: Int32 = 0
    children.removeAll { waitpid($0, &status, WNOHANG) == $0 }
    guard let playing, waitpid(playing.process, &status, WNOHANG) == playing.process else { return }
    self.playing = nil
    if status != 0 {
      miss("\(player?[0] ?? "the player") failed, so nothing is heard: is a sound server running?")
    }
  }
}
