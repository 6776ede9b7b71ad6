import Glibc
import Photoplethysmography
import Simulation
import Testing
import VideoFrames

/// Without a pulse there is no rate, and the reason is right.
struct RefusalTests {
  /// The reasons that are right for a scene, from pictures and from a color signal alone.
  private static let expected:
    [Scenario.Scene: (picture: Set<RefusalReason>, signal: Set<RefusalReason>)] = [
      .still: ([.noFinger], [.noPulse]),
      .moving: ([.noFinger], [.noFinger, .motion, .noPulse]),
      .noise: ([.motion], [.motion]),
      .dark: ([.tooDark], [.tooDark]),
      .saturated: ([.clipped], [.clipped]),
      .flicker: ([.noFinger, .noPulse], [.noFinger, .noPulse]),
      .ramp: ([.noPulse], [.noPulse]),
      .comb: ([.noFinger, .noPulse], [.noFinger, .noPulse]),
    ]

  @Test(arguments: Scenario.Scene.allCases.filter { $0 != .finger && $0 != .face })
  func `a scene without a finger gives its reason instead of a rate`(scene: Scenario.Scene) throws {
    let expected = try #require(Self.expected[scene])
    for seed in 1...24 {
      var scenario = Scenario()
      scenario.scene = scene
      scenario.seed = UInt64(seed)
      let samples = SimulatedRecording(scenario).colorSamples()
      for reading in readings(of: samples) {
        #expect(reading.rate == nil && reading.beats.isEmpty && reading.pulse.isEmpty)
        #expect(reading.reason.map(expected.picture.contains) == true, "\(seed) \(reading.outcome)")
      }
      for reading in readings(of: samples.map(\.withoutPicture)) {
        #expect(reading.reason.map(expected.signal.contains) == true, "\(seed) \(reading.outcome)")
      }
    }
  }

  @Test(arguments: [(share: 15.0, isPulse: true), (24, true), (44, false)])
  func `no beat takes away more light than blood can`(share: Double, isPulse: Bool) {
    let recording = fingertip {
      $0.perfusion = SIMD4(0.004 * share, 0.01 * share, 0.006 * share, 0)
    }
    for reading in readings(of: recording.colorSamples()) {
      #expect(isPulse ? reading.rate != nil : reading.reason == .motion, "\(reading.outcome)")
    }
    guard !isPulse else { return }
    // In a picture that is not red there is no finger.
    let gray = fingertip {
      $0.levels = SIMD4(110, 104, 98, 0)
      $0.perfusion = recording.scenario.perfusion
    }
    for reading in readings(of: gray.colorSamples()) {
      #expect(reading.reason == .noFinger, "\(reading.outcome)")
    }
  }

  @Test(arguments: [58.0, 84])
  func `a lamp's refusal says its rate, and light or its shape against it`(rate: Double) throws {
    for (levels, reason) in [
      (RGB(red: 130, green: 124, blue: 118), RefusalReason.noFinger),
      (RGB(red: 180, green: 70, blue: 60), .motion),
    ] {
      var generator = SeededGenerator(seed: 4)
      let samples = (0..<900).map { index in
        let light = 1 + 0.01 * sin(2 * .pi * rate / 60 * Double(index) / 30)
        func level(_ value: Double) -> Double { value * light + 0.02 * generator.normal() }
        return ColorSample(
          time: Double(index) / 30, red: level(levels.red), green: level(levels.green),
          blue: level(levels.blue), spread: 0.05)
      }
      for reading in readings(of: samples) {
        #expect(reading.reason == reason)
        let refused = try #require(reading.refusedRate)
        #expect(abs(refused.beatsPerMinute - rate) < 2 && refused.chance < 0.5)
        #expect([.light, .shape].contains(refused.against))
        // All three colors of a lamp change alike, by a per cent each way, about once a beat.
        #expect(refused.courses.map(\.channel) == ColorChannel.colors)
        let count = Int(((reading.end - reading.start) * HeartRateMonitor.sampleRate).rounded())
        for course in refused.courses {
          #expect(course.isShareOfLevel && abs(course.values.count - count) <= 1)
          #expect((0.8...1.3).contains(course.values.max() ?? 0))
          let difference = zip(course.values, refused.courses[0].values).map { abs($0 - $1) }
          #expect((difference.max() ?? 1) < 0.15)
        }
        #expect(abs(Double(refused.beats.count) - rate / 60 * (reading.end - reading.start)) <= 2)
        #expect(refused.start == reading.start)
      }
    }
  }

  @Test func `a reported rate has no refused one, and a still picture none at all`() {
    for reading in readings(of: fingertip(72).colorSamples()) {
      #expect(reading.rate != nil && reading.refusedRate == nil)
    }
    let still = (0..<600).map { index in
      ColorSample(time: Double(index) / 30, red: 200, green: 60, blue: 45, spread: 0.05)
    }
    #expect(readings(of: still).allSatisfy { $0.rate == nil && $0.refusedRate == nil })
  }

  @Test(arguments: NoiseColor.allCases)
  func `noise has no heart rate`(color: NoiseColor) {
    var count = 0
    for interval in [5.0, 10, 30] {
      var noise = NoiseSource(color: color, seed: 1000 + UInt64(interval))
      var monitor = HeartRateMonitor(.init(interval: interval))
      var found: [HeartRateReading] = []
      for index in 0..<Int(60 * interval * 30) {
        let value = noise.next()
        let sample = ColorSample(
          time: Double(index) / 30, red: 120 + value[0], green: 110 + value[1],
          blue: 100 + value[2])
        found += monitor.append(sample)
      }
      found += monitor.finish()
      count += found.count
      #expect(found.allSatisfy { $0.rate == nil }, "\(interval)")
    }
    #expect(count == 180)
  }

