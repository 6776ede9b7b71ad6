import Glibc
import Simulation
import VideoFrames

/// Draws the properties of a recording.
struct Draw {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func one<Value>(of values: [Value]) -> Value {
    values[Int(generator.next() % UInt64(values.count))]
  }

  /// Draws a value evenly on a logarithmic scale.
  mutating func between(_ low: Double, _ high: Double) -> Double {
    low * pow(high / low, generator.uniform())
  }

  /// Draws a value evenly.
  mutating func evenly(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * generator.uniform()
  }

  /// Draws a value of a normal distribution around 0 with a standard deviation of 1.
  mutating func normal() -> Double { generator.normal() }

  /// Draws the terms of a `LightPattern`.
  mutating func terms() -> SIMD8<Double> {
    var terms = SIMD8<Double>.zero
    for index in 0..<LightPattern.termCount { terms[index] = normal() }
    return terms
  }

  mutating func camera(_ scenario: inout Scenario) {
    scenario.frameRate = one(of: [15, 24, 25, 29.97, 30, 30, 60, 120])
    scenario.timeJitter = one(of: [0, 0, 0.05, 0.2])
    scenario.droppedShare = one(of: [0, 0, 0.02, 0.1])
  }
}
