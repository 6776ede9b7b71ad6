import FoundationEssentials
import Glibc
import Simulation
import TestSupport
import Testing
import VideoFrames

@testable import Photoplethysmography

/// Each stage that a window runs through, by itself: conditions, frames, timing, filtering, search,
/// acceptance.
struct AnalysisStagesTests {
  private static func light(_ time: Double, gain: Double = 1) -> RGB {
    let pulse = sin(2 * .pi * 1.2 * time) + 0.4 * sin(4 * .pi * 1.2 * time + 1)
    return RGB(red: 210 + 2 * pulse, green: 60 + 1.5 * pulse, blue: 45 + 0.8 * pulse) * gain
  }

  // MARK: Conditions

  @Test func `a finger in good light has no obstacle`() {
    #expect(AnalysisStages(ColorSample.frames(300) { Self.light($0) }).obstacle == nil)
  }

  @Test func `each obstacle has its reason`() {
    func reason(_ samples: [ColorSample]) -> RefusalReason? { AnalysisStages(samples).obstacle }
    #expect(reason(ColorSample.frames(100) { Self.light($0) }) == .tooShort)
    #expect(reason(ColorSample.frames(300) { Self.light($0, gain: 0.04) }) == .tooDark)
    #expect(
      reason(ColorSample.frames(300) { _ in RGB(red: 255, green: 255, blue: 255) }) == .clipped)
    #expect(reason(ColorSample.frames(300, spread: 0.7) { Self.light($0) }) == .noFinger)
    let held = ColorSample.frames(300) { _ in RGB(red: 210.5, green: 60, blue: 45) }
    #expect(reason(held) == .noPulse)
    let sparse = ColorSample.frames(300) { Self.light($0) }.enumerated()
      .filter { $0.offset.isMultiple(of: 6) }.map(\.element)
    #expect(reason(sparse) == .tooFewFrames)
    let missing = ColorSample.frames(300) { Self.light($0) }.filter { !(3..<5).contains($0.time) }
    #expect(reason(missing) == .irregularTimestamps)
    let repeated = ColorSample.frames(300) { Self.light(($0 * 5).rounded(.down) / 5) }
    #expect(reason(repeated) == .repeatedPictures)
  }

  @Test func `each reason is in the list of the docs`() throws {
    let page = try Repository.text("docs/measure.md")
    for reason in RefusalReason.allCases {
      #expect(
        page.split(separator: "\n").contains {
          $0.hasPrefix("| `") && $0.contains("`\(reason.rawValue)`")
        })
    }
  }

  @Test func `measures that a picture does not have are unknown`() {
    var samples = ColorSample.frames(300, spread: nil) { Self.light($0) }
    #expect(AnalysisStages(samples).conditions.spread == nil)
    for index in samples.indices { samples[index].spread = index < 200 ? -1 : 0.125 }
    samples[240].spread = .nan
    #expect(AnalysisStages(samples).conditions.spread == 0.125)
  }

  // MARK: Frames

  @Test func `frames without the finger are left out with a fifth of a second on either side`() {
    var samples = ColorSample.frames(300) { Self.light($0) }
    samples[150].spread = 0.9
    var stages = AnalysisStages(samples)
    let frames = stages.frames()
    #expect(frames.times.count == 300 - 13 && frames.colors.count == frames.times.count)
    #expect(frames.times.allSatisfy { abs($0 - 5) > 0.2 })
    #expect(abs(frames.absentShare - 13.0 / 300) < 1e-12)
  }

  @Test func `a finger that stays leaves all frames`() {
    var stages = AnalysisStages(ColorSample.frames(300) { Self.light($0) })
    let frames = stages.frames()
    #expect(frames.times.count == 300 && frames.absentShare == 0)
    #expect(frames.values(of: .green) == frames.colors.map(\.green))
    #expect(frames.combined == nil && frames.values(of: .pos).isEmpty)
  }

  @Test func `skin may be uneven in any frame`() {
    var samples = ColorSample.frames(300, spread: 0.4) { Self.light($0) }
    samples[150].spread = 2
    var stages = AnalysisStages(samples, of: .skin, channels: .channel(.pos))
    let frames = stages.frames()
    #expect(frames.times.count == 300 && frames.combined?.values.count == 300)
    #expect(frames.values(of: .pos) == frames.combined?.values)
  }

  // MARK: Timing

  @Test func `a pulse at the times of capture is chosen unless it loses too much evidence`() {
    func isBelieved(_ evidence: Double, _ delivered: Double?) -> Bool {
      CaptureTimes.areBelieved(evidence: evidence, evidenceAtDelivery: delivered, bound: 5)
    }
    #expect(isBelieved(-3, nil))
    #expect(isBelieved(7, 8) && !isBelieved(7, 9.5))
    #expect(!isBelieved(4.5, 5.5) && isBelieved(3, 4))
  }

  // MARK: Filtering

  @Test func `a combined signal is filtered as a color is`() {
    let samples = ColorSample.frames(300) { Self.light($0) }
    var stages = AnalysisStages(samples)
    var frames = stages.frames()
    var (colors, combined) = (PulseFilters(), PulseFilters())
    colors.filter(frames)
    frames.combined = CombinedSignal(values: frames.values(of: .green), relativeRMS: 0)
    combined.filter(frames)
    #expect(combined[.pos].bandPassed == colors[.green].bandPassed)
    #expect(combined[.pos].lowPassed == colors[.green].lowPassed)
    #expect(combined[.pos].detrended == colors[.green].detrended)
    #expect(combined.wideband(.pos) == colors.wideband(.green))
    for color in ColorChannel.colors {
      #expect(combined.resampled(color) == colors.resampled(color))
    }
    #expect(colors[.green].lowPassed.count == 300)
  }

  @Test func `filters used again give the bits of new ones`() {
    var used = PulseFilters()
    for count in [300, 210, 300, 301] {
      var stages = AnalysisStages(ColorSample.frames(count) { Self.light($0) })
      let frames = stages.frames()
      var fresh = PulseFilters()
      used.filter(frames)
      fresh.filter(frames)
      for color in ColorChannel.colors {
        #expect(used[color].bandPassed == fresh[color].bandPassed)
        #expect(used[color].lowPassed == fresh[color].lowPassed)
      }
      #expect(used[.red].lowPassed.count == used.count && used.count >= count - 1)
    }
  }

  @Test func `light that changes all colors alike is seen`() {
    var filters = PulseFilters()
    var lamp = AnalysisStages(
      ColorSample.frames(300) {
        RGB(red: 130, green: 120, blue: 110) * (1 + 0.02 * sin(2 * .pi * 2.5 * $0))
      })
    filters.filter(lamp.frames())
    #expect(filters.isCommonToAllColors)
    #expect(abs(filters.relativeRMS - 0.02 / 2.0.squareRoot()) < 0.0005)
    var finger = AnalysisStages(ColorSample.frames(300) { Self.light($0) })
    filters.filter(finger.frames())
    #expect(!filters.isCommonToAllColors)
  }

  @Test func `positions on the grid match their seconds`() {
    var filters = PulseFilters()
    var stages = AnalysisStages(
      ColorSample.frames(300) { Self.light($0) }.map { $0.changed { $0.time += 64 } })
    filters.filter(stages.frames())
    let part = filters.positions(in: 66..<70)
    #expect(part == 60..<180)
    #expect(filters.time(at: part.lowerBound) == 66 && filters.time(at: part.upperBound) == 70)
  }

  // MARK: Search

  @Test func `the clearest channel is found, with its period and its beats`() throws {
    var noise = NoiseSource(color: .white, seed: 5)
    var stages = AnalysisStages(
      ColorSample.frames(450) { time in
        let value = noise.next()
        return RGB(red: 200 + value[0], green: Self.light(time).green, blue: 50 + value[2])
      })
    let found = stages.candidate()
    let candidate = try #require(found)
    #expect(candidate.channel == .green)
    #expect(abs(candidate.rhythm.period - 25) < 0.1)
    #expect(candidate.beats.count >= 16)
    #expect(abs(candidate.rate(in: 60..<360) - 72) < 0.2)
    #expect(candidate.hasClearBeats)
  }

  @Test func `a light that never changes has no candidate`() {
    var stages = AnalysisStages(
      ColorSample.frames(300) { _ in RGB(red: 200, green: 60, blue: 45) })
    #expect(stages.candidate() == nil)
  }

  // MARK: Acceptance

  private func hypothesis(
    _ samples: [ColorSample], _ interval: Range<Double> = 2..<10,
    of subject: PulseSubject = .fingertip, channels: ChannelSelection = .automatic
  ) -> PulseHypothesis? {
    var stages = AnalysisStages(samples, of: subject, channels: channels)
    return stages.hypothesis(in: interval)
  }

  private func objection(
    _ samples: [ColorSample], _ interval: Range<Double> = 2..<10,
    of subject: PulseSubject = .fingertip, channels: ChannelSelection = .automatic
  ) -> PulseAcceptance.Objection?? {
    hypothesis(samples, interval, of: subject, channels: channels).map(\.objection)
  }

  /// What speaks most against a rhythm that is less likely a heart's than not; `nil` if it is likely.
  private func doubt(
    _ samples: [ColorSample], _ interval: Range<Double> = 2..<10,
    channels: ChannelSelection = .automatic
  ) -> PulseFeature? {
    guard let evidence = hypothesis(samples, interval, channels: channels)?.candidate.evidence,
      evidence.chance < 0.5
    else { return nil }
    let model: PulseModel =
      evidence.pulseChance <= evidence.beatsChance ? .pulse : evidence.beatsModel
    return model.greatestDoubt(of: evidence)
  }

  private func window(_ recording: SimulatedRecording) -> [ColorSample] {
    recording.colorSamples().filter { $0.time < 12 }
  }

  @Test func `a finger's pulse meets no objection and is likely`() throws {
    let found = try #require(hypothesis(window(fingertip(72))))
    #expect(found.objection == nil)
    #expect(found.chance > 0.95)
  }

  @Test func `key frames are recognized`() {
    let recording = fingertip(seed: 2) { $0.scene = .comb }
    #expect([.encoder, .light].contains(doubt(window(recording))?.doubt))
  }

  @Test func `a change in steps is quantization noise`() {
    let samples = ColorSample.frames(360) { time in
      let gain = 1 - 0.01 * time
      return RGB(
        red: (210 * gain).rounded(), green: (60 * gain).rounded(), blue: (45 * gain).rounded())
    }
    #expect(objection(samples, channels: .channel(.red)) == .quantizationNoise)
    #expect(QuantizationNoise.explains([0.4, -0.4], from: [1, 2, 2, 3], level: 2))
    #expect(!QuantizationNoise.explains([1.5, -1.5], from: [1, 2, 2, 3], level: 2))
    #expect(QuantizationNoise.explains([0.01, -0.01], from: [1, 1.001], level: 400))
  }

  @Test(arguments: [0.005, 0.2])
  func `light that moves is taken away from each color, and the pulse beside it stays`(
    height: Double
  ) throws {
    // A finger that moves far changes its color with its brightness.
    let tint = height > 0.1 ? 0.1 : 0
    func course(_ time: Double) -> Double {
      sin(2 * .pi * 0.9 * time) + 0.5 * sin(2 * .pi * 2.3 * time)
    }
    func pulse(_ time: Double) -> Double { 0.005 * sin(2 * .pi * 1.4 * time) }
    var stages = AnalysisStages(
      ColorSample.frames(360) { time in
        let light = height * course(time)
        return RGB(
          red: 150 * (1 + light), green: 110 * (1 + (1 + tint) * light) * (1 + pulse(time)),
          blue: 90 * (1 + (1 - tint) * light))
      })
    let rest = try #require(stages.frames().withoutCommonLight)
    let green = rest.values(of: .green)
    let mean = green.reduce(0, +) / 360
    func part(of course: (Double) -> Double) -> Double {
      let (products, power) = green.enumerated().reduce((0.0, 0.0)) { sums, frame in
        let value = course(Double(frame.offset) / 30)
        return (sums.0 + (frame.element / mean - 1) * value, sums.1 + value * value)
      }
      return products / power
    }
    #expect(abs(part(of: course)) < 0.05 * 0.005)
    #expect(part(of: pulse) > 0.5)
  }

  @Test func `noise is as clear as noise, and no pulse`() {
    let found = (1...8).map { seed -> PulseHypothesis? in
      var noise = NoiseSource(color: .pink, seed: UInt64(seed))
      return hypothesis(
        ColorSample.frames(360) { _ in
          let value = noise.next()
          return RGB(red: 120 + value[0], green: 110 + value[1], blue: 100 + value[2])
        })
    }
    #expect(found.allSatisfy { ($0?.chance ?? 0) < PulseEvidence.leastChance })
    #expect(found.count { $0?.isWeak ?? true } >= 4)
  }

  @Test func `a pulse that ends before the interval is absent from it`() {
    let samples = ColorSample.frames(750) { time in
      time < 18 ? Self.light(time) : RGB(red: 210, green: 60, blue: 45)
    }
    #expect(objection(samples, 5..<10) == .some(nil))
    #expect(objection(samples, 20..<24) == .absentFromInterval)
  }

  @Test func `a color that changes as light does is not blood`() {
    // Green alone is like a finger's pulse, but red and blue change with it as in a lamp's light.
    let samples = ColorSample.frames(900) { time in
      let pulse = Self.light(time).green / 60
      return RGB(red: 150 * pulse, green: 110 * pulse, blue: 90 * pulse)
    }
    #expect(doubt(samples, 5..<25, channels: .channel(.green))?.doubt == .light)
    #expect(objection(samples, 5..<25, of: .skin, channels: .channel(.green)) == .notBlood)
  }
}
