import Simulation
import VideoFrames

/// The hour of color samples for the benchmarks of signals: a fingertip at 30 frames/s whose heart rises evenly from
/// 58 to 96 beats per minute, with breathing, a few early beats, drift, exposure steps, movement, and a phone's frame
/// times.
enum SignalHour {
  static let duration = 3600.0

  static func recording() -> SimulatedRecording {
    var scenario = Scenario()
    scenario.heart = HeartRateProfile(.ramp(from: 58, to: 96))
    scenario.heart.ectopicShare = 0.005
    scenario.heart.jitter = 0.015
    scenario.duration = duration
    scenario.timeJitter = 0.05
    scenario.droppedShare = 0.002
    scenario.drift = 0.02
    scenario.exposureStepsPerMinute = 0.3
    scenario.motionBurstsPerMinute = 0.3
    scenario.seed = 3600
    return SimulatedRecording(scenario)
  }

  /// Red, green and blue of the hour on an even grid of 30 Hz, as the kernels take them.
  static func evenSignal() -> [SIMD4<Double>] {
    var scenario = recording().scenario
    scenario.timeJitter = 0
    scenario.droppedShare = 0
    return SimulatedRecording(scenario).colorSamples().map {
      SIMD4($0.red, $0.green, $0.blue, 0)
    }
  }
}
