import CommandEnvironment
import FoundationEssentials
import Measurement
import Photoplethysmography
import SampleStore
import StudyTasks
import VideoFrames

/// A recording in place of a person: it begins with the first active step.
final class RecordedSource: ObservationSource {
  let name: String

  /// The beginning of the names of such sources.
  static let prefix = "replay of "

  private let recording: RecordedSession
  private var translation: EstimateTranslation
  private var begin: StudyMoment?
  private var hasEnded = false
  private var readings: StepReadings

  init(_ input: RecordingInput, options: MeasurementOptions) throws(MeasurementError) {
    name = Self.prefix + input.fileName
    recording = try RecordedSession(input, options: options)
    let origin = recording.isSimulated ? ImpersonalSource.simulated : .replay
    translation = EstimateTranslation(of: origin)
    readings = StepReadings(of: origin)
  }

  /// Seconds from the recording's own start to when it was played; `nil` before it is.
  var delay: Double? { begin.map { $0.date.timeIntervalSince(recording.start) } }

  func stepBegan(_ step: StudyStep, at moment: StudyMoment) { begin = begin ?? moment }

  func observations(until moment: StudyMoment) -> [Observation] {
    guard let begin, !hasEnded else { return [] }
    func date(_ time: Double) -> Date { begin.date + recording.seconds(time) }
    var found: [Observation] = []
    do throws(MeasurementError) {
      for step in try recording.measure(until: moment.time - begin.time) {
        let sample = step.sample
        found.append(
          .color(
            date: date(sample.time), red: sample.red, green: sample.green, blue: sample.blue))
        for change in step.changes {
          switch change {
          case .advice(let advice): found.append(.guidance(advice.text))
          case .estimate(let estimate):
            found += translation.observations(
              of: estimate, source: name, frameRate: recording.session.frameRate, date: date)
          case .reading(let reading): readings.append(reading)
          }
        }
      }
    } catch {
      hasEnded = true
      return found + [.rate(nil), .failed("\(error)")]
    }
    if recording.isAtEnd {
      hasEnded = true
      found += [.rate(nil), .notice("the recording has ended")]
    }
    return found
  }

  func measures(
    of step: StudyStep, from start: StudyMoment, to end: StudyMoment
  ) -> StepMeasures? {
    guard let begin else { return nil }
    // Readings bear the recording's own time.
    let offset = -recording.seconds(0) - begin.time
    return readings.measures(
      from: start.time + offset, to: end.time + offset, pace: step.activity?.breathsPerMinute,
      frameRate: recording.session.frameRate, source: name,
      date: { begin.date + recording.seconds($0) })
  }
}

/// Turns the estimates that a live measurement shows into a study's observations.
struct EstimateTranslation {
  private var lastSample = -Double.infinity
  private var lastBeat = -Double.infinity

  /// Whose samples they are, if not a person's own.
  private let origin: ImpersonalSource?

  init(of origin: ImpersonalSource? = nil) { self.origin = origin }

  /// The maximum difference in seconds between two estimates' times of one beat.
  private static let seam = 0.25

  /// Returns a sample each second at most, over the seconds that the estimate is from.
  mutating func observations(
    of estimate: HeartRateReading, source: String, frameRate: Double?, date: (Double) -> Date
  ) -> [Observation] {
    guard let rate = estimate.rate else {
      return [
        .rate(nil),
        .refusal(
          reason: estimate.reason?.rawValue ?? "no_pulse", seconds: HeartRateFollower.step),
      ]
    }
    var found: [Observation] = [
      .rate(
        HeartRateView(
          rate: rate.beatsPerMinute, low: rate.low, high: rate.high, quality: estimate.quality))
    ]
    for beat in estimate.beats where beat.time > lastBeat + Self.seam {
      lastBeat = beat.time
      found.append(
        .beat(
          RecordedBeat(
            date: date(beat.time), interval: beat.interval, quality: beat.quality,
            frameRate: frameRate)))
    }
    if estimate.end - lastSample >= 1 - HeartRateFollower.step / 4 {
      lastSample = estimate.end
      var metadata: [String: MetadataValue] = [
        HeartRateLog.Key.quality: .number(estimate.quality),
        HeartRateLog.Key.low: .number(rate.low), HeartRateLog.Key.high: .number(rate.high),
      ]
      if let origin { metadata.merge(origin.mark) { $1 } }
      let sample = try? QuantitySample(
        type: .heartRate, quantity: Quantity(rate.beatsPerMinute, .countPerMinute),
        start: date(estimate.start), end: date(estimate.end),
        source: HeartRateLog.source(origin, version: HeartcamVersion.current),
        device: Device(name: source), metadata: metadata)
      if let sample { found.append(.sample(sample)) }
    }
    return found
  }
}
