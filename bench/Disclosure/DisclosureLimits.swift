import BenchmarkSupport
import Photoplethysmography
import Simulation

/// How weak a pulse may be that is still read.
enum DisclosureLimits {
  /// The disclosed limits: the pulse's amplitude in per cent of the level of green, and the amplitude over the
  /// standard deviation of the noise of a frame's mean, in the color with the largest pulse.
  static let lowestHeight = 0.2
  static let lowestRatio = 4.0

  private static let recordings = 200
  private static let heights = [3.0, 1, 0.5, 0.3, lowestHeight, 0.15, 0.1, 0.07, 0.05, 0.03]
  private static let ratios = [20.0, 10, 5, lowestRatio, 3, 2, 1.5, 1, 0.7]

  /// The number of pixels whose mean is a sample.
  private static let pixels = 10_000

  static let section = DisclosureSection(name: "limits") {
    let byHeight = heights.map { ($0, score(height: $0, ratio: nil)) }
    let byRatio = ratios.map { ($0, score(height: 1, ratio: $0)) }
    return """
      ## The weakest pulse that is read

      Recordings of 30 s at 30 frames/s, 45 to 180 beats per minute, \(recordings) in each line. The pulse's amplitude is measured
      from foot to peak, in percent of the mean level. First the pulse becomes weaker in a camera's usual noise
      (3 levels per pixel, the mean of \(pixels) pixels):

      \(table("amplitude in green, %", byHeight))
      Then the noise increases. The ratio is the pulse's amplitude over the standard deviation of a single frame's mean
      color, in the color with the largest pulse:

      \(table("amplitude over noise of a frame", byRatio))
      `answered` is a share of all readings of 10 s, `within 1 beat/min` a share of those answered. The last two columns
      are shares of all recordings, for the average of a whole recording.

      **The disclosed limits are an amplitude of \(lowestHeight.plain)% in green and a ratio of \(lowestRatio.plain).** \
      \(verdict(byHeight, lowestHeight, byRatio, lowestRatio))
      Under 1% of readings are answered \(silence(byHeight, "at an amplitude of", "%")) and \
      \(silence(byRatio, "at a ratio of", "")). `heartcam-bench simulated`
      draws its recordings from clean ones to these limits, with all other faults of cameras.

      """
  }

  private static func table(_ title: String, _ rows: [(Double, SimulatedScore)]) -> String {
    var table = MarkdownTable(
      columns: [
        title, "answered, %", "within 1 beat/min, %", "average within 1, %",
        "average off by more, %",
      ], words: 0)
    for (value, score) in rows {
      table.add([
        value.plain, SimulatedScore.percent(score.answeredShare, 1),
        SimulatedScore.percent(score.closeShare, 1), SimulatedScore.percent(score.averageShare, 1),
        SimulatedScore.percent(score.wrongAverageShare, 1),
      ])
    }
    return table.text
  }

  /// Returns the sentence about averages down to the limits, with the least share.
  private static func verdict(
    _ byHeight: [(Double, SimulatedScore)], _ height: Double, _ byRatio: [(Double, SimulatedScore)],
    _ ratio: Double
  ) -> String {
    let kept = byHeight.filter { $0.0 >= height } + byRatio.filter { $0.0 >= ratio }
    let least = kept.map(\.1.averageShare).min() ?? 0
    return
      "Down to them, \(SimulatedScore.percent(least, 1))% or more of averages are reported and within 1 beat/min."
  }

  private static func silence(
    _ rows: [(Double, SimulatedScore)], _ words: String, _ unit: String
  ) -> String {
    guard let first = rows.first(where: { $0.1.answeredShare < 0.01 }) else {
      return "below the lowest line"
    }
    return "\(words) \(first.0.plain)\(unit)"
  }

  private static func score(height: Double, ratio: Double?) -> SimulatedScore {
    var score = SimulatedScore()
    for seed in 0..<recordings {
      var scenario = Scenario()
      scenario.seed = UInt64(4_000 + seed)
      scenario.heart = HeartRateProfile(.constant(45 + Double(seed * 37 % 136)))
      scenario.perfusion = scenario.perfusion * (height / (100 * scenario.perfusion[1]))
      if let ratio {
        scenario.sensorNoise =
          (scenario.perfusion * scenario.levels).max() / ratio * Double(pixels).squareRoot()
      }
      let recording = SimulatedRecording(scenario)
      score.add(recording, recording.colorSamples(pixels: pixels))
    }
    return score
  }
}
