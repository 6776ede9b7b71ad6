internal import SampleStore

/// The type of samples that are a series of many values: heartbeats and routes.
///
/// It is `@unchecked Sendable` as `HKSampleType` is: its content is constant.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
  private static let shared = HKSeriesType(sampleType: .heartbeatSeries)

  public class func heartbeat() -> HKSeriesType { shared }
}

public let HKDataTypeIdentifierHeartbeatSeries = SampleType.heartbeatSeriesIdentifier
