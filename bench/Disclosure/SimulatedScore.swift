import JSONCoding
import BenchmarkSupport
import Photoplethysmography
import Simulation
import VideoFrames

/// Compares readings of simulated recordings with the truth.
struct SimulatedScore {
  private(set) var count = 0
  private(set) var answered = 0
  private var close = 0
  private var inside = 0
  private var errorSum = 0.0
  private var biasSum = 0.0

  /// Recordings, those whose average is reported, and those whose average is within one beat a minute.
  private var recordings = 0
  private var averagesReported = 0
  private var averagesClose = 0

  mutating func add(_ recording: SimulatedRecording, _ samples: [ColorSample], every: Double = 10) {
    var monitor = HeartRateMonitor(.init(interval: every))
    add(monitor.append(contentsOf: samples) + monitor.finish(), of: recording)
  }

  mutating func add(_ readings: [HeartRateReading], of recording: SimulatedRecording) {
    var collector = AveragingCollector()
    for reading in readings {
      collector.append(reading)
      guard let truth = recording.heartRate(from: reading.start, to: reading.end) else { continue }
      count += 1
      guard let rate = reading.rate else { continue }
      answered += 1
      let error = rate.beatsPerMinute - truth
      errorSum += error.magnitude
      biasSum += error
      if error.magnitude <= 1 { close += 1 }
      if (rate.low...rate.high).contains(truth) { inside += 1 }
    }
    recordings += 1
    guard let average = collector.average, let start = collector.start, let end = collector.end,
      let truth = recording.heartRate(from: start, to: end)
    else { return }
    averagesReported += 1
    if (average - truth).magnitude <= 1 { averagesClose += 1 }
  }

  /// Shares from 0 to 1: `answered` of all readings, `close` and `inside` of those answered, both averages of all
  /// recordings.
  var answeredShare: Double { Double(answered) / Double(max(count, 1)) }
  var closeShare: Double { Double(close) / Double(answered) }
  var insideShare: Double { Double(inside) / Double(answered) }
  var averageShare: Double { Double(averagesClose) / Double(max(recordings, 1)) }
  var wrongAverageShare: Double {
    Double(averagesReported - averagesClose) / Double(max(recordings, 1))
  }

  /// In beats per minute, of answered readings.
  var meanError: Double { errorSum / Double(answered) }
  var bias: Double { biasSum / Double(answered) }

  static func percent(_ share: Double, _ places: Int = 0) -> String {
    share.isFinite ? (100 * share).fixed(places) : "-"
  }
}
