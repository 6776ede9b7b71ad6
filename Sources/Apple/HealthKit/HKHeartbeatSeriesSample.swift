internal import Foundation
internal import SampleStore

/// A sample that is a series of many values.
///
/// It is `@unchecked Sendable` as `HKSample` is: its content is constant.
public class HKSeriesSample: HKSample, @unchecked Sendable {
  /// The number of values.
  public var count: Int { 0 }
}

/// The times of single beats. `HKHeartbeatSeriesQuery` reads them, and `HKHeartbeatSeriesBuilder`
/// makes them.
///
/// It is `@unchecked Sendable` as `HKSeriesSample` is: its content is constant.
public final class HKHeartbeatSeriesSample: HKSeriesSample, @unchecked Sendable {
  let series: HeartbeatSeries

  init(_ series: HeartbeatSeries) {
    self.series = series
    super.init(sample: series)
  }

  public override var count: Int { series.beats.count }

  override func storeSample(from source: Source) throws -> Sample {
    .heartbeatSeries(
      try HeartbeatSeries(
        id: uuid, beats: series.beats, start: startDate, source: source, device: device?.device,
        metadata: values.checked()))
  }
}
