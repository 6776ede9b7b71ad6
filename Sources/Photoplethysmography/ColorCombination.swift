import Glibc

/// Makes one pulse signal of three colours, in which movement and lamps cancel as far as they change all
/// colours alike: for skin that is seen from afar.
///
/// In overlapping windows of 1.6 s (Wang 2017: 48 frames at 30 Hz), each colour is divided by its mean
/// there; two projections that movement hardly moves are added so that what is left of it cancels. The
/// windows are those of the frames' own times, one ends at each frame, and where they overlap their mean
/// is taken, by weight.
struct ColorCombination: Sendable {
  enum Method: Sendable {
    /// De Haan and Jeanne 2013, "Robust pulse rate from chrominance-based rPPG", eqs. 10 to 13:
    /// X = 3 R - 2 G and Y = 1.5 R + G - 1.5 B of normalised colours, S = X - α Y with α = σ(X) / σ(Y),
    /// windows weighed by a raised cosine. In place of their band-pass, each window of X and Y loses its
    /// straight line; the filters that follow do the rest.
    case chrominance

    /// Wang, den Brinker, Stuijk and de Haan 2017, "Algorithmic principles of remote PPG", algorithm 1:
    /// S1 = G - B and S2 = G + B - 2 R of normalised colours, h = S1 + α S2 with α = σ(S1) / σ(S2).
    case planeOrthogonalToSkin
  }

  /// The level that the combined signal is put on: what remains of its relative changes is per cent.
  static let level = 100.0

  /// Seconds of a window.
  private static let window = 1.6

  /// Windows of fewer frames hold nothing to normalise.
  private static let fewestFrames = 8

  /// The combined signal in its first lane, one value a frame, falling with more blood as a colour does;
  /// then red, green and blue as they are.
  private(set) var signal: [SIMD4<Double>] = []

  /// The root mean square of green's changes within windows, as a share of its level.
  private(set) var restlessness = 0.0

  private var sums: [Double] = []
  private var weights: [Double] = []
  private var first: [Double] = []
  private var second: [Double] = []

  /// - Parameters:
  ///   - times: Of the frames, in seconds, rising.
  ///   - colors: Red, green and blue at those times.
  mutating func combine(
    _ method: Method, times: ArraySlice<Double>, colors: ArraySlice<SIMD4<Double>>
  ) {
    let count = times.count
    let times = Array(times)
    let colors = Array(colors)
    Self.clear(&sums, count)
    Self.clear(&weights, count)
    var start = 0
    var (unrest, windows) = (0.0, 0.0)
    let gap = count > 1 ? (times[count - 1] - times[0]) / Double(count - 1) : 0
    for end in 0..<count {
      while times[start] <= times[end] - Self.window { start += 1 }
      guard end - start + 1 >= Self.fewestFrames,
        times[end] - times[start] > Self.window - 2.5 * gap
      else { continue }
      guard let variance = add(method, colors, start...end) else { continue }
      unrest += variance
      windows += 1
    }
    restlessness = windows > 0 ? (unrest / windows).squareRoot() : 0
    signal.removeAll(keepingCapacity: true)
    for index in 0..<count {
      let value = weights[index] > 0 ? sums[index] / weights[index] : 0
      let color = colors[index]
      signal.append(SIMD4(Self.level * (1 + value), color[0], color[1], color[2]))
    }
  }

  private static func clear(_ values: inout [Double], _ count: Int) {
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(0, count: count))
  }

  /// Adds what one window tells.
  /// - Returns: The variance of green in it over its squared mean; `nil` where a colour is dark.
  private mutating func add(
    _ method: Method, _ colors: [SIMD4<Double>], _ window: ClosedRange<Int>
  ) -> Double? {
    let count = window.count
    var mean = SIMD4<Double>.zero
    for index in window { mean += colors[index] }
    mean /= Double(count)
    guard mean[0] >= 1, mean[1] >= 1, mean[2] >= 1 else { return nil }
    let scale = SIMD4(1 / mean[0], 1 / mean[1], 1 / mean[2], 0)
    Self.clear(&first, count)
    Self.clear(&second, count)
    var variance = 0.0
    for index in 0..<count {
      let color = colors[window.lowerBound + index] * scale
      variance += (color[1] - 1) * (color[1] - 1)
      switch method {
      case .chrominance:
        first[index] = 3 * color[0] - 2 * color[1]
        second[index] = 1.5 * color[0] + color[1] - 1.5 * color[2]
      case .planeOrthogonalToSkin:
        first[index] = color[1] - color[2]
        second[index] = color[1] + color[2] - 2 * color[0]
      }
    }
    let deviations = (
      Self.center(&first, removesLine: method == .chrominance),
      Self.center(&second, removesLine: method == .chrominance)
    )
    let ratio = deviations.1 > 0 ? deviations.0 / deviations.1 : 0
    for index in 0..<count {
      switch method {
      case .chrominance:
        // Blood raises S = X - α Y; a colour falls with it.
        let turns = (Double(index) + 0.5) / Double(count)
        let weight = 0.5 - 0.5 * cos(2 * .pi * turns)
        sums[window.lowerBound + index] += weight * (ratio * second[index] - first[index])
        weights[window.lowerBound + index] += weight
      case .planeOrthogonalToSkin:
        sums[window.lowerBound + index] += first[index] + ratio * second[index]
        weights[window.lowerBound + index] += 1
      }
    }
    return variance / Double(count)
  }

  /// Takes away the mean, and the straight line where asked to; returns the standard deviation then.
  private static func center(_ values: inout [Double], removesLine: Bool) -> Double {
    let count = Double(values.count)
    let mean = values.reduce(0, +) / count
    let middle = (count - 1) / 2
    var slope = 0.0
    if removesLine {
      for index in values.indices { slope += (Double(index) - middle) * (values[index] - mean) }
      slope /= count * (count * count - 1) / 12
    }
    var squares = 0.0
    for index in values.indices {
      values[index] -= mean + slope * (Double(index) - middle)
      squares += values[index] * values[index]
    }
    return (squares / count).squareRoot()
  }
}
