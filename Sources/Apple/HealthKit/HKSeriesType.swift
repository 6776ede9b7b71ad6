internal import SampleStore

/// The type of samples that are a series of many values: heartbeats and routes.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
  private static let shared = HKSeriesType(sampleType: .heartbeatSeries)

  public class func heartbeat() -> HKSeriesType { shared }
}

public let HKDataTypeIdentifierHeartbeatSeries = SampleType.heartbeatSeriesIdentifier
