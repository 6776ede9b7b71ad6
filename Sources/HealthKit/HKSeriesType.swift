internal import Foundation
internal import SampleStore

/// Many readings that make one sample: of the store's kinds, heartbeats.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
  private static let shared = HKSeriesType(sampleType: .heartbeatSeries)

  public class func heartbeat() -> HKSeriesType { shared }
}

public let HKDataTypeIdentifierHeartbeatSeries = SampleType.heartbeatSeriesIdentifier
