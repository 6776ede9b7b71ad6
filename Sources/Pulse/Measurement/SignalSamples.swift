import FileAccess
import FoundationEssentials
import VideoFrames

/// Reads the colour frames of a colour signal.
final class SignalSamples: ColorSampleSource {
  private var reader: ColorSignalReader
  private let size: Int?

  init(
    _ file: consuming OpenFile, of input: RecordingInput, rate: Double?,
    isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) {
    size = file.regularSize
    reader = try ColorSignalReader(file, name: input.name, rate: rate, isInterrupted: isInterrupted)
  }

  func next() throws(MeasurementError) -> ColorSample? {
    try reader.next()
  }

  var share: Double? { size.map { Double(reader.byteCount) / Double(max($0, 1)) } }

  var dependsOnThreads: Bool { false }

  var wasInterrupted: Bool { reader.wasInterrupted }

  var facts: RecordingFacts {
    RecordingFacts(
      kind: reader.form == nil ? "colour signal" : "pulse signal", identity: reader.contentIdentity,
      dependsOnThreads: false,
      isSimulated: reader.isSimulated, lostCount: reader.skippedLineCount,
      warnings: warnings(isPartial: true))
  }

  var start: Date? { reader.start }

  var duration: Double? { nil }

  func warnings(isPartial: Bool) -> [String] {
    var warnings: [String] = []
    let skipped = reader.skippedLineCount
    if skipped > 0 {
      warnings.append(
        skipped == 1
          ? "1 line holds no sample and was skipped"
          : "\(skipped) lines hold no sample and were skipped")
    }
    return warnings
  }
}
