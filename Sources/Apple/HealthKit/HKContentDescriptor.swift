public import CoreLocation
public import Foundation
internal import SampleStore

/// A query for the content of a series, a route or an electrocardiogram, for use with `await`. The
/// caller has the sample, so nothing is read from the store.
public struct _HKContentDescriptor<Element: Sendable>: Sendable {
  public typealias Results = AsyncThrowingStream<Element, any Error>

  private let elements: [Element]

  init(_ elements: [Element]) { self.elements = elements }

  /// Returns one element after the other.
  public func results(for healthStore: HKHealthStore) -> Results {
    Results { stream in
      for element in elements { stream.yield(element) }
      stream.finish()
    }
  }
}

/// A beat of a series.
public struct _HKHeartbeat: Hashable, Sendable {
  /// Seconds since the series' start.
  public let timeIntervalSinceStart: TimeInterval

  /// Whether beats may be missing before this one.
  public let precededByGap: Bool
}

public typealias HKHeartbeatSeriesQueryDescriptor = _HKContentDescriptor<_HKHeartbeat>

extension HKHeartbeatSeriesQueryDescriptor {
  public typealias Heartbeat = _HKHeartbeat

  public init(_ heartbeatSeries: HKHeartbeatSeriesSample) {
    self.init(
      heartbeatSeries.series.beats.map {
        _HKHeartbeat(timeIntervalSinceStart: $0.time, precededByGap: $0.precededByGap)
      })
  }
}

public typealias HKElectrocardiogramQueryDescriptor =
  _HKContentDescriptor<HKElectrocardiogram.VoltageMeasurement>

extension HKElectrocardiogramQueryDescriptor {
  public init(_ electrocardiogram: HKElectrocardiogram) {
    self.init(electrocardiogram.measurements)
  }
}

public typealias HKWorkoutRouteQueryDescriptor = _HKContentDescriptor<CLLocation>

extension HKWorkoutRouteQueryDescriptor {
  public init(_ workoutRoute: HKWorkoutRoute) { self.init(workoutRoute.locations(in: nil)) }

  public init(workoutRoute: HKWorkoutRoute, dateInterval: DateInterval) {
    self.init(workoutRoute.locations(in: dateInterval))
  }
}
