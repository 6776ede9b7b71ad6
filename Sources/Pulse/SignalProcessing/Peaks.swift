/// Returns the position of the vertex of the parabola through three evenly spaced values, relative
/// to the middle one.
///
/// The result is between -0.5 and 0.5 if the middle value is the largest or the smallest, and 0 on
/// a straight line.
@inlinable
public func vertexOffset(_ left: Double, _ middle: Double, _ right: Double) -> Double {
  let curvature = left - 2 * middle + right
  guard curvature != 0 else { return 0 }
  return min(max(0.5 * (left - right) / curvature, -1), 1)
}

/// Returns the value at the vertex of the parabola through three evenly spaced values.
@inlinable
public func vertexValue(_ left: Double, _ middle: Double, _ right: Double) -> Double {
  middle - 0.25 * (left - right) * vertexOffset(left, middle, right)
}

/// A local maximum of a sampled signal.
public struct Peak: Sendable, Equatable {
  /// The index of the highest sample.
  public let index: Int

  /// The position in samples of the vertex of the parabola through that sample and its neighbors.
  public let position: Double

  /// The height of that vertex.
  public let height: Double
}

extension Peak {
  /// Returns the local maxima of `signal`, from left to right. A plateau has its maximum in its
  /// middle. The ends do not count.
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
