public import FoundationEssentials

/// A bout of exercise with what happened in it and what came together.
public struct Workout: HealthSample {
  public let id: UUID
  public let activity: WorkoutActivityType

  /// In the order in which they were given.
  public let events: [WorkoutEvent]

  /// Energy, distance and what else was summed, by type.
  public let totals: [QuantityType: Quantity]

  /// Seconds of exercise: from start to end less what lies between a pause and its resumption, unless
  /// another length was given.
  public let activeDuration: Double

  public let start: Date
  public let end: Date
  public let source: Source
  public let device: Device?
  public let metadata: [String: MetadataValue]

  public var sampleType: SampleType { .workout }

  /// Throws where an interval is reversed, an event lies outside, a number is not finite, or a total's
  /// unit does not fit its type.
  public init(
    id: UUID = .random(), activity: WorkoutActivityType, events: [WorkoutEvent] = [],
    totals: [QuantityType: Quantity] = [:], activeDuration: Double? = nil, start: Date, end: Date,
    source: Source, device: Device? = nil, metadata: [String: MetadataValue] = [:]
  ) throws(InvalidSample) {
    try SampleRules.check(start, end, metadata)
    for event in events {
      try SampleRules.check(event.start, event.end, [:])
      guard start <= event.start, event.end <= end else { throw .eventIsOutside }
    }
    for (type, total) in totals {
      guard total.value.isFinite else { throw .valueIsNotFinite }
      guard (try? total.value(in: type.canonicalUnit)) != nil else {
        throw .unitDoesNotFit(unit: total.unit, type: type)
      }
    }
    let active = activeDuration ?? Self.activeDuration(from: start, to: end, events)
    guard active.isFinite, active >= 0 else { throw .valueIsNotFinite }
    self.id = id
    self.activity = activity
    self.events = events
    self.totals = totals
    self.activeDuration = active
    self.start = start
    self.end = end
    self.source = source
    self.device = device
    self.metadata = metadata
  }

  private static func activeDuration(
    from start: Date, to end: Date, _ events: [WorkoutEvent]
  ) -> Double {
    var paused = 0.0
    var since: Date?
    for event in events.sorted(by: { $0.start < $1.start }) {
      switch event.kind {
      case .pause, .motionPaused:
        since = since ?? event.start
      case .resume, .motionResumed:
        if let since { paused += event.start.timeIntervalSince(since) }
        since = nil
      default: break
      }
    }
    if let since { paused += end.timeIntervalSince(since) }
    return max(0, end.timeIntervalSince(start) - paused)
  }
}
