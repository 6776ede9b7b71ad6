import Glibc
import Simulation

@testable import Photoplethysmography

/// Readings that tell of beats at given times, as a perfect tracker would.
/// - Parameters:
///   - interval: Seconds of one reading.
///   - quality: Of the beat with this index.
func readings(
  ofBeats times: [Double], every interval: Double = 10,
  quality: (Int) -> Double = { _ in 1 }
) -> [HeartRateReading] {
  guard let first = times.first, let last = times.last else { return [] }
  return stride(from: first, through: last, by: interval).map { start in
    let beats = times.indices.filter { (start..<(start + interval)).contains(times[$0]) }.map {
      Beat(
        time: times[$0], interval: $0 > 0 ? times[$0] - times[$0 - 1] : nil, quality: quality($0))
    }
    return HeartRateReading(
      start: start, end: min(start + interval, last),
      outcome: .rate(.init(beatsPerMinute: 60, low: 59, high: 61)), quality: 0.9, channel: .red,
      beats: beats, pulse: [])
  }
}

/// The series of beats at given times.
func series(
  ofBeats times: [Double], every interval: Double = 10,
  quality: (Int) -> Double = { _ in 1 }
) -> BeatSeries {
  BeatSeries(readings: readings(ofBeats: times, every: interval, quality: quality))
}

/// Beats whose intervals, in milliseconds, are given.
func beats(intervals: [Double], from start: Double = 0) -> [Double] {
  intervals.reduce(into: [start]) { $0.append($0[$0.count - 1] + $1 / 1000) }
}

/// The beats of a simulated heart, at 70 beats a minute unless said.
func heartbeats(
  _ duration: Double, rate: Double = 70, seed: UInt64 = 1,
  _ change: (inout HeartRateProfile) -> Void = { _ in }
) -> [Double] {
  var profile = HeartRateProfile(.constant(rate))
  change(&profile)
  var generator = SeededGenerator(seed: seed)
  return profile.beats(duration: duration, using: &generator).map(\.time)
}
