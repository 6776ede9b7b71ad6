public import FoundationEssentials
public import V4L2Source
public import VideoFrames

/// The messages of the thread that owns a live source, in order.
public enum LiveMessage: Sendable {
  /// A frame, and its part in the measurement.
  case sample(ColorSample, LivePhase)

  /// Anything else that happens to the source.
  case event(LiveSourceEvent)
}

/// Something that happens to a live source.
public enum LiveSourceEvent: Sendable {
  /// The source is open, for the first time or again; later messages come from it.
  case opened(LiveSourceDescription)

  /// Something that a person should know.
  case notice(LiveNotice)

  /// The camera's settings, as they will stay.
  case settings([CameraSetting])

  /// The number of frames lost since the last such event.
  case lost(Int)

  /// The source sends no frames, and is awaited.
  case disconnected(LiveDisconnection)

  /// The source has ended.
  case ended(LiveEnding)
}

/// The part that a frame plays in a live measurement.
public enum LivePhase: Sendable, Equatable {
  /// The camera waits for a finger before it is set; the frame does not count.
  case waiting

  /// The camera's settings are being searched, so that levels jump; the frame does not count.
  case settling

  /// The frame is measured.
  case measuring
}

/// The description of a live source.
public struct LiveSourceDescription: Sendable, Equatable {
  /// A camera's or a file's name.
  public var name: String

  /// Kind and size of its pictures, in a few words.
  public var kind: String

  /// The port of a camera; empty for a recording.
  public var path = ""

  /// Why its pictures are as they are; empty for a recording.
  public var remark = ""

  /// When a recording's first frame was taken, as exactly as possible before all of it has been
  /// read; `nil` for a camera.
  public var start: RecordingStart?

  /// Whether a recording says that it was simulated.
  public var isSimulated = false

  /// Whether frames come as they are taken, so that the display can be late.
  public var isCamera = false

  /// Makes a description of a recording.
  public init(name: String, kind: String) {
    self.name = name
    self.kind = kind
  }
}

/// The way in which a live source ended.
public enum LiveEnding: Sendable, Equatable {
  /// It was asked to stop.
  case stopped

  /// A recording has been read to its end.
  case finished(ReplayEnding)

  /// It cannot continue.
  case failed(LiveFailure)
}

/// The facts known about a recording once it has been read.
public struct ReplayEnding: Sendable, Equatable {
  /// The identity of its content.
  public let contentIdentity: String

  /// When it ended, according to the file system.
  public let end: Date

  /// The faults of the recording, one sentence each.
  public let warnings: [String]
}
