public import FFmpegSource
public import FoundationEssentials
public import Photoplethysmography
public import VideoFrames

/// The options for measuring a recording.
public struct MeasurementOptions: Sendable, Equatable {
  /// The length of intervals, the channel and the subject.
  public var monitor = HeartRateMonitor.Configuration()

  /// The part of the displayed picture that is looked at; `nil` for all of it, and for a color
  /// signal, which has no picture.
  public var region: PixelRegion?

  /// The pixels that are averaged.
  public var selection = PixelSelection.all

  /// The options for decoding a video.
  public var video = VideoOptions()

  /// The frames per second at which a video was filmed, if it is played slower: the times in the file are
  /// then longer than they were. Pictures, which have no times, need it. `nil` takes the file's times.
  public var trueRate: Double?

  /// The time of the first frame, if the caller knows it better than the file.
  public var start: Date?

  /// Whether the result keeps the color signal, for writing it to a file: 72 bytes a frame.
  public var keepsSignal = false

  /// The sandbox in which files are decoded; `nil` for this process.
  public var sandbox: RecordingSandbox?

  /// Makes the options of a fingertip, measured every 10 s.
  public init() {}
}
