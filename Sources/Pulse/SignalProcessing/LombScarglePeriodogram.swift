import Glibc

/// The power of a signal that was sampled at uneven times, on an even grid of frequencies.
///
/// A sinusoid is fitted by least squares at each frequency. The power is the energy that it removes
/// from the signal (Lomb 1976; Scargle 1982, equation 10). So nothing has to be resampled, and gaps
/// add nothing. The mean is removed first.
public struct LombScarglePeriodogram: Sendable, Equatable {
  /// The power at each frequency, in signal units squared. It is SciPy's `lombscargle` without
  /// normalization, for a signal of mean zero.
  public let power: [Double]

  /// The frequency of `power[0]` in hertz.
  public let lowest: Double

  /// The distance in hertz between two values of `power`.
  public let spacing: Double

  /// The sum of the squared deviations from the mean.
  public let energy: Double

  /// The number of samples.
  public let sampleCount: Int

  /// The length of the signal in seconds: from the first sample to the last, plus one mean
  /// distance, since each sample stands for as much.
  public let duration: Double

  /// Creates a periodogram: the power at each frequency of a grid.
  /// - Parameters:
  ///   - times: The samples' times in seconds, in ascending order, as many as `values`.
  ///   - lowest: The first frequency in hertz, above 0.
  ///   - highest: The upper bound in hertz; the last frequency is the highest of the grid that is
  ///     not above it.
  ///   - spacing: The grid's step in hertz. By default it is a quarter of 1 / `duration`, which
  ///     misses no peak.
  public init(
    times: [Double], values: [Double], from lowest: Double, to highest: Double,
    spacing: Double? = nil
  ) {
    precondition(times.count == values.count && lowest > 0)
    let count = times.count
    let first = times.first ?? 0
    let span = (times.last ?? 0) - first
    let duration = count > 1 ? span * Double(count) / Double(count - 1) : 0
    let step = spacing ?? (duration > 0 ? 1 / (4 * duration) : 1)
    precondition(step > 0)
    let mean = values.reduce(0, +) / Double(max(count, 1))
    self.lowest = lowest
    self.spacing = step
    sampleCount = count
    self.duration = duration
    energy = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    // Rounding must not lose a last frequency that is meant to be on the grid.
    let frequencies = highest < lowest ? 0 : Int((highest - lowest) / step + 1e-9) + 1
    guard count >= 2, duration > 0 else {
      power = [Double](repeating: 0, count: frequencies)
      return
    }
    // Times count from the middle, so that the angles and their rounding errors stay small.
    let middle = first + span / 2
    var rotors = Rotors(
      times: times.map { $0 - middle }, values: values.map { $0 - mean }, first: lowest, step: step)
    power = (0..<frequencies).map { _ in rotors.nextPower() }
  }

  /// The share of the energy that a sinusoid explains at each frequency, from 0 to 1: Scargle's
  /// power over the variance, times 2 over the number of samples.
  public var explainedShares: [Double] {
    power.map { energy > 0 ? min(2 * $0 / energy, 1) : 0 }
  }

  /// The one-sided power density in signal units squared per hertz. Its integral over all
  /// frequencies is the variance.
  public var density: [Double] {
    let scale = 2 * duration / Double(max(sampleCount, 1))
    return power.map { $0 * scale }
  }

  /// Returns the variance between two frequencies: the integral of the density by the rectangle
  /// rule.
  public func variance(from low: Double, to high: Double) -> Double {
    let scale = 2 * duration / Double(max(sampleCount, 1)) * spacing
    return power.indices.reduce(0) { sum, index in
      let frequency = lowest + Double(index) * spacing
      return frequency >= low && frequency < high ? sum + power[index] * scale : sum
    }
  }

  /// The highest local maximum: its frequency in hertz, which a parabola refines below the grid,
  /// and the share of the energy explained there. `nil` if the power only rises or falls, or is 0.
  public var peak: (frequency: Double, explainedShare: Double)? {
    guard energy > 0,
      let highest = Peak.localMaxima(of: power).max(by: { $0.height < $1.height })
    else { return nil }
    return (lowest + highest.position * spacing, min(2 * highest.height / energy, 1))
  }
}

/// Holds the phase of every sample and turns it from one frequency to the next.
///
/// A turn by a constant angle takes four multiplications; a sine and a cosine take some forty.
/// After ten thousand turns the rounding error is still below 1e-11. The last vector is filled up with phases of length 0,
/// which add nothing.
private struct Rotors {
  private typealias Lanes = SIMD8<Double>

  private let count: Double
  private var values: [Lanes]
  private var cosines: [Lanes]
  private var sines: [Lanes]
  private var turnCosines: [Lanes]
  private var turnSines: [Lanes]

  init(times: [Double], values: [Double], first: Double, step: Double) {
    count = Double(times.count)
    let vectors = (times.count + Lanes.scalarCount - 1) / Lanes.scalarCount
    func lanes(_ value: (Int) -> Double) -> [Lanes] {
      (0..<vectors).map { vector in
        var lanes = Lanes.zero
        for lane in 0..<Lanes.scalarCount where vector * Lanes.scalarCount + lane < times.count {
          lanes[lane] = value(vector * Lanes.scalarCount + lane)
        }
        return lanes
      }
    }
    self.values = lanes { values[$0] }
    cosines = lanes { cos(2 * .pi * first * times[$0]) }
    sines = lanes { sin(2 * .pi * first * times[$0]) }
    turnCosines = lanes { cos(2 * .pi * step * times[$0]) }
    turnSines = lanes { sin(2 * .pi * step * times[$0]) }
  }

  /// Returns the power at the current frequency, then turns to the next one.
  mutating func nextPower() -> Double {
    var (inPhase, inQuadrature) = (Lanes.zero, Lanes.zero)
    var (doubleCosine, doubleSine) = (Lanes.zero, Lanes.zero)
    for i in values.indices {
      let (c, s) = (cosines[i], sines[i])
      inPhase += values[i] * c
      inQuadrature += values[i] * s
      doubleCosine += c * c - s * s
      doubleSine += 2 * c * s
      cosines[i] = c * turnCosines[i] - s * turnSines[i]
      sines[i] = s * turnCosines[i] + c * turnSines[i]
    }
    let (c2, s2) = (doubleCosine.sum(), doubleSine.sum())
    let length = (c2 * c2 + s2 * s2).squareRoot()
    // Scargle's delay makes sine and cosine orthogonal over the samples. The sums give its
    // double angle.
    let delay = atan2(s2, c2) / 2
    let (a, b) = (inPhase.sum(), inQuadrature.sum())
    let alongCosine = a * cos(delay) + b * sin(delay)
    let alongSine = b * cos(delay) - a * sin(delay)
    let (cosineEnergy, sineEnergy) = ((count + length) / 2, (count - length) / 2)
    var power = alongCosine * alongCosine / cosineEnergy
    // At half the sample rate of evenly spaced samples the sine is 0.
    if sineEnergy > 1e-9 * count { power += alongSine * alongSine / sineEnergy }
    return power / 2
  }
}
