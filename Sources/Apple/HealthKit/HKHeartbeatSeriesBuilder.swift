public import Foundation
internal import SampleStore
internal import Synchronization

/// Collects the times of beats and saves them as one series.
///
/// It is `@unchecked Sendable` because `NSObject` is not: what changes is guarded by a `Mutex`.
public final class HKHeartbeatSeriesBuilder: NSObject, @unchecked Sendable {
  /// The greatest number of beats in a series.
  public static let maximumCount = 1_000_000

  private let healthStore: HKHealthStore
  private let device: HKDevice?
  private let start: Date
  private let state = Mutex(State())

  private struct State {
    var beats: [HeartbeatSeries.Beat] = []
    var metadata: [String: MetadataValue] = [:]
    var isFinished = false
  }

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
    completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let result = Result { try add(time, precededByGap) }
    healthStore.queue.async { completion(result.isSuccess, result.error) }
  }

  public func addHeartbeatWithTimeInterval(
    sinceSeriesStartDate time: TimeInterval, precededByGap: Bool
  ) async throws {
    try add(time, precededByGap)
  }

  @preconcurrency
  public func addMetadata(
    _ metadata: [String: Any], completion: @escaping @Sendable (Bool, (any Error)?) -> Void
  ) {
    let result = Result { try add(metadata) }
    healthStore.queue.async { completion(result.isSuccess, result.error) }
  }

  public func addMetadata(_ metadata: [String: Any]) async throws {
    try add(metadata)
  }

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

  private func add(_ time: TimeInterval, _ precededByGap: Bool) throws {
    try state.withLock { state in
      try Self.requireOpen(state)
      guard time.isFinite, time >= 0, state.beats.last.map({ $0.time < time }) ?? true else {
        throw HKError(InvalidSample.beatsAreNotInOrder)
      }
      guard state.beats.count < Self.maximumCount else {
        throw HKError(.errorDataSizeExceeded, "a series has at most \(Self.maximumCount) beats")
      }
      state.beats.append(.init(time: time, precededByGap: precededByGap))
    }
  }

  private func add(_ metadata: [String: Any]) throws {
    let values = try MetadataDictionary(metadata).checked()
    try state.withLock { state in
      try Self.requireOpen(state)
      state.metadata.merge(values) { _, new in new }
    }
  }

  private static func requireOpen(_ state: State) throws {
    if state.isFinished { throw HKError.invalid("the series is finished") }
  }

  private func finish(in store: HealthStore) throws -> HKHeartbeatSeriesSample {
    let (beats, metadata) = try state.withLock { state in
      try Self.requireOpen(state)
      guard !state.beats.isEmpty else { throw HKError(.errorNoData, "the series has no beats") }
      state.isFinished = true
      return (state.beats, state.metadata)
    }
    let series = try HeartbeatSeries(
      beats: beats, start: start, source: healthStore.settings.source, device: device?.device,
      metadata: metadata)
    do {
      try store.save([.heartbeatSeries(series)])
    } catch {
      // Nothing was saved, so the caller may try again.
      state.withLock { $0.isFinished = false }
      throw error
    }
    return HKHeartbeatSeriesSample(series)
  }
}
