public import Photoplethysmography
public import V4L2Source

/// Something that a person in front of a live measurement should know.
public enum LiveNotice: Sendable, Equatable, CustomStringConvertible {
  /// Something about the camera, although frames come.
  case camera(CameraNotice)

  /// Something that could not be done to hold the camera still.
  case lock(CameraLockNotice)

  /// There is no folder to remember the camera's earlier settings in.
  case noJournalFolder

  /// Saving was asked for before anything had been measured.
  case nothingToSave

  /// The measurement has ended without a frame that counts; the advice says what was missing last.
  case nothingMeasured(LiveAdvice)

  /// Lamps flicker in the pictures, and there is no rate.
  case flicker(CameraCheckup.Flicker)

  /// The rate is steady, but no reliable one has come in the time that it is waited for; this is its quality.
  case unreliable(Double)

  /// Something about the store that the results are saved into.
  case store(String)

  /// A sentence without a period.
  public var description: String {
    switch self {
    case .camera(let notice): notice.description
    case .lock(let notice): notice.description
    case .noJournalFolder:
      "if this program is killed, the camera stays as it is set now: there is no folder to remember that in "
        + "(HOME and XDG_RUNTIME_DIR cannot be written to)"
    case .flicker(let flicker): flicker.description
    case .nothingToSave: "there is nothing to save yet"
    case .nothingMeasured(let advice): "nothing was measured: \(advice.text)"
    case .unreliable(let quality):
      "no reliable rate in \(Int(LiveSession.longestWait)) s: this is the best, with a quality of "
        + "\((quality * 100).rounded(.down) / 100) instead of \(HeartRateMonitor.sureQuality)"
    case .store(let warning): warning
    }
  }
}

/// A camera that sends no frames, and is awaited.
public struct LiveDisconnection: Sendable, Equatable, CustomStringConvertible {
  /// Why there are no frames.
  public let error: V4L2Error

  /// Whether the camera is there and is opened again; otherwise it is waited for.
  public let isReopening: Bool

  /// A sentence without a period.
  public var description: String {
    let loss =
      switch error.kind {
      case .noFrames: "\(error.device): no frame comes"
      case .noCamera, .unknownName: "there is no such camera"
      default: "\(error.device): the camera is gone"
      }
    return "\(loss); \(isReopening ? "opening it again" : "waiting for it")"
  }
}

/// The reason why a live source cannot continue.
public enum LiveFailure: Error, Equatable, CustomStringConvertible {
  /// The camera could not be opened, or failed.
  case camera(V4L2Error)

  /// The recording could not be replayed.
  case recording(MeasurementError)

  /// A picture could not be averaged: a sentence.
  case picture(String)

  /// Seconds for which a remote camera has sent nothing.
  case silence(Int)

  /// Hours that a session of a remote camera may last, which have passed.
  case tooLong(Int)

  /// The thread of the source could not be started.
  case noThread

  /// A sentence without a period.
  public var description: String {
    switch self {
    case .camera(let error): error.description
    case .recording(let error): error.description
    case .picture(let reason): reason
    case .silence(let seconds): "nothing has come for \(seconds) seconds"
    case .tooLong(let hours): "a session from a phone lasts \(hours) hour at most"
    case .noThread: "no thread can be started; are too many programs running?"
    }
  }
}
