import Glibc
import HealthFormats

/// A parser of bytes from outside, as a fuzzer calls it.
///
/// A parser may refuse what it gets, and must not crash, hang or break the law that its target states.
public enum FuzzTarget: String, CaseIterable, Sendable {
  case colorSignal = "colour-signal"
  case appleExport = "apple-export"
  case csv, ndjson, fhir, records
  case openMHealth = "open-mhealth"
  case zip, route, electrocardiogram, json, unit, predicate, anchor
  case studyTask = "study-task"
  case studyResult = "study-result"
  case motionJPEG = "motion-jpeg"
  case video
  case camera = "camera-driver"
  case pageRequest = "page-request"
  case manifest, bids
  case readerMessage = "reader-message"
  case readerProcess = "reader-process"
  case importMessages = "import-messages"
  case visibleText = "visible-text"
  case storeBackup = "store-backup"

  /// Gives bytes to the parser. Traps if a law is broken.
  public func run(_ bytes: [UInt8]) {
    switch self {
    case .colorSignal: RecordingTargets.colorSignal(bytes)
    case .video: RecordingTargets.video(bytes)
    case .motionJPEG: RecordingTargets.motionJPEG(bytes)
    case .appleExport: FormatTargets.samples(.apple, bytes)
    case .csv: FormatTargets.samples(.csv, bytes)
    case .ndjson: FormatTargets.samples(.ndjson, bytes)
    case .fhir: FormatTargets.samples(.fhir, bytes)
    case .openMHealth: FormatTargets.samples(.omh, bytes)
    case .records: FormatTargets.records(bytes)
    case .zip: FormatTargets.zip(bytes)
    case .route: FormatTargets.route(bytes)
    case .electrocardiogram: FormatTargets.electrocardiogram(bytes)
    case .json: TextTargets.json(bytes)
    case .unit: TextTargets.unit(bytes)
    case .predicate: TextTargets.predicate(bytes)
    case .anchor: TextTargets.anchor(bytes)
    case .studyTask: TextTargets.studyTask(bytes)
    case .studyResult: TextTargets.studyResult(bytes)
    case .camera: CameraTarget.session(bytes)
    case .pageRequest: PageTarget.request(bytes)
    case .manifest: BatchTargets.manifest(bytes)
    case .bids: BatchTargets.bids(bytes)
    case .readerMessage: SandboxTargets.message(bytes)
    case .readerProcess: SandboxTargets.process(bytes)
    case .importMessages: ImportTarget.messages(bytes)
    case .visibleText: TextTargets.visibleText(bytes)
    case .storeBackup: RestoreTarget.backup(bytes)
    }
  }

  /// Ends the process if a law is broken, so that a fuzzer keeps the input.
  static func require(_ holds: Bool, _ law: StaticString) {
    precondition(holds, law.description)
  }

  /// The target that the environment variable `HEARTCAM_FUZZ_TARGET` names.
  fileprivate static let chosen: FuzzTarget = {
    let name = getenv("HEARTCAM_FUZZ_TARGET").map { String(cString: $0) } ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
      preconditionFailure("HEARTCAM_FUZZ_TARGET names no target: '\(name)'")
    }
    return target
  }()
}

/// What libFuzzer calls with each input.
@_cdecl("heartcam_fuzz")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) {
  FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
}

/// Writes the target's seeds into the folder that the environment variable `HEARTCAM_FUZZ_SEEDS` names, if it is set.
@_cdecl("heartcam_fuzz_seeds")
public func writeSeeds() {
  guard let folder = getenv("HEARTCAM_FUZZ_SEEDS").map({ String(cString: $0) }) else { return }
  for (index, seed) in FuzzTarget.chosen.seeds.enumerated() {
    guard let file = fopen("\(folder)/seed-\(index)", "w") else { continue }
    fwrite(seed, 1, seed.count, file)
    fclose(file)
  }
}
