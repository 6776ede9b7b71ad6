import JSONCoding
import BenchmarkSupport
import Photoplethysmography
import Simulation

/// How readings follow a sudden change of the heart rate.
enum DisclosureSteps {
  static let picture = "disclosure-steps.svg"

  private static let steps: [(from: Double, to: Double)] = [
    (80, 120), (80, 40), (120, 80), (40, 80),
  ]

  /// The recording's length and the time of the step, in seconds.
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
        var (cells, answered, count) = ([String](), 0, 0)
        for every in DisclosureSettings.lengths {
          var times: [Double] = []
          for seed in 1...recordings {
            let course = course(step, ratio: ratio, every: every, seed: UInt64(seed))
            times.append(responseTime(of: course.points, step))
            answered += course.answered
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
            + [SimulatedScore.percent(Double(answered) / Double(count))])
      }
    }
    let warning =
      slow.isEmpty
      ? ""
      : "\n**After a step from \(slow.sorted().joined(separator: ", from ")) the old rate may be shown for more than half a minute.**"
    return """
      ## Response to a step

      The heart jumps from one rate to another between two beats. The response time ends when a reading appears that
      has made nine tenths of the step. It includes the wait for the end of the interval and the look ahead. The table
      has the median and the longest time of \(recordings) recordings; a dash is beyond the 30 to 40 s that were simulated. \
      In noisy
      signals, a frame's noise is a \(words[Int(noisyRatio)] ?? "") of the pulse's amplitude.

      \(table.text)
      ![Readings after steps of the heart rate](\(picture))

      An interval that contains the jump has a rate between both. Shorter intervals follow sooner, but not at once: their
      window lasts \(HeartRateMonitor.shortestWindow.plain) s or more. While most of it holds the old rate, beats may be missed or a reading refused.\(warning)

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

  /// Returns the readings around a step: the seconds from the step to each rate's appearance, and the rate. Also
  /// counts the readings of the half minute after it, and those with a rate.
  private static func course(
    _ step: (from: Double, to: Double), ratio: Double?, every: Double, seed: UInt64
  ) -> (points: [(seconds: Double, rate: Double)], answered: Int, count: Int) {
    var scenario = Scenario()
    scenario.seed = seed
    scenario.duration = duration
    // In each recording the step falls at another place within an interval.
    let place = moment + Double(seed * 7 % 20) / 2
    scenario.heart = HeartRateProfile(.step(from: step.from, to: step.to, at: place))
    if let ratio {
      scenario.sensorNoise = (scenario.perfusion * scenario.levels).max() / ratio * 100
    } else {
      scenario.sensorNoise = 0
    }
    let recording = SimulatedRecording(scenario)
    // The beat under way at the step keeps its old length.
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

  /// Returns the seconds until a reading has made nine tenths of the step; infinity if none does.
  private static func responseTime(
    of points: [(seconds: Double, rate: Double)], _ step: (from: Double, to: Double)
  ) -> Double {
    points.first {
      $0.seconds > 0 && ($0.rate - step.from) / (step.to - step.from) >= 0.9
    }?.seconds ?? .infinity
  }
}
