import Glibc

/// A small, fast generator whose numbers are the same on every machine for the same seed
/// (SplitMix64: Steele, Lea, Flood 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Creates a generator; any seed will do.
  public init(seed: UInt64) { state = seed }

  /// Returns the next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// Returns a number evenly from 0 up to but without 1.
  public mutating func uniform() -> Double {
    Double(next() >> 11) * 0x1p-53
  }

  /// Returns a number from the normal distribution of mean 0 and standard deviation 1 (Box and Muller 1958).
  public mutating func normal() -> Double {
    let radius = (-2 * log(1 - uniform())).squareRoot()
    return radius * cos(2 * .pi * uniform())
  }
}
