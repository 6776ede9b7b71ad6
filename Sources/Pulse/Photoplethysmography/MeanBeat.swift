import Glibc
import SignalProcessing

/// The AC part and the DC part of a channel's level: its deviation from its mean over one beat
/// around each sample, and that mean, which holds no pulse.
struct PulsatileLevel {
  /// The deviation at each sample; NaN too near an end.
  private var deviations: [Double]
  private var means: [Double]

  /// - Parameters:
  ///   - levels: On an even grid.
  ///   - width: The width of the mean, in samples.
  init(_ levels: [Double], width: Double) {
    let count = levels.count
    deviations = [Double](repeating: .nan, count: count)
    means = deviations
    // Whole samples on each side of the middle one, and a fraction of the next.
    let side = Int((width - 1) / 2)
    let rest = (width - 1) / 2 - Double(side)
    guard width >= 1, count >= 2 * side + 3 else { return }
    var sum = 0.0
    for i in 1...(2 * side + 1) { sum += levels[i] }
    let scale = 1 / width
    levels.withUnsafeBufferPointer { levels in
      means.withUnsafeMutableBufferPointer { means in
        for i in (side + 1)..<(count - side - 1) {
          means[i] = (sum + rest * (levels[i - side - 1] + levels[i + side + 1])) * scale
          sum += levels[i + side + 1] - levels[i - side]
        }
      }
      for i in 0..<count { deviations[i] = levels[i] - means[i] }
    }
  }

  /// Calls a closure with a function that returns deviation and mean at a position between samples,
  /// with a fraction.
  func withValues<Result>(
    _ body: (_ value: (_ position: Double) -> (deviation: Double, mean: Double)) -> Result
  ) -> Result {
    deviations.withUnsafeBufferPointer { deviations in
      means.withUnsafeBufferPointer { means in
        body { position in
          let index = Int(position)
          guard position >= 0, index + 1 < means.count else { return (.nan, .nan) }
          let share = position - Double(index)
          return (
            deviations[index] + share * (deviations[index + 1] - deviations[index]),
            means[index] + share * (means[index + 1] - means[index])
          )
        }
      }
    }
  }
}

/// A level that is cut at its beats, with the same number of phases for each, and the mean of the
/// beats.
struct MeanBeat {
  /// The number of phases in a beat, evenly spaced from its onset on.
  static let phaseCount = 24

  /// Returns the median of the seconds or samples from beat to beat; `nil` for fewer than two
  /// beats.
  static func usualStep(of beats: [Double]) -> Double? {
    zip(beats, beats.dropFirst()).map { $1 - $0 }.upperMedian
  }

  /// The values of all beats in a row; NaN where a beat is not seen.
  private let values: [Double]

  /// The level's mean in the middle of each beat but the last; `nil` for a beat that is not seen
  /// whole.
  let baselines: [Double?]

  /// The sum of the values of the beats that are seen whole, phase by phase.
  let sum: [Double]

  /// The number of beats that are seen whole.
  let count: Int

  /// Cuts a channel's levels at its beats; `nil` for fewer than two beats.
  /// - Parameters:
  ///   - levels: On an even grid.
  ///   - beats: In samples of that grid.
  init?(ofLevels levels: [Double], beats: [Double]) {
    guard let usual = Self.usualStep(of: beats) else { return nil }
    self.init(of: PulsatileLevel(levels, width: usual), beats: beats, usualStep: usual)
  }

  /// Cuts a level at its beats.
  /// - Parameters:
  ///   - beats: In samples.
  ///   - usualStep: The result of `usualStep(of:)`.
  ///   - value: Chooses between deviation and mean.
  init(
    of level: PulsatileLevel, beats: [Double], usualStep: Double,
    value: (_ deviation: Double, _ mean: Double) -> Double = { deviation, _ in deviation }
  ) {
    let stepCount = max(beats.count - 1, 0)
    var baselines: [Double?] = []
    baselines.reserveCapacity(stepCount)
    var sum = [Double](repeating: 0, count: Self.phaseCount)
    var count = 0
    values = [Double](unsafeUninitializedCapacity: stepCount * Self.phaseCount) { values, filled in
      level.withValues { valueAt in
        for index in 0..<stepCount {
          let step = beats[index + 1] - beats[index]
          var (baseline, total) = (0.0, 0.0)
          for phase in 0..<Self.phaseCount {
            let position = beats[index] + Double(phase) * (step / Double(Self.phaseCount))
            let (deviation, mean) = valueAt(position)
            values[index * Self.phaseCount + phase] = value(deviation, mean)
            total += deviation
            if phase == Self.phaseCount / 2 { baseline = mean }
          }
          // Two neighbors that are far apart have hidden beats between them.
          let isWhole = !total.isNaN && step < 1.6 * usualStep
          baselines.append(isWhole ? baseline : nil)
          guard isWhole else { continue }
          count += 1
          for phase in 0..<Self.phaseCount { sum[phase] += values[index * Self.phaseCount + phase] }
        }
      }
      filled = stepCount * Self.phaseCount
    }
    (self.baselines, self.sum, self.count) = (baselines, sum, count)
  }

  /// Returns one beat's values.
  func values(ofBeat index: Int) -> ArraySlice<Double> {
    values[index * Self.phaseCount..<(index + 1) * Self.phaseCount]
  }
}

extension MeanBeat {
  /// The mean of the beats that are seen whole, phase by phase, around 0.
  var mean: [Double] {
    var mean = sum
    for phase in mean.indices { mean[phase] /= Double(max(count, 1)) }
    let middle = mean.reduce(0, +) / Double(Self.phaseCount)
    for phase in mean.indices { mean[phase] -= middle }
    return mean
  }

  /// The mean beat's height from trough to peak, after light smoothing that removes noise and hardly changes a pulse.
  var height: Double {
    let mean = mean
    let smooth = mean.indices.map { phase in
      let before = mean[(phase + mean.count - 1) % mean.count]
      let after = mean[(phase + 1) % mean.count]
      return (before + 2 * mean[phase] + after) / 4
    }
    return (smooth.max() ?? 0) - (smooth.min() ?? 0)
  }

  /// The skewness of the mean beat's changes from phase to phase: above 0 if it rises faster than it falls;
  /// `nil` if it does not change.
  var derivativeSkewness: Double? {
    sum.indices.map { sum[$0] - sum[($0 + sum.count - 1) % sum.count] }.skewness
  }

  /// A turn's cosine and sine at each phase.
  private static let turns = (0..<phaseCount).map { phase in
    let angle = 2 * .pi * Double(phase) / Double(phaseCount)
    return (cosine: cos(angle), sine: sin(angle))
  }

  /// The share of the mean beat's power that is in its fundamental, from 0 to 1; `nil` if it does not
  /// change.
  var fundamentalShare: Double? {
    let mean = sum.mean
    var (cosine, sine, power) = (0.0, 0.0, 0.0)
    for (value, turn) in zip(sum, Self.turns) {
      cosine += (value - mean) * turn.cosine
      sine += (value - mean) * turn.sine
      power += (value - mean) * (value - mean)
    }
    guard power > 0 else { return nil }
    return 2 * (cosine * cosine + sine * sine) / (Double(Self.phaseCount) * power)
  }
}
