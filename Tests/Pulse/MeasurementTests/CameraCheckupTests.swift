import Glibc
import Testing
import VideoFrames

@testable import Measurement

/// What the camera doctor finds in simulated frames.
struct CameraCheckupTests {
  private func findings(
    seconds: Double = 20, frameRate: Double = 30, dropped: Set<Int> = [],
    jitter: (Int) -> Double = { _ in 0 }, light: (Double) -> Double = { _ in 1 },
    noise: Double = 0.0005
  ) throws -> CameraCheckup.Findings {
    var checkup = CameraCheckup()
    var state: UInt64 = 1
    for index in 0..<Int(seconds * frameRate) where !dropped.contains(index) {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let random = Double(state >> 33) / Double(1 << 30) - 1
      let time = 500 + Double(index) / frameRate + jitter(index)
      let level = light(time) * (1 + noise * random)
      checkup.append(
        ColorSample(
          time: time, red: 180 * level, green: 60 * level, blue: 40 * level, spread: 0.1,
          clippedShare: 0.02, blackShare: 0))
    }
    return try #require(checkup.findings)
  }

  @Test func `an even camera has its rate and neither jitter, gaps nor flicker`() throws {
    let found = try findings()
    #expect(abs(found.frameRate - 30) < 0.01 && abs(found.duration - 20) < 0.1)
    #expect(found.jitter < 0.01 && found.gapShare == 0 && abs(found.longestGap - 33.3) < 0.1)
    #expect(found.flicker == nil && abs(found.clippedShare - 0.02) < 1e-9)
    #expect(abs(found.levels[0] - 180) < 0.1)
  }

  @Test func `jitter is not a gap`() throws {
    let jittery = try findings(jitter: { ($0 % 2 == 0 ? 1 : -1) * 0.004 })
    #expect((4...14).contains(jittery.jitter) && jittery.gapShare == 0)
    let gappy = try findings(dropped: Set(100..<115).union([300, 400]))
    #expect(gappy.jitter < 0.01 && abs(gappy.longestGap - 533) < 2)
    #expect(abs(gappy.gapShare - 0.025) < 0.001)
  }

  @Test(arguments: [(50.0, 30.0), (50, 29.97), (60, 25), (50, 24), (60, 26), (50, 14)])
  func `lamps are recognized by their mains, folded down as they are`(
    mains: Double, frameRate: Double
  ) throws {
    let found = try findings(
      frameRate: frameRate, light: { 1 + 0.02 * sin(2 * .pi * 2 * (mains + 0.07) * $0) })
    let flicker = try #require(found.flicker)
    #expect(flicker.mains == mains)
    #expect(abs(flicker.depth - 0.02) < 0.004)
  }

  @Test func `a pulse, noise and a slow change are no flicker`() throws {
    #expect(try findings(light: { 1 + 0.03 * sin(2 * .pi * 1.3 * $0) }).flicker == nil)
    #expect(try findings(noise: 0.05).flicker == nil)
    #expect(try findings(light: { 1 + 0.01 * ($0 - 500) }).flicker == nil)
  }

  @Test func `too few frames tell nothing`() {
    var checkup = CameraCheckup()
    for index in 0..<9 {
      checkup.append(ColorSample(time: Double(index), red: 1, green: 1, blue: 1))
      checkup.append(ColorSample(time: -1, red: 1, green: 1, blue: 1))
    }
    #expect(checkup.findings == nil)
  }
}
