import BenchmarkSupport
import Photoplethysmography
import Simulation

/// How weak a pulse may be.
enum DisclosureLimits {
  /// The disclosed limits: the pulse's height in per cent of the level of green, and the height over the
  /// standard deviation of the noise of each frame's mean, in the colour in which it is highest.
  static let lowestHeight = 0.2
  static let lowestRatio = 4.0

  private static let recordings = 200
  private static let heights = [3.0, 1, 0.5, 0.3, lowestHeight, 0.15, 0.1, 0.07, 0.05, 0.03]
  private static let ratios = [20.0, 10, 5, lowestRatio, 3, 2, 1.5, 1, 0.7]

  /// Pixels whose mean is a sample.
  private static let pixels = 10_000

  static let section = DisclosureSection(name: "limits") {
    let byHeight = heights.map { ($0, score(height: $0, ratio: nil)) }
    let byRatio = ratios.map { ($0, score(height: 1, ratio: $0)) }
    return """
      ## The weakest pulse that is read

      Recordings of 30 s at 30 frames/s, 45 to 180 beats a minute, \(recordings) in each line. The pulse's height is from its foot
      to its top, in per cent of the mean level. First the pulse grows weaker in a camera's usual noise
      (3 levels a pixel, the mean of \(pixels) pixels):

      \(table("height in green, %", byHeight))
      Then the noise grows. The ratio is the pulse's height, in the colour in which it is highest, over the standard
      deviation of a single frame's mean colour:

      \(table("height over noise of a frame", byRatio))
      `answered` and `within 1` are of readings of 10 s, the latter of those answered; the last two columns are of the
      averages of whole recordings, of all recordings. **The disclosed limits are a height of \(lowestHeight.plain) % in green and a ratio
      of \(lowestRatio.plain)**: \(verdict(byHeight, lowestHeight, byRatio, lowestRatio)) No number is told
      any more \(silence(byHeight, "at a height of", "%")) and \(silence(byRatio, "at a ratio of", "")).
      `heartcam-bench simulated` draws its recordings from clean ones to these limits, with all that cameras do besides.

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

  /// What holds down to the limits, as it was counted.
  private static func verdict(
    _ byHeight: [(Double, SimulatedScore)], _ height: Double, _ byRatio: [(Double, SimulatedScore)],
    _ ratio: Double
  ) -> String {
    let kept = byHeight.filter { $0.0 >= height } + byRatio.filter { $0.0 >= ratio }
    let least = kept.map(\.1.averageShare).min() ?? 0
    return
      "down to them at least \(SimulatedScore.percent(least, 1)) % of averages are told and within 1."
  }

  private static func silence(
    _ rows: [(Double, SimulatedScore)], _ words: String, _ unit: String
  ) -> String {
    guard let first = rows.first(where: { $0.1.answeredShare < 0.01 }) else {
      return "below the lowest line"
    }
    return "\(words) \(first.0.plain)\(unit.isEmpty ? "" : " \(unit)") (under 1 % answered)"
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
