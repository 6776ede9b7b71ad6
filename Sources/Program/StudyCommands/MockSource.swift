import CommandEnvironment
import FoundationEssentials
import Measurement
import SampleStore
import Simulation
import StudyTasks

/// Invented heart rates: one sample per second, marked as a mock.
final class MockSource: ObservationSource {
  let name: String

  private var mock: MockHeartRate
  private var effort = MockHeartRate.Effort.rest
  private var next: Double?

  /// Seconds from one sample to the next.
  static let step = 1.0

  init(_ kind: MockHeartRate.Kind, seed: UInt64) {
    name = kind == .physiological ? "mock" : "mock \(kind.rawValue)"
    mock = MockHeartRate(kind, seed: seed)
  }

  /// Returns a mock sample; `nil` if the date is not finite.
  static func sample(_ rate: Double, at date: Date) -> QuantitySample? {
    try? QuantitySample(
      type: .heartRate, quantity: Quantity(rate, .countPerMinute), start: date, end: date,
      source: ImpersonalSource.mock.source(version: HeartcamVersion.current),
      metadata: ImpersonalSource.mock.mark
    )
  }

  func stepBegan(_ step: StudyStep, at moment: StudyMoment) {
    next = moment.time
    effort =
      switch step.activity?.effort {
      case .walk?: .walk
      case .exercise?: .exercise
      case .rest?, nil: .rest
      }
  }

  func observations(until moment: StudyMoment) -> [Observation] {
    var found: [Observation] = []
    var time = next ?? moment.time
    while time <= moment.time {
      let rate = mock.rate(at: time, effort: effort)
      found.append(.rate(HeartRateView(rate: rate)))
      if let sample = Self.sample(rate, at: moment.date + (time - moment.time)) {
        found.append(.sample(sample))
      }
      time += Self.step
    }
    next = time
    return found
  }
}
