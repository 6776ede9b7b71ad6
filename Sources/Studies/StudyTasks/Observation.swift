public import FoundationEssentials
public import SampleStore

/// Something that a source of a study's data has to say.
public enum Observation: Sendable {
  /// A sample of any quantity, such as a heart rate over an interval.
  case sample(QuantitySample)

  /// The mean colors of a frame, levels from 0 to 255.
  case color(date: Date, red: Double, green: Double, blue: Double)

  /// A beat, as a recorder of beats keeps it.
  case beat(RecordedBeat)

  /// Time without a rate, and why: `no_finger`.
  case refusal(reason: String, seconds: Double)

  /// The rate to show now with its 95% confidence interval; `nil` to show none.
  case rate(HeartRateView?)

  /// Advice to the person for the measurement, such as to cover the lens.
  case guidance(String)

  /// Something that a person should know: a camera that was unplugged.
  case notice(String)

  /// The source cannot continue: a sentence.
  case failed(String)
}

/// A beat of a source, and of a recorder's file.
public struct RecordedBeat: Sendable, Equatable {
  /// When it was.
  public var date: Date

  /// Seconds since the beat before; `nil` if that one is not known.
  public var interval: Double?

  /// The confidence, from 0 to 1, that this is one beat and at the right time.
  public var quality: Double

  /// Frames per second from which it was placed; `nil` if that is not known.
  public var frameRate: Double?

  /// Makes a beat.
  public init(date: Date, interval: Double?, quality: Double, frameRate: Double? = nil) {
    (self.date, self.interval, self.quality, self.frameRate) = (date, interval, quality, frameRate)
  }
}

/// A heart rate as it is shown during a step.
public struct HeartRateView: Sendable, Equatable {
  /// Beats per minute.
  public var rate: Double

  /// The lower end of the 95% confidence interval; `nil` if unknown.
  public var low: Double?

  /// The upper end of that interval.
  public var high: Double?

  /// The chance that the rate is within 5 beats/min; `nil` if it is not known.
  public var quality: Double?

  /// Makes a view of a rate.
  public init(rate: Double, low: Double? = nil, high: Double? = nil, quality: Double? = nil) {
    (self.rate, self.low, self.high, self.quality) = (rate, low, high, quality)
  }
}

/// The source of a study's data: a camera, a recording, other programs' samples, a mock.
public protocol ObservationSource: AnyObject {
  /// The name of the source, for the result: `mock`, `camera`.
  var name: String { get }

  /// Called when a step has begun, with the effort of its activity.
  func stepBegan(_ step: StudyStep, at moment: StudyMoment)

  /// Returns the measures of a step as a whole, from its start to its end; `nil` if the source has no beats.
  func measures(of step: StudyStep, from start: StudyMoment, to end: StudyMoment) -> StepMeasures?

  /// Returns the observations since the last call, in the order of time.
  func observations(until moment: StudyMoment) -> [Observation]
}

extension ObservationSource {
  /// Does nothing, for sources that do not depend on the step.
  public func stepBegan(_ step: StudyStep, at moment: StudyMoment) {}

  /// Returns `nil`, for sources without beats.
  public func measures(
    of step: StudyStep, from start: StudyMoment, to end: StudyMoment
  ) -> StepMeasures? { nil }
}
