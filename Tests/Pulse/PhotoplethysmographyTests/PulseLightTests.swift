import Glibc
import Simulation
import Testing

@testable import Photoplethysmography

/// The amplitude of a pulse in the light.
struct PulseLightTests {
  private let times = (0..<600).map { Double($0) / 30 }
  private let beats = (0..<25).map { 0.31 + 0.8 * Double($0) }

  /// Returns a level whose pulse is a sinusoid of `height` from peak to trough.
  private func levels(_ height: Double, level: Double = 150, slope: Double = 0) -> [Double] {
    times.map { time in
      level + slope * time - height / 2 * cos(2 * .pi * (time - 0.31) / 0.8)
    }
  }

  private func light(_ levels: [Double], _ interval: Range<Double> = 0..<20) -> PulseLight {
    let first = beats.firstIndex { $0 >= interval.lowerBound } ?? beats.endIndex
    let end = beats.firstIndex { $0 >= interval.upperBound } ?? beats.endIndex
    return PulseLight(levels: levels, beats: beats.map { 30 * $0 }, of: first..<end)
  }

  @Test func `perfusion is peak to trough over level`() throws {
    for height in [0.3, 1.5, 6] {
      let index = try #require(light(levels(height)).perfusionIndex)
      #expect(abs(index / (100 * height / 150) - 1) < 0.03)
    }
  }

  @Test func `a gain changes nothing, an offset only the level, and a slow drift hardly anything`()
    throws
  {
    let plain = try #require(light(levels(2)).perfusionIndex)
    let scaled = try #require(light(levels(2).map { $0 * 0.4 }).perfusionIndex)
    let raised = try #require(light(levels(2).map { $0 + 50 }).perfusionIndex)
    let drifting = try #require(light(levels(2, level: 140, slope: 1)).perfusionIndex)
    #expect(abs(scaled / plain - 1) < 1e-9)
    #expect(abs(raised / plain - 0.75) < 1e-6)
    #expect(abs(drifting / plain - 1) < 0.02)
    // The pulse may be upwards or downwards.
    let mirrored = try #require(light(levels(2).map { 300 - $0 }).perfusionIndex)
    #expect(abs(mirrored / plain - 1) < 1e-6)
  }

  @Test func `each beat in the interval has its light, except at the ends of the window`() throws {
    let whole = light(levels(2))
    #expect(whole.beats.count == beats.count)
    #expect(whole.beats.dropFirst().dropLast(2).allSatisfy { $0 != nil })
    #expect(whole.beats.last == .some(nil))
    let seen = whole.beats.compactMap(\.self)
    #expect(seen.count >= beats.count - 3)
    for beat in seen {
      #expect(abs(beat.level - 150) < 0.05 && abs(beat.relativeAmplitude * 75 - 1) < 0.05)
    }
    let inner = light(levels(2), 5..<10)
    #expect(inner.beats.count == beats.count { (5..<10).contains($0) })
    #expect(inner.beats.allSatisfy { $0 != nil })
  }

  @Test func `the step across a hidden beat does not count as a beat`() {
    let gapped = beats.indices.filter { $0 != 12 }.map { beats[$0] }
    let found = PulseLight(levels: levels(2), beats: gapped.map { 30 * $0 }, of: gapped.indices)
    #expect(found.beats.count == 24 && found.beats[11] == nil)
    #expect(found.beats[5] != nil && found.beats[12] != nil)
  }

  @Test func `too few beats or no level give no index`() {
    let few = PulseLight(levels: levels(2), beats: [90, 114], of: 0..<2)
    #expect(few.perfusionIndex == nil && few.beats.count == 2)
    #expect(light(levels(0.1, level: 0.4)).perfusionIndex == nil)
    let none = PulseLight(levels: [], beats: [], of: 0..<0)
    #expect(none.perfusionIndex == nil && none.beats.isEmpty)
  }

  @Test(arguments: [0.004, 0.012, 0.04])
  func `a simulated finger has the perfusion it was made with`(perfusion: Double) throws {
    let recording = fingertip(64) {
      $0.perfusion = SIMD4(1, 2, 1.4, 0) * perfusion
      $0.heart.respiratoryDepth = 0
    }
    for reading in readings(of: recording.colorSamples(), channels: .channel(.red)) {
      let index = try #require(reading.perfusionIndex)
      #expect(abs(index / (100 * perfusion) - 1) < 0.12, "\(index)")
      #expect(reading.light.count == reading.beats.count)
    }
  }
}
