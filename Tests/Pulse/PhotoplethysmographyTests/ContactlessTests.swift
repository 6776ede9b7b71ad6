import Simulation
import Testing
import VideoFrames

@testable import Photoplethysmography

/// Skin that is seen from afar: combined colors show its pulse, and show none if it has none.
struct ContactlessTests {
  private static let combinations: [ColorChannel] = [.chrom, .pos]

  private static func face(
    seed: UInt64 = 1, bpm: Double = 66, height: Double = 0.4, sway: Double = 0.01
  ) -> SimulatedRecording {
    var scenario = Scenario(.face)
    scenario.seed = seed
    scenario.heart = HeartRateProfile(.constant(bpm))
    scenario.perfusion = scenario.perfusion * (height / (100 * scenario.perfusion[1]))
    scenario.sway = sway
    return SimulatedRecording(scenario)
  }

  @Test func `movement in white light cancels`() {
    var combination = ColorCombination()
    let recording = Self.face(height: 0)
    let times = recording.colorSamples().map(\.time)
    let light = recording.colorSamples().map(\.green)
    let colors = light.map { RGB(red: 1.4 * $0, green: $0, blue: 0.8 * $0) }
    for method in [ColorCombination.Method.chrominance, .planeOrthogonalToSkin] {
      let signal = combination.signal(by: method, times: times[...], colors: colors[...])
      #expect(signal.values.count == times.count && times.count > 800)
      #expect(signal.values.allSatisfy { abs($0 - CombinedSignal.center) < 1e-9 })
      #expect(signal.relativeRMS > 0.001)
    }
  }

  @Test(arguments: combinations)
  func `the gain of each color changes nothing`(channel: ColorChannel) {
    let samples = Self.face().colorSamples()
    let plain = readings(of: samples, channels: .channel(channel))
    let changed = readings(
      of: samples.map { sample in
        sample.changed {
          $0.red *= 0.8
          $0.green *= 1.3
          $0.blue *= 0.6
        }
      }, channels: .channel(channel))
    #expect(plain.count == changed.count && plain.contains { $0.rate != nil })
    for (a, b) in zip(plain, changed) {
      #expect(abs((a.rate?.beatsPerMinute ?? 0) - (b.rate?.beatsPerMinute ?? 0)) < 1e-6)
    }
  }

  @Test(arguments: combinations)
  func `a face that moves a little is measured where green alone is not`(channel: ColorChannel) {
    var (right, wrong, green) = (0, 0, 0)
    for seed in 1...8 {
      let recording = Self.face(seed: UInt64(seed), bpm: 50 + 9 * Double(seed))
      let samples = recording.colorSamples()
      for reading in readings(of: samples, channels: .channel(channel)) {
        guard let rate = reading.rate,
          let truth = recording.heartRate(from: reading.start, to: reading.end)
        else { continue }
        #expect(reading.channel == channel)
        if abs(rate.beatsPerMinute - truth) <= 2 { right += 1 } else { wrong += 1 }
      }
      var monitor = HeartRateMonitor(.init(channels: .channel(.green), subject: .skin))
      green += (monitor.append(contentsOf: samples) + monitor.finish()).count { $0.rate != nil }
    }
    #expect(right >= 18 && wrong == 0, "\(right) of 24, \(wrong) wrong")
    #expect(green <= 4)
  }

  @Test(arguments: combinations)
  func `a face without a pulse gets no number, however it moves`(channel: ColorChannel) {
    for seed in 0..<30 {
      let recording = Self.face(
        seed: UInt64(seed), height: 0, sway: [0, 0.005, 0.02, 0.05][seed % 4])
      for reading in readings(of: recording.colorSamples(), channels: .channel(channel)) {
        #expect(reading.rate == nil)
        #expect([.motion, .noPulse].contains(reading.reason))
      }
    }
  }

  @Test(arguments: NoiseColor.allCases, combinations)
  func `noise has no pulse in combined colors`(color: NoiseColor, channel: ColorChannel) {
    var noise = NoiseSource(color: color, seed: 77)
    let samples = (0..<(600 * 30)).map { index in
      let value = noise.next()
      return ColorSample(
        time: Double(index) / 30, red: 180 + value[0], green: 130 + value[1], blue: 110 + value[2])
    }
    let found = readings(of: samples, channels: .channel(channel))
    #expect(found.count == 60 && found.allSatisfy { $0.rate == nil })
  }

  @Test func `an uneven picture is refused for a fingertip but not for a face`() {
    let samples = Self.face(sway: 0.002).colorSamples()
    #expect(samples.allSatisfy { ($0.spread ?? 0) > 0.25 })
    #expect(readings(of: samples).allSatisfy { $0.reason == .noFinger })
    #expect(readings(of: samples, channels: .channel(.pos)).allSatisfy { $0.rate != nil })
  }

  @Test(arguments: combinations)
  func `a color that cannot change gives a reason and never a rate`(channel: ColorChannel) {
    let samples = Self.face().colorSamples()
    let cases: [(RefusalReason, (inout ColorSample) -> Void)] = [
      (.colorMissing, { $0.blue = 0 }), (.colorMissing, { $0.red = 3 }),
      (.clipped, { $0.red = 255 }), (.clipped, { $0.clippedShare = 0.5 }),
      (.colorMissing, { ($0.red, $0.blue) = ($0.green, $0.green) }),
      (.noSkin, { $0.skinShare = 0.04 }),
      (.tooDark, { ($0.red, $0.green, $0.blue, $0.skinShare) = (3, 2, 2, 0) }),
    ]
    for (reason, change) in cases {
      for reading in readings(of: samples.map { $0.changed(change) }, channels: .channel(channel)) {
        #expect(reading.reason == reason && reading.quality.isFinite)
      }
    }
  }

  @Test func `irregular frame times change a face's rate by little`() {
    var scenario = Scenario(.face)
    scenario.sway = 0.003
    scenario.timeJitter = 0.2
    scenario.droppedShare = 0.05
    let recording = SimulatedRecording(scenario)
    for channel in Self.combinations {
      for reading in readings(of: recording.colorSamples(), channels: .channel(channel)) {
        let truth = recording.heartRate(from: reading.start, to: reading.end) ?? 0
        #expect(abs((reading.rate?.beatsPerMinute ?? 0) - truth) < 1)
      }
    }
  }
}
