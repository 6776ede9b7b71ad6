public import Photoplethysmography
import V4L2Source

/// Something that happens to a live measurement, as its observers see it.
public enum LiveEvent: Sendable {
  /// Something has happened to the source. After its end only saving can follow.
  case source(LiveSourceEvent)

  /// A person should do or know something else now.
  case advice(LiveAdvice)

  /// The estimate from the newest seconds, with a rate or without.
  /// - Parameter origin: The time of the source's first frame, from which its times are counted.
  case estimate(HeartRateReading, origin: Double)

  /// A beat has been found, each once, in the order of time.
  /// - Parameter origin: The time of the source's first frame, from which its time is counted.
  case beat(Beat, origin: Double)

  /// The curve has gone on: its newest points since the last such event.
  case pulse(LivePulse)

  /// An interval is complete: what `measure` gives of the same frames, to the bit.
  /// - Parameter origin: The time of the first frame that counts.
  case reading(HeartRateReading, origin: Double)

  /// A measurement is complete: all of it, or the part since the last such event.
  /// - Parameter lostFrameCount: The frames that were lost from the source's first one on.
  case finished(RecordingResult, lostFrameCount: Int)

  /// Results have been saved: a sentence by the observer that saved them, how many readings are new in the store, and the
  /// source that keeps them apart from a person's own; `nil` for a person's own.
  case saved(String, readingCount: Int, apart: ImpersonalSource?)

  /// Results could not be saved: a sentence by the observer that tried.
  case notSaved(String)
}

extension LiveEvent {
  /// Returns a sentence about lost frames, without a period.
  static func text(ofLostFrames count: Int) -> String {
    count == 1 ? "1 frame was lost" : "\(count) frames were lost"
  }

  /// The event as a sentence for a person, without a period; `nil` for events with a form of their
  /// own.
  public var text: String? {
    switch self {
    case .source(.notice(let notice)): notice.description
    case .source(.settings(let settings)):
      "the camera is set: " + settings.map { "\($0.name) \($0.value)" }.joined(separator: "; ")
    case .source(.lost(let count)): Self.text(ofLostFrames: count)
    case .source(.disconnected(let disconnection)): disconnection.description
    case .saved(let text, _, _), .notSaved(let text): text
    case .source(.opened), .source(.ended), .advice, .estimate, .beat, .pulse, .reading, .finished:
      nil
    }
  }
}

/// A piece of the curve that is watched: blood upward, as a share of the light's level.
public struct LivePulse: Sendable, Equatable {
  /// When its last point was taken, in seconds from the source's first frame.
  public let time: Double

  /// The color that it shows.
  public let channel: ColorChannel

  /// The points, `PulseTrace.pointRate` a second, the newest last.
  public let points: [Double]
}

/// An observer that shows or passes on a live measurement: a terminal, a stream of JSON, a page.
public protocol LiveObserver: AnyObject {
  /// Receives an event. It is called on the thread that the measurement belongs to.
  /// - Parameter time: Seconds from the source's first frame to the newest advice, estimate or reading.
  func receive(_ event: LiveEvent, at time: Double)
}
