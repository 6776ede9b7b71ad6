internal import Foundation
internal import SampleStore

/// Many readings that make one sample: of the store's kinds, heartbeats.
///
/// It is `@unchecked Sendable` for the reason that `HKSampleType` gives: all it holds is constant.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
  private static let shared = HKSeriesType(sampleType: .heartbeatSeries)

  public class func heartbeat() -> HKSeriesType { shared }
}

public let HKDataTypeIdentifierHeartbeatSeries = SampleType.heartbeatSeriesIdentifier
