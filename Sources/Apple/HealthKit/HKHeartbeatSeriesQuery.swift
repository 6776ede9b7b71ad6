public import Foundation
internal import SampleStore

/// A query for the beats of a series, one call for each; the last call says that it is done.
///
/// It is `@unchecked Sendable` as `HKQuery` is: its mutable state is behind a lock.
public final class HKHeartbeatSeriesQuery: HKQuery, @unchecked Sendable {
  private let series: HKHeartbeatSeriesSample
  private let handler: DataHandler

  /// Receives the seconds since the series' start, whether beats may be missing before this one, whether
  /// it is the last, and an error.
  public typealias DataHandler =
    @Sendable (HKHeartbeatSeriesQuery, TimeInterval, Bool, Bool, (any Error)?) -> Void

  @preconcurrency
  public init(
    heartbeatSeries: HKHeartbeatSeriesSample, dataHandler: @escaping DataHandler
  ) {
    series = heartbeatSeries
    handler = dataHandler
    super.init(
      heartbeatSeries.sampleType, HKQuery.predicateForObject(with: heartbeatSeries.uuid))
  }

  override func begin(in session: QuerySession) {
    let beats = series.series.beats
    guard !beats.isEmpty else {
      return session.healthStore.queue.async {
        self.fail(.init(.errorNoData, "the series has no beats"))
      }
    }
    session.each(beats) { self.handler(self, $0.time, $0.precededByGap, $1, nil) }
  }

  override func fail(_ error: HKError) { handler(self, 0, false, true, error) }
}
