import JSONCoding
import BenchmarkSupport
import CommandLineParsing
import Glibc
import Photoplethysmography
import Simulation
import VideoFrames

/// Readings of real recordings whose pulse was destroyed: `heartcam-bench scrambled DIR`.
enum ScrambledSets {
  private static let folder = Positional(
    "DIR", .directory, help: "A folder of recordings: SET/RECORDING/signal.csv beside bpm.csv.")

  static let description = CommandDescription(
    name: "scrambled",
    summary: "Count numbers in recordings whose pulse was destroyed.",
    discussion: """
      Once blocks of 0.3 to 1 s are shuffled, once the mean beat is taken out of each beat. What is left has a real \
      finger's noise, movement and drift.
      """,
    positionals: [folder], options: [])

  static func run(_ arguments: Arguments) throws {
    var table = TextTable(columns: [
      "recordings", "readings of 10 s", "with a number", "%", "q > 0.5",
    ])
    let records = try RecordedReference.all(in: arguments.required(folder))
    for (name, scrambled) in kinds {
      for dataset in Set(records.map(\.dataset)).sorted() {
        var (readings, answered, sure) = (0, 0, 0)
        for (index, record) in records.enumerated() where record.dataset == dataset {
          var generator = SeededGenerator(seed: 300 + UInt64(index))
          for reading in scrambled(
            record.samples, &generator, { HeartRateMonitor.readings(of: $0) })
          {
            readings += 1
            guard reading.rate != nil else { continue }
            answered += 1
            if reading.quality > 0.5 { sure += 1 }
          }
        }
        table.add([
          "\(dataset) \(name)", "\(readings)", "\(answered)",
          (100 * Double(answered) / Double(max(readings, 1))).fixed(1), "\(sure)",
        ])
      }
    }
    print(table.text)
  }

  /// How a pulse is destroyed, and the readings of 10 s of what is left.
  static let kinds: [(name: String, readings: Scrambling)] = [
    ("in shuffled blocks", { $2(shuffled($0, &$1)) }),
    ("without their pulse", pulselessReadings),
  ]

  typealias Measure = ([ColorSample]) -> [HeartRateReading]
  typealias Scrambling =
    @Sendable ([ColorSample], inout SeededGenerator, Measure) -> [HeartRateReading]

  /// Returns the readings of a recording without its pulse, as far as it could be taken out. Where no beats
  /// are known in an interval or in one beside it, the pulse is still there.
  @Sendable private static func pulselessReadings(
    _ samples: [ColorSample], _ generator: inout SeededGenerator, _ measure: Measure
  ) -> [HeartRateReading] {
    let whole = measure(samples)
    let left = measure(pulseless(samples, &generator))
    return left.indices.filter { index in
      (max(index - 1, 0)...min(index + 1, whole.count - 1)).allSatisfy { whole[$0].rate != nil }
    }.map { left[$0] }
  }

  /// Returns a recording whose blocks are shuffled within each half minute. Each block is lifted to where the one before
  /// ended, so that there are no jumps.
  private static func shuffled(
    _ samples: [ColorSample], _ generator: inout SeededGenerator
  ) -> [ColorSample] {
    var order: [Int] = []
    var start = 0
    while start < samples.count {
      let end = samples[start...].firstIndex { $0.time > samples[start].time + 30 } ?? samples.count
      var blocks: [Range<Int>] = []
      var first = start
      while first < end {
        let length = 0.3 + 0.7 * generator.uniform()
        let last = samples[first..<end].firstIndex { $0.time > samples[first].time + length } ?? end
        blocks.append(first..<last)
        first = last
      }
      blocks.shuffle(using: &generator)
      for block in blocks { order += block }
      start = end
    }
    var result: [ColorSample] = []
    var lift = SIMD3<Double>.zero
    for (place, source) in order.enumerated() {
      let sample = samples[source]
      var color = SIMD3(sample.red, sample.green, sample.blue)
      if let before = result.last, place > 0, order[place - 1] != source - 1 {
        lift = SIMD3(before.red, before.green, before.blue) - color
      }
      // The lift fades, so that levels stay in their range.
      lift *= 0.97
      color += lift
      result.append(
        ColorSample(time: samples[place].time, red: color[0], green: color[1], blue: color[2]))
    }
    return result
  }

  /// Returns a recording without its pulse: in each color, harmonics of the beats' phase are fitted to five beats at a
  /// time and subtracted, with windows that fade into each other.
  private static func pulseless(
    _ samples: [ColorSample], _ generator: inout SeededGenerator
  ) -> [ColorSample] {
    let beats = HeartRateMonitor.readings(of: samples).flatMap(\.beats).map(\.time)
    guard beats.count > 12 else { return samples }
    // The phase of each frame in beats; frames outside of the beats keep the rate of the nearest.
    var phases: [Double] = []
    var next = 1
    for sample in samples {
      while next < beats.count - 1, beats[next] < sample.time { next += 1 }
      let (before, after) = (beats[next - 1], beats[next])
      phases.append(Double(next - 1) + (sample.time - before) / max(after - before, 0.2))
    }
    var result = samples
    let (half, harmonics) = (2.5, 8)
    for color in [\ColorSample.red, \.green, \.blue] {
      var course = [Double](repeating: 0, count: samples.count)
      var center = phases[0]
      while center < phases[phases.count - 1] + half {
        let inside = phases.indices.filter { abs(phases[$0] - center) < half }
        if inside.count > 40 {
          // A straight line and the harmonics by least squares.
          let size = 2 + 2 * harmonics
          var matrix = [[Double]](
            repeating: [Double](repeating: 0, count: size + 1), count: size)
          func row(_ index: Int) -> [Double] {
            var row = [1, (phases[index] - center) / half]
            for k in 1...harmonics {
              row.append(cos(2 * .pi * Double(k) * phases[index]))
              row.append(sin(2 * .pi * Double(k) * phases[index]))
            }
            return row
          }
          for index in inside {
            let row = row(index)
            for i in 0..<size {
              for j in 0..<size { matrix[i][j] += row[i] * row[j] }
              matrix[i][size] += row[i] * samples[index][keyPath: color]
            }
          }
          let solution = solve(matrix)
          for index in inside {
            let row = row(index)
            let pulse = (2..<size).reduce(0) { $0 + solution[$1] * row[$1] }
            // Windows half overlap, and these weights add up to 1.
            let weight = 0.5 * (1 + cos(.pi * (phases[index] - center) / half))
            course[index] += weight * pulse
          }
        }
        center += half
      }
      for index in samples.indices { result[index][keyPath: color] -= course[index] }
    }
    return result
  }

  /// Returns the solution of linear equations, each a row with its right side last, by Gauss' elimination.
  private static func solve(_ equations: [[Double]]) -> [Double] {
    var rows = equations
    let size = rows.count
    for i in 0..<size {
      let pivot = (i..<size).max { abs(rows[$0][i]) < abs(rows[$1][i]) } ?? i
      rows.swapAt(i, pivot)
      guard abs(rows[i][i]) > 1e-12 else { continue }
      for j in 0..<size where j != i {
        let factor = rows[j][i] / rows[i][i]
        guard factor != 0 else { continue }
        for k in i...size { rows[j][k] -= factor * rows[i][k] }
      }
    }
    return (0..<size).map { abs(rows[$0][$0]) > 1e-12 ? rows[$0][size] / rows[$0][$0] : 0 }
  }
}
