public import FoundationEssentials
public import VideoFrames

/// What the thread that owns a live source tells, in order.
public enum LiveMessage: Sendable {
  /// The source is open; what follows comes from it.
  case opened(LiveSourceDescription)

  /// A frame, and what it is to the measurement.
  case sample(ColorSample, LivePhase)

  /// Something that a person should know, a sentence.
  case notice(String)

  /// The camera's settings are as they will stay.
  case settled([LiveSetting])

  /// So many frames have not arrived since the last such message.
  case lost(Int)

  /// The source is gone and is awaited.
  case disconnected(String)

  /// The last message.
  case ended(LiveEnd)
}

/// What a frame is to a live measurement.
public enum LivePhase: Sendable, Equatable {
  /// The camera waits for a finger before it is set; the frame is no part of the measurement.
  case waiting

  /// The camera's settings are being searched, so that levels jump; it is no part of the measurement.
  case settling
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

  /// When the first frame was taken, where a recording tells.
  public var start: Date?

  /// The same, as far as can be told before all of it has been read.
  public var estimatedStart: Date?

  /// Whether frames come as they are taken, so that what is shown can be late.
  public var isCamera = false

  public init(name: String, kind: String) {
    self.name = name
    self.kind = kind
  }
}

/// A setting of the camera that was made for the measurement, as it was read back.
public struct LiveSetting: Sendable, Equatable {
  public let name: String
  public let value: String

  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

/// How a live source came to its end.
public enum LiveEnd: Sendable, Equatable {
  /// It was asked to stop.
  case stopped

  /// A recording is over.
  case finished(LiveRecordingEnd)

  /// It cannot go on: a sentence.
  case failed(String)
}

/// What is known of a recording when it has been read.
public struct LiveRecordingEnd: Sendable, Equatable {
  public let contentIdentity: String

  /// When it ended, as far as the file system tells.
  public let end: Date

  /// What was wrong with it, a sentence each.
  public let warnings: [String]
}
