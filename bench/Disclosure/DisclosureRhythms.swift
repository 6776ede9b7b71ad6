import BenchmarkSupport
import Photoplethysmography
import Simulation

/// What is told of hearts that do not beat evenly.
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
        "70, breathing sways it by \(depth.plain) %",
        profile(70) { $0.respiratoryDepth = depth / 100 }
      )
    }
    rhythms.append(
      ("60 to 100, rising evenly over 2 min", HeartRateProfile(.ramp(from: 60, to: 100))))
    rhythms += [5.0, 20].map { share in
      (
        "70, \(share.plain) % of beats early and weak",
        profile(70) { $0.ectopicShare = share / 100 }
      )
    }
    rhythms += [60.0, 80, 120].map { rate in
      ("\(rate.plain), every other beat early and weak", profile(rate) { $0.ectopicPeriod = 2 })
    }
    rhythms += [5.0, 10, 20, 25].map { spread in
      (
        "80, intervals without rhythm, spread \(spread.plain) %",
        profile(80) { $0.irregularity = spread / 100 }
      )
    }
    return rhythms
  }()

  static let section = DisclosureSection(name: "rhythms") {
    var table = MarkdownTable(
      columns: [
        "heart, beats a minute", "answered, %", "mean error", "told less true", "inside, %",
        "called regular", "irregular", "not told",
      ])
    var (lost, truth) = (0.0, 0.0)
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
      if heart.ectopicPeriod == 2 {
        lost -= score.bias
        truth += heart.rate(at: 0, of: 1)
      }
      table.add(
        [
          name, SimulatedScore.percent(score.answeredShare), score.meanError.fixed(2),
          score.bias.fixed(2), SimulatedScore.percent(score.insideShare),
        ]
          + [RhythmRegularity.regular, .irregular, .undetermined].map {
            "\(statements[$0, default: 0])"
          })
    }
    let pairs =
      lost > 0.4 * truth
      ? """
      **Where every other beat comes early, the pair
      is taken for one beat: half of the rate is told, its 95 % interval does not hold the truth, and the rhythm is called
      regular.** Who has such a heart must not go by these numbers.
      """ : "Where every other beat comes early, its rate is off by as much as the table says."
    return """
      ## Response to irregular rhythms

      Readings of 10 s against the beats that were, over \(recordings) recordings of 2 min each, and what is said of the rhythm
      of each. Early beats come after two thirds of an interval, are half as high and are followed by a pause.
      `inside` is the share of true rates within the 95 % interval.

      \(table.text)
      A beat too weak to move the light is not seen by any camera. \(pairs)

      """
  }
}