  @Test func `a finger lifted for an interval removes only that interval's rate`() {
    for seed in 1...4 {
      let recording = fingertip(seed: UInt64(seed)) {
        $0.duration = 50
        $0.fingerOff = [20.0..<30]
      }
      for samples in [recording.colorSamples(), recording.colorSamples().map(\.withoutPicture)] {
        let found = readings(of: samples)
        #expect(found.map(\.start) == [0, 10, 20, 30, 40])
        #expect(found.map { $0.rate != nil }.filter { $0 }.count >= 3)
        for reading in found where reading.start == 20 { #expect(reading.rate == nil) }
        let isPicture = samples.first?.spread != nil
        if isPicture { #expect(found.first { $0.start == 20 }?.reason == .noFinger) }
        for reading in found where reading.start == 0 || reading.start == 40 {
          #expect(reading.rate != nil)
        }
      }
    }
  }

  @Test func `clipped red leaves the other colors to be measured`() {
    let recording = fingertip {
      $0.levels = SIMD4(300, 60, 45, 0)
    }
    var errors = RateErrors()
    let found = readings(of: recording.colorSamples())
    errors.add(found, of: recording)
    #expect(found.allSatisfy { $0.channel != .red })
    #expect(errors.unanswered == 0 && errors.meanPercentage < 0.2)
  }

  @Test func `a fast pulse of five frames a beat is not mistaken for key frames`() {
    for seed in [15, 18, 23, 32] {
      let recording = fingertip(180, seed: UInt64(seed)) { $0.frameRate = 15 }
      for reading in readings(of: recording.colorSamples()) { #expect(reading.rate != nil) }
    }
  }

  @Test(arguments: [90, 162, 198])
  func `key frames are not a pulse, even if the window's ends shift the outermost`(seed: Int) {
    var scenario = Scenario()
    scenario.scene = .comb
    scenario.seed = UInt64(seed)
    for reading in readings(of: SimulatedRecording(scenario).colorSamples()) {
      #expect([.noPulse, .noFinger].contains(reading.reason))
    }
  }

  @Test func `a finger that is clipped in all colors is refused as clipped`() {
    let recording = fingertip { $0.levels = SIMD4(300, 300, 300, 0) }
    let samples = recording.colorSamples()
    for reading in readings(of: samples) { #expect(reading.reason == .clipped) }
    for reading in readings(of: samples.map { $0.changed { $0.clippedShare = 1 } }) {
      #expect(reading.reason == .clipped)
    }
  }

  @Test func `a finger without blood flow has no pulse`() {
    for seed in 1...10 {
      let recording = fingertip(seed: UInt64(seed)) { $0.perfusion = .zero }
      for reading in readings(of: recording.colorSamples()) { #expect(reading.reason == .noPulse) }
    }
  }

  @Test func `colors that all change alike are a lamp, not blood`() {
    let samples = (0..<900).map { index in
      let time = Double(index) / 30
      let light = 1 + 0.02 * sin(2 * .pi * 1.2 * time)
      return ColorSample(time: time, red: 130 * light, green: 120 * light, blue: 110 * light)
    }
    for reading in readings(of: samples) { #expect(reading.rate == nil) }
  }

  /// A reason is a claim: the recordings in which each is right, and those like them in which another is.
  private static let claims: [(String, RefusalReason, @Sendable (inout Scenario) -> Void)] = [
    ("230 a minute", .tooFast, { $0.heart.course = .constant(230) }),
    ("260 a minute", .tooFast, { $0.heart.course = .constant(260) }),
    ("25 a minute", .tooSlow, { $0.heart.course = .constant(25) }),
    ("27 a minute", .tooSlow, { $0.heart.course = .constant(27) }),
    ("no blood", .noPulse, { $0.perfusion = .zero }),
    ("no blood, and breathing", .noPulse, { ($0.perfusion, $0.breathingLight) = (.zero, 0.01) }),
    ("bursts in a clear pulse", .motion, { $0.motionBurstsPerMinute = 25 }),
    ("movement all the time", .motion, { $0.disturbances.movement = 0.5 }),
    ("six frames per second", .tooFewFrames, { $0.frameRate = 6 }),
  ]

  @Test(arguments: claims.indices)
  func `a reason is given where it is right, and not where another is`(claim: Int) {
    let (name, reason, change) = Self.claims[claim]
    var (right, refused) = (0, 0)
    for seed in 1...20 {
      var scenario = Scenario()
      (scenario.seed, scenario.frameRate) = (UInt64(seed), 60)
      change(&scenario)
      for reading in readings(of: SimulatedRecording(scenario).colorSamples()) {
        guard let given = reading.reason else { continue }
        refused += 1
        if given == reason { right += 1 }
      }
    }
    #expect(
      refused > 0 && Double(right) >= 0.85 * Double(refused), "\(name): \(right) of \(refused)")
  }

  @Test func `every reason has its own name and advice`() {
    #expect(Set(RefusalReason.allCases.map(\.advice)).count == RefusalReason.allCases.count)
    for reason in RefusalReason.allCases {
      #expect(reason.rawValue.allSatisfy { $0.isLowercase || $0 == "_" })
    }
  }
}
