import Glibc
import TestSupport

/// Signals for tests, the same on every machine.
enum TestSignal {
  /// Returns uniform noise between -1 and 1.
  static func noise(_ count: Int, seed: UInt64 = 1) -> [Double] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in Double(generator.next() >> 11) * 0x1p-52 - 1 }
  }

  static func sinusoid(
    _ count: Int, frequency: Double, sampleRate: Double, phase: Double = 0
  ) -> [Double] {
    (0..<count).map { sin(2 * .pi * frequency * Double($0) / sampleRate + phase) }
  }

  /// Returns four signals side by side, and the signal in each lane.
  static func lanes(_ count: Int) -> (together: [SIMD4<Double>], apart: [[Double]]) {
    let apart = (1...4).map { noise(count, seed: UInt64($0)) }
    return (
      (0..<count).map { SIMD4(apart[0][$0], apart[1][$0], apart[2][$0], apart[3][$0]) }, apart
    )
  }
}
