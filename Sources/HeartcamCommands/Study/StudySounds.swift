import FileAccess
import FoundationEssentials
import Glibc
import StudyTasks

/// Speaks and plays through the programs of the machine that can: speech-dispatcher's or eSpeak NG's,
/// and PipeWire's, PulseAudio's or ALSA's. Without one it is silent, and says so once.
final class StudySounds: RunObserver {
  private let speaker: [String]?
  private let player: [String]?
  private let folder: String
  private var playing: pid_t?
  private var children: [pid_t] = []
  private var hasMissed: Set<String> = []

  /// Takes a notice for a person.
  var notify: (String) -> Void = { report($0) }

  /// - Parameter folder: Where paths of clips begin.
  init(_ environment: [String: String], folder: String) {
    self.folder = folder
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
    player = find([["pw-play"], ["paplay"], ["aplay", "-q"]])
  }

  deinit { silence() }

  func receive(_ event: RunEvent, of run: TaskRun) {
    reap()
    switch event {
    case .speech(let text):
      // A text that begins with a dash is no option.
      start(speaker.map { $0 + ["--", text] }, "nothing is spoken: install espeak-ng to hear it")
    case .sound: writeBell()
    case .clip(let clip):
      let path = StudyTaskChoice.path(of: clip, in: folder)
      guard FileIdentity.exists(path) else { return miss("there is no sound file \(path)") }
      // ALSA's player would play the bytes of any other file as noise.
      if player?[0].hasSuffix("/aplay") == true, !path.lowercased().hasSuffix(".wav") {
        return miss("\(path) is not played: aplay knows WAV alone; install pipewire-bin")
      }
      playing = start(
        player.map { $0 + [path] }, "nothing is played: install pipewire-bin or alsa-utils")
    case .silence, .paused, .finished: silence()
    default: break
    }
  }

  /// Stops what is played.
  private func silence() {
    if let playing { kill(playing, SIGTERM) }
    playing = nil
    reap()
  }

  private func writeBell() {
    if isatty(STDERR_FILENO) == 1 { writeAll("\u{7}", to: STDERR_FILENO) }
  }

  /// Says once what cannot be heard.
  private func miss(_ sentence: String) {
    if hasMissed.insert(sentence).inserted { notify(sentence) }
  }

  @discardableResult
  private func start(_ words: [String]?, _ missing: String) -> pid_t? {
    guard let words else {
      miss(missing)
      return nil
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for number: Int32 in [0, 1, 2] {
      posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // Ctrl-C at the terminal is for the study, which then stops the player itself.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETPGROUP))
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var child = pid_t()
    guard posix_spawn(&child, words[0], &actions, &attributes, &arguments, environ) == 0 else {
      miss("\(words[0]) could not be started")
      return nil
    }
    children.append(child)
    return child
  }

  /// Takes note of the programs that have ended, so that none is left over.
  private func reap() {
    children.removeAll { child in
      var status: Int32 = 0
      return waitpid(child, &status, WNOHANG) == child
    }
    if let playing, !children.contains(playing) { self.playing = nil }
  }
}
