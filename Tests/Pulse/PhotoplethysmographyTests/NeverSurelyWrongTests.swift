import Glibc
import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// What once gave a wrong number with a narrow interval and a high quality.
struct NeverSurelyWrongTests {
  /// Returns the readings' rates that are more than 5 beats per minute off; without a pulse, all.
  private func wrong(_ recording: SimulatedRecording) -> [HeartRateReading] {
    readings(of: recording.colorSamples()).filter { reading in
      guard let rate = reading.rate else { return false }
      guard let truth = recording.heartRate(from: reading.start, to: reading.end),
        recording.scenario.perfusion != .zero
      else { return true }
      return abs(rate.beatsPerMinute - truth) > 5
    }
  }

  @Test(arguments: [12, 24, 30, 60], [1, 2] as [UInt64])
  func `a comb in blue does not hide the pulse in red`(period: Int, seed: UInt64) {
    let recording = fingertip(77, seed: seed) {
      $0.levels = SIMD4(200, 8, 4, 0)
      $0.perfusion = SIMD4(0.01, 0, 0, 0)
      $0.disturbances.keyFrameJump = SIMD4(0, 0, 0.3, 0)
      $0.disturbances.keyFramePeriod = period
      $0.disturbances.encodingNoise = 0.02
    }
    let found = readings(of: recording.colorSamples())
    #expect(found.allSatisfy { $0.channel == .red && $0.rate != nil })
    #expect(wrong(recording).isEmpty)
  }

  @Test
  func `key frames of different size that movement hides from a fold are hardly ever a pulse`() {
    var found: [HeartRateReading] = []
    for period in [15, 24, 25, 30, 48] {
      for seed in 1...8 as ClosedRange<UInt64> {
        let recording = fingertip(seed: seed) {
          $0.perfusion = .zero
          $0.disturbances.keyFrameJump = SIMD4(0.5, 0.4, -0.3, 0)
          $0.disturbances.keyFramePeriod = period
          $0.disturbances.encodingNoise = 0.03
        }
        found += wrong(recording)
      }
    }
    #expect(found.count <= 3, "\(found.count) of 120")
    #expect(found.allSatisfy { $0.quality < 0.95 })
  }

