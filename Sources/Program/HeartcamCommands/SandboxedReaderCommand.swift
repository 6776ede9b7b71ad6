import CivilTime
import CommandEnvironment
import Measurement
import Sandbox
import SandboxedImport

/// `heartcam sandboxed-reader`, which only this program starts: the inner side of a sandbox.
enum SandboxedReaderCommand {
  static func run(_ words: [String]) -> ExitCode {
    var memory = SandboxLimits().memory
    var without: Set<SandboxPart> = []
    var trial: SandboxTrial?
    var reads: String?
    var rest = words[...]
    while let word = rest.popFirst() {
      guard let value = rest.popFirst() else { return .usage }
      switch word {
      case "--memory": memory = Int(value).map { min(max($0, 16), 1 << 20) } ?? memory
      case "--without": without.formUnion(SandboxPart.allCases.filter { $0.name == value })
      case "--read": reads = value
      case "--try": trial = SandboxTrial(rawValue: value)
      default: return .usage
      }
    }
    // The zone and libraries are read from files, which is no longer possible after locking.
    _ = ZoneRules.local
    if reads == SandboxOptions.importWords[1] { ZoneRules.keepAll() }
    if reads == nil, trial == nil { RecordingReader.prepareForVideos() }
    SandboxedSide.enter(memory: memory, without: without)
    if let trial {
      trial.run()
    } else if reads == SandboxOptions.importWords[1] {
      ImportReader.serve()
    } else {
      RecordingReader.serve()
    }
    return .success
  }
}
