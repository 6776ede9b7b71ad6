import JSONCoding
import BenchmarkSupport
import Photoplethysmography
import Simulation
import VideoFrames

/// How cameras and hands disturb a reading.
enum DisclosureCameras {
  private static let recordings = 60

  private struct Hardship: Sendable {
    let name: String
    var fastest = 150.0

    /// The length of a gap without frames in the middle of the recording, in seconds.
    var gap = 0.0
    var change: @Sendable (inout Scenario) -> Void = { _ in }
  }

  private static let hardships: [Hardship] =
    [8.0, 10, 12, 15, 24, 30, 60, 120].map { rate in
      Hardship(name: "\(rate.plain) frames/s", fastest: min(150, 10 * rate)) { $0.frameRate = rate }
    }
    + [5.0, 20, 40].map { share in
      Hardship(name: "frames' times off by \(share.plain)% of a frame") {
        $0.timeJitter = share / 100
      }
    }
    + [5.0, 10, 20, 40].map { share in
      Hardship(name: "\(share.plain)% of frames missing") { $0.droppedShare = share / 100 }
    }
    + [0.5, 1, 2, 4].map { Hardship(name: "a gap of \($0.plain) s", gap: $0) }
    + [4.0, 12, 30].map { count in
      Hardship(name: "\(count.plain) bursts of movement a minute") {
        $0.motionBurstsPerMinute = count
      }
    }
    + [4.0, 12].map { count in
      Hardship(name: "\(count.plain) jumps of the exposure a minute") {
        $0.exposureStepsPerMinute = count
      }
    }

  static let section = DisclosureSection(name: "cameras") {
    var table = MarkdownTable(
      columns: [
        "30 s of a fingertip with", "answered, %", "within 1 beat/min, %", "mean error",
        "inside, %",
      ])
    for hardship in hardships {
      var score = SimulatedScore()
      for seed in 0..<recordings {
        var scenario = Scenario()
        scenario.seed = UInt64(6_000 + seed)
        let span = Int(hardship.fastest) - 44
        scenario.heart = HeartRateProfile(.constant(45 + Double(seed * 37 % span)))
        hardship.change(&scenario)
        let recording = SimulatedRecording(scenario)
        let middle = scenario.duration / 2
        score.add(
          recording,
          recording.colorSamples().filter {
            hardship.gap == 0 || abs($0.time - middle) > hardship.gap / 2
          })
      }
      table.add([
        hardship.name, SimulatedScore.percent(score.answeredShare),
        SimulatedScore.percent(score.closeShare), score.meanError.fixed(2),
        SimulatedScore.percent(score.insideShare),
      ])
    }
    return """
      ## Cameras and hands

      Readings of 10 s, \(recordings) recordings per line, 45 to 150 beats per minute. Below 15 frames/s, rates are at most ten times the
      frame rate, because a beat needs six frames.

      \(table.text)
      Frame times may be off and frames may be missing, because the program computes with the times themselves. It does
      not fill in time without frames; if too much is missing, it reports no number. Movement is worst: a number reported
      while a finger moves may be wrong, and the truth may be outside its interval.

      """
  }
}
