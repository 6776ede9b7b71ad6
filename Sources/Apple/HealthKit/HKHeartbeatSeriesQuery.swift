public import Foundation
internal import SampleStore

/// A query for the beats of a series, one call for each; the last call says that it is done.
///
/// It is `@unchecked Sendable` as `HKQuery` is: what changes is behind a lock.
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

/// A query for the beats of a series, for use with `await`.
public struct HKHeartbeatSeriesQueryDescriptor: Sendable {
  public struct Heartbeat: Hashable, Sendable {
    /// Seconds since the series' start.
    public let timeIntervalSinceStart: TimeInterval

    /// Whether beats may be missing before this one.
    public let precededByGap: Bool
  }

  public typealias Results = AsyncThrowingStream<Heartbeat, any Error>

  private let series: HKHeartbeatSeriesSample

  public init(_ heartbeatSeries: HKHeartbeatSeriesSample) {
    series = heartbeatSeries
  }

  /// Returns one beat after the other. The series holds them, so nothing is read from the store.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results(
      of: series.series.beats.lazy.map {
        Heartbeat(timeIntervalSinceStart: $0.time, precededByGap: $0.precededByGap)
      })
  }
}
