import Glibc
import VideoFrames

/// One pulse signal made of three colors, with one value for each frame.
struct CombinedSignal: Sendable, Equatable {
  /// The signal's relative changes in percent, around `center`. It falls with more blood, as a
  /// color does, so the same filters apply.
  var values: [Double]

  /// The root mean square of green's changes within the windows of the combination, as a share of
  /// its level: movement that the combination hides from the filters.
  var relativeRMS: Double

  /// The center of the values. It is not a level of light.
  static let center = 100.0
}

/// Combines three colors into one pulse signal, for skin that is seen from afar. Changes that all
/// colors share, as from movement and lamps, cancel.
///
/// In overlapping windows of 1.6 s (Wang 2017: 48 frames at 30 Hz), each color is divided by its
/// mean. Two projections that movement hardly changes are added so that the rest of the movement
/// cancels. A window ends at each frame, and overlapping windows are averaged by weight.
struct ColorCombination: Sendable {
  enum Method: Sendable {
    /// De Haan and Jeanne 2013, "Robust pulse rate from chrominance-based rPPG", eqs. 10 to 13: X =
    /// 3 R - 2 G and Y = 1.5 R + G - 1.5 B of normalized colors, S = X - α Y with α = σ(X) / σ(Y),
    /// windows weighed by a raised cosine. In place of their band-pass, each window of X and Y
    /// loses its straight line; the filters that follow do the rest.
    case chrominance

    /// Wang, den Brinker, Stuijk and de Haan 2017, "Algorithmic principles of remote PPG",
    /// algorithm 1: S1 = G - B and S2 = G + B - 2 R of normalized colors, h = S1 + α S2 with α =
    /// σ(S1) / σ(S2).
    case planeOrthogonalToSkin
  }

  /// Seconds of a window.
  private static let window = 1.6

  /// The fewest frames of a window that can be normalized.
  private static let fewestFrames = 8

  private var sums: [Double] = []
  private var weights: [Double] = []
  private var first: [Double] = []
  private var second: [Double] = []

  /// Returns the combined signal of a window's frames.
  /// - Parameters:
  ///   - times: The times of the frames in seconds, rising.
  ///   - colors: Red, green and blue at those times.
  mutating func signal(
    by method: Method, times: ArraySlice<Double>, colors: ArraySlice<RGB>
  ) -> CombinedSignal {
    let count = times.count
    let times = Array(times)
    let colors = Array(colors)
    Self.clear(&sums, count)
    Self.clear(&weights, count)
    var start = 0
    var (variances, windows) = (0.0, 0.0)
    let gap = count > 1 ? (times[count - 1] - times[0]) / Double(count - 1) : 0
    for end in 0..<count {
      while times[start] <= times[end] - Self.window { start += 1 }
      guard end - start + 1 >= Self.fewestFrames,
        times[end] - times[start] > Self.window - 2.5 * gap
      else { continue }
      guard let variance = add(method, colors, start...end) else { continue }
      variances += variance
      windows += 1
    }
    let values = (0..<count).map { index in
      let value = weights[index] > 0 ? sums[index] / weights[index] : 0
      return CombinedSignal.center * (1 + value)
    }
    return CombinedSignal(
      values: values, relativeRMS: windows > 0 ? (variances / windows).squareRoot() : 0)
  }

  private static func clear(_ values: inout [Double], _ count: Int) {
    values.removeAll(keepingCapacity: true)
    values.append(contentsOf: repeatElement(0, count: count))
  }

  /// Adds one window to the sums.
  /// - Returns: The variance of green in it over its squared mean; `nil` if a color is dark.
  private mutating func add(
    _ method: Method, _ colors: [RGB], _ window: ClosedRange<Int>
  ) -> Double? {
    let count = window.count
    let frames = Double(count)
    let sum = colors[window].reduce(.zero, +)
    let mean = sum / RGB(red: frames, green: frames, blue: frames)
    guard mean.lowest >= 1 else { return nil }
    let scale = RGB(red: 1 / mean.red, green: 1 / mean.green, blue: 1 / mean.blue)
    Self.clear(&first, count)
    Self.clear(&second, count)
    var variance = 0.0
    for index in 0..<count {
      let color = colors[window.lowerBound + index] * scale
      variance += (color.green - 1) * (color.green - 1)
      switch method {
      case .chrominance:
        first[index] = 3 * color.red - 2 * color.green
        second[index] = 1.5 * color.red + color.green - 1.5 * color.blue
      case .planeOrthogonalToSkin:
        first[index] = color.green - color.blue
        second[index] = color.green + color.blue - 2 * color.red
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
        // Blood raises S = X - α Y; a color falls with it.
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

  /// Removes the mean, and the straight line if asked to. Returns the standard deviation of the
  /// result.
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
