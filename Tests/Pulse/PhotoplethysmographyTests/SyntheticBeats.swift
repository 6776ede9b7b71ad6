import Glibc
import Simulation

@testable import Photoplethysmography

/// Returns readings with beats at given times, as a perfect tracker would give them.
/// - Parameters:
///   - interval: The seconds of one reading.
///   - quality: Returns the quality of the beat with an index.
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

/// Returns the series of beats at given times.
func series(
  ofBeats times: [Double], every interval: Double = 10,
  quality: (Int) -> Double = { _ in 1 }
) -> BeatSeries {
  BeatSeries(readings: readings(ofBeats: times, every: interval, quality: quality))
}

/// Returns the times of beats with given intervals in milliseconds.
func beats(intervals: [Double], from start: Double = 0) -> [Double] {
  intervals.reduce(into: [start]) { $0.append($0[$0.count - 1] + $1 / 1000) }
}

/// Returns the beats of a simulated heart, by default at 70 beats per minute.
func heartbeats(
  _ duration: Double, rate: Double = 70, seed: UInt64 = 1,
  _ change: (inout HeartRateProfile) -> Void = { _ in }
) -> [Double] {
  var profile = HeartRateProfile(.constant(rate))
  change(&profile)
  var generator = SeededGenerator(seed: seed)
  return profile.beats(duration: duration, using: &generator).map(\.time)
}
