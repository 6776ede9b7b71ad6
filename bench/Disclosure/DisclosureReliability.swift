import JSONCoding
import BenchmarkSupport
import Photoplethysmography

/// How often a rate of each quality is right, under the disturbances of `DisturbedSets`.
enum DisclosureReliability {
  private static let recordings: UInt64 = 200

  static let section = DisclosureSection(name: "reliability") {
    var bins = [(count: Int, right: Int, sum: Double)](repeating: (0, 0, 0), count: 10)
    var table = MarkdownTable(
      columns: [
        "disturbance", "readings", "answered, %", "right, %", "wrong", "wrong above 0.5",
        "wrong, reliable",
      ])
    for kind in DisturbedSets.kinds {
      var tally = DisturbedSets.Tally()
      for seed in 0..<recordings {
        for compared in DisturbedSets.compare(kind, seed) {
          tally.add(compared)
          guard compared.reading.rate != nil else { continue }
          let bin = min(Int(compared.reading.quality * 10), 9)
          bins[bin].count += 1
          bins[bin].sum += compared.reading.quality
          if !compared.isWrong { bins[bin].right += 1 }
        }
      }
      let all = Double(max(tally.readings, 1))
      table.add([
        kind.name, "\(tally.readings)", (100 * Double(tally.answered) / all).fixed(1),
        (100 * Double(tally.answered - tally.wrong) / all).fixed(1), "\(tally.wrong)",
        "\(tally.wrongAboveHalf)", "\(tally.wrongSure)",
      ])
    }
    var reliability = MarkdownTable(columns: ["quality", "answers", "mean quality", "right, %"])
    for (index, bin) in bins.enumerated() where bin.count > 0 {
      let isFew = bin.count < 20 ? " (few)" : ""
      reliability.add([
        "\((Double(index) / 10).fixed(1)) to \((Double(index + 1) / 10).fixed(1))",
        "\(bin.count)\(isFew)", (bin.sum / Double(bin.count)).fixed(2),
        (100 * Double(bin.right) / Double(bin.count)).fixed(0),
      ])
    }
    return """
      ## How reliable a number is

      Quality is the probability that a rate is within 5 beats/min of the truth: that the rhythm is a heart's, times that no beat
      was missed or counted twice. Both are models of features, each with a curve (`PulseFeature`), fitted to fingertips with
      references, simulated disturbances and signals without a pulse (`bench/fit_model.py`). A rhythm that is less likely a heart's
      than not is not reported. Where only the number of beats is in doubt, a rate is reported down to
      \(HeartRateMonitor.minimumQuality.plain). A rate is reliable from 0.95 on. The table has the readings of all disturbances
      below, with a pulse and without, in other recordings than those of the fit.

      \(reliability.text)
      Each disturbance has \(recordings) recordings of 30 s, read every 10 s. A number is right within 5 beats/min. Without a pulse every number is wrong.

      \(table.text)
      If sway, a hunting exposure or a walk is stronger than the pulse, most readings are refused.
      Hearts whose every second or third beat is early and weak are refused, or counted. Where the weak beats hardly show,
      half of the rate may still be reported.

      """
  }
}
