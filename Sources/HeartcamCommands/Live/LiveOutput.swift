import Measurement
import Photoplethysmography

/// A way to show a live measurement.
protocol LiveOutput {
  /// The source is open.
  mutating func opened(_ source: LiveSourceDescription, _ output: inout ResultOutput)

  /// Something has changed.
  /// - Parameter time: Seconds from the source's first frame on.
  mutating func changed(
    _ change: LiveSession.Change, at time: Double, origin: Double, _ output: inout ResultOutput)

  /// Something that a person should know.
  mutating func noticed(_ notice: LiveNotice, _ output: inout ResultOutput)

  /// Time has passed.
  mutating func refresh(
    _ session: borrowing LiveSession, _ status: inout LiveStatus, _ output: inout ResultOutput)

  /// A measurement is over: what it told.
  mutating func finished(
    _ recording: MeasuredRecording, _ status: LiveStatus, _ output: inout ResultOutput)

  /// Nothing more is shown live.
  mutating func close()
}

/// Something that happens to a live measurement besides what it measures.
enum LiveNotice {
  case settled([LiveSetting])
  case lost(Int)
  case disconnected(String)
  case saved(String)
  case notSaved(String)
  case other(String)

  /// The source cannot go on.
  case failed(String)

  /// A sentence.
  var text: String {
    switch self {
    case .settled(let settings):
      "the camera is set: " + settings.map { "\($0.name) \($0.value)" }.joined(separator: "; ")
    case .lost(let count): count == 1 ? "1 frame was lost" : "\(count) frames were lost"
    case .disconnected(let text), .saved(let text), .notSaved(let text), .other(let text),
      .failed(let text):
      text
    }
  }

  /// The stable name in machine-readable output.
  var name: String {
    switch self {
    case .settled: "settings"
    case .lost: "lost"
    case .disconnected: "disconnected"
    case .saved: "saved"
    case .notSaved: "not_saved"
    case .other: "notice"
    case .failed: "error"
    }
  }
}
