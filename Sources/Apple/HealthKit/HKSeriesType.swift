internal import Foundation
internal import SampleStore

/// The type of samples that are a series of many values: heartbeats and routes.
///
/// It is `@unchecked Sendable` because `NSObject` is not `Sendable`: all it holds is constant.
public final class HKSeriesType: HKSampleType, @unchecked Sendable {
  private static let shared = HKSeriesType(sampleType: .heartbeatSeries)

  public class func heartbeat() -> HKSeriesType { shared }
}

public let HKDataTypeIdentifierHeartbeatSeries = SampleType.heartbeatSeriesIdentifier
