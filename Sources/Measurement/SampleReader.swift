import FoundationEssentials
import VideoFrames

/// A recording's colour samples, one after the other.
protocol SampleReader: AnyObject {
  /// The next frame's sample; `nil` after the last.
  func next() throws(MeasurementError) -> ColorSample?

  /// The share of the recording that has been read; `nil` where its length is not known.
  var share: Double? { get }

  /// Whether the samples ended because someone asked to stop.
  var wasInterrupted: Bool { get }

  /// What it is, in a few words.
  var kind: String { get }

  /// What tells the content read so far from others.
  var contentIdentity: String { get }

  /// When the first frame was taken, where the file tells.
  var start: Date? { get }

  /// Seconds, as far as the file tells beforehand.
  var duration: Double? { get }

  /// What was wrong with what has been read, a sentence each.
  /// - Parameter isPartial: Whether there is more that was not read.
  func warnings(isPartial: Bool) -> [String]
}

extension RecordingInput {
  /// Opens the recording, whatever it is.
  /// - Parameter isInterrupted: Asked when a signal wakes a read that waits for bytes; where it says yes,
  ///   the samples end there.
  func reader(
    _ options: MeasurementOptions, isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) -> any SampleReader {
    guard try isColorSignal() else {
      return try VideoSamples(self, options, isInterrupted: isInterrupted)
    }
    guard options.region == nil else {
      throw MeasurementError("measure", name, "a colour signal has no region to choose")
    }
    return try SignalSamples(self, isInterrupted: isInterrupted)
  }

  /// When the recording ended, as far as the file system tells.
  var end: Date { modificationTime.map(Date.init(timeIntervalSince1970:)) ?? Date() }
}
