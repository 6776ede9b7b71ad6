import FileAccess
import FoundationEssentials
import VideoFrames

/// Reads the color frames of a color signal.
final class SignalSamples: ColorSampleSource {
  private var reader: ColorSignalReader
  private let size: Int?
  private var brightest: Double?
  private var times: (first: Double, last: Double)?
  private var count = 0

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
    times = (times?.first ?? sample.time, sample.time)
    count += 1
    return sample
  }

  /// The mean time from one frame to the next, in the unit of the file.
  private var gap: Double? {
    times.flatMap { count > 1 ? ($0.last - $0.first) / Double(count - 1) : nil }
  }

  var share: Double? { size.map { Double(reader.byteCount) / Double(max($0, 1)) } }

  var dependsOnThreads: Bool { false }

  var wasInterrupted: Bool { reader.wasInterrupted }

  var facts: RecordingFacts {
    RecordingFacts(
      kind: reader.form == nil ? "color signal" : "pulse signal", identity: reader.contentIdentity,
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
    // The units and ranges of other programs' signals have been checked.
    guard reader.form == nil else { return warnings }
    if let brightest, brightest <= 1 {
      warnings.append("levels seem to run from 0 to 1; they are expected from 0 to 255")
    }
    // A camera takes milliseconds for a frame, never seconds.
    if let gap, 2...125 ~= gap {
      warnings.append("its times seem to be in milliseconds: time_s is in seconds")
    }
    return warnings
  }
}
