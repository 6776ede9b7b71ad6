public import Foundation
internal import SampleStore

/// A sample over an interval, or at an instant if start and end are equal.
///
/// It is `@unchecked Sendable` as `HKObject` is: its content is constant.
public class HKSample: HKObject, @unchecked Sendable {
  public let sampleType: HKSampleType
  public let startDate: Date
  public let endDate: Date

  /// Whether the sample has no end yet: its end is the distant future.
  public var hasUndeterminedDuration: Bool { endDate == .distantFuture }

  init(
    type: HKSampleType, start: Date, end: Date, device: HKDevice?, metadata: [String: Any]?
  ) {
    sampleType = type
    startDate = start
    endDate = end
    super.init(device: device, metadata: metadata)
  }

  init(sample: some HealthSample) {
    sampleType = .of(sample.sampleType)
    startDate = sample.start
    endDate = sample.end
    super.init(sample)
  }

  /// The value, the identifier, the source and the two times.
  public override var description: String {
    let revision = sourceRevision
    let version = revision.version.map { " (\($0))" } ?? ""
    return (valueText.isEmpty ? "" : valueText + " ")
      + "\(uuid) \"\(revision.source.name)\"\(version) (\(startDate) - \(endDate))"
  }

  /// Returns HealthKit's object for a sample of the store.
  static func of(_ sample: Sample) -> HKSample {
    switch sample {
    case .quantity(let sample):
      sample.type.aggregationStyle == .cumulative
        ? HKCumulativeQuantitySample(sample) : HKDiscreteQuantitySample(sample)
    case .category(let sample): HKCategorySample(sample)
    case .correlation(let sample): HKCorrelation(sample)
    case .workout(let sample): HKWorkout(sample)
    case .heartbeatSeries(let sample): HKHeartbeatSeriesSample(sample)
    case .record(let sample): record(sample)
    }
  }
}

/// A key for `NSSortDescriptor(key:ascending:)`.
public let HKSampleSortIdentifierStartDate = "startDate"
public let HKSampleSortIdentifierEndDate = "endDate"
public let HKWorkoutSortIdentifierDuration = "duration"
public let HKWorkoutSortIdentifierTotalDistance = "totalDistance"
public let HKWorkoutSortIdentifierTotalEnergyBurned = "totalEnergyBurned"
public let HKWorkoutSortIdentifierTotalSwimmingStrokeCount = "totalSwimmingStrokeCount"
public let HKWorkoutSortIdentifierTotalFlightsClimbed = "totalFlightsClimbed"
