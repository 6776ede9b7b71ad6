public import FoundationEssentials
public import V4L2Source
public import VideoFrames

/// What the thread that owns a live source sends, in order.
public enum LiveMessage: Sendable {
  /// A frame, and what it is to the measurement.
  case sample(ColorSample, LivePhase)

  /// Anything else that happens to the source.
  case event(LiveSourceEvent)
}

/// Something that happens to a live source.
public enum LiveSourceEvent: Sendable {
  /// The source is open, for the first time or again; what follows comes from it.
  case opened(LiveSourceDescription)

  /// Something that a person should know.
  case notice(LiveNotice)

  /// The camera's settings, as they will stay.
  case settings([CameraSetting])

  /// How many frames have not arrived since the last such event.
  case lost(Int)

  /// The source sends no frames, and is awaited.
  case disconnected(LiveDisconnection)

  /// The source has ended.
  case ended(LiveEnding)
}

/// What a frame is to a live measurement.
public enum LivePhase: Sendable, Equatable {
  /// The camera waits for a finger before it is set; the frame does not count.
  case waiting

  /// The camera's settings are being searched, so that levels jump; the frame does not count.
  case settling

  /// The frame is measured.
  case measuring
}

/// What a live source is.
public struct LiveSourceDescription: Sendable, Equatable {
  /// A camera's or a file's name.
  public var name: String

  /// Kind and size of its pictures, in a few words.
  public var kind: String

  /// Where a camera is plugged in; empty for a recording.
  public var path = ""

  /// Why its pictures are as they are; empty for a recording.
  public var remark = ""

  /// When a recording's first frame was taken, as far as it can be known before all of it has been read;
  /// `nil` for a camera.
  public var start: RecordingStart?

  /// Whether a recording says that it was simulated.
  public var isSimulated = false

  /// Whether frames come as they are taken, so that what is shown can be late.
  public var isCamera = false

  /// Makes a description of a recording.
  public init(name: String, kind: String) {
    self.name = name
    self.kind = kind
  }
}

/// How a live source came to its end.
public enum LiveEnding: Sendable, Equatable {
  /// It was asked to stop.
  case stopped

  /// A recording has been read to its end.
  case finished(ReplayEnding)

  /// It cannot go on.
  case failed(LiveFailure)
}

/// What is known of a recording once it has been read.
public struct ReplayEnding: Sendable, Equatable {
  /// What distinguishes its content from that of other recordings.
  public let contentIdentity: String

  /// When it ended, as far as the file system knows.
  public let end: Date

  /// What was wrong with it, a sentence each.
  public let warnings: [String]
}
