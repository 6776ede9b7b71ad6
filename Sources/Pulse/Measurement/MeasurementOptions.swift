public import FFmpegSource
public import FoundationEssentials
public import Photoplethysmography
public import VideoFrames

/// How a recording is measured.
public struct MeasurementOptions: Sendable, Equatable {
  /// The length of intervals, the channel and the subject.
  public var monitor = HeartRateMonitor.Configuration()

  /// The part of the displayed picture that is looked at; `nil` for all of it, and for a color
  /// signal, which has no picture.
  public var region: PixelRegion?

  /// Which of its pixels are averaged.
  public var selection = PixelSelection.all

  /// How a video is decoded.
  public var video = VideoOptions()

  /// The frames per second at which a video was filmed, if it is played slower: the times in the file are
  /// then longer than they were. Pictures, which have no times, need it. `nil` takes the file's times.
  public var trueRate: Double?

  /// When the first frame was taken, if that is known better than the file knows it.
  public var start: Date?

  /// Whether the result keeps the color signal, for writing it to a file: 72 bytes a frame.
  public var keepsSignal = false

  /// Where files are decoded and taken apart; `nil` for this process.
  public var sandbox: RecordingSandbox?

  /// Makes the options of a fingertip, measured every 10 s.
  public init() {}
}
