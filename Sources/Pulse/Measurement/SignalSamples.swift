import FileAccess
import FoundationEssentials
import VideoFrames

/// Reads the color frames of a color signal.
final class SignalSamples: ColorSampleSource {
  private var reader: ColorSignalReader
  private let size: Int?
  private var brightest: Double?

  init(
    _ file: consuming OpenFile, of input: RecordingInput, rate: Double?,
    isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) {
    size = file.regularSize
    reader = try ColorSignalReader(file, name: input.name, rate: rate, isInterrupted: isInterrupted)
  }

  func next() throws(MeasurementError) -> ColorSample? {
    guard let sample = try reader.next() else { return nil }
    for level in [sample.red, sample.green, sample.blue] where !level.isNaN {
      brightest = max(brightest ?? 0, level)
    }
    return sample
  }

  var share: Double? { size.map { Double(reader.byteCount) / Double(max($0, 1)) } }

  var dependsOnThreads: Bool { false }

  var wasInterrupted: Bool { reader.wasInterrupted }

  var facts: RecordingFacts {
    RecordingFacts(
      kind: reader.form == nil ? "color signal" : RecordingFacts.sensor,
      identity: reader.contentIdentity,
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
    if reader.form == nil, let brightest, brightest <= 1 {
      warnings.append("levels seem to run from 0 to 1; they are expected from 0 to 255")
    }
    return warnings + reader.notes
  }
}
