public import FFmpegSource
public import Photoplethysmography
public import VideoFrames

/// How a recording is measured.
public struct MeasurementOptions: Sendable, Equatable {
  public var monitor = HeartRateMonitor.Configuration()

  /// The part of the displayed picture that is looked at; `nil` for all of it. A colour signal has no
  /// picture, so it must be `nil` there.
  public var region: PixelRegion?

  /// Which of its pixels are averaged.
  public var selection = PixelSelection.all

  public var video = VideoOptions()

  /// Whether the colour signal is kept, for writing it to a file: 72 bytes a frame.
  public var keepsSignal = false

  public init() {}
}
