/// The place of a parabola's vertex through three evenly spaced values, relative to the middle one.
///
/// Between -0.5 and 0.5 where the middle value is the largest (or the smallest); 0 on a straight line.
@inlinable
public func vertexOffset(_ left: Double, _ middle: Double, _ right: Double) -> Double {
  let curvature = left - 2 * middle + right
  guard curvature != 0 else { return 0 }
  return min(max(0.5 * (left - right) / curvature, -1), 1)
}

/// The value of that parabola at its vertex.
@inlinable
public func vertexValue(_ left: Double, _ middle: Double, _ right: Double) -> Double {
  middle - 0.25 * (left - right) * vertexOffset(left, middle, right)
}

/// A local maximum of a sampled signal.
public struct Peak: Sendable, Equatable {
  /// The highest sample.
  public let index: Int

  /// Where the parabola through it and its neighbours is highest, in samples.
  public let position: Double

  /// The height of that parabola.
  public let height: Double
}

extension Peak {
  /// The local maxima of `signal`, from left to right; of a plateau, its middle. The ends are none.
  public static func localMaxima(of signal: [Double]) -> [Peak] {
    var peaks: [Peak] = []
    var index = 1
    while index < signal.count - 1 {
      guard signal[index] > signal[index - 1] else {
        index += 1
        continue
      }
      var plateauEnd = index
      while plateauEnd + 1 < signal.count, signal[plateauEnd + 1] == signal[index] {
        plateauEnd += 1
      }
      if plateauEnd + 1 < signal.count, signal[plateauEnd + 1] < signal[index] {
        if plateauEnd == index {
          let (a, b, c) = (signal[index - 1], signal[index], signal[index + 1])
          peaks.append(
            Peak(
              index: index, position: Double(index) + vertexOffset(a, b, c),
              height: vertexValue(a, b, c)))
        } else {
          peaks.append(
            Peak(
              index: (index + plateauEnd) / 2, position: Double(index + plateauEnd) / 2,
              height: signal[index]))
        }
      }
      index = plateauEnd + 1
    }
    return peaks
  }
}
