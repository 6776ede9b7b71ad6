import Glibc

/// Signals that tests feed in: the same on every machine.
enum TestSignal {
  /// Even noise between -1 and 1 from a linear congruential generator (Knuth's MMIX constants).
  static func noise(_ count: Int, seed: UInt64 = 1) -> [Double] {
    var state = seed
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Double(state >> 11) * 0x1p-52 - 1
    }
  }

  static func sinusoid(
    _ count: Int, frequency: Double, sampleRate: Double, phase: Double = 0
  ) -> [Double] {
    (0..<count).map { sin(2 * .pi * frequency * Double($0) / sampleRate + phase) }
  }

  /// Four signals side by side, and the one in each lane.
  static func lanes(_ count: Int) -> (together: [SIMD4<Double>], apart: [[Double]]) {
    let apart = (1...4).map { noise(count, seed: UInt64($0)) }
    return (
      (0..<count).map { SIMD4(apart[0][$0], apart[1][$0], apart[2][$0], apart[3][$0]) }, apart
    )
  }
}
