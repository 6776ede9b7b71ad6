import TestSupport
import Testing

@testable import Measurement

/// The search finds the exposure at which a pulse shows best, on sensors of many kinds.
struct ExposureSearchTests {
  typealias Adjustment = ExposureSearch.Adjustment

  private func run(
    _ sensor: SimulatedSensor, exposure: Adjustment?, gain: Adjustment?
  ) -> (ending: ExposureSearch.Action, exposure: Int, gain: Int, frames: Int) {
    var sensor = sensor
    var search = ExposureSearch(exposure: exposure, gain: gain)
    var current = (exposure: exposure?.value ?? 100, gain: gain?.value ?? 0)
    for count in 1...2000 {
      let frame = sensor.frame(exposure: current.exposure, gain: current.gain)
      switch search.take(level: frame.level, clippedShare: frame.clipped) {
      case .wait: break
      case .set(let exposure, let gain):
        current = (exposure ?? current.exposure, gain ?? current.gain)
      case let ending: return (ending, current.exposure, current.gain, count)
      }
    }
    return (.wait, current.exposure, current.gain, 2000)
  }

  private func exposure(
    _ value: Int, _ range: ClosedRange<Int> = 3...323, step: Int = 1
  ) -> Adjustment {
    Adjustment(range: range, step: step, value: value, isLogarithmic: true)
  }

  private func gain(_ value: Int = 0, _ range: ClosedRange<Int> = 0...100, step: Int = 1)
    -> Adjustment
  {
    Adjustment(range: range, step: step, value: value, isLogarithmic: false)
  }

  static let sensors: [SimulatedSensor] = [1.0, 1.8, 2.2].flatMap { gamma in
    [30.0, 80, 200, 600, 3000].flatMap { light in
      [1, 2, 4].map { delay in
        SimulatedSensor(
          "light \(light), gamma \(gamma), delay \(delay)", light: light, gamma: gamma,
          delay: delay,
          noise: 1.5)
      }
    }
  }

  @Test(arguments: sensors, [3, 100, 323])
  func `on any sensor and in any light, the level is found within three seconds`(
    sensor: SimulatedSensor, start: Int
  ) {
    let result = run(sensor, exposure: exposure(start), gain: gain())
    guard case .finished(let level, false, true) = result.ending else {
      Issue.record("\(sensor.name) from \(start): \(result)")
      return
    }
    #expect((178...222).contains(level))
    #expect(
      (176...224).contains(sensor.level(exposure: result.exposure, gain: result.gain)), "\(result)")
    #expect(result.frames <= 90, "\(sensor.name) from \(start): \(result.frames) frames")
  }

  @Test func `gain is used only if exposure is not enough`() {
    let bright = run(SimulatedSensor("bright", light: 100), exposure: exposure(20), gain: gain())
    #expect(bright.gain == 0)
    let dim = run(SimulatedSensor("dim", light: 30), exposure: exposure(20), gain: gain())
    #expect(dim.exposure == 323 && dim.gain > 0)
  }

  @Test(arguments: [1, 25, 40])
  func `gain evens out coarse exposure steps`(coarseness: Int) {
    let sensor = SimulatedSensor("coarse", light: 430, coarseness: coarseness)
    let result = run(sensor, exposure: exposure(200), gain: gain())
    guard case .finished(_, _, true) = result.ending else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `the search waits for a camera that changes in several steps`() {
    let sensor = SimulatedSensor("slow", light: 300, delay: 3, pace: 0.3)
    let result = run(sensor, exposure: exposure(3), gain: gain())
    guard case .finished(_, _, true) = result.ending else {
      Issue.record("\(result)")
      return
    }
    #expect((170...230).contains(sensor.level(exposure: result.exposure, gain: result.gain)))
  }

  @Test func `if the level cannot be reached, the search ends at the nearest one`() {
    let dark = run(SimulatedSensor("dark", light: 5), exposure: exposure(100), gain: gain())
    guard case .finished(let level, false, false) = dark.ending else {
      Issue.record("\(dark)")
      return
    }
    #expect(dark.exposure == 323 && dark.gain == 100 && abs(level - 80.75) < 2)
    let glaring = run(
      SimulatedSensor("glaring", light: 90_000), exposure: exposure(100), gain: gain(50))
    guard case .finished(_, true, false) = glaring.ending else {
      Issue.record("\(glaring)")
      return
    }
    #expect(glaring.exposure == 3 && glaring.gain == 0)
  }

  @Test func `gain alone is searched if exposure cannot be set`() {
    let result = run(SimulatedSensor("gain", light: 80), exposure: nil, gain: gain(10))
    guard case .finished(_, _, true) = result.ending else {
      Issue.record("\(result)")
      return
    }
    #expect((30...45).contains(result.gain))
  }

  @Test func `exposure alone is searched if there is no gain`() {
    let sensor = SimulatedSensor("alone", light: 500)
    let result = run(sensor, exposure: exposure(323), gain: nil)
    guard case .finished(_, _, true) = result.ending else {
      Issue.record("\(result)")
      return
    }
  }

  @Test func `the search ends if the sensor ignores all settings`() {
    var search = ExposureSearch(exposure: exposure(100), gain: gain())
    var settings = 0
    for _ in 0..<600 {
      switch search.take(level: 90, clippedShare: 0) {
      case .set: settings += 1
      case .finished(_, _, let isReached):
        #expect(!isReached && settings <= 26)
        return
      case .wait: break
      }
    }
    Issue.record("the search never ends")
  }

  @Test func `a finished search stays finished`() {
    var search = ExposureSearch(exposure: exposure(100), gain: nil)
    var last = ExposureSearch.Action.wait
    for _ in 0..<20 { last = search.take(level: 200, clippedShare: 0) }
    #expect(last == .finished(level: 200, isClipped: false, isReached: true))
  }

  @Test func `with any control in any light, the search stays in range and ends`() {
    var generator = SeededGenerator(seed: 9)
    let ends = [-(1 << 31), -5, -1, 0, 1, 2, 3, 100, 10_000, 1 << 31 - 1]
    for round in 0..<20_000 {
      func adjustment(isLogarithmic: Bool) -> Adjustment? {
        guard Int.random(in: 0..<5, using: &generator) > 0 else { return nil }
        let low = ends.randomElement(using: &generator) ?? 0
        let high = max(low, ends.randomElement(using: &generator) ?? 0)
        return Adjustment(
          range: low...high, step: [1, 3, 1 << 30].randomElement(using: &generator) ?? 1,
          value: Int.random(in: low...high, using: &generator), isLogarithmic: isLogarithmic)
      }
      let (exposure, gain) = (adjustment(isLogarithmic: true), adjustment(isLogarithmic: false))
      let levels = [0.0, 0, 1, 90, 180, 200, 255].shuffled(using: &generator).prefix(
        Int.random(in: 1...7, using: &generator))
      var search = ExposureSearch(exposure: exposure, gain: gain)
      var hasEnded = false
      for frame in 0..<1000 where !hasEnded {
        let level = levels[frame / 9 % levels.count]
        switch search.take(level: level, clippedShare: level > 250 ? 0.5 : 0) {
        case .wait: break
        case .set(let time, let boost):
          #expect(time.map { exposure?.range.contains($0) == true } ?? true, "round \(round)")
          #expect(boost.map { gain?.range.contains($0) == true } ?? true, "round \(round)")
        case .finished: hasEnded = true
        }
      }
      #expect(hasEnded, "round \(round)")
    }
  }
}