  @Test func `beats that keep to known key frames are not a pulse, whatever the jumps' signs`() {
    // A rate control leaves jumps of either sign, here with a course as smooth as a pulse.
    var generator = SeededGenerator(seed: 5)
    func samples(areKnown: Bool) -> [ColorSample] {
      (0..<900).map { index in
        let phase = Double(index % 30)
        let jump = index % 30 == 0 ? 0.25 : 0
        let course = 0.5 * exp(-phase / 9) + jump + 0.02 * generator.normal()
        return ColorSample(
          time: Double(index) / 30, red: 150 + course, green: 2, blue: 1,
          isKeyFrame: areKnown ? index % 30 == 0 : nil)
      }
    }
    for reading in readings(of: samples(areKnown: true)) { #expect(reading.rate == nil) }
  }

  @Test(arguments: [100.0, 112, 128], [1, 2, 3] as [UInt64])
  func `a walk's cadence is not taken for the weaker pulse beside it`(
    cadence: Double, seed: UInt64
  ) {
    let recording = fingertip(72, seed: seed) {
      $0.perfusion = SIMD4(0.004, 0.012, 0.006, 0)
      $0.disturbances.cadence = 0.015
      $0.disturbances.cadenceRate = cadence
    }
    #expect(wrong(recording).isEmpty)
    let found = readings(of: recording.colorSamples())
    #expect(found.contains { $0.rate != nil })
  }

  @Test(arguments: [15.0, 18, 22, 25], [1, 2] as [UInt64])
  func `harmonics of breathing are not a pulse`(breaths: Double, seed: UInt64) {
    let recording = fingertip(seed: seed) {
      $0.perfusion = .zero
      $0.disturbances.slowSway = 0.03
      $0.disturbances.slowSwayRate = breaths
    }
    #expect(wrong(recording).isEmpty)
  }

  @Test(arguments: [0.01, 0.03], [30.0, 60, 90])
  func `an exposure or a white balance that hunts is not a pulse`(height: Double, rate: Double) {
    for isExposure in [true, false] {
      let recording = fingertip {
        $0.perfusion = .zero
        $0.levels = SIMD4(132, 126, 118, 0)
        $0.disturbances.exposureHunting = isExposure ? height : 0
        $0.disturbances.whiteBalanceHunting = isExposure ? 0 : height
        $0.disturbances.huntingRate = rate
      }
      #expect(wrong(recording).isEmpty)
    }
  }

  @Test(arguments: [45.0, 70, 120])
  func `a lamp or water that pulsates in all colors is not a pulse, tinted or in red light`(
    rate: Double
  ) {
    for color in [SIMD4<Double>(1, 1, 1, 0), SIMD4(1, 1.05, 1.1, 0)] {
      for levels in [SIMD4<Double>(132, 126, 118, 0), SIMD4(210, 60, 45, 0)] {
        let recording = fingertip {
          $0.perfusion = .zero
          $0.levels = levels
          $0.disturbances.ripple = 0.02
          $0.disturbances.rippleRate = rate
          $0.disturbances.rippleColor = color
        }
        #expect(wrong(recording).isEmpty)
      }
    }
  }

  @Test(arguments: [66.0, 97, 141])
  func `a lamp is seen in red and green although blue drowns in noise`(rate: Double) {
    var found: [HeartRateReading] = []
    for seed in 1...20 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let samples = (0..<900).map { index in
        let time = Double(index) / 30
        let light = 1 + 0.006 * sin(2 * .pi * rate / 60 * time)
        return ColorSample(
          time: time, red: 226 * light + 0.3 * generator.normal(),
          green: 76 * light + 0.1 * generator.normal(),
          blue: 10 * light + 0.16 * generator.normal())
      }
      found += readings(of: samples)
    }
    #expect(found.allSatisfy { $0.quality < 0.95 })
    let numbers = found.count { $0.rate != nil }
    #expect(numbers <= 2, "\(numbers) of \(found.count)")
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `movement of a third of the level is movement`(seed: UInt64) {
    let recording = fingertip(seed: seed) { $0.disturbances.movement = 0.4 }
    #expect(wrong(recording).isEmpty)
  }

  @Test(arguments: [60.0, 66, 72], [2, 3])
  func `early beats that alternate are not half of the rate`(rate: Double, every: Int) {
    let recording = fingertip(rate) { $0.heart.ectopicPeriod = every }
    for reading in readings(of: recording.colorSamples()) {
      guard let found = reading.rate?.beatsPerMinute else { continue }
      #expect(found > 0.8 * rate)
    }
  }

  @Test(arguments: [90.0, 97, 104], [2, 3])
  func `early beats that alternate are never surely half or one and a half of the rate`(
    rate: Double, every: Int
  ) {
    for seed in 1...4 as ClosedRange<UInt64> {
      let recording = fingertip(rate, seed: seed) { $0.heart.ectopicPeriod = every }
      #expect(wrong(recording).allSatisfy { $0.quality < 0.95 })
    }
  }

  @Test(arguments: [24.0, 30], [165.0, 171, 172.5, 180])
  func `a fast pulse is no harmonic of a slow movement`(frameRate: Double, rate: Double) {
    // A third of the grid's rate falls between two of its samples at these rates.
    let recording = fingertip(rate) {
      $0.frameRate = frameRate
      $0.heart.jitter = 0.01
    }
    let found = readings(of: recording.colorSamples())
    #expect(found.count == 3 && found.allSatisfy { $0.rate != nil })
    #expect(wrong(recording).isEmpty)
  }

  @Test(arguments: [45.0, 78, 110])
  func `a gray picture that changes in brightness alone is light, tinted or not`(rate: Double) {
    // A video's brightness changes all colors by as many levels, not by the same share of them.
    for levels in [RGB(red: 136, green: 128, blue: 124), RGB(red: 110, green: 132, blue: 160)] {
      var generator = SeededGenerator(seed: 9)
      let samples = (0..<900).map { index in
        let phase = 2 * .pi * rate / 60 * Double(index) / 30
        let change = 0.8 * (sin(phase) + 0.4 * sin(2 * phase))
        func level(_ level: Double) -> Double { level + change + 0.01 * generator.normal() }
        return ColorSample(
          time: Double(index) / 30, red: level(levels.red), green: level(levels.green),
          blue: level(levels.blue))
      }
      for reading in readings(of: samples) { #expect(reading.rate == nil) }
    }
  }

  @Test(arguments: [70.0, 120, 180])
  func `a pulse in red and blue alone is no light, although they change nearly alike`(
    rate: Double
  ) {
    let recording = fingertip(rate) {
      $0.levels = SIMD4(240, 4, 12, 0)
      $0.perfusion = SIMD4(0.0057, 0.0143, 0.0071, 0)
    }
    let found = readings(of: recording.colorSamples())
    #expect(found.count == 3 && found.allSatisfy { $0.rate != nil })
  }

  @Test(arguments: [31.0, 37, 46, 58, 83, 131, 149, 178])
  func `a pulse of any shape is measured wherever a beat has eight frames`(rate: Double) {
    for shape in PulseWaveform.Shape.allCases
    where rate > 40 || shape != .rounded && shape != .strongDicrotic {
      for frameRate in [24.0, 30, 60] where 60 * frameRate / rate >= 8 {
        let recording = fingertip(rate) {
          $0.waveform = shape
          $0.frameRate = frameRate
          $0.heart.jitter = 0.02
        }
        let found = readings(of: recording.colorSamples())
        #expect(found.filter { $0.rate == nil }.count <= 1, "\(shape) at \(frameRate)")
        #expect(wrong(recording).isEmpty, "\(shape) at \(frameRate)")
      }
    }
  }

  @Test(arguments: [8.0, 10, 12])
  func `a rate above ten times a low frame rate is refused`(frameRate: Double) {
    for rate in stride(from: 10 * frameRate + 12, through: 210, by: 24) {
      let recording = fingertip(rate) { $0.frameRate = frameRate }
      for reading in readings(of: recording.colorSamples()) {
        if let found = reading.rate { #expect(found.beatsPerMinute <= 10.2 * frameRate) }
      }
    }
  }

  @Test(arguments: [222.0, 226])
  func `a rate above 220 is not reported`(rate: Double) {
    for reading in readings(of: fingertip(rate).colorSamples()) {
      if let found = reading.rate { #expect(found.beatsPerMinute <= 221) }
    }
  }

  @Test(arguments: 1...12 as ClosedRange<UInt64>)
  func `a rate that an early beat hidden in a wave makes wrong is not sure`(seed: UInt64) {
    let recording = fingertip(150, seed: seed) { $0.heart.ectopicShare = 0.15 }
    #expect(wrong(recording).allSatisfy { $0.quality < 0.95 })
  }

  @Test func `a beat too many or too few in an irregular rhythm is hardly ever sure`() {
    var (sure, surelyWrong) = (0, 0)
    for seed in 15...44 as ClosedRange<UInt64> {
      let recording = fingertip(90, seed: seed) { $0.heart.irregularity = 0.2 }
      sure += readings(of: recording.colorSamples()).count { $0.quality >= 0.95 }
      surelyWrong += wrong(recording).count { $0.quality >= 0.95 }
    }
    #expect(sure >= 20)
    #expect(surelyWrong * 10 <= sure, "\(surelyWrong) of \(sure)")
  }

  @Test(arguments: [0.1, 0.25], 7...9 as ClosedRange<UInt64>)
  func `what a finger's movement leaves in the colors is not a pulse`(
    height: Double, seed: UInt64
  ) {
    for hasPulse in [true, false] {
      let recording = fingertip(80, seed: seed) {
        if !hasPulse { $0.perfusion = .zero }
        $0.disturbances.movement = height
      }
      #expect(wrong(recording).isEmpty)
    }
  }

  @Test func `a refusal has no quality`() {
    let scenes: [SimulatedRecording] = [
      fingertip { $0.perfusion = .zero },
      fingertip { $0.disturbances.movement = 0.5 },
      fingertip { $0.scene = .comb },
    ]
    for scene in scenes {
      for every in [10.0, 60] {
        for reading in readings(of: scene.colorSamples(), every: every) where reading.rate == nil {
          #expect(reading.quality == 0)
        }
      }
    }
  }

  @Test func `perfusion is of one color, whichever the pulse is read from`() throws {
    let samples = fingertip { $0.duration = 60 }.colorSamples()
    var found: [Double] = []
    for every in [5.0, 10, 30] {
      for channels in [ChannelSelection.automatic, .channel(.green)] {
        for reading in readings(of: samples, every: every, channels: channels) {
          guard let index = reading.perfusionIndex else { continue }
          #expect(reading.perfusionChannel == .green)
          found.append(index)
        }
      }
    }
    let (low, high) = (try #require(found.min()), try #require(found.max()))
    #expect(high < 1.15 * low)
  }

  @Test func `a signal of one or two colors, or of a camera without color, is measured`() {
    let recording = fingertip(66)
    let samples = recording.colorSamples()
    let kept: [(ColorSample) -> ColorSample] = [
      { $0.changed { ($0.red, $0.blue) = (.nan, .nan) } },
      { $0.changed { ($0.green, $0.blue) = (.nan, .nan) } },
      { $0.changed { $0.blue = .nan } },
      { $0.changed { ($0.red, $0.blue) = ($0.green, $0.green) } },
    ]
    for keep in kept {
      let found = readings(of: samples.map(keep))
      #expect(found.count == 3)
      for reading in found { #expect(abs((reading.rate?.beatsPerMinute ?? 0) - 66) < 3) }
    }
    var monitor = HeartRateMonitor()
    let colorless = samples.map { $0.changed { ($0.red, $0.green, $0.blue) = (.nan, .nan, .nan) } }
    #expect(monitor.append(contentsOf: colorless).isEmpty)
    #expect(monitor.rejectedSampleCount == samples.count)
  }
}
