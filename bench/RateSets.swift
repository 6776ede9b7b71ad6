import BenchmarkSupport
import JSONCoding
import Photoplethysmography
import Simulation

/// Pulses of each shape at each frame rate: the rates part of `heartcam-bench simulated`.
enum RateSets {
  private static let frameRates = [15, 24, 25, 29.97, 30, 50, 60]
  private static let shapes: [PulseWaveform.Shape] = [
    .usual, .weakDicrotic, .strongDicrotic, .sawtooth, .rounded,
  ]

  /// - Parameter step: Beats per minute from one rate to the next.
  static func run(step: Double, isListing: Bool) {
    var table = TextTable(columns: [
      "frames/s", "frames a beat", "readings", "answered, %", "off by over 2", "over 5", "q > 0.5",
    ])
    for frameRate in frameRates + [8, 10, 12] {
      for isFine in [true, false] {
        var (readings, answered, off, far, sure) = (0, 0, 0, 0, 0)
        for shape in shapes {
          for (index, rate) in stride(from: 30, through: 210, by: step).enumerated() {
            let framesABeat = 60 * frameRate / rate
            guard (framesABeat >= 8) == isFine else { continue }
            var scenario = Scenario()
            scenario.seed = UInt64(index) &* 31 &+ UInt64(frameRate)
            scenario.frameRate = frameRate
            scenario.waveform = shape
            scenario.heart = HeartRateProfile(.constant(rate))
            scenario.heart.jitter = [0.01, 0.02, 0.03, 0.05][index % 4]
            let recording = SimulatedRecording(scenario)
            for reading in HeartRateMonitor.readings(of: recording.colorSamples()) {
              guard let truth = recording.heartRate(from: reading.start, to: reading.end) else {
                continue
              }
              readings += 1
              let error = reading.rate.map { abs($0.beatsPerMinute - truth) }
              if isListing, error.map({ $0 > 2 }) ?? isFine {
                print(
                  "\(frameRate.plain) frames/s, \(shape), \(truth.fixed(1)):",
                  reading.rate.map { $0.beatsPerMinute.fixed(1) } ?? reading.reason?.rawValue ?? "",
                  "quality", reading.quality.fixed(2))
              }
              guard let error else { continue }
              answered += 1
              if error > 2 { off += 1 }
              if error > 5 { far += 1 }
              if error > 5, reading.quality > 0.5 { sure += 1 }
            }
          }
        }
        guard readings > 0 else { continue }
        table.add([
          frameRate.plain, isFine ? "8 or more" : "fewer", "\(readings)",
          (100 * Double(answered) / Double(readings)).fixed(1), "\(off)", "\(far)", "\(sure)",
        ])
      }
    }
    print(table.text)
  }
}
