import Photoplethysmography
import Simulation
import Testing
import VideoFrames

/// Returns the readings of a whole stream. It expects at least one from any two samples, so that no
/// test passes because its loop is empty.
func readings(
  of samples: [ColorSample], every interval: Double = 10, channels: ChannelSelection = .automatic,
  sourceLocation: SourceLocation = #_sourceLocation
) -> [HeartRateReading] {
  var monitor = HeartRateMonitor(.init(interval: interval, channels: channels))
  let found = monitor.append(contentsOf: samples) + monitor.finish()
  #expect(samples.count < 2 || !found.isEmpty, sourceLocation: sourceLocation)
  return found
}

/// Returns a recording of a finger, by default of 30 s at 30 frames per second.
func fingertip(
  _ beatsPerMinute: Double = 72, seed: UInt64 = 1, _ change: (inout Scenario) -> Void = { _ in }
) -> SimulatedRecording {
  var scenario = Scenario()
  scenario.heart = HeartRateProfile(.constant(beatsPerMinute))
  scenario.seed = seed
  change(&scenario)
  return SimulatedRecording(scenario)
}

extension ColorSample {
  /// The sample as it is read from a color signal: without the measures that need a picture.
  var withoutPicture: ColorSample {
    ColorSample(time: time, red: red, green: green, blue: blue)
  }

  func changed(_ change: (inout ColorSample) -> Void) -> ColorSample {
    var copy = self
    change(&copy)
    return copy
  }
}

/// Compares the rates of readings with the true ones.
struct RateErrors {
  private(set) var shares: [Double] = []
  private(set) var unanswered = 0

  mutating func add(_ readings: [HeartRateReading], of recording: SimulatedRecording) {
    for reading in readings {
      guard let rate = reading.rate,
        let truth = recording.heartRate(from: reading.start, to: reading.end)
      else {
        unanswered += 1
        continue
      }
      shares.append(abs(rate.beatsPerMinute - truth) / truth)
    }
  }

  /// The mean absolute error in per cent; infinite if there are no rates.
  var meanPercentage: Double {
    shares.isEmpty ? .infinity : 100 * shares.reduce(0, +) / Double(shares.count)
  }
}

/// Compares the beats that were found with the true ones, one to one, at most 50 ms apart.
struct BeatMatch {
  private(set) var matched = 0
  private(set) var missed = 0
  private(set) var invented = 0

  static let tolerance = 0.05

  mutating func add(found: [Double], truth: [Double]) {
    var (i, j) = (0, 0)
    while i < found.count, j < truth.count {
      if abs(found[i] - truth[j]) <= Self.tolerance {
        matched += 1
        i += 1
        j += 1
      } else if found[i] < truth[j] {
        invented += 1
        i += 1
      } else {
        missed += 1
        j += 1
      }
    }
    invented += found.count - i
    missed += truth.count - j
  }

  /// Adds the beats over the time of the readings that have a rate.
  mutating func add(_ readings: [HeartRateReading], of recording: SimulatedRecording) {
    for reading in readings where reading.rate != nil {
      // A beat within the tolerance of an edge may be reported on either side of it.
      let inner = (reading.start + Self.tolerance)..<(reading.end - Self.tolerance)
      let truth = recording.beats.map(\.time)
      add(
        found: reading.beats.map(\.time).filter { time in
          inner.contains(time) && !truth.contains { !inner.contains($0) && abs($0 - time) <= 0.05 }
        },
        truth: truth.filter { beat in
          inner.contains(beat)
        })
    }
  }

  var score: Double {
    let all = 2 * matched + missed + invented
    return all > 0 ? Double(2 * matched) / Double(all) : 0
  }
}
