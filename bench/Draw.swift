import Glibc
import Simulation

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

  mutating func camera(_ scenario: inout Scenario) {
    scenario.frameRate = one(of: [15, 24, 25, 29.97, 30, 30, 60, 120])
    scenario.timeJitter = one(of: [0, 0, 0.05, 0.2])
    scenario.droppedShare = one(of: [0, 0, 0.02, 0.1])
  }
}
