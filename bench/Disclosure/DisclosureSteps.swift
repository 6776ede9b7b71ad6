import BenchmarkSupport
import Photoplethysmography
import Simulation

/// How readings follow a sudden change of the heart rate.
enum DisclosureSteps {
  static let picture = "disclosure-steps.svg"

  private static let steps: [(from: Double, to: Double)] = [
    (80, 120), (80, 40), (120, 80), (40, 80),
  ]

  /// Seconds of the recording, and where the step is.
  private static let duration = 80.0
  private static let moment = 40.0
  private static let recordings = 20

  /// The pulse's height over the standard deviation of a frame's noise, in a noisy signal.
  private static let noisyRatio = 5.0

  static let section = DisclosureSection(name: "steps") {
    var table = MarkdownTable(
      columns: ["step", "signal"]
        + DisclosureSettings.lengths.map { "every \($0.plain) s: median (worst), s" }
        + ["answered in the 30 s after it, %"], words: 2)
    var slow: Set<String> = []
    for step in steps {
      for ratio in [nil, noisyRatio] {
        var (cells, told, count) = ([String](), 0, 0)
        for every in DisclosureSettings.lengths {
          var times: [Double] = []
          for seed in 1...recordings {
            let course = course(step, ratio: ratio, every: every, seed: UInt64(seed))
            times.append(responseTime(of: course.points, step))
            told += course.told
            count += course.count
          }
          times.sort()
          if !(times[times.count - 1] <= 30) {
            slow.insert("\(step.from.plain) to \(step.to.plain)")
          }
          cells.append("\(times[times.count / 2].fixed(1)) (\(times[times.count - 1].fixed(1)))")
        }
        table.add(
          ["\(step.from.plain) to \(step.to.plain)", ratio == nil ? "clean" : "noisy"] + cells
            + [SimulatedScore.percent(Double(told) / Double(count))])
      }
    }
    let warning =
      slow.isEmpty
      ? ""
      : "**After a step from \(slow.sorted().joined(separator: ", from ")) the old rate may be told for more than half a minute.**"
    return """
      ## Response to a step

      The heart jumps from one rate to another between two beats. The time is that from the jump until a number is
      told that has gone nine tenths of the way, waiting for the end of the interval and the look ahead included. It is
      the median of \(recordings) recordings, and the longest of them; a dash is beyond the 30 to 40 s that were simulated. The noise of a frame is a \
      \(words[Int(noisyRatio)] ?? "") of the pulse's height in the noisy ones.

      \(table.text)
      ![Readings after steps of the heart rate](\(picture))

      An interval in which the jump lies has a rate between both. Shorter intervals follow sooner, but not at once: their
      beats are looked for in \(HeartRateMonitor.shortestWindow.plain) s at least, and as long as most of these hold the old rate, beats may be missed
      or a reading refused. \(warning)

      """
  }

  private static let words = [5: "fifth", 10: "tenth"]

  static var plot: StepResponsePlot {
    StepResponsePlot(
      steps: steps.map { step in
        StepResponsePlot.Step(
          from: step.from, to: step.to,
          courses: DisclosureSettings.lengths.map { every in
            StepResponsePlot.Course(
              name: "every \(every.plain) s",
              points: course(step, ratio: nil, every: every, seed: 1).points)
          })
      })
  }

  /// What is told around a step: seconds from the step on at which each number is told, and the number;
  /// and how many readings of the half minute after it have one.
  private static func course(
    _ step: (from: Double, to: Double), ratio: Double?, every: Double, seed: UInt64
  ) -> (points: [(seconds: Double, rate: Double)], told: Int, count: Int) {
    var scenario = Scenario()
    scenario.seed = seed
    scenario.duration = duration
    // Intervals begin at another moment before the jump in each recording.
    let place = moment + Double(seed * 7 % 20) / 2
    scenario.heart = HeartRateProfile(.step(from: step.from, to: step.to, at: place))
    if let ratio {
      scenario.sensorNoise = (scenario.perfusion * scenario.levels).max() / ratio * 100
    } else {
      scenario.sensorNoise = 0
    }
    let recording = SimulatedRecording(scenario)
    // The beat that is under way at that moment still has its old length.
    let jump = recording.beats.first { $0.time >= place }?.time ?? place
    var monitor = HeartRateMonitor(.init(interval: every))
    let readings =
      monitor.append(contentsOf: recording.colorSamples(pixels: 10_000)) + monitor.finish()
    let after = readings.filter { $0.end > jump && $0.end <= jump + 30 }
    return (
      readings.compactMap { reading in
        reading.rate.map {
          (reading.end + HeartRateMonitor.lookahead - jump, $0.beatsPerMinute)
        }
      }, after.count { $0.rate != nil }, after.count
    )
  }

  /// Seconds until nine tenths of the step are told; not a number where they never are.
  private static func responseTime(
    of points: [(seconds: Double, rate: Double)], _ step: (from: Double, to: Double)
  ) -> Double {
    points.first {
      $0.seconds > 0 && ($0.rate - step.from) / (step.to - step.from) >= 0.9
    }?.seconds ?? .infinity
  }
}
