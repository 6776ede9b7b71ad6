public import CHeartcam
import CommandEnvironment
import CommandLineParsing
import FileAccess
import FoundationEssentials
import Glibc
import JSONCoding
import MeasureCommands
import Measurement
import VideoFrames

/// An open recording.
private struct OpenRecording {
  let input: RecordingInput
  let source: any ColorSampleSource
  let thread = pthread_self()
  var isAtEnd = false
}

private typealias Reader = Handle<OpenRecording>

@c @implementation
public func heartcam_reader_open(
  _ path: UnsafePointer<CChar>, _ options: UnsafePointer<UnsafePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> OpaquePointer? {
  reporting(to: error) {
    let arguments = try OptionWords.arguments(options, of: OptionWords.reading)
    let measurement = try MeasurementOptions(library: arguments)
    let input = RecordingInput(fileName: path)
    return Reader.pointer(
      to: OpenRecording(
        input: input, source: try input.colorSamples(measurement, isInterrupted: { false })))
  }
}

@c @implementation
public func heartcam_reader_next(
  _ pointer: OpaquePointer, _ frames: UnsafeMutablePointer<heartcam_color>, _ capacity: Int,
  _ error: UnsafeMutablePointer<heartcam_error>?
) -> Int {
  reporting(to: error) {
    try Reader.of(pointer).use { recording in
      guard pthread_equal(recording.thread, pthread_self()) != 0 else {
        throw LibraryError.usage(
          "a reader belongs to the thread that opened it: open one in this thread")
      }
      let capacity = try checked(capacity)
      var count = 0
      while count < capacity, !recording.isAtEnd {
        guard let sample = try recording.source.next() else {
          recording.isAtEnd = true
          break
        }
        frames[count] = heartcam_color(sample)
        count += 1
      }
      if recording.source.dependsOnThreads { throw LibraryError.threads(recording.input.name) }
      return count
    }
  } ?? -1
}

@c @implementation
public func heartcam_reader_json(_ pointer: OpaquePointer) -> UnsafePointer<CChar> {
  let reader = Reader.of(pointer)
  let text = try? reader.use { recording in
    let source = recording.source
    return JSONValue.object([
      ("input", .string(recording.input.name)), ("kind", .string(source.facts.kind)),
      ("start", .optional(source.start?.timestamp)), ("duration_s", .rounded(source.duration, 3)),
      ("content_identity", .string(source.facts.identity)),
      (
        "warnings",
        .array(source.warnings(isPartial: !recording.isAtEnd).map(JSONValue.string))
      ),
    ]).text
  }
  // A handle of another process, from which this one was forked, may be locked forever.
  return text.flatMap { reader.keep($0) } ?? emptyObject
}

/// The text that is returned if there is no memory for another, or the handle belongs to another process.
private nonisolated(unsafe) let emptyObject = UnsafePointer(strdup("{}")!)

@c @implementation
public func heartcam_reader_free(_ pointer: OpaquePointer?) { Reader.free(pointer) }

extension RecordingInput {
  /// Creates the input of a path's bytes, which need not be UTF-8.
  init(fileName path: UnsafePointer<CChar>) { self.init(FileName.text(of: path)) }
}

extension MeasurementOptions {
  /// Creates the measurement that options describe.
  init(library arguments: Arguments) throws {
    self = MeasureOptions.measurement(arguments)
    if !arguments[SandboxOptions.noSandbox] { sandbox = try ReaderProgram.sandbox() }
  }
}

extension heartcam_color {
  /// Creates a frame as C has it.
  init(_ sample: ColorSample) {
    self.init(
      time: sample.time, red: sample.red, green: sample.green, blue: sample.blue,
      spread: sample.spread ?? .nan, clipped_share: sample.clippedShare ?? .nan,
      black_share: sample.blackShare ?? .nan, skin_share: sample.skinShare ?? .nan,
      key_frame: sample.isKeyFrame.map { $0 ? 1 : 0 } ?? .nan,
      tilt_x: sample.pattern?.tiltX ?? .nan, tilt_y: sample.pattern?.tiltY ?? .nan,
      twist: sample.pattern?.twist ?? .nan, bow_x: sample.pattern?.bowX ?? .nan,
      bow_y: sample.pattern?.bowY ?? .nan)
  }
}

extension ColorSample {
  /// Creates a frame that came from C.
  init(_ frame: heartcam_color) {
    func known(_ number: Double) -> Double? { number.isNaN ? nil : number }
    self.init(
      time: frame.time, red: frame.red, green: frame.green, blue: frame.blue,
      spread: known(frame.spread), clippedShare: known(frame.clipped_share),
      blackShare: known(frame.black_share), skinShare: known(frame.skin_share),
      isKeyFrame: known(frame.key_frame).map { $0 != 0 })
    let sum = frame.tilt_x + frame.tilt_y + frame.twist + frame.bow_x + frame.bow_y
    if !sum.isNaN {
      pattern = LightPattern(
        tiltX: frame.tilt_x, tiltY: frame.tilt_y, twist: frame.twist, bowX: frame.bow_x,
        bowY: frame.bow_y)
    }
  }
}
