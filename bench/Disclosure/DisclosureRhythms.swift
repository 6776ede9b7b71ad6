import JSONCoding
import BenchmarkSupport
import Photoplethysmography
import Simulation

/// Readings of hearts that do not beat evenly.
enum DisclosureRhythms {
  private static let recordings = 20

  private static let rhythms: [(String, HeartRateProfile)] = {
    func profile(
      _ rate: Double, _ change: (inout HeartRateProfile) -> Void
    ) -> HeartRateProfile {
      var profile = HeartRateProfile(.constant(rate))
      change(&profile)
      return profile
    }
    var rhythms = [3.0, 10, 20].map { depth in
      (
        "70, modulated by breathing by \(depth.plain)%",
        profile(70) { $0.respiratoryDepth = depth / 100 }
      )
    }
    rhythms.append(
      ("60 to 100, rising evenly over 2 min", HeartRateProfile(.ramp(from: 60, to: 100))))
    rhythms += [5.0, 20].map { share in
      (
        "70, \(share.plain)% of beats early and weak",
        profile(70) { $0.ectopicShare = share / 100 }
      )
    }
    rhythms += [60.0, 80, 120].map { rate in
      ("\(rate.plain), every other beat early and weak", profile(rate) { $0.ectopicPeriod = 2 })
    }
    rhythms += [5.0, 10, 20, 25].map { spread in
      (
        "80, independent intervals, spread \(spread.plain)%",
        profile(80) { $0.irregularity = spread / 100 }
      )
    }
    return rhythms
  }()

  static let section = DisclosureSection(name: "rhythms") {
    var table = MarkdownTable(
      columns: [
        "heart, beats per minute", "answered, %", "mean error", "bias", "inside, %",
        "called regular", "with frequent early beats", "irregular", "undetermined",
      ])
    var halved: [String] = []
    for (name, heart) in rhythms {
      var score = SimulatedScore()
      var statements: [RhythmRegularity: Int] = [:]
      for seed in 1...recordings {
        var scenario = Scenario()
        scenario.seed = UInt64(seed)
        scenario.duration = 120
        scenario.heart = heart
        let recording = SimulatedRecording(scenario)
        var monitor = HeartRateMonitor()
        let readings = monitor.append(contentsOf: recording.colorSamples()) + monitor.finish()
        score.add(readings, of: recording)
        statements[RhythmRegularity(of: BeatSeries(readings: readings)), default: 0] += 1
      }
      let rate = heart.rate(at: 0, of: 1)
      if score.bias < -0.4 * rate { halved.append(rate.plain) }
      table.add(
        [
          name, SimulatedScore.percent(score.answeredShare), score.meanError.fixed(2),
          score.bias.fixed(2), SimulatedScore.percent(score.insideShare),
        ]
          + [RhythmRegularity.regular, .frequentEarlyBeats, .irregular, .undetermined].map {
            "\(statements[$0, default: 0])"
          })
    }
    let pairs =
      halved.isEmpty
      ? ""
      : """
      **If every other beat comes early, so soon that it may be the second wave of the one before, the program
      takes each pair for one beat. At \(halved.joined(separator: " and ")) beats/min it reports half of the rate, the 95% \
      confidence interval excludes the truth, and the
      rhythm is called regular.** People with such a heart must not rely on these numbers.
      """
    return """
      ## Response to irregular rhythms

      Readings of 10 s against the true beats, over \(recordings) recordings of 2 min each, and what the program says about each
      recording's rhythm. Early beats come after two thirds of an interval, have half the amplitude, and a pause follows.
      `bias` is the mean of reported minus true rates. `inside` is the share of true rates within the 95% confidence interval.

      \(table.text)
      No camera sees a beat that is too weak to change the light. \(pairs)

      """
  }
}
