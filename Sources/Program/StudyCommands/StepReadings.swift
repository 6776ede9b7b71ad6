import CommandEnvironment
import FoundationEssentials
import Measurement
import Photoplethysmography
import SampleStore
import StudyTasks

/// Keeps the readings of a session, and measures variability and breathing over a step of it.
///
/// They are the readings that a recording of the session would give. The last few seconds of a step
/// are left out, because their reading is not complete when the step ends.
struct StepReadings {
  private var readings: [HeartRateReading] = []
  private let origin: ImpersonalSource?

  /// - Parameter origin: Whose readings they are, if not a person's own.
  init(of origin: ImpersonalSource? = nil) { self.origin = origin }

  /// Adds the next reading.
  mutating func append(_ reading: HeartRateReading) { readings.append(reading) }

  /// Returns the measures of the readings between two times.
  /// - Parameters:
  ///   - pace: The requested breaths per minute; slower ones than usual are then looked for too.
  ///   - frameRate: Frames per second, as they came; `nil` if unknown.
  func measures(
    from start: Double, to end: Double, pace: Double?, frameRate: Double?, source: String,
    date: (Double) -> Date
  ) -> StepMeasures {
    let parts = readings.compactMap { Self.part(of: $0, from: start, to: end) }
    let series = BeatSeries(readings: parts)
    let rhythm = RhythmRegularity(of: series)
    let variability = HeartRateVariability(
      of: series, rhythm: rhythm, channels: parts.compactMap(\.channel), frameRate: frameRate ?? 0,
      timing: BeatTiming(of: parts, jitter: 0))
    var measures = Self.measures(variability)
    let usual = RespiratoryRate.rates
    let lowest = pace.map { min(usual.lowerBound, 2 * $0 / 3) } ?? usual.lowerBound
    switch RespiratoryRate.outcome(
      of: parts, series: series, rhythm: rhythm, rates: lowest...usual.upperBound)
    {
    case .refused(let reason): measures.missing["breaths_per_minute"] = reason.rawValue
    case .rate(let rate):
      measures.values["breaths_per_minute"] = rate.breathsPerMinute
      measures.values["breaths_per_minute_low"] = rate.low
      measures.values["breaths_per_minute_high"] = rate.high
      let sample = try? QuantitySample(
        type: .respiratoryRate, quantity: Quantity(rate.breathsPerMinute, .countPerMinute),
        start: date(start), end: date(end),
        source: HeartRateLog.source(origin, version: HeartcamVersion.current),
        device: Device(name: source), metadata: origin?.mark ?? [:])
      measures.samples = sample.map { [$0] } ?? []
    }
    return measures
  }

  /// Returns the measures of the beats of a killed step, as its recorder wrote them. Breathing also
  /// needs the light, which their file does not hold.
  static func measures(ofRecorded beats: [RecordedBeat]) -> StepMeasures {
    let beats = beats.sorted { $0.date < $1.date }
    guard let first = beats.first?.date, let last = beats.last?.date else {
      return StepMeasures(missing: "no_beats")
    }
    let series = BeatSeries(
      beats: beats.map {
        Beat(time: $0.date.timeIntervalSince(first), interval: $0.interval, quality: $0.quality)
      },
      coveredDuration: last.timeIntervalSince(first))
    var measures = measures(
      HeartRateVariability(
        of: series, rhythm: RhythmRegularity(of: series), channels: [],
        frameRate: beats.map { $0.frameRate ?? 0 }.min() ?? 0))
    measures.missing["breaths_per_minute"] = "only_beats"
    return measures
  }

  private static func measures(_ variability: HeartRateVariability) -> StepMeasures {
    var measures = StepMeasures()
    for (name, value) in [
      ("mean_interval_ms", variability.meanNN), ("rmssd_ms", variability.rmssd),
      ("sdnn_ms", variability.sdnn),
    ] {
      measures.values[name] = value
      if value == nil { measures.missing[name] = variability.reason?.rawValue ?? "too_short" }
    }
    return measures
  }

  /// Returns the part of a reading between two times; `nil` if it lies outside them.
  private static func part(
    of reading: HeartRateReading, from start: Double, to end: Double
  ) -> HeartRateReading? {
    guard reading.end > start, reading.start < end else { return nil }
    var part = reading
    let kept = reading.beats.indices.filter { (start...end).contains(reading.beats[$0].time) }
    part.beats = kept.map { reading.beats[$0] }
    part.light = reading.light.isEmpty ? [] : kept.map { reading.light[$0] }
    part.start = max(reading.start, start)
    part.end = min(reading.end, end)
    return part
  }
}
