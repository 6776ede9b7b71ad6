public import FoundationEssentials

/// A session of exercise with its events and totals.
public struct Workout: HealthSample {
  /// The properties that samples of every kind have.
  public let head: SampleHead

  /// The sport.
  public let activity: WorkoutActivityType

  /// In the order in which they were given.
  public let events: [WorkoutEvent]

  /// Energy, distance and other sums, by type.
  public let totals: [QuantityType: Quantity]

  /// The parts in single sports, in the order in which they were given.
  public let activities: [WorkoutActivity]

  /// Averages and extremes of measurements during the workout, by type; sums are among the totals.
  public let statistics: [QuantityType: WorkoutStatistics]

  /// Seconds of exercise: the time from start to end without the pauses, unless another length was
  /// given.
  public let activeDuration: Double

  /// The type, as samples of all kinds have one.
  public var sampleType: SampleType { .workout }

  /// Makes a sample; throws if an interval is reversed, an event lies outside, a number is not
  /// finite, or a total's unit does not fit its type.
  public init(
    id: UUID = .random(), activity: WorkoutActivityType, events: [WorkoutEvent] = [],
    totals: [QuantityType: Quantity] = [:], activities: [WorkoutActivity] = [],
    statistics: [QuantityType: WorkoutStatistics] = [:], activeDuration: Double? = nil,
    start: Date, end: Date, source: Source, device: Device? = nil,
    metadata: [String: MetadataValue] = [:],
    created: Date? = nil
  ) throws(InvalidSample) {
    try self.init(
      SampleHead(
        id: id, start: start, end: end, source: source, device: device, metadata: metadata,
        created: created), activity: activity, events: events, totals: totals,
      activities: activities, statistics: statistics, activeDuration: activeDuration)
  }

  /// Makes a sample; throws as the other initializer does.
  package init(
    _ head: SampleHead, activity: WorkoutActivityType, events: [WorkoutEvent],
    totals: [QuantityType: Quantity], activities: [WorkoutActivity],
    statistics: [QuantityType: WorkoutStatistics], activeDuration: Double?
  ) throws(InvalidSample) {
    for event in events {
      try SampleHead.check(event.start, event.end)
      guard head.start <= event.start, event.end <= head.end else { throw .eventIsOutside }
    }
    for (type, total) in totals {
      guard total.value.isFinite else { throw .valueIsNotFinite }
      guard (try? total.value(in: type.canonicalUnit)) != nil else {
        throw .unitDoesNotFit(unit: total.unit, type: type)
      }
    }
    for event in events {
      for (key, value) in event.metadata where !value.isFinite {
        throw .metadataIsNotFinite(key: key)
      }
    }
    guard activities.allSatisfy(\.isFinite), statistics.values.allSatisfy(\.isFinite) else {
      throw .valueIsNotFinite
    }
    let active = activeDuration ?? Self.activeDuration(from: head.start, to: head.end, events)
    guard active.isFinite, active >= 0 else { throw .valueIsNotFinite }
    (self.head, self.activity, self.events, self.totals) = (head, activity, events, totals)
    (self.activities, self.statistics) = (activities, statistics)
    self.activeDuration = active
  }

  /// Returns the seconds from start to end without pauses, which may begin or end outside.
  package static func activeDuration(
    from start: Date, to end: Date, _ events: [WorkoutEvent]
  ) -> Double {
    var paused = 0.0
    var since: Date?
    func goOn(at date: Date) {
      if let since { paused += max(0, min(date, end).timeIntervalSince(max(since, start))) }
      since = nil
    }
    for event in events.sorted(by: { $0.start < $1.start }) {
      switch event.kind {
      case .pause, .motionPaused: since = since ?? event.start
      case .resume, .motionResumed: goOn(at: event.start)
      default: break
      }
    }
    goOn(at: end)
    return max(0, end.timeIntervalSince(start) - paused)
  }
}

/// Something that happened during a workout.
public struct WorkoutEvent: Hashable, Sendable {
  /// The kinds of events, numbered as in HealthKit.
  public enum Kind: Int, Hashable, Sendable, CaseIterable {
    /// The workout was paused.
    case pause = 1

    /// The workout went on.
    case resume = 2

    /// A lap ended.
    case lap = 3

    /// The user marked the moment.
    case marker = 4

    /// The device paused the workout, since the user stood still.
    case motionPaused = 5

    /// The device resumed the workout, since the user moved.
    case motionResumed = 6

    /// A part of the workout.
    case segment = 7

    /// The user asked to pause or to resume.
    case pauseOrResumeRequest = 8
  }

  /// The kind of event.
  public let kind: Kind

  /// When it began.
  public let start: Date

  /// When it ended; equal to `start` for a moment.
  public let end: Date

  /// Further facts about it.
  public let metadata: [String: MetadataValue]

  /// Makes an event.
  public init(kind: Kind, start: Date, end: Date, metadata: [String: MetadataValue] = [:]) {
    (self.kind, self.start, self.end, self.metadata) = (kind, start, end, metadata)
  }
}
