import Glibc

/// The power spectral density of a real signal on an even grid of frequencies.
public struct PowerSpectrum: Sendable, Equatable {
  /// Power per hertz, in signal units squared, from 0 Hz to half the sample rate.
  public let density: [Double]

  /// Hertz between two values of `density`.
  public let resolution: Double

  /// The one-sided periodogram of the whole signal, under a Hann window, mean removed.
  /// - Parameter paddedCount: The transform's length; at least the signal's, a power of two.
  public static func periodogram(
    _ signal: [Double], sampleRate: Double, paddedCount: Int? = nil
  ) -> PowerSpectrum {
    welch(
      signal, sampleRate: sampleRate, segmentCount: signal.count, overlap: 0,
      paddedCount: paddedCount)
  }

  /// Welch's average of the periodograms of overlapping segments (Welch 1967), each with its mean
  /// removed and a periodic Hann window, scaled as SciPy's `welch` does with its defaults.
  /// - Parameters:
  ///   - segmentCount: Samples in a segment, at most the signal's.
  ///   - overlap: Samples that neighbours share, below `segmentCount`.
  ///   - paddedCount: The transform's length; by default the next power of two.
  public static func welch(
    _ signal: [Double], sampleRate: Double, segmentCount: Int, overlap: Int,
    paddedCount: Int? = nil
  ) -> PowerSpectrum {
    let segment = min(segmentCount, signal.count)
    let padded = max(
      paddedCount ?? 0, FourierTransform.powerOfTwo(atLeast: max(segment, 2)))
    precondition(overlap >= 0 && (overlap < segment || segment == 0))
    let transform = FourierTransform(count: padded)
    let window = (0..<segment).map {
      0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(segment))
    }
    let windowPower = window.reduce(0) { $0 + $1 * $1 }
    var density = [Double](repeating: 0, count: padded / 2 + 1)
    var segments = 0.0
    var start = 0
    while segment > 0, start + segment <= signal.count {
      let mean = signal[start..<(start + segment)].reduce(0, +) / Double(segment)
      var real = [Double](repeating: 0, count: padded)
      var imaginary = real
      for i in 0..<segment { real[i] = (signal[start + i] - mean) * window[i] }
      transform.transform(&real, &imaginary)
      for k in density.indices {
        let sides = k == 0 || k == padded / 2 ? 1.0 : 2.0
        density[k] += sides * (real[k] * real[k] + imaginary[k] * imaginary[k])
      }
      segments += 1
      start += segment - overlap
    }
    let scale = segments > 0 && windowPower > 0 ? 1 / (sampleRate * windowPower * segments) : 0
    for k in density.indices { density[k] *= scale }
    return PowerSpectrum(density: density, resolution: sampleRate / Double(padded))
  }

  /// The power between two frequencies: the integral of the density, by the rectangle rule.
  public func power(from low: Double, to high: Double) -> Double {
    let first = max(0, Int((low / resolution).rounded(.up)))
    let last = min(density.count - 1, Int((high / resolution).rounded(.down)))
    guard first <= last else { return 0 }
    return density[first...last].reduce(0, +) * resolution
  }

  /// The frequency of the highest density between two frequencies, refined below the resolution by
  /// the parabola through its logarithm and its neighbours'. `nil` where nothing is above zero.
  public func peak(from low: Double, to high: Double) -> Double? {
    let first = max(1, Int((low / resolution).rounded(.up)))
    let last = min(density.count - 2, Int((high / resolution).rounded(.down)))
    guard first <= last, let top = (first...last).max(by: { density[$0] < density[$1] }),
      density[top] > 0
    else { return nil }
    guard density[top - 1] > 0, density[top + 1] > 0, density[top] >= density[top - 1],
      density[top] >= density[top + 1]
    else { return Double(top) * resolution }
    let shift = vertexOffset(
      log(density[top - 1]), log(density[top]), log(density[top + 1]))
    return (Double(top) + shift) * resolution
  }
}
