import Glibc

/// A discrete Fourier transform of a fixed power-of-two length.
///
/// Radix 2, in place, with the twiddle factors computed once: the lengths in use are a thousand or
/// so, where this costs a few microseconds.
public struct FourierTransform: Sendable {
  public let count: Int
  private let cosines: [Double]
  private let sines: [Double]
  private let reversed: [Int]

  /// - Precondition: `count` is a power of two.
  public init(count: Int) {
    precondition(count > 0 && count & (count - 1) == 0)
    self.count = count
    let half = max(count / 2, 1)
    cosines = (0..<half).map { cos(2 * .pi * Double($0) / Double(count)) }
    sines = (0..<half).map { -sin(2 * .pi * Double($0) / Double(count)) }
    let bits = count.trailingZeroBitCount
    reversed = (0..<count).map { index in
      (0..<bits).reduce(0) { $0 | ((index >> $1) & 1) << (bits - 1 - $1) }
    }
  }

  /// The smallest power of two that is not below `count`.
  public static func powerOfTwo(atLeast count: Int) -> Int {
    var power = 1
    while power < count { power <<= 1 }
    return power
  }

  /// Replaces the signal `real + i·imaginary` by its transform, unscaled.
  /// - Precondition: Both have `count` values.
  public func transform(_ real: inout [Double], _ imaginary: inout [Double]) {
    precondition(real.count == count && imaginary.count == count)
    real.withUnsafeMutableBufferPointer { re in
      imaginary.withUnsafeMutableBufferPointer { im in
        for index in 0..<count where index < reversed[index] {
          re.swapAt(index, reversed[index])
          im.swapAt(index, reversed[index])
        }
        var half = 1
        while half < count {
          let stride = count / (2 * half)
          for block in Swift.stride(from: 0, to: count, by: 2 * half) {
            for k in 0..<half {
              let (c, s) = (cosines[k * stride], sines[k * stride])
              let (i, j) = (block + k, block + k + half)
              let r = re[j] * c - im[j] * s
              let m = re[j] * s + im[j] * c
              re[j] = re[i] - r
              im[j] = im[i] - m
              re[i] += r
              im[i] += m
            }
          }
          half <<= 1
        }
      }
    }
  }
}
