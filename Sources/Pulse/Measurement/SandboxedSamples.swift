import FFmpegSource
import FileAccess
import FoundationEssentials
import Glibc
import Sandbox
import VideoFrames

/// Reads the color frames of a recording that a locked process takes apart.
///
/// The frames are those that this process would read, to the last bit. Messages are checked
/// (`ReaderMessage`), and must come in order: open, frames, end.
final class SandboxedSamples: ColorSampleSource {
  private let input: RecordingInput
  private let pictures: PictureSequence?
  private let sandbox: RecordingSandbox
  private let process: SandboxProcess
  private let isInterrupted: () -> Bool

  /// Whether the recording may keep its reader waiting.
  private var mayWait = false
  private var hasAsked = false
  private var known: RecordingFacts?
  private var samples: [(sample: ColorSample, share: Double?)] = []
  private var index = 0
  private var frameCount = 0
  private var pictureCount = 0
  private var ending: [String]?

  private(set) var wasInterrupted = false
  private(set) var share: Double?
  private(set) var start: Date?
  private(set) var duration: Double?

  /// More frames than a camera takes in a month.
  private static let mostFrames = 100_000_000

  init(
    _ input: RecordingInput, _ pictures: PictureSequence?, _ options: MeasurementOptions,
    in sandbox: RecordingSandbox, isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) {
    (self.input, self.pictures, self.sandbox) = (input, pictures, sandbox)
    self.isInterrupted = isInterrupted
    let order = ReaderOrder(input, pictures, options)
    do throws(ChildProgram.Failure) {
      process = try sandbox.take(isForSignal: pictures == nil && input.isSignalByName)
    } catch {
      throw .readerDied(
        input.name,
        "the process that would read it cannot be started: \(String(cString: strerror(error.code)))"
      )
    }
    let words = Self.bytes(of: order)
    if pictures == nil {
      let file = try input.opened(isInterrupted)
      mayWait = file.regularSize == nil
      file.withDescriptor { process.send(words, descriptor: $0.number) }
    } else {
      process.send(words)
    }
    while known == nil { try receive() }
  }

  deinit {
    // One that has not come to its end is ended.
    if ending != nil { sandbox.giveBack(process) }
  }

  func next() throws(MeasurementError) -> ColorSample? {
    while true {
      if index < samples.count {
        defer { index += 1 }
        share = samples[index].share
        return samples[index].sample
      }
      guard ending == nil else { return nil }
      try receive()
    }
  }

  var facts: RecordingFacts {
    known
      ?? RecordingFacts(
        kind: "", identity: "", dependsOnThreads: false, isSimulated: false, lostCount: 0,
        warnings: [])
  }

  var dependsOnThreads: Bool { facts.dependsOnThreads }

  func warnings(isPartial: Bool) -> [String] {
    isPartial ? facts.warnings : ending ?? []
  }

  // MARK: -

  private static func bytes(of order: some Encodable) -> [UInt8] {
    Array((try? JSONEncoder().encode(order)) ?? Data([0]))
  }

  /// Takes the next message.
  private func receive() throws(MeasurementError) {
    let arrival = process.next(mayWait: mayWait, isInterrupted: { !hasAsked && isInterrupted() })
    sandbox.note(process.lacks)
    switch arrival {
    case .interrupted:
      // It reads the available part and ends as this process would.
      hasAsked = true
      mayWait = false
      process.interrupt()
    case .ended(let end): throw .readerDied(input.name, end.description)
    case .message(let bytes):
      guard let message = try? ReaderMessage(bytes) else { throw lie }
      try take(message)
    }
  }

  private var lie: MeasurementError {
    MeasurementError("read", input.name, SandboxEnd.malformed.description)
  }

  private func take(_ message: ReaderMessage) throws(MeasurementError) {
    switch message {
    case .opened(let facts, let start, let duration) where known == nil:
      known = facts
      self.start = start.map(Date.init(timeIntervalSince1970:)) ?? pictures?.start
      self.duration = duration
    case .samples(let samples, let facts) where known != nil && !samples.isEmpty:
      frameCount += samples.count
      guard frameCount <= Self.mostFrames else { throw lie }
      (self.samples, index) = (samples, 0)
      known = facts
    case .finished(let facts, let wasInterrupted, let warnings) where known != nil:
      guard hasAsked || !wasInterrupted else {
        throw MeasurementError("read", input.name, SandboxEnd.stopped.description)
      }
      known = facts
      self.wasInterrupted = wasInterrupted
      ending = warnings
    case .failed(let operation, let reason):
      throw MeasurementError(operation, input.name, reason)
    case .picture(let index): try hand(index)
    default: throw lie
    }
  }

  /// Gives the process the next picture of a sequence; each once, in their order.
  private func hand(_ index: Int) throws(MeasurementError) {
    guard let paths = pictures?.paths, index == pictureCount, index < paths.count else { throw lie }
    pictureCount += 1
    var handover = PictureHandover(name: paths[index])
    do throws(FFmpegError) {
      let file = try VideoFile.opened(paths[index])
      file.withDescriptor { process.send(Self.bytes(of: handover), descriptor: $0.number) }
    } catch {
      (handover.operation, handover.code, handover.reason) = (
        error.operation, error.code, error.reason
      )
      process.send(Self.bytes(of: handover))
    }
  }
}
