import FoundationEssentials
import Measurement
import Photoplethysmography
import StudyTasks
import VideoFrames

/// A camera, measured live from the beginning of the run.
final class CameraSource: ObservationSource {
  let name = "camera"

  private let measurement: LiveMeasurement
  private let collector = EventCollector()
  private var lastFrame = -Double.infinity

  init(_ feed: LiveFeed, options: MeasurementOptions) {
    measurement = LiveMeasurement(feed, options: options)
    measurement.add(collector)
  }

  /// A file descriptor that is readable while there is something new; -1 for none.
  var descriptor: Int32 { measurement.descriptor }

  /// The camera's name; empty until it is open.
  var cameraName: String { measurement.details.camera }

  func observations(until moment: StudyMoment) -> [Observation] {
    measurement.advance()
    // Frames bear the time of the monotonic clock, which is also the run's.
    func date(_ time: Double) -> Date { moment.date + (time - moment.time) }
    defer { collector.events = [] }
    var found = collector.observations(frameRate: measurement.session.frameRate, date)
    if let sample = measurement.session.sample, sample.time > lastFrame {
      lastFrame = sample.time
      found.append(
        .color(
          date: date(sample.time), red: sample.red, green: sample.green, blue: sample.blue))
    }
    if measurement.isOver, collector.takeEnding() { found += [.rate(nil), .failed(ending)] }
    return found
  }

  func measures(
    of step: StudyStep, from start: StudyMoment, to end: StudyMoment
  ) -> StepMeasures? {
    collector.readings.measures(
      from: start.time, to: end.time, pace: step.activity?.breathsPerMinute,
      frameRate: measurement.session.frameRate, source: name,
      date: { end.date + ($0 - end.time) })
  }

  /// Stops the camera and restores its settings.
  func stop() -> [LiveNotice] { measurement.stop() }

  private var ending: String {
    if case .failed(let failure) = measurement.ending { "\(failure)" } else { "the camera stopped" }
  }

  private final class EventCollector: LiveObserver {
    var events: [LiveEvent] = []
    private(set) var readings = StepReadings()
    private var translation = EstimateTranslation()
    private var hasEnded = false

    func receive(_ event: LiveEvent, at time: Double) { events.append(event) }

    func takeEnding() -> Bool {
      defer { hasEnded = true }
      return !hasEnded
    }

    func observations(frameRate: Double?, _ date: (Double) -> Date) -> [Observation] {
      var found: [Observation] = []
      for event in events {
        switch event {
        case .advice(let advice):
          found.append(.guidance(advice.text))
          if advice.invalidatesRate { found.append(.rate(nil)) }
        case .estimate(let estimate, _):
          found += translation.observations(
            of: estimate, source: "camera", frameRate: frameRate, date: date)
        case .source(.notice), .source(.disconnected), .source(.lost):
          if let text = event.text { found.append(.notice(text)) }
        case .reading(let reading, _): readings.append(reading)
        case .beat, .pulse, .finished, .saved, .notSaved, .source(.opened), .source(.settings),
          .source(.ended):
          break
        }
      }
      return found
    }
  }
}
