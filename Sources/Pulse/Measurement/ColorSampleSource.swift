import FFmpegSource
import FileAccess
package import FoundationEssentials
package import VideoFrames

/// Reads a recording's color frames, one after the other.
package protocol ColorSampleSource: AnyObject {
  /// Returns the next color frame; `nil` after the last.
  func next() throws(MeasurementError) -> ColorSample?

  /// The share of the recording that has been read; `nil` if its length is not known.
  var share: Double? { get }

  /// Whether the frames so far may be others in another run, because decoding threads completed damaged
  /// ones.
  var dependsOnThreads: Bool { get }

  /// Whether the frames ended because of a request to stop.
  var wasInterrupted: Bool { get }

  /// The facts known about the recording so far.
  var facts: RecordingFacts { get }

  /// When the first frame was taken, if the file says so.
  var start: Date? { get }

  /// Its length in seconds, if the file says so beforehand.
  var duration: Double? { get }

  /// Returns the faults found in the part read so far, one sentence each.
  /// - Parameter isPartial: Whether there is more that was not read.
  func warnings(isPartial: Bool) -> [String]
}

/// The facts known about a recording while it is being read.
package struct RecordingFacts: Equatable {
  /// The kind of recording, in a few words.
  package var kind: String

  /// The kind of a pulse signal that another program has recorded.
  static let sensor = "pulse signal"

  /// The identity of the part read so far.
  package var identity: String

  /// Whether another run may give other frames.
  package var dependsOnThreads: Bool

  /// Whether it says that it was simulated.
  package var isSimulated: Bool

  /// The number of packets, pictures or lines lost to damage so far.
  package var lostCount: Int

  /// The faults so far, in case reading ends here.
  package var warnings: [String]
}

extension RecordingInput {
  /// Opens the recording, whatever it is.
  /// - Parameter isInterrupted: Asked when a signal wakes a read that waits for bytes; if it returns true,
  ///   the frames end there.
  package func colorSamples(
    _ options: MeasurementOptions, isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) -> any ColorSampleSource {
    let pictures = isStandardInput ? nil : PictureSequence(name)
    guard options.trueRate != nil || pictures?.hasTimes ?? true else {
      throw MeasurementError(
        "measure", name,
        "pictures do not say when they were taken: how many there were a second must be given"
      )
    }
    if let sandbox = options.sandbox {
      return try SandboxedSamples(
        self, pictures, options, in: sandbox, isInterrupted: isInterrupted)
    }
    if let pictures {
      return PictureSamples(
        self, count: pictures.paths.count, isCounted: pictures.countsFrames, options,
        isInterrupted: isInterrupted,
        opening: { index throws(FFmpegError) in
          let path = pictures.paths[index]
          return PictureSamples.Picture(file: try VideoFile.opened(path), name: path)
        })
    }
    return try colorSamples(of: opened(isInterrupted), options, isInterrupted: isInterrupted)
  }

  /// Reads a video or a color signal from an open file, which is closed at the end.
  func colorSamples(
    of file: consuming OpenFile, _ options: MeasurementOptions,
    isInterrupted: @escaping () -> Bool
  ) throws(MeasurementError) -> any ColorSampleSource {
    guard try isColorSignal(file) else {
      return try VideoSamples(file, of: self, options, isInterrupted: isInterrupted)
    }
    guard options.region == nil else {
      throw MeasurementError("measure", name, "a color signal has no region to choose")
    }
    return try SignalSamples(
      file, of: self, rate: options.trueRate, isInterrupted: isInterrupted)
  }
}
