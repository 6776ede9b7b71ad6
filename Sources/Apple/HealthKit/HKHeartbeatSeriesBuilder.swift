public import Foundation
internal import SampleStore

/// Collects the times of beats and saves them as one series.
///
/// It is `@unchecked Sendable` as `HKSeriesBuilder` is: its mutable state is guarded by a `Mutex`.
public final class HKHeartbeatSeriesBuilder: HKSeriesBuilder, @unchecked Sendable {
  /// The maximum number of beats in a series.
  public static let maximumCount = 1_000_000

  private let healthStore: HKHealthStore
  private let device: HKDevice?
  private let start: Date
  private let state = SeriesState<HeartbeatSeries.Beat>("series")

  public init(healthStore: HKHealthStore, device: HKDevice?, start: Date) {
    self.healthStore = healthStore
    self.device = device
    self.start = start
  }

  /// Adds a beat, in seconds since the start. `errorInvalidArgument` unless it is later than the
  /// start and the beat before.
  @preconcurrency
  public func addHeartbeatWithTimeInterval(
    sinceSeriesStartDate time: TimeInterval, precededByGap: Bool,
    completion: @escaping _HKCompletion
  ) {
    healthStore.report(Result { try add(time, precededByGap) }, completion)
  }

  public func addHeartbeatWithTimeInterval(
    sinceSeriesStartDate time: TimeInterval, precededByGap: Bool
  ) async throws {
    try add(time, precededByGap)
  }

  @preconcurrency
  public func addMetadata(_ metadata: [String: Any], completion: @escaping _HKCompletion) {
    healthStore.report(Result { try state.add(metadata) }, completion)
  }

  public func addMetadata(_ metadata: [String: Any]) async throws { try state.add(metadata) }

  /// Saves the series. A builder makes only one.
  @preconcurrency
  public func finishSeries(
    completion: @escaping @Sendable (HKHeartbeatSeriesSample?, (any Error)?) -> Void
  ) {
    healthStore.perform({ try self.finish(in: $0) }) { completion($0.value, $0.error) }
  }

  public func finishSeries() async throws -> HKHeartbeatSeriesSample {
    try await healthStore.perform { try self.finish(in: $0) }
  }

  public override func discard() { state.discard() }

  private func add(_ time: TimeInterval, _ precededByGap: Bool) throws {
    try state.change { beats in
      guard time.isFinite, time >= 0, beats.last.map({ $0.time < time }) ?? true else {
        throw HKError(InvalidSample.beatsAreNotInOrder)
      }
      guard beats.count < Self.maximumCount else {
        throw HKError(.errorDataSizeExceeded, "a series has at most \(Self.maximumCount) beats")
      }
      beats.append(.init(time: time, precededByGap: precededByGap))
    }
  }

  private func finish(in store: HealthStore) throws -> HKHeartbeatSeriesSample {
    try state.finish(orWithout: "beats") { beats, metadata in
      let series = try HeartbeatSeries(
        beats: beats, start: start, source: healthStore.settings.source, device: device?.device,
        metadata: metadata)
      try store.save([.heartbeatSeries(series)])
      return HKHeartbeatSeriesSample(series)
    }
  }
}
