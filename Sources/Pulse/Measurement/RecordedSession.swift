public import FoundationEssentials
public import VideoFrames

/// A recording that is measured live up to a time, for a caller with another clock.
///
/// It is `LiveFeed.replay` without a thread: the caller asks for the part before a time, and gets
/// the same changes for the same recording, however often it asks.
public final class RecordedSession {
  /// A color frame and its changes.
  public struct Step {
    /// The frame.
    public let sample: ColorSample

    /// The changes that it made.
    public let changes: [LiveSession.Change]
  }

  /// The measurement so far.
  public private(set) var session: LiveSession

  /// Whether all of the recording has been read.
  public private(set) var isAtEnd = false

  /// The time of the recording's first frame, as exactly as it can be determined.
  public var start: Date {
    input.start(given: nil, container: reader.start, duration: reader.duration ?? 0).date
  }

  /// Whether the recording says that it was simulated.
  public var isSimulated: Bool { reader.facts.isSimulated }

  private let input: RecordingInput
  private let reader: any ColorSampleSource
  private var waiting: ColorSample?
  private var origin: Double?

  /// Opens a recording.
  public init(_ input: RecordingInput, options: MeasurementOptions) throws(MeasurementError) {
    self.input = input
    reader = try input.colorSamples(options, isInterrupted: { false })
    session = LiveSession(options, waitsForFinger: false)
  }

  /// Measures the frames up to a time in seconds from the first frame.
  public func measure(until time: Double) throws(MeasurementError) -> [Step] {
    var steps: [Step] = []
    while !isAtEnd {
      let next: ColorSample?
      if let waiting { next = waiting } else { next = try reader.next() }
      guard let sample = next else {
        isAtEnd = true
        break
      }
      let first = origin ?? sample.time
      origin = first
      guard sample.time - first <= time else {
        waiting = sample
        break
      }
      waiting = nil
      steps.append(Step(sample: sample, changes: session.append(sample)))
    }
    return steps
  }

  /// Returns the seconds of a stream's time from its first frame on.
  public func seconds(_ time: Double) -> Double { time - (origin ?? time) }
}
